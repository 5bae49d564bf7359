"use strict";

/*
 * The trial table: tiles are taken into hand and laid beside the minotaur, and everything that follows is shown at once.
 *
 * What was done is a list of plies, ["place", tile, x, y, turns] and the actions of a game; after every change the
 * program's engine is asked with the whole list (preview/table.py), so what is shown never depends on how it came about.
 * Tiles are laid freely, in any order, or a game is played, by a seed: then the engine says whose turn it is.
 */
const Board = (() => {
  const { data, byId, make, makeSvg, picture, wish, wishes, listeners } = Page;
  const SIZES = [12, 16, 20, 24, 30, 36, 42, 52, 68, 88, 112, 144];
  const LEAST = 42; // else the field is scrolled
  const REASONS = {
    covered: "a tile lies there",
    touch: "no tile shares a side with it",
    trap: "the minotaur would be trapped",
  };
  const TIES = {
    all: ", all who escaped break ties",
    coinless: ", those who escaped without coins break ties",
    coin_only: ", those who escaped with coins break ties",
    seat: ", of equals who plays first wins",
  };
  const DRAG_FROM = 6; // pixels that a pointer moves before it drags

  let deck = null;
  let box = null;
  const NOTHING = { plies: [], hand: null, seed: null };
  let state = NOTHING;
  let past = [];
  let future = [];
  let seats = [];
  let shownColour = null;
  let chosen = null; // the tile on the table that buttons and keys speak of
  let pending = null; // {does, tile, turns}: an action for which a cell or another tile is still to be chosen
  let here = null; // what the engine answered
  let laid = new Map(); // by cell: {id, piece, turns}
  let asked = 0;
  let settled = Promise.resolve(); // when the engine has answered all that was asked
  let legal = new Map(); // by cell the turns in which the tile in hand may be laid
  let corner = [-2, -2];
  let at = [0, -1]; // the cell that keys speak of
  let size = window.innerWidth < 600 ? 7 : 9;
  let pinned = null;

  const rules = () => ({
    edition: byId("edition").value,
    score_impaled: { "": null, yes: true, no: false }[byId("impaling").value],
    outside: byId("outside").value,
    tie_break: byId("tie").value || null,
  });
  const pieceOf = (id) => box.get(id);
  const symbolOf = (id) => pieceOf(id).tile.art;
  const isLaid = (id) => here.laid.some(([tile]) => tile === id);
  const numberOf = (id) => state.plies.findIndex(([does, tile]) => does === "place" && tile === id); // among the plies
  const cellName = (x, y) => `${x},${y}`;
  const within = (value, low, high) => Math.min(Math.max(value, low), high);
  const spelled = ([, tile, x, y, turns]) => `${tile}@${x},${y}${turns ? `^${turns}` : ""}`;
  const named = (seat) => seat[0].toUpperCase() + seat.slice(1); // a player, as in the booklet
  const signed = (number) => (number < 0 ? `−${-number}` : String(number));
  const counted = (counts) => Object.entries(counts).map(([colour, count]) => `${count} ${colour}`);

  // The engine: of the page around, if there is one that knows it, else of the program that serves the page

  async function ask(question) {
    const above = window.parent !== window && window.parent.askTable;
    if (above) return above(question);
    const answer = await fetch(`table?${encodeURIComponent(JSON.stringify(question))}`);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  function boxOf({ tiles }) {
    const copies = (tile) => [...Array(tile.copies).keys()].map((copy) => (copy ? `${tile.id}-${copy + 1}` : tile.id));
    return new Map(tiles.flatMap((tile) => copies(tile).map((id) => [id, { id, tile, colour: tile.colour }])));
  }

  const byChance = () => Math.floor(2 ** 31 * Math.random());

  // Changes

  function change(next, more) {
    past.push(state);
    future = [];
    state = { ...state, ...next };
    return renew(more);
  }

  function step(from, to) {
    if (!from.length) return;
    to.push(state);
    state = from.pop();
    say("");
    renew();
  }

  /** Take a tile that is not laid into hand. */
  function take(id, turns = 0) {
    const copy = [...box.keys()].find((one) => (one === id || one.startsWith(`${id}-`)) && !isLaid(one));
    if (!copy) {
      say(`${id} lies on the table already.`);
      return;
    }
    chosen = null;
    change({ hand: { tile: copy, turns } });
    say(`${copy} in hand.`);
  }

  function turnHand() {
    const turned = (one) => ({ ...one, turns: (one.turns + 1) % 4 });
    if (pending) pending = turned(pending);
    else if (state.hand) state = { ...state, hand: turned(state.hand) };
    show();
  }

  function putBack() {
    if (pending) pending = null;
    else if (state.hand && state.seed === null) return change({ hand: null });
    return show();
  }

  /** Lay the tile in hand on a cell, if that is legal, or move a tile there. */
  function place(x, y) {
    if (pending) return act(["move", state.hand.tile, pending.tile, x, y, pending.turns]);
    if (!state.hand) {
      say("Take a tile into hand first.");
      return false;
    }
    const { tile, turns } = state.hand;
    const there = legal.get(cellName(x, y)) ?? [];
    if (!there.includes(turns)) {
      const fault = laid.has(cellName(x, y)) ? "covered" : isNear(x, y) ? "trap" : "touch";
      const other = there.length ? " as it is turned; turn it" : "";
      say(`${tile} may not be laid at ${cellName(x, y)}${other}: ${REASONS[fault]}.`, true);
      return false;
    }
    at = [x, y];
    return play(["place", tile, x, y, turns]);
  }

  /** Do something; the engine refuses in a game what is illegal. */
  function play(ply) {
    change({ plies: [...state.plies, ply], hand: null }).then((done) => done && say(outcome(state.plies.length - 1)));
    return true;
  }

  function act(ply) {
    [pending, chosen] = [null, null];
    return play(ply);
  }

  const isNear = (x, y) => here.border.some(([bx, by]) => bx === x && by === y);

  /** What came of a ply, in words. */
  function outcome(number) {
    const [does, tile, x, y] = state.plies[number];
    const { impaled, points, seat, ply } = here.turns[number];
    const who = counted(impaled);
    const done = does === "place" ? `${tile} laid at ${cellName(x, y)}` : ply;
    if (!who.length) return `${done}; nobody is impaled.`;
    const worth = here.rules.scoresImpaled ? `; ${named(seat)} gets ${signed(points)}` : "";
    return `${done}: ${who.join(" and ")} impaled${worth}.`;
  }

  /** Turn a laid tile; in a game that is an action. */
  async function turnLaid(id, by = 1) {
    const { turns } = [...laid.values()].find((one) => one.id === id);
    if (state.seed !== null) return act(["rotate", state.hand.tile, id, (turns + by) % 4]);
    await change({ plies: state.plies.map((ply) => (ply[1] === id ? [...ply.slice(0, 4), (ply[4] + by) % 4] : ply)) });
    const wrong = here.turns.findIndex(({ fault }) => fault);
    return say(wrong < 0 ? `${id} turned.` : `${id} turned; now ${wrongPly(wrong)}.`, wrong >= 0);
  }

  const wrongPly = (number) => `${state.plies[number][1]} could not have been laid: ${REASONS[here.turns[number].fault]}`;

  /** Take a laid tile up again, into hand; in a game to move it. */
  function takeUp(id, does = "move") {
    const [, x, y, turns] = here.laid.find(([tile]) => tile === id);
    at = [x, y];
    chosen = null;
    if (state.seed !== null) {
      pending = state.hand && { does, tile: id, turns };
      say(does === "swap" ? `${id} changes places with which tile?` : `Where does ${id} go?`);
      return show();
    }
    say(`${id} taken up.`);
    return change({ plies: state.plies.filter(([, tile]) => tile !== id), hand: { tile: id, turns } });
  }

  /** Let the engine lay one tile by chance, or all; in a game it plays as the bot `greedy` does. */
  async function letPlay(toEnd) {
    const before = state.plies.length;
    await change({}, { bot: "greedy", until_end: toEnd });
    if (state.plies.length === before) say("No tile is left.");
    else say(toEnd ? `${here.laid.length} tiles lie on the table.` : outcome(state.plies.length - 1));
    if (toEnd) fit();
  }

  /** Begin a game with shuffled piles, or clear the table to lay tiles freely. */
  function deal() {
    const seed = state.seed === null ? byChance() : null;
    return change({ ...NOTHING, seed }).then((done) => done && say(here.toPlay ? `${named(here.toPlay.seat)} begins.` : ""));
  }

  // What is shown

  /** Ask the engine with all that was done, and show what it answers; a refused ply is taken back. */
  function renew(more = {}) {
    settled = askAndShow(more);
    return settled;
  }

  async function askAndShow(more) {
    asked += 1;
    const mine = asked;
    byId("board").setAttribute("aria-busy", "true");
    const [hand, number] = [state.seed === null && state.hand ? state.hand.tile : "", data.decks.indexOf(deck)];
    const { plies, seed } = state;
    const question = { deck: number, rules: rules(), seats, plies, seed, hand, chance: byChance(), ...more };
    const found = await ask(question).catch(({ message }) => ({ refused: message }));
    if (mine !== asked) return false;
    byId("board").removeAttribute("aria-busy");
    if (found.refused) {
      say(`${found.refused}.`, true);
      if (here && !past.length) return false;
      state = past.pop() ?? NOTHING; // a game that the address speaks of may be none of this deck
      if (here) show();
      else renew();
      return false;
    }
    const grows = found.plies.length > (here?.plies.length ?? 0);
    here = found;
    laid = new Map(found.laid.map(([id, x, y, turns]) => [cellName(x, y), { id, piece: pieceOf(id), turns }]));
    const [tile, turns] = [found.toPlay?.tile, state.hand?.turns ?? 0];
    state = { ...state, plies: found.plies };
    if (seed !== null) state.hand = tile ? { tile, turns: state.hand?.tile === tile ? turns : 0 } : null;
    else if (plies.length !== found.plies.length) state.hand = null;
    let listed = 0;
    here.chambers = found.chambers.map((chamber) => {
      const { minotaur, coins, living, impaled } = chamber;
      const isListed = minotaur || coins || Object.keys({ ...living, ...impaled }).length > 0;
      listed += isListed && !minotaur ? 1 : 0;
      return { ...chamber, kind: kindOf(chamber), mark: minotaur ? "M" : isListed ? String(listed) : "" };
    });
    legal = new Map();
    for (const [x, y, turn] of found.legal) legal.set(cellName(x, y), [...(legal.get(cellName(x, y)) ?? []), turn]);
    show();
    if (grows && found.laid.length) reveal();
    const { toPlay } = found;
    if (toPlay && toPlay.seat !== seats[0] && byId("opponent").value) {
      renew({ bot: byId("opponent").value }).then((done) => done && say(`${byId("said").textContent} ${outcome(plies.length)}`));
    }
    return true;
  }

  function show() {
    if (chosen && !isLaid(chosen)) chosen = null;
    pinned = null;
    showRules();
    showHand();
    showTray();
    showBoard();
    showChosen();
    showScore();
    showChambers();
    showPlies();
    byId("explained").textContent = here.explained;
    byId("trial").classList.toggle("game", state.seed !== null);
    const words = { deal: "Play a game", copy: "Copy as position.yaml", random: "Lay one at random", "random-all": "Lay all at random" };
    const inGame = { deal: "Lay tiles freely", copy: "Copy the record", random: "Play one for me", "random-all": "Play to the end" };
    for (const [id, text] of Object.entries(state.seed === null ? words : inGame)) byId(id).textContent = text;
    byId("undo").disabled = !past.length;
    byId("redo").disabled = !future.length;
    byId("clear").disabled = !state.plies.length && !state.hand;
    wish("laid", state.seed === null ? state.plies.map(spelled).join(";") : "");
    wish("game", state.seed === null ? "" : JSON.stringify([state.seed, ...state.plies]));
  }

  function showRules() {
    const [{ edition, outside }, { scoresImpaled, tieBreak }] = [rules(), here.rules];
    const worth = scoresImpaled ? "impaling scores" : "impaling is worth nothing";
    const beyond = outside === "any" ? "" : ", outside is beyond the tiles only";
    const players = seats.length === 1 ? "1 player" : `${seats.length} players`;
    byId("rules-words").textContent = `Rules: ${edition} edition, ${players}, ${worth}${beyond}${TIES[tieBreak]}`;
  }

  function showHand() {
    const held = pending ?? state.hand;
    byId("hand").classList.toggle("empty", !held);
    byId("held").replaceChildren(...(held ? [picture(symbolOf(held.tile), held.turns)] : []));
    byId("held").dataset.tile = held?.tile ?? "";
    byId("hand-words").textContent = held ? `${held.tile}: ${pending ? pendingWords() : legalWords()}` : "No tile in hand.";
    byId("turn").disabled = byId("drop").disabled = !held;
  }

  const pendingWords = () => `choose ${pending.does === "swap" ? "another tile" : "a cell"}; ${state.hand.tile} pays for it.`;

  function legalWords() {
    const now = [...legal.values()].filter((turns) => turns.includes(state.hand.turns)).length;
    const whose = here.toPlay ? `${named(here.toPlay.seat)} plays ply ${state.plies.length + 1} of ${here.toPlay.of}, ` : "";
    return `${whose}legal as turned on ${now} of ${here.border.length} cells.`;
  }

  const emblem = (seat) => picture(deck.icons[`emblem-${seat}`], 0, "icon");

  /** A choice of a player; `chosen` is called with its input when it changes. */
  function seatChip(seat, attributes, chosen) {
    const input = make("input", { ...attributes, value: seat });
    input.addEventListener("change", () => chosen(input));
    return make("label", { class: "chip" }, input, make("span", {}, emblem(seat), named(seat)));
  }

  function showTray() {
    if (!seats.includes(shownColour)) shownColour = seats[0];
    const tabs = seats.map((seat) =>
      seatChip(seat, { type: "radio", name: "tray", checked: seat === shownColour }, () => {
        shownColour = seat;
        showTray();
        byId("tray").querySelector("[name=tray]:checked").focus();
      }),
    );
    const left = [...box.values()].filter(
      ({ id, colour }) => colour === shownColour && !isLaid(id) && state.hand?.tile !== id,
    );
    const strip = byId("tray").querySelector(".strip");
    const scrolled = strip?.scrollLeft ?? 0;
    const tiles = left.map(({ id, tile }) => {
      const label = `Take ${id}, ${tile.design.replaceAll("-", " ")}`;
      return make("button", { type: "button", class: "tray-tile", "data-tile": id, "aria-label": label }, picture(tile.art), id);
    });
    const none = make("p", { class: "hint" }, "All of them lie on the table.");
    const renewed = make("div", { class: "strip" }, ...(tiles.length ? tiles : [none]));
    byId("tray").replaceChildren(make("div", { class: "tabs" }, ...tabs), renewed);
    renewed.scrollLeft = scrolled;
  }

  function bounds() {
    const cells = [[-2, -2], [2, 2], ...here.laid.flatMap(([, x, y]) => [[x - 1, y - 1], [x + 1, y + 1]])];
    const xs = cells.map(([x]) => x);
    const ys = cells.map(([, y]) => y);
    return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
  }

  function showBoard() {
    const board = byId("board");
    const field = byId("field");
    const focused = board.contains(document.activeElement);
    const { west, east, north, south } = bounds();
    const cell = SIZES[size];
    const scroll = [field.scrollLeft + (corner[0] - west) * cell, field.scrollTop + (corner[1] - north) * cell];
    corner = [west, north];
    board.style.setProperty("--cell", `${cell}px`);
    board.style.setProperty("--columns", east - west + 1);
    board.setAttribute("aria-rowcount", south - north + 1);
    board.setAttribute("aria-colcount", east - west + 1);
    at = [within(at[0], west, east), within(at[1], north, south)];
    const near = new Set(here.border.map(([x, y]) => cellName(x, y)));
    const rows = [];
    for (let y = north; y <= south; y += 1) {
      const row = make("div", { role: "row", class: "row" });
      for (let x = west; x <= east; x += 1) row.append(cellElement(x, y, near));
      rows.push(row);
    }
    const extent = [west, north, east - west + 1, south - north + 1];
    board.replaceChildren(...rows, threads(...extent), counters(...extent));
    board.classList.toggle("threaded", byId("threads").checked);
    [field.scrollLeft, field.scrollTop] = scroll;
    if (focused) focusCell();
  }

  function cellElement(x, y, near) {
    const name = cellName(x, y);
    const made = make("div", {
      role: "gridcell",
      class: "cell",
      "data-x": x,
      "data-y": y,
      tabindex: x === at[0] && y === at[1] ? 0 : -1,
    });
    const there = laid.get(name);
    if (name === "0,0") {
      made.append(picture(deck.minotaurArt));
      made.setAttribute("aria-label", "0,0: the minotaur");
    } else if (there) {
      fillCell(made, there, name);
    } else if (near.has(name)) {
      const turns = legal.get(name) ?? [];
      const now = state.hand && turns.includes(state.hand.turns);
      const kind = !state.hand ? "near" : now ? "legal" : turns.length ? "turnable" : "illegal";
      made.classList.add(kind);
      const words = { near: "free", legal: "legal", turnable: "legal in another turn", illegal: REASONS.trap }[kind];
      made.setAttribute("aria-label", `${name}: ${words}`);
      made.title = state.hand ? words : "";
    } else {
      made.setAttribute("aria-label", `${name}: free, beside no tile`);
    }
    return made;
  }

  function fillCell(made, { id, piece, turns }, name) {
    made.classList.add("laid");
    made.dataset.tile = id;
    made.append(picture(piece.tile.art, turns));
    const fault = here.turns[numberOf(id)]?.fault;
    if (fault) made.classList.add("wrong");
    made.classList.toggle("chosen", id === chosen);
    const wrong = fault ? `, ${REASONS[fault]}` : "";
    made.setAttribute("aria-label", `${name}: ${id} ${piece.tile.design}, turned ${turns}${wrong}`);
  }

  /** Black counters on the impaled, upright however their tiles are turned. */
  function counters(west, north, columns, rows) {
    const svg = makeSvg("svg", { class: "counters over-all", viewBox: `0 0 ${100 * columns} ${100 * rows}`, "aria-hidden": "true" });
    for (const { path, cell: [left, top] } of here.chambers.flatMap(({ spots }) => spots.filter(({ impaled }) => impaled))) {
      const { piece, turns } = laid.get(cellName(left, top));
      for (const [x, y, wide] of piece.tile.paths[path].at) {
        const [turnedX, turnedY] = turned(x, y, turns);
        const [cx, cy] = [100 * (left - west) + turnedX, 100 * (top - north) + turnedY];
        const use = { href: `#${deck.icons.counter}`, x: cx - wide / 2, y: cy - wide / 2, width: wide, height: wide };
        svg.append(makeSvg("use", use));
      }
    }
    return svg;
  }

  /** A point of a tile of 100 after clockwise quarter turns. */
  function turned(x, y, turns) {
    return turns ? turned(100 - y, x, turns - 1) : [x, y];
  }

  const MOUTHS = [[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]];
  const inward = ([x, y], share) => [x + (0.5 - x) * share, y + (0.5 - y) * share];

  /** A path as a thread within its cell, and the point where its chamber's number stands. */
  function threadOf(exits) {
    const mouths = exits.map((side) => MOUTHS[side]);
    const [first, second] = mouths;
    if (exits.length === 0) return { line: "M.5 .5h.001", heart: [0.5, 0.5] };
    if (exits.length === 1) return { line: `M${first}L${inward(first, 0.55)}`, heart: inward(first, 0.55) };
    if (exits.length === 2 && (exits[0] + exits[1]) % 2) {
      return { line: `M${first}Q.5 .5 ${second}`, heart: [(first[0] + 1 + second[0]) / 4, (first[1] + 1 + second[1]) / 4] };
    }
    if (exits.length === 2) return { line: `M${first}L${second}`, heart: inward(first, 0.5) };
    return { line: mouths.map((mouth) => `M${mouth}L.5 .5`).join(""), heart: [0.5, 0.5] };
  }

  const kindOf = (chamber) => {
    if (chamber.minotaur) return "his";
    const people = Object.keys(chamber.living).length > 0;
    if (people && chamber.escapes) return chamber.coins ? "pays" : "escapes";
    return people && !chamber.escapes ? "enclosed" : "idle";
  };
  /** All chambers as threads over the tiles. */
  function threads(west, north, columns, rows) {
    const svg = makeSvg("svg", { class: "threads over-all", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
    here.chambers.forEach(({ spots, kind, mark, minotaur }, index) => {
      if (!spots.length) return;
      const group = makeSvg("g", { class: `thread ${kind}`, "data-chamber": index });
      for (const layer of ["under", "over", "beads"]) {
        for (const { cell, exits } of spots) {
          const moved = `translate(${cell[0] - west} ${cell[1] - north})`;
          group.append(makeSvg("path", { class: layer, d: threadOf(exits).line, transform: moved }));
        }
      }
      if (mark && !minotaur) {
        const [{ cell, exits }] = spots;
        const [x, y] = threadOf(exits).heart;
        const badge = makeSvg("g", { class: "badge", transform: `translate(${cell[0] - west + x} ${cell[1] - north + y})` });
        badge.append(makeSvg("circle", { r: 0.12 }), makeSvg("text", { y: 0.06 }, mark));
        group.append(badge);
      }
      svg.append(group);
    });
    return svg;
  }

  function showChosen() {
    byId("chosen").hidden = !chosen;
    if (!chosen) return;
    const fault = here.turns[numberOf(chosen)]?.fault;
    const wrong = fault ? ` Could not be laid there: ${REASONS[fault]}.` : "";
    byId("chosen-words").textContent = `${chosen}, ${pieceOf(chosen).tile.design.replaceAll("-", " ")}.${wrong}`;
  }

  function showScore() {
    const { final } = here;
    const heads = ["", "impaling", "treasure", "total", "escaped"];
    const head = make("tr", {}, ...heads.map((text) => (text ? make("th", { scope: "col" }, text) : make("td"))));
    const rows = seats.map((seat) => {
      const mark = final.winners.includes(seat) && state.plies.length ? make("span", { class: "wins" }, here.toPlay === null ? "wins" : "leads") : "";
      const name = make("th", { scope: "row" }, emblem(seat), named(seat), mark);
      const values = [final.kills, final.treasure, final.scores, final.escaped].map((map) => signed(map[seat]));
      return make("tr", { "data-seat": seat }, name, ...values.map((value) => make("td", {}, value)));
    });
    const caption = make("caption", {}, `impaled in all: ${final.captured}`);
    byId("score").replaceChildren(make("table", {}, caption, make("thead", {}, head), make("tbody", {}, ...rows)));
  }

  const KIND_WORDS = {
    his: "the minotaur’s chamber",
    pays: "escapes with coins",
    escapes: "escapes",
    enclosed: "alive, but enclosed",
    idle: "nobody is alive in it",
  };

  function showChambers() {
    const items = here.chambers.flatMap((chamber, index) => {
      const { kind, mark } = chamber;
      if (!mark) return [];
      const held = [
        ...Object.entries(chamber.living).map(([colour, count]) => amount(count, `prisoner-${colour}`, `${colour} alive`)),
        impaledIn(chamber),
        chamber.coins ? amount(chamber.coins, "coin", "coins") : "",
        chamber.wings ? amount(chamber.wings, "wing", "wings") : "",
      ];
      const way = chamber.outside ? "open" : "closed";
      const words = make("span", { class: "fate" }, chamber.minotaur ? KIND_WORDS[kind] : `${KIND_WORDS[kind]}, ${way}`);
      const badge = make("span", { class: "badge" }, mark);
      const button = make("button", { type: "button", class: `chamber ${kind}`, "data-chamber": index, "aria-pressed": "false" });
      button.append(badge, words, make("span", { class: "amounts" }, ...held));
      return [make("li", {}, button)];
    });
    const others = here.chambers.length - items.length;
    const more = others ? [make("li", { class: "hint" }, `and ${others} without prisoners and coins`)] : [];
    byId("chambers").replaceChildren(...items, ...more);
  }

  /** The impaled of a chamber as one number; whose they are is told to who asks. */
  function impaledIn({ impaled }) {
    const words = `impaled: ${counted(impaled).join(", ")}`;
    const count = Object.values(impaled).reduce((sum, number) => sum + number, 0);
    const shown = count ? amount(count, "counter", words) : "";
    if (shown) shown.title = words;
    return shown;
  }

  function amount(count, icon, words) {
    const unseen = make("span", { class: "unseen" }, ` ${words}`);
    return make("span", { class: "amount" }, `${count} `, picture(deck.icons[icon], 0, "icon"), unseen);
  }

  function showPlies() {
    const items = state.plies.map((ply, number) => {
      const { fault, impaled, points, ply: words } = here.turns[number];
      const who = counted(impaled);
      const worth = who.length && here.rules.scoresImpaled ? `, ${signed(points)}` : "";
      const said = fault ? REASONS[fault] : who.length ? `${who.join(", ")} impaled${worth}` : "";
      return make("li", { class: fault ? "wrong" : null }, make("code", {}, ply[0] === "place" ? spelled(ply) : words), ` ${said}`);
    });
    byId("plies").replaceChildren(...items);
    byId("copy").disabled = !state.plies.length;
    byId("plies").parentElement.querySelector("textarea")?.remove();
  }

  function light(index) {
    for (const group of byId("board").querySelectorAll(".thread")) {
      group.classList.toggle("lit", index !== null && group.dataset.chamber === String(index));
    }
    byId("board").classList.toggle("dimmed", index !== null);
  }

  function say(words, wrong = false) {
    byId("said").textContent = words;
    byId("said").classList.toggle("wrong", wrong);
  }

  /** The position as a file for `asterion play score`. */
  function asYaml() {
    const chosenRules = rules();
    const kills = Object.entries(here.final.kills).filter(([, points]) => points);
    return [
      `game: ${deck.game}`,
      `edition: ${chosenRules.edition}`,
      ...(chosenRules.score_impaled === null ? [] : [`score_impaled: ${chosenRules.score_impaled}`]),
      ...(chosenRules.tie_break === null ? [] : [`tie_break: ${chosenRules.tie_break}`]),
      `outside: ${chosenRules.outside}`,
      `seats: [${seats.join(", ")}]`,
      "tiles:",
      "  - {tile: minotaur, at: [0, 0]}",
      ...here.laid.map(([tile, x, y, turns]) => `  - {tile: ${tile}, at: [${x}, ${y}], turns: ${turns}}`),
      ...(kills.length ? [`kills: {${kills.map(([seat, points]) => `${seat}: ${points}`).join(", ")}}`] : []),
      "",
    ].join("\n");
  }

  function copyPosition() {
    const holder = byId("plies").parentElement;
    holder.querySelector("textarea")?.remove();
    const area = make("textarea", { readonly: true, rows: 6, "aria-label": here.record ? "record" : "position.yaml" });
    area.value = here.record ?? asYaml();
    holder.append(area);
    area.select();
    navigator.clipboard?.writeText(area.value).then(
      () => say("Copied."),
      () => say("Copy it from the field below."),
    );
  }

  // Hands on: clicks, keys, dragging

  async function choose(x, y) {
    await settled;
    at = [x, y];
    const there = laid.get(cellName(x, y));
    if (there && pending && pending.does !== "move") {
      if (there.id === pending.tile) putBack();
      else act(["swap", state.hand.tile, pending.tile, there.id]);
    } else if (there) {
      chosen = chosen === there.id ? null : there.id;
      showBoard();
      showChosen();
      say(chosen ? `${chosen} chosen.` : "");
    } else if (cellName(x, y) !== "0,0") {
      if (place(x, y)) focusCell();
    }
  }

  function focusCell() {
    for (const cell of byId("board").querySelectorAll("[role=gridcell]")) cell.tabIndex = -1;
    const cell = byId("board").querySelector(`[data-x="${at[0]}"][data-y="${at[1]}"]`);
    cell.tabIndex = 0;
    cell.focus();
  }

  const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

  function keyOnBoard(event) {
    if (ARROWS[event.key]) {
      const { west, east, north, south } = bounds();
      const [dx, dy] = ARROWS[event.key];
      at = [within(at[0] + dx, west, east), within(at[1] + dy, north, south)];
      focusCell();
    } else if (event.key === "Enter" || event.key === " ") {
      choose(...at);
    } else {
      return;
    }
    event.preventDefault();
  }

  function keyAnywhere(event) {
    const typing = event.target.closest?.("input[type=search], select, textarea, dialog");
    if (typing || !byId("table").classList.contains("shown") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "r") {
      if (state.hand || pending) turnHand();
      else if (chosen) turnLaid(chosen);
      drag?.ghost?.replaceChildren(picture(symbolOf(drag.id), (pending ?? state.hand).turns));
    } else if (event.key === "Escape") {
      if (drag) endDrag(null);
      else putBack();
    } else if ((event.key === "Delete" || event.key === "Backspace") && chosen) {
      takeUp(chosen);
    }
  }

  let drag = null;
  let dragged = false; // whether the click that follows ends a drag

  function beginDrag(event) {
    dragged = false;
    const from = event.target.closest(".tray-tile, .held, .cell.laid");
    if (event.button !== 0 || !from?.dataset.tile) return;
    if (from.matches(".cell") && event.pointerType === "touch") return;
    drag = { id: from.dataset.tile, x: event.clientX, y: event.clientY, laid: from.matches(".cell"), lifted: false, ghost: null };
  }

  function moveDrag(event) {
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      drag.lifted = state.seed === null && state.hand?.tile !== drag.id;
      if (drag.laid) takeUp(drag.id, "drag");
      else if (drag.lifted) take(drag.id);
      drag.ghost = make("div", { class: "ghost" }, picture(symbolOf(drag.id), (pending ?? state.hand)?.turns ?? 0));
      drag.ghost.style.setProperty("--cell", `${SIZES[size]}px`);
      document.body.append(drag.ghost);
    }
    event.preventDefault();
    drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    const over = cellUnder(event);
    for (const cell of byId("board").querySelectorAll(".over")) cell.classList.remove("over");
    over?.classList.add("over");
  }

  function cellUnder(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest("#board .cell") ?? null;
  }

  async function endDrag(event) {
    const { ghost, lifted } = drag;
    const wasLaid = drag.laid;
    ghost?.remove();
    drag = null;
    if (!ghost) return;
    dragged = true;
    setTimeout(() => (dragged = false)); // the click, if there is one, comes before
    const cell = event && cellUnder(event);
    await settled;
    if (pending) {
      if (cell) choose(Number(cell.dataset.x), Number(cell.dataset.y));
      else putBack();
      return;
    }
    const done = cell && place(Number(cell.dataset.x), Number(cell.dataset.y));
    if (done && lifted) past.splice(-1); // lifting and laying is one change
    if (!done && wasLaid) step(past, []);
    byId("undo").disabled = !past.length;
  }

  function listen() {
    document.addEventListener("pointerdown", beginDrag);
    document.addEventListener("pointermove", moveDrag, { passive: false });
    document.addEventListener("pointerup", (event) => drag && endDrag(event));
    document.addEventListener("pointercancel", () => drag && endDrag(null));
    document.addEventListener("dragstart", (event) => event.preventDefault());
    document.addEventListener("keydown", keyAnywhere);
    byId("board").addEventListener("keydown", keyOnBoard);
    byId("board").addEventListener("click", (event) => {
      const cell = event.target.closest(".cell");
      if (cell && !dragged) choose(Number(cell.dataset.x), Number(cell.dataset.y));
    });
    byId("tray").addEventListener("click", (event) => {
      const button = event.target.closest(".tray-tile");
      if (button && !dragged) take(button.dataset.tile);
    });
    const lit = (event) => event.target.closest(".chamber")?.dataset.chamber ?? pinned;
    for (const kind of ["pointerover", "focusin"]) byId("chambers").addEventListener(kind, (event) => light(lit(event)));
    for (const kind of ["pointerout", "focusout"]) byId("chambers").addEventListener(kind, () => light(pinned));
    byId("chambers").addEventListener("click", (event) => pin(event.target.closest(".chamber")));
    const buttons = {
      turn: turnHand,
      drop: putBack,
      undo: () => step(past, future),
      redo: () => step(future, past),
      clear: () => change(NOTHING),
      random: () => letPlay(false),
      "random-all": () => letPlay(true),
      deal,
      smaller: () => resize(-1),
      larger: () => resize(1),
      copy: copyPosition,
      "chosen-turn": () => turnLaid(chosen),
      "chosen-up": () => takeUp(chosen),
      "chosen-round": () => turnLaid(chosen, 2),
      "chosen-left": () => turnLaid(chosen, 3),
      "chosen-swap": () => takeUp(chosen, "swap"),
    };
    for (const [id, does] of Object.entries(buttons)) byId(id).addEventListener("click", does);
    for (const id of ["edition", "impaling", "outside", "tie"]) byId(id).addEventListener("change", keepRules);
    byId("threads").addEventListener("change", showBoard);
  }

  function pin(button) {
    if (!button) return;
    const again = pinned === button.dataset.chamber;
    for (const other of byId("chambers").querySelectorAll(".chamber")) other.setAttribute("aria-pressed", "false");
    pinned = again ? null : button.dataset.chamber;
    button.setAttribute("aria-pressed", String(!again));
    light(pinned);
  }

  function resize(by) {
    size = within(size + by, 0, SIZES.length - 1);
    showBoard();
    centre();
  }

  /** Choose the largest cells at which the whole table is seen, none so small that their signs are not. */
  function fit() {
    const field = byId("field");
    const { west, east, north, south } = bounds();
    const room = Math.min(field.clientWidth / (east - west + 1), field.clientHeight / (south - north + 1));
    const fitting = SIZES.findLastIndex((cell) => cell <= room);
    resize(Math.max(fitting, SIZES.indexOf(LEAST)) - size);
  }

  /** Scroll the field, if need be, until the tile that was laid last and its neighbours are seen. */
  function reveal() {
    const [field, cell, [, x, y]] = [byId("field"), SIZES[size], here.laid.at(-1)];
    const [left, top] = [(x - corner[0]) * cell, (y - corner[1]) * cell];
    field.scrollLeft = within(field.scrollLeft, left + 2 * cell - field.clientWidth, left - cell);
    field.scrollTop = within(field.scrollTop, top + 2 * cell - field.clientHeight, top - cell);
  }

  function centre() {
    const field = byId("field");
    field.scrollLeft = (0.5 - corner[0]) * SIZES[size] - field.clientWidth / 2;
    field.scrollTop = (0.5 - corner[1]) * SIZES[size] - field.clientHeight / 2;
  }

  // Agreements, and the address

  function keepRules() {
    if (state.seed !== null) [state, past, future] = [{ ...NOTHING, seed: state.seed }, [], []]; // other rules, another game
    const own = ownRules();
    for (const [id, value] of Object.entries(own)) wish(id, byId(id).value === value ? "" : byId(id).value || "edition");
    wish("seats", seats.length === deck.colours.length ? "" : seats.join(","));
    renew();
  }

  /** The rules that the deck's catalogue agrees on, as the choices on the page have them. */
  function ownRules() {
    const { score_impaled: scored, tie_break: tie, outside } = deck.rules;
    const impaling = scored === null ? "" : scored ? "yes" : "no";
    return { edition: deck.edition === "original" ? "original" : "revised", impaling, outside, tie: tie ?? "" };
  }

  function showSeats() {
    const chips = deck.colours.map((colour) =>
      seatChip(colour, { type: "checkbox", name: "seat", checked: seats.includes(colour) }, (input) => {
        if (!byId("seats").querySelector("input:checked")) input.checked = true;
        seats = deck.colours.filter((one) => byId("seats").querySelector(`[value="${one}"]`).checked);
        keepRules();
      }),
    );
    byId("seats").replaceChildren(...chips);
  }

  /** The plies that the address speaks of; those of tiles that the deck does not have are left out. */
  function readPlies(text) {
    return text.split(";").flatMap((word) => {
      const [, tile, x, y, turns] = word.match(/^([A-Z]\d{2,4}(?:-\d+)?)@(-?\d{1,3}),(-?\d{1,3})(?:\^([0-3]))?$/) ?? [];
      return box.has(tile) ? [["place", tile, Number(x), Number(y), Number(turns ?? 0)]] : [];
    });
  }

  /** The game that the address speaks of; null for none. */
  function readGame(text) {
    try {
      const [seed, ...plies] = JSON.parse(text);
      return { seed, plies };
    } catch {
      return null;
    }
  }

  /** Begin anew with a deck, as the address says. */
  function set(itsDeck) {
    deck = itsDeck;
    box = boxOf(deck);
    const asked = (wishes.get("seats") ?? "").split(",").filter((seat) => deck.colours.includes(seat));
    seats = asked.length ? deck.colours.filter((colour) => asked.includes(colour)) : [...deck.colours];
    for (const [id, value] of Object.entries(ownRules())) {
      const asked = wishes.get(id) === "edition" ? "" : wishes.get(id);
      byId(id).value = [...byId(id).options].some((option) => option.value === asked) ? asked : value;
    }
    state = { ...NOTHING, ...(readGame(wishes.get("game") ?? "") ?? { plies: readPlies(wishes.get("laid") ?? "") }) };
    [past, future, chosen] = [[], [], null];
    showSeats();
    renew();
  }

  function begin() {
    byId("trial").hidden = false;
    listen();
    listeners.deck.push(set);
    listeners.view.push((view) => view === "table" && centre());
  }

  return { begin, take };
})();
