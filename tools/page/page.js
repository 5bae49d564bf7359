/* The page itself: what is chosen, what is made of it, and the file that somebody edits. Python works beside it. */

const byId = (id) => document.getElementById(id);
const IDLE_MS = 400; // without a key, before a file is looked at
const OWN = "tiles.yaml"; // the file that is edited

const worker = new Worker("worker.js", { type: "module" });
const waiting = new Map();
let asked = 0;
let sets = 0; // that were built
let choices = null;
let shown = null; // the address of the preview, which keeps its view
let edited = false;

worker.onmessage = ({ data }) => {
  if ("stage" in data) return tell(data.error ?? (data.stage && `One moment: ${data.stage} …`), Boolean(data.error));
  const { does, fails } = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error) fails(new Error(data.error));
  else does(data.answer);
};

/** Ask the program; the answer comes when all that was asked before is done. */
function ask(what) {
  asked += 1;
  worker.postMessage({ id: asked, parts: partsOf(byId("language").value), ...what });
  return new Promise((does, fails) => waiting.set(asked, { does, fails }));
}

const partsOf = (language) => choices.languages.find((one) => one.language === language).parts;

function make(tag, attributes, ...content) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...content);
  return element;
}

function tell(words, wrong = false) {
  byId("stage").textContent = words;
  byId("stage").style.color = wrong ? "var(--wrong)" : "";
}

/** Do something that takes a moment, and say what goes wrong. */
async function work(words, does) {
  tell(words);
  const buttons = [...document.querySelectorAll("main button")].filter((one) => !one.disabled);
  for (const one of buttons) one.disabled = true;
  try {
    await does();
    tell("");
  } catch (error) {
    tell(String(error.message), true);
  } finally {
    for (const one of buttons) one.disabled = false;
  }
}

/** Make files in the place of those that were made before. */
function makeFiles(words, does) {
  byId("made").hidden = true;
  return work(words, does);
}

function fill(id, options, chosen) {
  byId(id).replaceChildren(...options.map(([value, text]) => make("option", { value, textContent: text, selected: value === chosen })));
}

/** The languages of a game; the browser's own first, if it is one of them. */
function showLanguages() {
  const game = gameChosen();
  const there = choices.languages.filter(({ language }) => game.languages.includes(language));
  const own = navigator.languages.flatMap((tag) => [tag, tag.split("-")[0]]);
  const best = own.find((tag) => game.languages.includes(tag)) ?? "en";
  fill("language", there.map(({ language, name }) => [language, name]), best);
}

const gameChosen = () => choices.games.find(({ game }) => game === byId("game").value);

// Printing

/** Take the readings of the printer as the program takes them; none is a printer that is right. */
async function printerOf() {
  const [x, y] = ["offset-x", "offset-y"].map((id) => Number(byId(id).value));
  if (!x && !y) return "none";
  const readings = ["--offset", `${x},${y}`, "--paper", byId("paper").value];
  refuse(await ask({ does: "run", argv: ["printer", "calibrate", "--printer", "mine", ...readings, "--out", "calibration.pdf", "--force"] }));
  return "mine";
}

/** Build into a folder of its own: a browser cannot exchange a folder for another. */
async function build(more) {
  sets += 1;
  const folder = `out-${sets}`;
  const values = { "--language": byId("language").value, "--paper": byId("paper").value, "--theme": byId("theme").value };
  const unsound = edited && byId("unsound").checked ? ["--unsound"] : [];
  const argv = ["build", ...more, ...unsound, ...Object.entries(values).flat(), "--printer", await printerOf(), "--out", folder];
  const done = await ask({ does: "run", argv: [...argv, "--no-verify", "--force"], folder, text: edited ? byId("catalogue").value : undefined });
  refuse(done);
  showFiles(done.files, done.out);
}

/** What is to be printed: some pieces, or parts of the set. */
function partsChosen() {
  const typed = byId("tiles").value.replace(/\b[a-z]\d+\b/g, (id) => id.toUpperCase());
  const tiles = typed.replace(/[\s,;]+/g, ",").replace(/^,|,$/g, "");
  return tiles ? ["--tiles", tiles] : [...byId("parts").querySelectorAll(":checked")].flatMap(({ value }) => ["--only", value]);
}

function print(event) {
  event.preventDefault();
  makeFiles("Making the PDFs …", () => build([edited ? OWN : byId("game").value, ...partsChosen()]));
}

function printChanged() {
  const since = [OWN, "--only-changed", byId("game").value];
  makeFiles("Making the sheets …", () => build(since));
}

function refuse({ code, err, out }) {
  const lines = (err || out).trim().split("\n").filter((line) => !/^ *\d* \| /.test(line)); // the editor shows the line
  showMistakes(code ? lines : []);
  if (code) throw new Error("Nothing was made.");
}

