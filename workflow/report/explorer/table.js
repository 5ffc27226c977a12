/* The table of pairs: what the filters leave, sorted. */

const VERDICT_ORDER = Object.keys(SIGNS);

/** The columns now shown; ``text`` or ``number`` gives a pair's value, ``csv`` is the column's name in a file. */
function columns() {
  const { dataset, row } = current();
  const delta = (one, number) => ({
    id: number === 0 ? "model" : one.row,
    name: state.compared.length || one.decides ? columnName(one) : "Model Δ",
    csv: one.row,
    className: "number",
    number: (pair) => one.model[pair],
    shown: (pair) => deltaText(one, pair),
  });
  const rated = dataset.rated;
  return [
    { id: "good", name: "Acceptable sentence", csv: "acceptable", className: "sentence", text: (pair) => sentenceOf(dataset, "good", pair) },
    { id: "bad", name: "Less acceptable sentence", csv: "less_acceptable", className: "sentence", text: (pair) => sentenceOf(dataset, "bad", pair) },
    { id: "phenomenon", name: "Phenomenon", csv: "phenomenon", className: "phenomenon", text: (pair) => dataset.names[dataset.phenomenon[pair]] },
    rated && { id: "human", name: "Human Δ", csv: "human_delta", className: "number", number: (pair) => dataset.human[pair] },
    ...shownRows().map(delta),
    rated && { id: "distance", name: "Distance", csv: "distance", className: "number", number: (pair) => distance(dataset, row, pair) },
    { id: "meets", name: "Meets", className: "meets", number: (pair) => VERDICT_ORDER.indexOf(keyOf(dataset, row, pair)) },
  ].filter(Boolean);
}

function sorted() {
  const column = columns().find((one) => one.id === state.sort);
  if (!column) return chosen;
  const turn = state.descending ? -1 : 1;
  if (column.text) {
    const texts = new Map(chosen.map((pair) => [pair, column.text(pair)]));
    return [...chosen].sort((a, b) => turn * TEXT_ORDER.compare(texts.get(a), texts.get(b)));
  }
  const values = new Map(chosen.map((pair) => [pair, column.number(pair)]));
  const known = chosen.filter((pair) => !Number.isNaN(values.get(pair)));
  const missing = chosen.filter((pair) => Number.isNaN(values.get(pair)));
  return [...known.sort((a, b) => turn * (values.get(a) - values.get(b))), ...missing];
}

function showHeadings() {
  const headings = columns().map((column) => {
    const made = heading("col", "", column.className);
    made.dataset.column = column.id;
    made.append(
      button(column.name, () => {
        state.descending = state.sort === column.id && !state.descending;
        state.sort = column.id;
        markHeadings();
        showPairs();
      }),
    );
    return made;
  });
  byId("pairs").tHead.rows[0].replaceChildren(...headings);
  markHeadings();
}

function markHeadings() {
  for (const made of byId("pairs").tHead.rows[0].cells) {
    const order = state.descending ? "descending" : "ascending";
    made.setAttribute("aria-sort", state.sort === made.dataset.column ? order : "none");
  }
}

function writeVerdict(cell) {
  const { dataset, row } = current();
  const key = keyOf(dataset, row, Number(cell.dataset.pair));
  if (cell.dataset.key === key) return;
  const names = { adc: "ADC", blimp: hasAdc(dataset, row) ? "BLiMP only" : "BLiMP", neither: "neither", tie: "tie", unrated: "unrated", uncovered: row.decides ? "no answer" : "no score" };
  cell.dataset.key = key;
  cell.replaceChildren(sign(key), names[key]);
}

/** The cell of a pair in one of the columns; the first holds the button that selects the pair. */
function cellOf(column, pair, first) {
  const cell = element("td", "", column.className);
  if (first) {
    const pick = quoted("button", column.text(pair), "pick");
    pick.type = "button";
    pick.tabIndex = -1;
    cell.append(pick);
  } else if (column.id === "meets") {
    cell.dataset.pair = pair;
    writeVerdict(cell);
  } else if (column.text) {
    cell.textContent = column.text(pair);
    cell.dir = "auto";
  } else {
    cell.textContent = column.shown ? column.shown(pair) : signed(column.number(pair));
  }
  return cell;
}

