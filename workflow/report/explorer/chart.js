/* The chart: model deltas to the right; human deltas, or another system's, upwards. */

/** What stands on the vertical axis. */
function vertical() {
  const { dataset } = current();
  return state.vertical === HUMAN ? dataset.human : dataset.rows[state.vertical].model;
}

/** The numbers of the compared rows that can stand on the vertical axis: decisions have no deltas to draw. */
function comparedDeltas() {
  const { dataset } = current();
  return state.compared.filter((number) => !dataset.rows[number].decides);
}

function hasChart() {
  const { dataset, row } = current();
  return !row.decides && (state.vertical !== HUMAN || dataset.rated);
}

/** The drawn pair that is nearest to the pointer; none where all are further away than a finger is wide. */
function nearest(event) {
  const { row } = current();
  const box = document.querySelector("#chart canvas").getBoundingClientRect();
  const [left, top] = view.origin();
  const x = event.clientX - box.left - left - view.padding().left;
  const y = event.clientY - box.top - top - view.padding().top;
  const [xScale, yScale, upwards] = [view.scale("x"), view.scale("y"), vertical()];
  let found = null;
  let least = event.pointerType === "mouse" ? 10 : 24;
  for (const pair of drawn) {
    const distance = Math.hypot(xScale(row.model[pair]) - x, yScale(upwards[pair]) - y);
    if (distance < least) [found, least] = [pair, distance];
  }
  return found;
}

/** Draw the pair under the pointer, or else the selected one, larger. */
function pointAt(pair) {
  const pointed = pair ?? state.pair ?? -1;
  if (view.signal("pointed") !== pointed) view.signal("pointed", pointed).runAsync();
}

function hideTip() {
  byId("tip").hidden = true;
  pointAt(null);
}

function showTip(event) {
  const pair = nearest(event);
  if (pair === null) return hideTip();
  pointAt(pair);
  const { dataset, row } = current();
  const key = keyOf(dataset, row, pair);
  const [good, bad] = ["good", "bad"].map((side) => quoted("p", sentenceOf(dataset, side, pair), "sentence"));
  const human = dataset.rated ? `human Δ ${signed(dataset.human[pair])}, ` : "";
  const deltas = element("p", `${human}model Δ ${signed(row.model[pair])}: `);
  deltas.append(sign(key), meaning(dataset, row, key));
  const others = state.compared.map((number) => dataset.rows[number]);
  const tip = byId("tip");
  tip.replaceChildren(element("p", "Acceptable", "small"), good, element("p", "Less acceptable", "small"), bad);
  tip.append(element("p", `Phenomenon: ${dataset.names[dataset.phenomenon[pair]]}`, "small"), deltas);
  tip.append(...others.map((other) => element("p", `${columnName(other)}: ${deltaText(other, pair)}`)));
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

/** The choice of the vertical axis and all that depends on it, but for the points. */
function showAxes() {
  const { dataset, row } = current();
  const human = state.vertical === HUMAN;
  const other = human ? null : dataset.rows[state.vertical];
  const options = comparedDeltas().map((number) => new Option(dataset.rows[number].label, number));
  byId("vertical").replaceChildren(...(dataset.rated ? [new Option("Human Δ", HUMAN)] : []), ...options);
  byId("vertical").value = state.vertical;
  byId("vertical-box").hidden = options.length === 0;
  byId("plot-title").textContent = human ? `${dataset.label}: human and model deltas` : `${dataset.label}: deltas of two systems`;
  byId("chart-help").textContent =
    "Point at a pair to read its sentences; click or tap to select it. " +
    (human ? "Pairs in the shaded band meet the ADC. " : `Colours and shapes show which criteria ${row.label} meets. `) +
    "The table below lists the same pairs.";
  byId("plot").hidden = !hasChart();
  if (!hasChart()) return;
  window.dispatchEvent(new Event("resize")); // the chart takes the width of its box
  view.signal("x_title", `model Δ of ${row.label} (SD)`);
  view.signal("y_title", human ? "human Δ (SD)" : `model Δ of ${other.label} (SD)`);
  view.signal("band", human ? 1 : 0);
}

function drawPairs() {
  const { dataset, row } = current();
  if (!hasChart()) return;
  const upwards = vertical();
  drawn = chosen.filter((pair) => counts(dataset, row, pair) && !Number.isNaN(upwards[pair]));
  const [xMin, xMax] = ends(row.model);
  const [yMin, yMax] = ends(upwards);
  view.signal("x_min", xMin).signal("x_max", xMax).signal("y_min", yMin).signal("y_max", yMax);
  view.data("pairs", drawn.map((pair) => ({ pair, human: dataset.human[pair], model: row.model[pair], upwards: upwards[pair] })));
}

function draw() {
  hideTip();
  return hasChart() ? view.signal("delta", state.delta).runAsync() : null;
}

function listenToChart() {
  const chart = byId("chart");
  chart.addEventListener("pointermove", showTip);
  chart.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideTip());
  chart.addEventListener("click", (event) => {
    const pair = nearest(event);
    if (pair !== null) selectPair(pair);
  });
  document.addEventListener("pointerdown", (event) => (chart.contains(event.target) ? showTip(event) : hideTip()));
  window.addEventListener("scroll", hideTip, { passive: true });
  byId("save-chart").addEventListener("click", async () => save(fileName("svg"), "image/svg+xml", await view.toSVG()));
}
