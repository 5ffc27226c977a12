/* The data: parts inside the page, or files beside it, which are loaded when they are needed. */

/** Snakemake's report holds this page in its own address: that cannot be shared, and there are no files beside it. */
const IN_REPORT = location.protocol === "data:";
const received = new Map(); // the packed texts of files, by their names

class MissingPart extends Error {}

/** What a file beside the page calls. */
function receive(name, packed) {
  received.set(name, packed);
}

async function unpack(packed) {
  const characters = atob(packed);
  const bytes = new Uint8Array(characters.length);
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = characters.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** The packed text of a file. It comes as a script: a page that is opened from a disk may load nothing else. */
function fromFile(name) {
  const script = element("script");
  const read = new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve(received.get(name)));
    script.addEventListener("error", reject);
  });
  script.src = name;
  document.head.append(script);
  return read.finally(() => {
    script.remove();
    received.delete(name);
  });
}

/** What explorer.py packed into a part. */
async function load(name) {
  const inside = byId(name);
  if (inside) return JSON.parse(await unpack(inside.textContent));
  if (IN_REPORT) throw new MissingPart("Snakemake’s report does not hold all data of this page. To see them, open results/explorer/index.html.");
  try {
    return JSON.parse(await unpack(await fromFile(name)));
  } catch {
    throw new MissingPart(`The file ${name} is missing or damaged. Copy the whole folder results/explorer, not only index.html.`);
  }
}

/** Words between single spaces, in small letters, punctuation left out. */
function plainWords(text) {
  const words = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N} ]+/gu, " "); // leaving spaces alone is four times as fast
  return words.replace(/ {2,}/g, " ");
}

async function readDataset(dataset) {
  Object.assign(dataset, await load(`data/${dataset.key}.js`));
  const numbers = (deltas) => Float64Array.from(deltas, (delta) => delta ?? NaN);
  dataset.human = numbers(dataset.human);
  for (const row of dataset.rows) row.model = numbers(row.model);
  dataset.all = dataset.good.map((_, pair) => pair);
  dataset.plain = dataset.sentences.map((sentence) => ` ${plainWords(sentence)} `);
}

/** The good or the bad sentence of a pair, after the mark that its author wrote before it. */
function sentenceOf(dataset, side, pair) {
  return (dataset.marks?.[side][pair] ?? "") + dataset.sentences[dataset[side][pair]];
}

function loadDataset(number) {
  const dataset = DATA.datasets[number];
  dataset.loading ??= readDataset(dataset);
  return dataset.loading;
}

async function readTokens(dataset, scored) {
  Object.assign(scored, await load(`data/${dataset.key}/${scored.system}.js`));
  scored.ends = [0];
  for (const length of scored.lengths) scored.ends.push(scored.ends.at(-1) + length);
  scored.isUnknown = new Set(scored.unknown);
}

/** The tokens of a system that scores tokens. */
function loadTokens(dataset, scored) {
  scored.loading ??= readTokens(dataset, scored);
  return scored.loading;
}

/** Load the first of these datasets that can be loaded. Gives its number, and what to say about those before it. */
async function loadFirst(numbers) {
  const failures = [];
  for (const number of numbers) {
    try {
      await loadDataset(number);
      return { number, failures };
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}