function showPairs() {
  const { dataset, row } = current();
  const pairs = sorted().slice(0, state.lines);
  const shown = columns();
  const lines = pairs.map((pair) => {
    const line = element("tr");
    line.dataset.pair = pair;
    line.append(...shown.map((column, place) => cellOf(column, pair, place === 0)));
    return line;
  });
  byId("pairs").tBodies[0].replaceChildren(...lines);
  if (lines.length) lines[0].querySelector(".pick").tabIndex = 0;
  markSelected();
  const whole = WHOLE.format(dataset.all.length);
  const number = WHOLE.format(chosen.length);
  byId("pairs-count").textContent =
    (chosen.length === dataset.all.length ? `${whole} pairs` : `${number} of ${whole} pairs`) +
    (pairs.length < chosen.length ? `; the first ${WHOLE.format(pairs.length)} are shown` : "");
  byId("pairs-note").textContent = dataset.rated
    ? `Distance is the absolute difference between human Δ and model Δ. “Distance” and “Meets” refer to ${row.label}.`
    : `“Meets” refers to ${row.label}.`;
  byId("more").hidden = pairs.length === chosen.length;
  byId("more").textContent = `Show ${Math.min(ROWS_AT_ONCE, chosen.length - pairs.length)} more pairs`;
}

function markSelected() {
  for (const line of byId("pairs").tBodies[0].rows) {
    const selected = Number(line.dataset.pair) === state.pair;
    line.querySelector(".pick").setAttribute("aria-pressed", String(selected));
    line.classList.toggle("selected", selected);
  }
}

/** The one button of the table's rows that the Tab key reaches. */
function reachable() {
  return byId("pairs").querySelector(".pick[tabindex='0']");
}

/** Arrows, Home and End move between rows. */
function moveFocus(event) {
  const lines = [...byId("pairs").tBodies[0].rows];
  const place = lines.indexOf(event.target.closest("tr"));
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: lines.length - 1 }[event.key];
  if (place < 0 || next === undefined || !lines[next]) return;
  event.preventDefault();
  reachable().tabIndex = -1;
  const pick = lines[next].querySelector(".pick");
  pick.tabIndex = 0;
  pick.focus();
}

/** All pairs that the filters leave, sorted as shown, deltas with all their digits. */
function tableAsCsv() {
  const { dataset, row } = current();
  const shown = columns().filter((column) => column.id !== "meets");
  const text = (value) => `"${value.replaceAll('"', '""')}"`;
  const number = (value) => (Number.isNaN(value) ? "" : String(value));
  const meets = dataset.rated ? `meets_at_delta_${state.delta}` : "meets";
  const lines = sorted().map((pair) => [
    text(dataset.pairs[pair]),
    ...shown.map((column) => (column.text ? text(column.text(pair)) : number(column.number(pair)))),
    keyOf(dataset, row, pair),
  ]);
  return [["pair_id", ...shown.map((column) => column.csv), meets], ...lines].map((line) => `${line.join(",")}\n`).join("");
}

function listenToPairs() {
  const body = byId("pairs").tBodies[0];
  body.addEventListener("click", (event) => {
    const line = event.target.closest("tr");
    if (line) selectPair(Number(line.dataset.pair));
  });
  body.addEventListener("keydown", moveFocus);
  byId("pair-close").addEventListener("click", () => {
    selectPair(null);
    reachable()?.focus();
  });
  byId("more").addEventListener("click", () => {
    state.lines += ROWS_AT_ONCE;
    showPairs();
  });
  // The byte-order mark tells spreadsheets that the file is UTF-8.
  byId("save-table").addEventListener("click", () => save(fileName("csv"), "text/csv", `\ufeff${tableAsCsv()}`));
}
