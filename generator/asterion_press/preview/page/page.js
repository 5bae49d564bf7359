"use strict";

/*
 * The page: its parts, its filters, the closer look, and what the address keeps of all that.
 *
 * The address holds what somebody has chosen, behind the name of the part, as in #tiles?colour=blue&holds=wing, so that a
 * page can be kept, sent and renewed without losing anything. Cards are in the document already; filters only hide them.
 */
const Page = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  for (const deck of data.decks) {
    for (const tile of deck.tiles) tile.paths = deck.designs?.[tile.design].paths ?? [];
  }

  /** An element with attributes and children; texts become text. */
  function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  function makeSvg(tag, attributes = {}, ...children) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /** A drawing of the page, turned by quarter turns; it says nothing to those who cannot see it. */
  function picture(symbol, turns = 0, kind = "tile") {
    const use = makeSvg("use", { href: `#${symbol}`, width: 100, height: 100 });
    if (turns) use.setAttribute("transform", `rotate(${90 * turns} 50 50)`);
    return makeSvg("svg", { viewBox: "0 0 100 100", class: kind, "aria-hidden": "true" }, use);
  }

  // The address

  const wishes = new URLSearchParams();
  const views = [...document.querySelectorAll(".view")].map((part) => part.id);
  let [view] = views;
  const listeners = { view: [], deck: [] };

  function readAddress() {
    const [name, asked] = location.hash.slice(1).split("?");
    view = views.includes(name) ? name : views[0];
    for (const key of [...wishes.keys()]) wishes.delete(key);
    for (const [key, value] of new URLSearchParams(asked ?? "")) wishes.set(key, value);
  }

  function addressOf(part) {
    const asked = wishes.toString().replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%3B", ";");
    return `#${part}?${asked}`; // the question mark keeps browsers from scrolling to the part
  }

  const KEEP_EVERY_MS = 350; // browsers allow about a hundred changes of the address in half a minute
  let keptAt = -KEEP_EVERY_MS;
  let keeping = null;

  /** Remember a wish in the address; an empty one is dropped. */
  function wish(key, value) {
    if ((wishes.get(key) ?? "") === (value ?? "")) return;
    if (value) wishes.set(key, value);
    else wishes.delete(key);
    keeping ??= setTimeout(keep, Math.max(0, keptAt + KEEP_EVERY_MS - performance.now()));
  }

  function keep() {
    clearTimeout(keeping);
    keeping = null;
    keptAt = performance.now();
    history.replaceState(null, "", addressOf(view));
    linkParts();
  }

  function linkParts() {
    for (const link of document.querySelectorAll("nav a")) {
      const part = link.getAttribute("href").slice(1).split("?")[0];
      link.setAttribute("href", addressOf(part));
      if (part === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  function showView() {
    for (const name of views) byId(name).classList.toggle("shown", name === view);
    document.documentElement.classList.toggle("comparing", view === "compare");
    linkParts();
    listeners.view.forEach((tell) => tell(view));
  }

  function goTo(part) {
    if (keeping !== null) keep();
    view = part;
    history.pushState(null, "", addressOf(part));
    showView();
    window.scrollTo(0, 0);
  }

  // The deck that is shown

  let deckNumber = 0;
  const deck = () => data.decks[deckNumber];

  function showDeck(number) {
    deckNumber = number in data.decks ? number : 0;
    for (const part of document.querySelectorAll("[data-deck]")) part.hidden = Number(part.dataset.deck) !== deckNumber;
    for (const input of document.querySelectorAll("[name=deck]")) input.checked = Number(input.value) === deckNumber;
    filter();
    listeners.deck.forEach((tell) => tell(deck()));
  }

  // Filters

  const FILTERS = ["colour", "holds", "exits", "open"];
  const form = byId("filters");
  const visibleCards = () => [...document.querySelectorAll(`.cards[data-deck="${deckNumber}"] .card:not([hidden])`)];
  const chosen = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map((input) => input.value);

  /** Whether a card fits: any of the colours, all of the symbols, any of the numbers of exits, every word. */
  function fits(card, wanted) {
    const { colour, holds, exits, open, words } = card.dataset;
    return (
      (!wanted.colour.length || wanted.colour.includes(colour)) &&
      wanted.holds.every((kind) => holds.split(" ").includes(kind)) &&
      (!wanted.exits.length || wanted.exits.some((count) => exits.split(" ").includes(count))) &&
      (!wanted.open.length || wanted.open.includes(open)) &&
      wanted.words.every((word) => words.includes(word))
    );
  }

  function filter() {
    const wanted = Object.fromEntries(FILTERS.map((name) => [name, chosen(name)]));
    wanted.words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const cards = [...document.querySelectorAll(`.cards[data-deck="${deckNumber}"] .card`)];
    for (const card of cards) card.hidden = !fits(card, wanted);
    const shown = visibleCards().length;
    byId("count").textContent = `${shown === cards.length ? shown : `${shown} of ${cards.length}`} ${data.pieces}`;
    byId("nothing").hidden = shown > 0;
  }

  function readFilters() {
    for (const name of FILTERS) {
      const values = (wishes.get(name) ?? "").split(",");
      for (const input of form.querySelectorAll(`[name=${name}]`)) input.checked = values.includes(input.value);
    }
    byId("search").value = wishes.get("q") ?? "";
    const size = form.querySelector(`[name=size][value="${CSS.escape(wishes.get("size") ?? "")}"]`);
    (size ?? form.querySelector("[name=size][value=medium]")).checked = true;
    resize();
  }

  function resize() {
    const [size] = chosen("size");
    for (const list of document.querySelectorAll(".cards")) list.dataset.size = size;
  }

  /** Show what is chosen, and keep it in the address. */
  function filterAnew() {
    resize();
    filter();
    for (const name of FILTERS) wish(name, chosen(name).join(","));
    wish("q", byId("search").value.trim());
    wish("size", chosen("size").filter((size) => size !== "medium").join(""));
  }

  form.addEventListener("input", filterAnew);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filterAnew));
  byId("show-all").addEventListener("click", () => {
    form.reset();
    byId("search").focus();
  });

  // The closer look

  const closer = byId("closer");
  const look = { card: null, turns: 0 };

  function lookCloser(card) {
    look.card = card;
    look.turns = 0;
    const tile = deck().tiles.find((one) => one.id === card.dataset.tile);
    byId("closer-title").textContent = `${tile.id} ${(tile.design ?? "").replaceAll("-", " ")}`;
    byId("closer-source").textContent = tile.place;
    byId("closer-use").setAttribute("href", `#${tile.art}`);
    byId("closer-tile").classList.toggle("cut-round", card.classList.contains("round"));
    byId("closer-paths").replaceChildren(...[...card.querySelectorAll(".paths li")].map(inWords));
    const others = deck().tiles.filter((one) => one.place === tile.place && one.id !== tile.id);
    const copies = tile.copies > 1 ? `${tile.copies} copies. ` : "";
    byId("closer-copies").textContent = copies + (others.length ? `Also: ${others.map((one) => one.id).join(", ")}.` : "");
    showTurned();
    if (!closer.open) closer.showModal();
  }

  /** A card's path with its words to be seen. */
  function inWords(item) {
    const copy = item.cloneNode(true);
    copy.querySelector(".spelled").remove();
    copy.querySelectorAll(".icon").forEach((icon) => icon.remove());
    copy.querySelector(".unseen").className = "";
    return copy;
  }

  function showTurned() {
    byId("closer-tile").dataset.turns = look.turns;
    byId("closer-use").setAttribute("transform", `rotate(${90 * look.turns} 50 50)`);
  }

  function lookOn(step) {
    const cards = visibleCards();
    const at = cards.indexOf(look.card);
    lookCloser(cards[(at + step + cards.length) % cards.length]);
  }

  function turnCloser() {
    look.turns = (look.turns + 1) % 4;
    showTurned();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".look");
    if (button) lookCloser(button.closest(".card"));
    if (event.target === closer) closer.close();
    const link = event.target.closest("nav a");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      goTo(link.getAttribute("href").slice(1).split("?")[0]);
    }
  });
  closer.addEventListener("close", () => look.card?.querySelector(".look").focus());
  closer.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") lookOn(-1);
    else if (event.key === "ArrowRight") lookOn(1);
    else if (event.key.toLowerCase() === "r") turnCloser();
  });
  byId("closer-close").addEventListener("click", () => closer.close());
  byId("closer-turn").addEventListener("click", turnCloser);
  byId("closer-previous").addEventListener("click", () => lookOn(-1));
  byId("closer-next").addEventListener("click", () => lookOn(1));
  byId("closer-take")?.addEventListener("click", () => {
    closer.close();
    goTo("table");
    Board.take(look.card.dataset.tile, look.turns);
  });

  // Light and dark

  const LAMP_WORDS = { "light dark": ["◐", "as the system"], light: ["☀", "light"], dark: ["☾", "dark"] };
  const LAMPS = Object.keys(LAMP_WORDS);

  function lightLamp(lamp) {
    const [sign, words] = LAMP_WORDS[lamp];
    document.documentElement.style.colorScheme = lamp;
    byId("lamp").textContent = sign;
    byId("lamp").title = `Light or dark: ${words}`;
    byId("lamp").setAttribute("aria-label", byId("lamp").title);
  }

  byId("lamp").addEventListener("click", () => {
    const lamp = LAMPS[(LAMPS.indexOf(document.documentElement.style.colorScheme) + 1) % LAMPS.length];
    wish("lamp", lamp === LAMPS[0] ? "" : lamp);
    lightLamp(lamp);
  });

  // The beginning

  /** Everything as the address says. */
  function begin() {
    readAddress();
    lightLamp(LAMPS.includes(wishes.get("lamp")) ? wishes.get("lamp") : LAMPS[0]);
    readFilters();
    showDeck(Number(wishes.get("deck") ?? 0));
    showView();
  }

  for (const input of document.querySelectorAll("[name=deck]")) {
    input.addEventListener("change", () => {
      wish("deck", input.value === "0" ? "" : input.value);
      showDeck(Number(input.value));
    });
  }
  byId("lamp").hidden = false;
  document.documentElement.classList.add("programmed");

  return { data, byId, make, makeSvg, picture, wish, wishes, deck, begin, goTo, listeners };
})();
