"use strict";

const SIGNS = { adc: "●", blimp: "▲", neither: "✕", unrated: "–" };
const MEANINGS = {
  rated: { adc: "meets the ADC", blimp: "meets the BLiMP criterion only", neither: "meets neither", unrated: "no human rating: counts nowhere" },
  unrated: { blimp: "meets the BLiMP criterion", neither: "misses it" },
};
const ROWS_AT_ONCE = 50;
const WHOLE = new Intl.NumberFormat("en");
// As in the tables: three decimals, halves to the even digit.
const SHARE = new Intl.NumberFormat("en", { minimumFractionDigits: 3, maximumFractionDigits: 3, roundingMode: "halfEven" });
const TEXT_ORDER = new Intl.Collator("en", { numeric: true });

const state = { dataset: 0, row: 0, phenomenon: -1, words: "", delta: 1, sort: null, descending: false, rows: ROWS_AT_ONCE };
let DATA = null; // what explorer.py packed
let chosen = []; // numbers of the pairs that phenomenon and words leave
let drawn = []; // those of them that the chart shows
let view = null;

/* The criteria, as in criteria.py, corrected variant. A missing delta is NaN, which meets nothing. */

function blimpMet(model) {
  return model > 0;
}

function adcMet(human, model, delta) {
  return Math.sign(human) === Math.sign(model) && Math.abs(human - model) < delta && model !== 0;
}

function verdict(human, model, delta) {
  if (adcMet(human, model, delta)) return "adc";
  return blimpMet(model) ? "blimp" : "neither";
}

/** Does a pair count? The rated ones do; all, where none is rated. */
function counts(dataset, pair) {
  return !dataset.rated || !Number.isNaN(dataset.human[pair]);
}

function tally(dataset, row, pairs, delta) {
  const found = { pairs: 0, blimp: 0, adc: 0 };
  for (const pair of pairs) {
    if (!counts(dataset, pair)) continue;
    found.pairs += 1;
    if (blimpMet(row.model[pair])) found.blimp += 1;
    if (adcMet(dataset.human[pair], row.model[pair], delta)) found.adc += 1;
  }
  return found;
}

const ordered = new WeakMap(); // by a list of pairs: the deltas of those that count, from the lowest to the highest

function inOrder(dataset, pairs) {
  if (!ordered.has(pairs)) {
    const counted = pairs.filter((pair) => counts(dataset, pair));
    const sort = (deltas) => Float64Array.from(counted, (pair) => deltas[pair]).sort(); // NaN stands last
    ordered.set(pairs, { pairs: counted.length, human: sort(dataset.human), models: dataset.rows.map((row) => sort(row.model)) });
  }
  return ordered.get(pairs);
}

