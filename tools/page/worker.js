/* Python and the program, beside the page: one request after another, each answered under its number. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL("./", import.meta.url);
const PACKED = ["pyodide.asm.wasm", "pyodide.asm.mjs"]; // by gzip, since not every server packs
const CATALOGUE = "tiles.yaml"; // in the folder in which Python begins
const fetched = new Set();
const fetchAsIs = self.fetch;

const unpacked = (answer) => answer.body.pipeThrough(new DecompressionStream("gzip"));

self.fetch = async (asked, options) => {
  const url = String(asked.url ?? asked);
  if (!PACKED.some((name) => url.endsWith(name))) return fetchAsIs(asked, options);
  const kind = url.endsWith(".wasm") ? "application/wasm" : "text/javascript";
  return new Response(unpacked(await fetchAsIs(`${url}.gz`)), { headers: { "Content-Type": kind } });
};

const say = (stage) => postMessage({ stage });

async function begin() {
  say("loading Python");
  const glue = await (await fetch(new URL("pyodide/pyodide.asm.mjs", here))).blob();
  const { default: createPyodideModule } = await import(URL.createObjectURL(glue));
  const [python, program, text] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", here).href, createPyodideModule }),
    fetchAsIs(new URL("program.tar.xz", here)).then((answer) => answer.arrayBuffer()),
    fetchAsIs(new URL("press.py", here)).then((answer) => answer.text()),
  ]);
  say("unpacking the program");
  unpack(python, program);
  say("starting it");
  python.runPython(text);
  say("");
  return python;
}

function unpack(python, archive) {
  python.globals.set("archive", new Uint8Array(archive));
  python.runPython(`
import importlib, io, sysconfig, tarfile
with tarfile.open(fileobj=io.BytesIO(archive.to_bytes())) as opened:
    opened.extractall(sysconfig.get_path("purelib"), filter="data")
importlib.invalidate_caches()
del archive`);
}

/** Fetch what a language needs and what is not here yet: fonts, hyphens, plurals. */
async function fetchParts(python, parts) {
  for (const part of parts.filter((one) => !fetched.has(one))) {
    unpack(python, await (await fetchAsIs(new URL(`${part}.tar.xz`, here))).arrayBuffer());
    fetched.add(part);
  }
}

const DOES = {
  /** Run a command; the file that it made, or those below a folder, are handed over. */
  run(python, { argv, file, folder, text }) {
    if (text !== undefined) python.FS.writeFile(CATALOGUE, text);
    const done = call(python, "run", argv);
    if (done.code) return { ...done, files: {} };
    return { ...done, files: file ? { [file]: python.FS.readFile(file) } : folder ? filesBelow(python, folder) : {} };
  },
  preview(python, { text, against, theme }) {
    python.FS.writeFile(CATALOGUE, text);
    return call(python, "preview", CATALOGUE, against, theme);
  },
  table: (python, { question }) => JSON.parse(call(python, "table", question)),
};

function call(python, name, ...values) {
  const does = python.globals.get(name);
  const given = values.map((value) => (Array.isArray(value) ? python.toPy(value) : value));
  const found = does(...given);
  does.destroy();
  if (typeof found === "string") return found;
  const plain = found.toJs({ dict_converter: Object.fromEntries });
  found.destroy();
  return plain;
}

function filesBelow(python, folder) {
  const found = {};
  const walk = (path, name) => {
    for (const entry of python.FS.readdir(path).filter((one) => !one.startsWith("."))) {
      const [below, called] = [`${path}/${entry}`, name ? `${name}/${entry}` : entry];
      if (python.FS.isDir(python.FS.stat(below).mode)) walk(below, called);
      else found[called] = python.FS.readFile(below);
    }
  };
  walk(folder, "");
  return found;
}

const begun = begin();
let last = begun;
self.onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      const python = await begun;
      await fetchParts(python, data.parts);
      postMessage({ id: data.id, answer: DOES[data.does](python, data) });
    } catch (error) {
      postMessage({ id: data.id, error: String(error) });
    }
  });
};
begun.catch((error) => postMessage({ stage: null, error: String(error) }));
