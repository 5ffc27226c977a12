/* State, and what is always shown. */

const SIGNS = { adc: "●", blimp: "▲", neither: "✕", tie: "✕", unrated: "–", uncovered: "–" };
const MEANINGS = {
  rated: {
    adc: "meets the ADC",
    blimp: "meets only the BLiMP criterion",
    neither: "meets neither",
    tie: "tie, counts as half",
    unrated: "no human rating: not counted",
    uncovered: "no score or answer: not counted",
  },
  unrated: {
    blimp: "meets the BLiMP criterion",
    neither: "does not meet it",
    tie: "tie, counts as half",
    uncovered: "no score or answer: not counted",
  },
};
const ROWS_AT_ONCE = 50;
const HUMAN = -1; // on the vertical axis; else the number of a row
const WHOLE = new Intl.NumberFormat("en");
// As in the tables: three decimals, a half rounded up.
const SHARE = new Intl.NumberFormat("en", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const TEXT_ORDER = new Intl.Collator("en", { numeric: true });

/* Datasets, rows (a row is a measure of a system) and pairs by their numbers; sort is the id of a column. */
const state = {
  dataset: 0,
  row: 0,
  compared: [],
  vertical: HUMAN,
  phenomenon: -1,
  paradigm: -1,
  words: "",
  delta: 1,
  sort: null,
  descending: false,
  pair: null,
  lines: ROWS_AT_ONCE,
};
let DATA = null; // what explorer.py packed
let chosen = []; // numbers of the pairs that phenomenon, paradigm and words leave
let drawn = []; // those of them that the chart shows
let view = null;

/** Does any of its phenomena have several paradigms? */
function hasParadigms(dataset) {
  return dataset.paradigms.length > dataset.phenomena.length;
}

/** Is a pair of the chosen phenomenon, or of any where none is chosen? */
function isOfPhenomenon(dataset, pair) {
  return state.phenomenon < 0 || dataset.phenomenon[pair] === state.phenomenon;
}

function find(dataset) {
  const words = plainWords(state.words).trimStart();
  const has = (sentence) => dataset.plain[sentence].includes(` ${words}`);
  return dataset.all.filter(
    (pair) =>
      isOfPhenomenon(dataset, pair) &&
      (state.paradigm < 0 || dataset.paradigm[pair] === state.paradigm) &&
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

function button(text, pressed) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", pressed);
  return made;
}

function heading(scope, text, className = "") {
  const made = element("th", text, className);
  made.scope = scope;
  return made;
}

/** Text of the data: its own script decides its direction. */
function quoted(tag, text, className = "") {
  const made = element(tag, text, className);
  made.dir = "auto";
  return made;
}

function sign(key) {
  const made = element("span", SIGNS[key], "sign");
  made.style.color = DATA.verdicts[key === "tie" ? "neither" : key] ?? "inherit";
  made.setAttribute("aria-hidden", "true");
  return made;
}

function fill(select, texts) {
  select.replaceChildren(...texts.map((text, value) => new Option(text, value)));
}

/** Fill a choice with those of the names that these pairs have, each with its number of pairs; gives these numbers. */
function fillCounted(select, names, numbers, pairs) {
  const sizes = new Map();
  for (const pair of pairs) sizes.set(numbers[pair], (sizes.get(numbers[pair]) ?? 0) + 1);
  const options = [...sizes].map(([number, size]) => new Option(`${names[number]} (${size})`, number));
  select.replaceChildren(new Option(`All (${sizes.size})`, -1), ...options);
  return sizes;
}

function say(text) {
  byId("said").textContent = text;
}

/** Hand a file over to be saved. */
function save(name, type, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function fileName(ending) {
  const { dataset, row } = current();
  return `${dataset.key}-${row.row.replaceAll("/", "-")}.${ending}`;
}

function share(met, pairs) {
  return pairs ? SHARE.format(met / pairs) : "–";
}

/** Two decimals and a true minus; what rounds to zero has no sign. */
function signed(number) {
  if (Number.isNaN(number)) return "–";
  const text = number.toFixed(2);
  return text === "-0.00" ? "0.00" : text.replace("-", "−");
}

/** What a row says of a pair: its delta, or which sentence it chose where only that is known. */
function deltaText(row, pair) {
  if (!row.decides || Number.isNaN(row.model[pair])) return signed(row.model[pair]);
  return row.model[pair] > 0 ? "acceptable" : "other";
}

/** The name of a column that says so. */
function columnName(row) {
  return `${row.decides ? "Choice" : "Δ"} of ${row.label}`;
}

function current() {
  const dataset = DATA.datasets[state.dataset];
  return { dataset, row: dataset.rows[state.row] };
}

/** The chosen row and those compared with it. */
function shownRows() {
  const { dataset } = current();
  return [state.row, ...state.compared].map((number) => dataset.rows[number]);
}

function keyOf(dataset, row, pair) {
  if (Number.isNaN(row.model[pair])) return "uncovered";
  if (!counts(dataset, row, pair)) return "unrated";
  return row.model[pair] === 0 ? "tie" : verdictOf(dataset, row, pair);
}

function verdictOf(dataset, row, pair) {
  return verdict(hasAdc(dataset, row) ? dataset.human[pair] : NaN, row.model[pair], state.delta);
}

function meaning(dataset, row, key) {
  return MEANINGS[hasAdc(dataset, row) ? "rated" : "unrated"][key];
}

/* The parts of the page */

function showShares() {
  const { dataset, row } = current();
  const whole = chosen.length === dataset.all.length;
  const results = dataset.rows.map((one) => tally(dataset, one, chosen, state.delta));
  const result = results[state.row];
  const number = chosen.filter((pair) => !dataset.rated || !Number.isNaN(dataset.human[pair])).length; // whoever covers them
  const partial = results.some((found) => found.pairs < number);
  const all = `${WHOLE.format(number)} ${whole ? "" : "matching "}${dataset.rated ? "rated " : ""}pairs`;
  const of = result.pairs < number ? `${WHOLE.format(result.pairs)} that it covers, of ${all}` : all;
  byId("blimp-share").textContent = share(result.blimp, result.pairs);
  byId("blimp-count").textContent = `${WHOLE.format(result.blimp)} of ${of}`;
  byId("adc-name").textContent = `ADC, δ = ${state.delta}`;
  byId("adc-share").textContent = hasAdc(dataset, row) ? share(result.adc, result.pairs) : "–";
  byId("adc-count").textContent = hasAdc(dataset, row) ? `${WHOLE.format(result.adc)} of ${of}` : "only decisions are known";
  byId("shares-title").textContent = row.label;
  document.querySelector("#systems caption").textContent =
    `All systems: ${partial ? "of the pairs that each covers, the share that meets" : `share of the ${all} that meet`} each criterion` +
    (dataset.rated ? `, δ = ${state.delta}` : "");
  results.forEach((found, number) => {
    const line = byId("systems").tBodies[0].rows[number];
    if (number === state.row) line.setAttribute("aria-current", "true");
    else line.removeAttribute("aria-current");
    for (const criterion of dataset.rated ? ["blimp", "adc"] : ["blimp"]) {
      const cell = line.querySelector(`.${criterion}`);
      if (criterion === "adc" && !hasAdc(dataset, dataset.rows[number])) {
        cell.textContent = "–";
        continue;
      }
      cell.textContent = share(found[criterion], found.pairs);
      cell.title = `${WHOLE.format(found[criterion])} of ${WHOLE.format(found.pairs)} pairs`;
      cell.style.setProperty("--share", found.pairs ? found[criterion] / found.pairs : 0);
    }
    if (hasAdc(dataset, dataset.rows[number])) line.querySelector(".chance").textContent = chance(dataset, dataset.rows[number], chosen, state.delta);
    line.querySelector(".right").textContent = WHOLE.format(found.blimp);
    for (const column of dataset.columns) line.querySelector(`.stated.${column.key}`).textContent = ofAll(whole, column.cells[dataset.rows[number].row]);
    line.querySelector(".covered").textContent = WHOLE.format(found.pairs);
    line.querySelector(".ties").textContent = WHOLE.format(found.ties);
  });
  const noTies = results.every((found) => found.ties === 0);
  for (const cell of document.querySelectorAll("#systems .ties")) cell.hidden = noTies;
  for (const cell of document.querySelectorAll("#systems .covered")) cell.hidden = !partial;
  for (const cell of document.querySelectorAll("#systems .tested")) cell.hidden = !dataset.columns.some((column) => column.key === "p");
  byId("quoted").textContent = row.sentence ? `For a paper, on all pairs: ${row.sentence}` : "";
}

/** What is known of all pairs only. */
function ofAll(whole, text) {
  return whole ? (text ?? "") : "–";
}

/** Put a cell of each column of the main table that is stated of all pairs into a line: p after the number right, others before the ties. */
function addStated(line, cellFor) {
  const { dataset } = current();
  for (const cell of line.querySelectorAll(".stated")) cell.remove();
  for (const column of dataset.columns) {
    const cell = cellFor(column);
    cell.className = `stated ${column.key}`;
    if (column.key === "p") line.querySelector(".tested").after(cell);
    else line.querySelector(".ties").before(cell);
  }
}

function statedHeading(column) {
  const made = heading("col", column.key === "p" ? "p" : column.heading);
  made.title = column.title;
  return made;
}

/** The table of all systems, without its numbers. */
function listSystems() {
  const { dataset } = current();
  addStated(byId("systems").tHead.rows[0], statedHeading);
  const lines = dataset.rows.map((row, number) => {
    const line = element("tr");
    line.dataset.row = row.row;
    line.append(heading("row", row.label), element("td", "", "blimp bar"), element("td", "", "tested right"));
    if (dataset.rated) line.append(element("td", "", "adc bar"), element("td", "", "chance"));
    const box = element("input");
    box.type = "checkbox";
    box.checked = state.compared.includes(number);
    box.disabled = number === state.row;
    box.setAttribute("aria-label", `Compare ${row.label}`);
    box.addEventListener("change", () => {
      state.compared = box.checked ? [...state.compared, number] : state.compared.filter((other) => other !== number);
      rowsChanged();
    });
    const cell = element("td");
    cell.append(box);
    line.append(element("td", "", "ties"), element("td", "", "covered"), cell);
    addStated(line, () => element("td"));
    return line;
  });
  byId("systems").tBodies[0].replaceChildren(...lines);
}

/** A share with its interval, and its number of pairs where others of the line have more. */
function withInterval([met, low, high, pairs], most) {
  const interval = low === null ? "" : ` [${SHARE.format(low)}, ${SHARE.format(high)}]`;
  return SHARE.format(met) + interval + (pairs < most ? ` (${WHOLE.format(pairs)} pairs)` : "");
}

/** The table of shares by phenomenon; there is none where all pairs are of one. */
function listPhenomena() {
  const { dataset } = current();
  const { systems, lines } = dataset.shares;
  byId("phenomena").hidden = lines.length < 3;
  const table = byId("phenomenon-shares");
  const names = ["Pairs", ...systems].map((name) => heading("col", name, "number"));
  table.tHead.rows[0].replaceChildren(heading("col", "Phenomenon"), ...names, heading("col", "Intervals over"));
  const made = lines.map((line) => {
    const row = element("tr");
    const name = heading("row", line.phenomenon === null ? "All pairs" : dataset.names[line.phenomenon]);
    name.dir = "auto";
    const cells = line.cells.map((cell) => element("td", cell ? withInterval(cell, line.pairs) : "–", "number"));
    row.append(name, element("td", WHOLE.format(line.pairs), "number"), ...cells, element("td", line.over));
    return row;
  });
  table.tBodies[0].replaceChildren(...made);
}

function showLegend() {
  const { dataset, row } = current();
  const found = { adc: 0, blimp: 0, neither: 0 };
  for (const pair of chosen) if (counts(dataset, row, pair)) found[verdictOf(dataset, row, pair)] += 1;
  const items = (hasAdc(dataset, row) ? ["adc", "blimp", "neither"] : ["blimp", "neither"]).map((key) => {
    const item = element("li");
    item.append(sign(key), `${meaning(dataset, row, key)}: ${WHOLE.format(found[key])}`);
    return item;
  });
  byId("legend").replaceChildren(...items);
}

/* What changes what */

/** Only verdicts change with δ: the table is not built again, unless it is sorted by them. */
function deltaChanged() {
  showShares();
  showLegend();
  showDeltas();
  if (state.sort === "meets") showPairs();
  else document.querySelectorAll("#pairs .meets[data-pair]").forEach(writeVerdict);
  return draw();
}

function pairsChanged() {
  chosen = find(current().dataset);
  state.lines = ROWS_AT_ONCE;
  drawPairs();
  showPairs();
  return deltaChanged();
}

/** Another system is chosen, or others are compared with it. */
function rowsChanged() {
  const { dataset } = current();
  state.compared = state.compared.filter((number) => number !== state.row);
  if (!comparedDeltas().includes(state.vertical)) state.vertical = dataset.rated ? HUMAN : (comparedDeltas()[0] ?? HUMAN);
  if (!columns().some((column) => column.id === state.sort)) state.sort = null;
  byId("systems").querySelectorAll("input").forEach((box, number) => {
    box.checked = state.compared.includes(number);
    box.disabled = number === state.row;
  });
  showAxes();
  showHeadings();
  return Promise.all([pairsChanged(), showTokens()]);
}

/** The choice of paradigms: those of the chosen phenomenon. None is offered where the paradigms are the phenomena. */
function showParadigms() {
  const { dataset } = current();
  const pairs = dataset.all.filter((pair) => isOfPhenomenon(dataset, pair));
  const sizes = fillCounted(byId("paradigm"), dataset.paradigms, dataset.paradigm, pairs);
  if (!sizes.has(state.paradigm)) state.paradigm = -1;
  byId("paradigm").value = state.paradigm;
  byId("paradigm-box").hidden = !hasParadigms(dataset);
}

/** Everything is written anew, and the controls show the state. The dataset must be loaded. */
function showAll() {
  const { dataset } = current();
  fill(byId("system"), dataset.rows.map((row) => row.label));
  fillCounted(byId("phenomenon"), dataset.names, dataset.phenomenon, dataset.all);
  showParadigms();
  for (const control of ["dataset", "phenomenon", "words"]) byId(control).value = state[control];
  byId("system").value = state.row;
  byId("delta-slider").value = byId("delta-number").value = state.delta;
  for (const part of document.querySelectorAll(".rated-only")) part.hidden = !dataset.rated;
  byId("note").textContent = dataset.rated
    ? "Pairs without a human rating are not counted. A tie is a pair with two equal scores; it counts as half, by the ADC where the human delta is below δ. Chance is " +
      "the expected share of pairs that meet the ADC when the system’s own deltas are assigned to the pairs at random."
    : "These pairs have no human ratings, so only the BLiMP criterion can be computed. A tie is a pair with two equal scores; it counts as half. To see a chart, tick another system under “Compare”.";
  for (const [list, box] of [["understood", "reading"], ["signatures", "cited"]]) {
    const lines = DATA.datasets[state.dataset][list] ?? [];
    byId(list).replaceChildren(...lines.map((line) => element("li", line)));
    byId(box).hidden = lines.length === 0;
  }
  listSystems();
  listPhenomena();
  byId("views").removeAttribute("aria-busy");
  return rowsChanged();
}

/** Show another dataset when it is loaded, unless yet another one is chosen by then. */
async function chooseDataset(number) {
  const { label } = DATA.datasets[number];
  say(`Loading ${label} …`);
  byId("views").setAttribute("aria-busy", "true");
  const failure = await loadDataset(number).then(() => "", (error) => error.message);
  if (Number(byId("dataset").value) !== number) return;
  say(failure);
  if (failure) {
    byId("dataset").value = state.dataset;
    byId("views").removeAttribute("aria-busy");
    return;
  }
  const names = shownRows().map((row) => row.row);
  Object.assign(state, { dataset: number, phenomenon: -1, paradigm: -1, pair: null, vertical: HUMAN });
  const [row, ...compared] = names.map((name) => current().dataset.rows.findIndex((one) => one.row === name));
  state.row = Math.max(0, row);
  state.compared = compared.filter((one) => one >= 0);
  showAll();
  remember();
}

function setDelta(delta) {
  const valid = Number.isFinite(delta) && delta > 0;
  byId("delta-number").setAttribute("aria-invalid", String(!valid));
  if (!valid) return;
  state.delta = delta;
  byId("delta-slider").value = delta;
  deltaChanged();
}

/** What a control does when its value changes. */
function listen(id, kind, changed) {
  byId(id).addEventListener(kind, (event) => changed(event.target));
}

function listenToAll() {
  listen("dataset", "change", (select) => chooseDataset(Number(select.value)));
  listen("system", "change", (select) => {
    state.row = Number(select.value);
    rowsChanged();
  });
  listen("vertical", "change", (select) => {
    state.vertical = Number(select.value);
    showAxes();
    drawPairs();
    draw();
  });
  listen("phenomenon", "change", (select) => {
    state.phenomenon = Number(select.value);
    showParadigms();
    pairsChanged();
  });
  listen("paradigm", "change", (select) => {
    state.paradigm = Number(select.value);
    pairsChanged();
  });
  listen("words", "input", (field) => {
    state.words = field.value;
    pairsChanged();
  });
  byId("choices").addEventListener("submit", (event) => event.preventDefault());

  const [slider, number] = [byId("delta-slider"), byId("delta-number")];
  slider.max = Math.max(5, ...DATA.thresholds);
  listen("delta-slider", "input", () => {
    number.value = slider.value;
    setDelta(Number(slider.value));
  });
  listen("delta-number", "input", () => setDelta(number.valueAsNumber));
  const thresholds = DATA.thresholds.map((delta) =>
    button(`δ = ${delta}`, () => {
      number.value = delta;
      setDelta(delta);
    }),
  );
  byId("delta-buttons").replaceChildren(...thresholds);
  listenToChart();
  listenToPairs();
  listenToLinks();
}

async function start() {
  DATA = JSON.parse(await unpack(byId("contents").textContent));
  fill(byId("dataset"), DATA.datasets.map((dataset) => dataset.label));
  const patch = (spec) => {
    for (const axis of spec.axes) if (axis.title) axis.title = { signal: axis.title };
    return spec;
  };
  const options = { actions: false, renderer: "canvas", expressionFunctions: { verdict }, tooltip: false, patch };
  new Function(await unpack(byId("library").textContent))();
  view = (await vegaEmbed(byId("chart"), DATA.chart, options)).view;
  listenToAll();
  await readLink();
  performance.mark("drawn");
  document.querySelector("main").removeAttribute("aria-busy");
}