/** How many of the values, in order, are below the end; or at it, too. */
function numberBelow(values, end, atIt) {
  let [first, last] = [0, values.length];
  while (first < last) {
    const middle = (first + last) >> 1;
    if (values[middle] < end || (atIt && values[middle] === end)) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** Share that meets the ADC on average where the row's deltas are permuted over the pairs; as chance.py has it. */
function chance(dataset, number, pairs, delta) {
  const { pairs: size, human, models } = inOrder(dataset, pairs);
  let met = 0;
  for (const value of human) {
    if (value === 0) continue;
    const low = value > 0 ? Math.max(value - delta, 0) : value - delta;
    const high = value < 0 ? Math.min(value + delta, 0) : value + delta;
    met += Math.max(0, numberBelow(models[number], high, false) - numberBelow(models[number], low, true));
  }
  return share(met, size ** 2);
}

/* Reading the data */

/** The text that explorer.py packed into an element. */
async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

async function readData() {
  DATA = JSON.parse(await unpack("data"));
  const numbers = (deltas) => Float64Array.from(deltas, (delta) => delta ?? NaN);
  for (const dataset of DATA.datasets) {
    dataset.human = numbers(dataset.human);
    for (const row of dataset.rows) row.model = numbers(row.model);
    dataset.all = dataset.good.map((_, pair) => pair);
  }
  state.delta = DATA.thresholds[0];
}

/** Words between single spaces, in small letters, punctuation left out. */
function plainWords(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ");
}

function find(dataset) {
  const words = plainWords(state.words).trimStart();
  dataset.plain ??= dataset.sentences.map((sentence) => ` ${plainWords(sentence)} `);
  const has = (sentence) => dataset.plain[sentence].includes(` ${words}`);
  return dataset.all.filter(
    (pair) =>
      (state.phenomenon < 0 || dataset.phenomenon[pair] === state.phenomenon) &&
      (words === "" || has(dataset.good[pair]) || has(dataset.bad[pair])),
  );
}

/* Writing into the page: text only, never HTML */

function byId(id) {
  return document.getElementById(id);
}

function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function sign(key) {
  const made = element("span", SIGNS[key], "sign");
  made.style.color = DATA.verdicts[key] ?? "inherit";
  made.setAttribute("aria-hidden", "true");
  return made;
}

function fill(select, texts, first = null) {
  const options = texts.map((text, value) => new Option(text, value));
  select.replaceChildren(...(first === null ? [] : [new Option(first, -1)]), ...options);
}

function share(met, pairs) {
  return pairs ? SHARE.format(met / pairs) : "–";
}

function signed(delta) {
  return Number.isNaN(delta) ? "–" : delta.toFixed(2).replace("-", "−");
}

function current() {
  const dataset = DATA.datasets[state.dataset];
  return { dataset, row: dataset.rows[state.row] };
}

function keyOf(dataset, row, pair) {
  return counts(dataset, pair) ? verdict(dataset.human[pair], row.model[pair], state.delta) : "unrated";
}

function meaning(dataset, key) {
  return MEANINGS[dataset.rated ? "rated" : "unrated"][key];
}

/* The parts of the page */

function showShares() {
  const { dataset, row } = current();
  const whole = chosen.length === dataset.all.length;
  const results = dataset.rows.map((one) => tally(dataset, one, chosen, state.delta));
  const result = results[state.row];
  const of = `${WHOLE.format(result.pairs)} ${whole ? "" : "chosen "}${dataset.rated ? "rated " : ""}pairs`;
  byId("blimp-share").textContent = share(result.blimp, result.pairs);
  byId("blimp-count").textContent = `${WHOLE.format(result.blimp)} of ${of}`;
  byId("adc-name").textContent = `ADC, δ = ${state.delta}`;
  byId("adc-share").textContent = share(result.adc, result.pairs);
  byId("adc-count").textContent = `${WHOLE.format(result.adc)} of ${of}`;
  byId("shares-title").textContent = row.label;
  document.querySelector("#systems caption").textContent =
    `All systems: share of the ${of} that meet each criterion` + (dataset.rated ? `, δ = ${state.delta}` : "");
  const lines = results.map((found, number) => {
    const line = element("tr");
    const name = element("th", dataset.rows[number].label);
    name.scope = "row";
    line.append(name);
    line.dataset.row = dataset.rows[number].row;
    if (number === state.row) line.setAttribute("aria-current", "true");
    for (const criterion of dataset.rated ? ["blimp", "adc"] : ["blimp"]) {
      const cell = element("td", share(found[criterion], found.pairs), "bar");
      cell.title = `${WHOLE.format(found[criterion])} of ${WHOLE.format(found.pairs)} pairs`;
      cell.style.setProperty("--share", found.pairs ? found[criterion] / found.pairs : 0);
      line.append(cell);
    }
    if (dataset.rated) {
      const cell = element("td", chance(dataset, number, chosen, state.delta), "chance");
      cell.title = byId("chance").title;
      line.append(cell);
    }
    return line;
  });
  document.querySelector("#systems tbody").replaceChildren(...lines);
}

function showLegend() {
  const { dataset, row } = current();
  const found = { adc: 0, blimp: 0, neither: 0, unrated: 0 };
  for (const pair of chosen) found[keyOf(dataset, row, pair)] += 1;
  const items = ["adc", "blimp", "neither"].map((key) => {
    const item = element("li");
    item.append(sign(key), `${meaning(dataset, key)}: ${WHOLE.format(found[key])}`);
    return item;
  });
  byId("legend").replaceChildren(...items);
}

const COLUMNS = [
  { name: "Acceptable sentence", className: "sentence", text: (d, r, p) => d.sentences[d.good[p]] },
  { name: "Less acceptable sentence", className: "sentence", text: (d, r, p) => d.sentences[d.bad[p]] },
  { name: "Phenomenon", className: "phenomenon", text: (d, r, p) => d.phenomena[d.phenomenon[p]] },
  { name: "Human Δ", className: "number", rated: true, number: (d, r, p) => d.human[p] },
  { name: "Model Δ", className: "number", number: (d, r, p) => r.model[p] },
  { name: "Distance", className: "number", rated: true, number: (d, r, p) => Math.abs(d.human[p] - r.model[p]) },
  { name: "Meets", className: "meets", verdict: true, number: (d, r, p) => Object.keys(SIGNS).indexOf(keyOf(d, r, p)) },
];

function sorted() {
  const { dataset, row } = current();
  if (state.sort === null) return chosen;
  const column = COLUMNS[state.sort];
  const turn = state.descending ? -1 : 1;
  if (column.text) {
    const texts = new Map(chosen.map((pair) => [pair, column.text(dataset, row, pair)]));
    return [...chosen].sort((a, b) => turn * TEXT_ORDER.compare(texts.get(a), texts.get(b)));
  }
  const values = new Map(chosen.map((pair) => [pair, column.number(dataset, row, pair)]));
  const known = chosen.filter((pair) => !Number.isNaN(values.get(pair)));
  const missing = chosen.filter((pair) => Number.isNaN(values.get(pair)));
  return [...known.sort((a, b) => turn * (values.get(a) - values.get(b))), ...missing];
}

function showHeadings() {
  const { dataset } = current();
  const headings = COLUMNS.map((column, number) => {
    const heading = element("th", "", column.className);
    heading.scope = "col";
    heading.hidden = Boolean(column.rated) && !dataset.rated;
    const button = element("button", column.name);
    button.type = "button";
    button.addEventListener("click", () => {
      state.descending = state.sort === number && !state.descending;
      state.sort = number;
      markHeadings();
      showPairs();
    });
    heading.append(button);
    return heading;
  });
  document.querySelector("#pairs thead tr").replaceChildren(...headings);
  markHeadings();
}

function markHeadings() {
  document.querySelectorAll("#pairs thead th").forEach((heading, number) => {
    const order = state.descending ? "descending" : "ascending";
    heading.setAttribute("aria-sort", state.sort === number ? order : "none");
  });
}

function writeVerdict(cell) {
  const { dataset, row } = current();
  const key = keyOf(dataset, row, Number(cell.dataset.pair));
  if (cell.dataset.key === key) return;
  const names = { adc: "ADC", blimp: dataset.rated ? "BLiMP only" : "BLiMP", neither: "neither", unrated: "unrated" };
  cell.dataset.key = key;
  cell.replaceChildren(sign(key), names[key]);
}

function showPairs() {
  const { dataset, row } = current();
  const pairs = sorted().slice(0, state.rows);
  const columns = COLUMNS.filter((column) => dataset.rated || !column.rated);
  const lines = pairs.map((pair) => {
    const line = element("tr");
    for (const column of columns) {
      const cell = element("td", "", column.className);
      if (column.verdict) {
        cell.dataset.pair = pair;
        writeVerdict(cell);
      } else if (column.text) {
        cell.textContent = column.text(dataset, row, pair);
        cell.dir = "auto";
      } else {
        cell.textContent = signed(column.number(dataset, row, pair));
      }
      line.append(cell);
    }
    return line;
  });
  document.querySelector("#pairs tbody").replaceChildren(...lines);
  const whole = WHOLE.format(dataset.all.length);
  const number = WHOLE.format(chosen.length);
  byId("pairs-count").textContent =
    (chosen.length === dataset.all.length ? `${whole} pairs` : `${number} of ${whole} pairs`) +
    (pairs.length < chosen.length ? `; the first ${WHOLE.format(pairs.length)} are shown` : "");
  byId("more").hidden = pairs.length === chosen.length;
  byId("more").textContent = `Show ${Math.min(ROWS_AT_ONCE, chosen.length - pairs.length)} more pairs`;
}

/* The chart */

/** The drawn pair that is nearest to the pointer; none where all are further away than a finger is wide. */
function nearest(event) {
  const { dataset, row } = current();
  const box = document.querySelector("#chart canvas").getBoundingClientRect();
  const [left, top] = view.origin();
  const x = event.clientX - box.left - left - view.padding().left;
  const y = event.clientY - box.top - top - view.padding().top;
  const [xScale, yScale] = [view.scale("x"), view.scale("y")];
  let found = null;
  let least = event.pointerType === "mouse" ? 10 : 24;
  for (const pair of drawn) {
    const distance = Math.hypot(xScale(row.model[pair]) - x, yScale(dataset.human[pair]) - y);
    if (distance < least) [found, least] = [pair, distance];
  }
  return found;
}

function pointAt(pair) {
  if (view.signal("pointed") !== pair) view.signal("pointed", pair).runAsync();
}

function hideTip() {
  byId("tip").hidden = true;
  pointAt(-1);
}

function showTip(event) {
  const pair = nearest(event);
  if (pair === null) return hideTip();
  pointAt(pair);
  const { dataset, row } = current();
  const key = keyOf(dataset, row, pair);
  const [good, bad] = ["good", "bad"].map((side) => element("p", dataset.sentences[dataset[side][pair]], "sentence"));
  good.dir = bad.dir = "auto";
  const deltas = element("p", `human Δ ${signed(dataset.human[pair])}, model Δ ${signed(row.model[pair])}: `);
  deltas.append(sign(key), meaning(dataset, key));
  const tip = byId("tip");
  tip.replaceChildren(element("p", "Acceptable", "small"), good, element("p", "Less acceptable", "small"), bad);
  tip.append(element("p", `Phenomenon: ${dataset.phenomena[dataset.phenomenon[pair]]}`, "small"), deltas);
  tip.hidden = false;
  const left = Math.min(event.clientX + 14, document.documentElement.clientWidth - tip.offsetWidth - 8);
  const below = event.clientY + 14;
  const top = below + tip.offsetHeight < window.innerHeight ? below : event.clientY - tip.offsetHeight - 14;
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${Math.max(8, top)}px`;
}

/** Both ends of an axis, with 0 among them and some room. */
function ends(deltas) {
  let [low, high] = [0, 0];
  for (const delta of deltas) {
    if (delta < low) low = delta;
    if (delta > high) high = delta;
  }
  const room = (high - low || 1) * 0.04;
  return [low - room, high + room];
}

function drawPairs() {
  const { dataset, row } = current();
  byId("plot-title").textContent = `${dataset.label}: human and model deltas`;
  if (!dataset.rated) return;
  drawn = chosen.filter((pair) => !Number.isNaN(dataset.human[pair]) && !Number.isNaN(row.model[pair]));
  const [xMin, xMax] = ends(row.model);
  const [yMin, yMax] = ends(dataset.human);
  view.signal("x_min", xMin).signal("x_max", xMax).signal("y_min", yMin).signal("y_max", yMax);
  view.data("pairs", drawn.map((pair) => ({ pair, human: dataset.human[pair], model: row.model[pair] })));
}

function draw() {
  hideTip();
  return current().dataset.rated ? view.signal("delta", state.delta).runAsync() : null;
}

/* What changes what */

/** Only verdicts change with δ: the table is not built again, unless it is sorted by them. */
function deltaChanged() {
  showShares();
  showLegend();
  if (state.sort !== null && COLUMNS[state.sort].verdict) showPairs();
  else document.querySelectorAll("#pairs .meets[data-pair]").forEach(writeVerdict);
  return draw();
}

function pairsChanged() {
  chosen = find(current().dataset);
  state.rows = ROWS_AT_ONCE;
  drawPairs();
  showPairs();
  return deltaChanged();
}

function datasetChanged() {
  const { dataset } = current();
  state.phenomenon = -1;
  const sizes = dataset.phenomena.map(() => 0);
  for (const number of dataset.phenomenon) sizes[number] += 1;
  fill(byId("system"), dataset.rows.map((row) => row.label));
  byId("system").value = state.row;
  fill(byId("phenomenon"), dataset.phenomena.map((name, number) => `${name} (${sizes[number]})`), `all ${sizes.length}`);
  if (!dataset.rated && state.sort !== null && COLUMNS[state.sort].rated) state.sort = null;
  for (const part of document.querySelectorAll(".rated-only")) part.hidden = !dataset.rated;
  byId("note").textContent = dataset.rated
    ? "Pairs without a human rating count nowhere; equal scores meet no criterion (variant “corrected” of the tables). Chance: " +
      "what the system’s own deltas would reach by the ADC if they were dealt out to the pairs at random, on average over all ways to do so."
    : "These pairs have no human ratings: only the BLiMP criterion can be computed, and there is no chart.";
  showHeadings();
  if (dataset.rated) window.dispatchEvent(new Event("resize")); // the chart takes the width of its box
  return pairsChanged();
}

function setDelta(delta) {
  const valid = Number.isFinite(delta) && delta > 0;
  byId("delta-number").setAttribute("aria-invalid", String(!valid));
  if (!valid) return;
  state.delta = delta;
  byId("delta-slider").value = delta;
  deltaChanged();
}

async function start() {
  await readData();
  fill(byId("dataset"), DATA.datasets.map((dataset) => dataset.label));
  byId("dataset").addEventListener("change", (event) => {
    const name = current().row.row;
    state.dataset = Number(event.target.value);
    state.row = Math.max(0, current().dataset.rows.findIndex((row) => row.row === name));
    datasetChanged();
  });
  byId("system").addEventListener("change", (event) => {
    state.row = Number(event.target.value);
    pairsChanged();
  });
  byId("phenomenon").addEventListener("change", (event) => {
    state.phenomenon = Number(event.target.value);
    pairsChanged();
  });
  byId("words").addEventListener("input", (event) => {
    state.words = event.target.value;
    pairsChanged();
  });
  byId("chart").addEventListener("pointermove", showTip);
  byId("chart").addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideTip());
  document.addEventListener("pointerdown", (event) => (byId("chart").contains(event.target) ? showTip(event) : hideTip()));
  window.addEventListener("scroll", hideTip, { passive: true });
  byId("choices").addEventListener("submit", (event) => event.preventDefault());
  byId("more").addEventListener("click", () => {
    state.rows += ROWS_AT_ONCE;
    showPairs();
  });

  const [slider, number] = [byId("delta-slider"), byId("delta-number")];
  slider.max = Math.max(5, ...DATA.thresholds);
  slider.value = number.value = state.delta;
  slider.addEventListener("input", () => {
    number.value = slider.value;
    setDelta(Number(slider.value));
  });
  number.addEventListener("input", () => setDelta(number.valueAsNumber));
  const buttons = DATA.thresholds.map((delta) => {
    const button = element("button", `δ = ${delta}`);
    button.type = "button";
    button.addEventListener("click", () => {
      number.value = delta;
      setDelta(delta);
    });
    return button;
  });
  byId("delta-buttons").replaceChildren(...buttons);

  const options = {
    actions: false,
    renderer: "canvas",
    expressionFunctions: { verdict },
    tooltip: false,
  };
  new Function(await unpack("library"))();
  view = (await vegaEmbed(byId("chart"), DATA.chart, options)).view;
  await datasetChanged();
  performance.mark("drawn");
  document.querySelector("main").removeAttribute("aria-busy");
}

start();
