"use strict";

/* The beginning of all programs of the page; not every page has a trial table. */
if (typeof Board !== "undefined") Board.begin();
Page.begin();
Compare.begin();
window.addEventListener("popstate", () => {
  Page.begin();
  Compare.begin();
});