function showFiles(files, words) {
  const kinds = { pdf: "application/pdf", html: "text/html", svg: "image/svg+xml" };
  const items = Object.entries(files).filter(([name]) => !name.includes("/") && kinds[name.split(".").pop()]).map(([name, data]) => {
    const href = URL.createObjectURL(new Blob([data], { type: kinds[name.split(".").pop()] }));
    const size = `${Math.ceil(data.length / 1024)} KiB`;
    const open = make("a", { href, target: "_blank", rel: "noopener", textContent: name });
    return make("li", {}, open, size, make("a", { href, download: `${edited ? "own" : byId("game").value}-${name}`, textContent: "save" }));
  });
  for (const link of byId("files").querySelectorAll("a")) URL.revokeObjectURL(link.href);
  byId("files").replaceChildren(...items);
  const told = words.trim().split("\n").filter((line) => !line.startsWith("made: ")); // how many files is no news
  byId("how").textContent = told.map((line) => line.replace(/^out[^:]*\//, "")).join("\n");
  byId("made").hidden = false;
  byId("made").scrollIntoView({ behavior: "smooth" });
}

function calibrate() {
  const argv = ["printer", "calibrate", "--paper", byId("paper").value, "--out", "calibration.pdf", "--force"];
  makeFiles("Making the sheet …", async () => {
    const done = await ask({ does: "run", argv, file: "calibration.pdf" });
    refuse(done);
    showFiles(done.files, done.out);
  });
}

// The file that is edited

function showMistakes(lines) {
  byId("mistakes").hidden = !lines.length;
  byId("mistakes").replaceChildren(...lines.map((said) => {
    const line = said.replace("--unsound prints", "tick “print it although it is not sound”: that prints");
    const [, place, row, column, words] = line.match(/^(.+?:(\d+):(\d+)): (.*)$/s) ?? [];
    if (!place) return make("li", { textContent: line });
    const go = make("button", { type: "button", textContent: place, onclick: () => goTo(Number(row), Number(column)) });
    return make("li", {}, go, ` ${words}`);
  }));
}

function goTo(row, column) {
  const area = byId("catalogue");
  const at = area.value.split("\n").slice(0, row - 1).join("\n").length + (row > 1) + column - 1;
  area.focus();
  area.setSelectionRange(at, at + 1);
  area.scrollTop = (row - 4) * parseFloat(getComputedStyle(area).lineHeight);
}

/** Show the game's file beside its preview, or its trial table alone. */
async function openEditor(playing) {
  byId("editor").hidden = false;
  byId("beside").classList.toggle("playing", playing);
  if (!byId("catalogue").value) await takeShipped(playing ? "#table" : "");
  else if (playing) byId("preview").contentWindow.location.hash = "#table";
  byId("editor").scrollIntoView({ behavior: "smooth" });
}

/** Ask before somebody's own file is thrown away. */
const mayForget = () => !edited || confirm("Your file has changes that are not kept. Throw them away?");

async function takeShipped(view) {
  if (!mayForget()) return;
  await work("Reading the file …", async () => {
    const done = await ask({ does: "run", argv: ["list", "games", byId("game").value] });
    refuse(done);
    byId("catalogue").value = done.out;
  });
  edited = false;
  await look(view);
}

let looking = 0;

/** Show the pieces of the file as it is, or what is wrong with it. */
async function look(wanted) {
  const [text, against, theme] = [byId("catalogue").value, byId("game").value, byId("theme").value];
  numberLines();
  looking += 1;
  const mine = looking;
  tell("Drawing the pieces …");
  const found = await ask({ does: "preview", text, against, theme }).catch((error) => ({ mistakes: [error.message] }));
  if (mine !== looking) return; // another key came meanwhile
  tell("");
  showMistakes(found.mistakes ?? []);
  if (!found.html) return;
  const view = wanted ?? (shown ? byId("preview").contentWindow.location.hash : "");
  const before = shown;
  shown = URL.createObjectURL(new Blob([found.html], { type: "text/html" }));
  byId("preview").src = shown + view;
  if (before) URL.revokeObjectURL(before);
}

/** What the trial table in the preview asks of the engine. */
window.askTable = (question) => ask({ does: "table", question: JSON.stringify(question) });

/** Number the lines of the file, and keep the numbers beside them. */
function numberLines() {
  const area = byId("catalogue");
  byId("lines").textContent = area.value.split("\n").map((_, at) => `${at + 1}\n`).join("") + "\n";
  scrollLines();
}

const scrollLines = () => (byId("lines").scrollTop = byId("catalogue").scrollTop);

let timer = 0;

function typed() {
  edited = true;
  numberLines();
  clearTimeout(timer);
  timer = setTimeout(() => look(), IDLE_MS);
}

async function openFile({ target }) {
  const [file] = target.files;
  if (!file) return;
  byId("catalogue").value = await file.text();
  target.value = "";
  typed();
}

function saveFile() {
  const href = URL.createObjectURL(new Blob([byId("catalogue").value], { type: "application/yaml" }));
  make("a", { href, download: "tiles.yaml" }).click();
  setTimeout(() => URL.revokeObjectURL(href), IDLE_MS);
}

async function begin() {
  choices = await (await fetch("choices.json")).json();
  fill("game", choices.games.map(({ game, title }) => [game, title]), "asterion");
  fill("paper", choices.papers.map(({ id, title }) => [id, title]), /-(US|CA|MX)$/.test(navigator.language) ? "letter" : "a4");
  fill("theme", choices.themes.map(({ id, title }) => [id, title]), "knossos");
  showLanguages();
  let game = byId("game").value;
  byId("game").addEventListener("change", () => {
    if (!mayForget()) {
      byId("game").value = game;
      return;
    }
    game = byId("game").value;
    showLanguages();
    [byId("catalogue").value, edited] = ["", false];
    byId("editor").hidden = true;
  });
  byId("theme").addEventListener("change", () => byId("editor").hidden || look());
  byId("wanted").addEventListener("submit", print);
  byId("catalogue").addEventListener("input", typed);
  byId("catalogue").addEventListener("scroll", scrollLines);
  byId("open").addEventListener("change", openFile);
  const buttons = { change: () => openEditor(false), play: () => openEditor(true), calibrate, save: saveFile, changed: printChanged, shipped: () => takeShipped() };
  for (const [id, does] of Object.entries(buttons)) byId(id).addEventListener("click", does);
  await ask({ does: "run", argv: ["--version"] });
  for (const id of ["print", "change", "play"]) byId(id).disabled = false;
  if ("serviceWorker" in navigator) await navigator.serviceWorker.register("offline.js");
}

begin().catch((error) => tell(String(error.message ?? error), true));
