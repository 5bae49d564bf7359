"use strict";

/*
 * Two decks beside one another: what was added, removed and changed, what that does to the numbers, and which tiles must
 * be printed again. A design is known by its number, as the tiles' ids are: Y07 is design 7 in yellow.
 */
const Compare = (() => {
  const { data, byId, make, picture, wish, wishes } = Page;
  const COUNTED = Object.keys(data.decks[0].composition);
  const SYMBOLS = COUNTED.slice(1, COUNTED.indexOf("exits"));
  let pair = data.decks.length > 1 ? [1, 0] : [];

  /** A deck's designs by number, each with its tiles. */
  function numbered(deck) {
    const tilesOf = (name) => deck.tiles.filter((tile) => tile.design === name);
    const designs = Object.entries(deck.designs);
    return new Map(designs.map(([name, design]) => [design.number, { name, design, tiles: tilesOf(name) }]));
  }

  /** Everything that two decks differ in. */
  function difference(before, after) {
    const old = numbered(before);
    const now = numbered(after);
    const numbers = [...new Set([...old.keys(), ...now.keys()])].sort((a, b) => a - b);
    const changes = numbers.map((number) => changeOf(old.get(number), now.get(number))).filter((change) => change);
    const colours = colourChanges(before, after);
    return { changes, colours, reprint: reprinted(before, after), counts: counts(before, after) };
  }

  function changeOf(old, now) {
    if (!old) return { kind: "added", now, said: steps([], now.tiles) };
    if (!now) return { kind: "removed", old, said: steps(old.tiles, []) };
    const said = [];
    if (old.design.spelled !== now.design.spelled) said.push("other paths");
    if (old.name !== now.name) said.push("renamed");
    if (JSON.stringify(copies(old)) !== JSON.stringify(copies(now))) said.push("other copies");
    if (old.design.spelled === now.design.spelled && drawnOtherwise(old, now)) said.push("drawn otherwise");
    return said.length ? { kind: "changed", old, now, said: [...said, ...steps(old.tiles, now.tiles)] } : null;
  }

  /** What a change does to the deck, such as "coins +4". */
  function steps(old, now) {
    const total = (tiles, what) =>
      tiles.reduce((all, tile) => all + tile.copies * tile.paths.reduce((sum, path) => sum + path[what], 0), 0);
    const pairs = [["tiles", sum(old), sum(now)], ...SYMBOLS.map((what) => [what, total(old, what), total(now, what)])];
    return pairs.filter(([, a, b]) => a !== b).map(([what, a, b]) => `${what} ${signed(b - a)}`);
  }

  const signed = (number) => `${number < 0 ? "−" : "+"}${shown(Math.abs(number))}`;

  /** What happened to the players' colours, in a line each. */
  function colourChanges(before, after) {
    const said = [];
    for (const colour of new Set([...before.colours, ...after.colours])) {
      const [old, now] = [before.looks[colour], after.looks[colour]];
      if (!old) said.push(`${colour} is new`);
      else if (!now) said.push(`${colour} is gone`);
      else ["letter", "symbol", "ink"].forEach((what, at) => {
        if (old[at] !== now[at]) said.push(`${colour} has another ${what}: ${old[at]} → ${now[at]}`);
      });
    }
    return said;
  }

  const sum = (tiles) => tiles.reduce((total, tile) => total + tile.copies, 0);
  const copies = ({ tiles }) => tiles.map((tile) => [tile.id, tile.copies]);
  const drawnOtherwise = (old, now) =>
    now.tiles.some((tile) => old.tiles.some((one) => one.id === tile.id && one.art !== tile.art));

  /** Ids of the tiles that a maker who has the old deck must print: drawn otherwise, new, or more of them. */
  function reprinted(before, after) {
    return after.tiles.flatMap((tile) => {
      const old = before.tiles.find((one) => one.id === tile.id);
      const missing = old && old.art === tile.art ? tile.copies - old.copies : tile.copies;
      return missing > 0 ? [missing > 1 ? `${tile.id} × ${missing}` : tile.id] : [];
    });
  }

  const counts = (before, after) => COUNTED.map((what) => [what, before.composition[what], after.composition[what]]);

  // What is shown

  const copiesOf = (tile) => (tile.copies > 1 ? ` × ${tile.copies}` : "");

  function side(title, part, other) {
    if (!part) {
      const gap = make("p", { class: "gap" }, title === "old" ? "not in the old deck" : "no longer there");
      return make("div", { class: "side" }, make("p", { class: "when" }, title), gap);
    }
    const differing = part.tiles.find((tile) => !other?.tiles.some((one) => one.id === tile.id && one.art === tile.art));
    const tile = differing ?? part.tiles[0];
    const paths = part.design.spelled.split(" | ").map((path) => make("code", {}, path));
    return make(
      "div",
      { class: "side" },
      make("p", { class: "when" }, title),
      picture(tile.art),
      make("p", { class: "what" }, make("span", { class: "id" }, tile.id), ` ${part.name.replaceAll("-", " ")}`, copiesOf(tile)),
      make("p", { class: "spelled-paths" }, ...paths),
    );
  }

  function changeItem(change) {
    const number = (change.now ?? change.old).design.number;
    const words = make("p", { class: "said-of" }, make("strong", {}, change.kind), `: ${change.said.join(", ")}`);
    return make(
      "li",
      { class: `change ${change.kind}`, "data-number": number },
      make("div", { class: "sides" }, side("old", change.old, change.now), side("new", change.now, change.old)),
      words,
    );
  }

  const shown = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

  /** The numbers in which two decks differ, such as "coins 8 → 12 +4"; null if they differ in none. */
  function tally(rows) {
    const differing = rows.filter(([, old, now]) => shown(old) !== shown(now));
    const items = differing.map(([what, old, now]) => {
      const words = `${what.replace("_", " ")} ${shown(old)} → ${shown(now)}`;
      return make("li", {}, words, make("strong", {}, signed(now - old)));
    });
    return items.length ? make("ul", { class: "tally" }, ...items) : null;
  }

  /** Above the composition of the first deck: what became of the numbers of the second. */
  function showAgainst() {
    const [now, before] = data.decks;
    const found = tally(counts(before, now));
    document.querySelector(".against")?.remove();
    if (!found) return;
    const part = make("div", { class: "against" }, make("p", {}, `${now.name} against ${before.name}:`), found);
    document.querySelector(".composition[data-deck='0']").prepend(part);
  }

  function countRow([what, old, now]) {
    const same = shown(old) === shown(now);
    const change = same ? "" : signed(now - old);
    const cells = [shown(old), shown(now), change].map((text) => make("td", {}, text));
    return make("tr", { class: same ? null : "differs" }, make("th", { scope: "row" }, what.replace("_", " ")), ...cells);
  }

  function countsTable(before, after, rows) {
    const heads = [before.name, after.name, "change"].map((text) => make("th", { scope: "col" }, text));
    const head = make("thead", {}, make("tr", {}, make("td"), ...heads));
    return make("table", {}, make("caption", {}, "The decks in numbers"), head, make("tbody", {}, ...rows.map(countRow)));
  }

  function show() {
    const result = byId("compare-result");
    for (const [number, button] of [...byId("compare-decks").children].entries()) {
      const at = pair.indexOf(number);
      button.setAttribute("aria-pressed", at >= 0);
      button.querySelector(".when").textContent = ["old", "new"][at] ?? "";
    }
    if (pair.length < 2) {
      if (data.decks.length > 1) result.replaceChildren(make("p", { class: "hint" }, "Choose another deck."));
      return;
    }
    const [before, after] = pair.map((number) => data.decks[number]);
    const found = difference(before, after);
    const scroll = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The decks in numbers" });
    scroll.append(countsTable(before, after, found.counts));
    const none = "The two decks have the same designs in the same inks and numbers.";
    const list = make("ol", { class: "changes" }, ...found.changes.map(changeItem));
    const { reprint } = found;
    const asked = reprint.length ? [make("strong", {}, "To print: "), reprint.join(", ")] : ["Nothing must be printed again."];
    const again = make("p", { class: "reprint" }, ...asked);
    const said = make("h3", {}, found.changes.length === 1 ? "1 design differs" : `${found.changes.length} designs differ`);
    const colours = found.colours.map((line) => make("p", { class: "colour-change" }, line));
    const same = !found.changes.length && !colours.length;
    const changed = tally(found.counts);
    result.replaceChildren(said, ...(changed ? [changed] : []), ...colours, again, same ? make("p", {}, none) : list, scroll);
  }

  /** Choose a deck: the one chosen before last makes room; a chosen one is given up. */
  function choose(number) {
    pair = pair.includes(number) ? pair.filter((one) => one !== number) : [...pair, number].slice(-2);
    wish("pair", pair.join(","));
    show();
  }

  function begin() {
    const asked = (wishes.get("pair") ?? "").split(",").filter(Boolean).map(Number);
    if (asked.length && asked.every((number) => number in data.decks)) pair = asked;
    const buttons = data.decks.map((deck, number) => {
      const crest = picture(deck.crest, 0, "crest");
      const words = make("span", {}, make("strong", {}, deck.name), ` ${deck.composition.tiles} tiles, ${deck.hash}`);
      const button = make("button", { type: "button", class: "deck" }, crest, words, make("span", { class: "when" }));
      button.addEventListener("click", () => choose(number));
      return button;
    });
    if (data.decks.length > 1) {
      const { changes } = difference(data.decks[1], data.decks[0]);
      byId("differing").textContent = changes.length ? ` ${changes.length}` : "";
      showAgainst();
    }
    byId("compare-decks").replaceChildren(...(data.decks.length > 1 ? buttons : []));
    show();
  }

  return { begin, difference };
})();
