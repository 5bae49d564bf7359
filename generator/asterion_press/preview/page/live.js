"use strict";

/*
 * What makes a page renew itself while the program watches the catalogue. The server says which page is the present one
 * and what is wrong with the files; the address keeps what somebody has chosen, so that renewing loses nothing.
 */
(() => {
  const notice = document.getElementById("notice");
  const present = document.documentElement.dataset.version;
  const CHANGED = "asterion-changed";

  function show(title, lines) {
    const list = document.createElement("ul");
    for (const line of lines) list.append(asItem(line));
    const strong = document.createElement("strong");
    strong.textContent = title;
    notice.replaceChildren(strong, list);
    notice.hidden = false;
  }

  /** A mistake with its place, file:line:column, set apart. */
  function asItem(line) {
    const item = document.createElement("li");
    const place = line.match(/^(.+?:\d+:(?:\d+|[A-Z]+)): (.*)$/s);
    if (place) {
      const code = document.createElement("code");
      code.textContent = place[1];
      item.append(code, ` ${place[2]}`);
    } else {
      item.textContent = line;
    }
    return item;
  }

  function remember(changed) {
    try {
      sessionStorage.setItem(CHANGED, JSON.stringify(changed));
    } catch {
      // a page that may keep nothing shows no marks
    }
  }

  /** Mark the cards of tiles that were drawn anew for this page. */
  function markChanged() {
    let changed = [];
    try {
      changed = JSON.parse(sessionStorage.getItem(CHANGED) ?? "[]");
      sessionStorage.removeItem(CHANGED);
    } catch {
      return;
    }
    if (changed.length >= document.querySelectorAll("[data-deck='0'] .card").length) return; // all of them: nothing stands out
    for (const id of changed) document.querySelector(`.card[data-tile="${CSS.escape(id)}"]`)?.classList.add("fresh");
  }

  if (window.parent !== window) return; // the page around it renews it
  markChanged();
  const events = new EventSource("events");
  events.addEventListener("state", (event) => {
    const { version, mistakes, fresh } = JSON.parse(event.data);
    if (version && version !== present) {
      remember(fresh);
      location.reload();
    } else if (mistakes.length) {
      const count = mistakes.length === 1 ? "A mistake" : `${mistakes.length} mistakes`;
      show(version ? `${count}; the last good deck stays in sight.` : `${count}:`, mistakes);
    } else {
      notice.hidden = true;
    }
  });
  events.addEventListener("error", () => {
    if (events.readyState !== EventSource.OPEN) show("asterion preview --watch has ended, or cannot be reached; this page stays as it is.", []);
  });
})();
