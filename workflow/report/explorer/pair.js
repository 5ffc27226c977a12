/* The selected pair: its deltas in the chosen systems, and the log-probabilities of its tokens. */

function selectPair(pair) {
  state.pair = pair;
  markSelected();
  pointAt(null);
  showDeltas();
  showTokens();
  if (pair !== null) byId("pair").scrollIntoView({ block: "nearest" });
}

function showDeltas() {
  const { dataset } = current();
  const { pair } = state;
  byId("pair-none").hidden = pair !== null;
  byId("pair-shown").hidden = pair === null;
  if (pair === null) return;
  const said = (name, text) => {
    const line = element("p", `${name}: `);
    line.append(quoted("b", text));
    return line;
  };
  byId("pair-sentences").replaceChildren(
    said("Acceptable", sentenceOf(dataset, "good", pair)),
    said("Less acceptable", sentenceOf(dataset, "bad", pair)),
    said("Phenomenon", dataset.names[dataset.phenomenon[pair]]),
    ...(hasParadigms(dataset) ? [said("Paradigm", dataset.paradigms[dataset.paradigm[pair]])] : []),
  );
  byId("pair-deltas").caption.textContent =
    "Deltas, in standard deviations" + (dataset.rated ? `; human Δ ${signed(dataset.human[pair])}; δ = ${state.delta}` : "");
  const lines = shownRows().map((row) => {
    const line = element("tr");
    const key = keyOf(dataset, row, pair);
    const meets = element("td");
    meets.append(sign(key), meaning(dataset, row, key));
    line.append(heading("row", row.label), element("td", deltaText(row, pair), "number"));
    if (dataset.rated) line.append(element("td", signed(distance(dataset, row, pair)), "number"));
    line.append(meets);
    return line;
  });
  byId("pair-deltas").tBodies[0].replaceChildren(...lines);
}

/** A sentence's tokens in one of the systems that score tokens: each token's text, log-probability, and whether it is known. */
function tokensOf(scored, sentence) {
  const [first, end] = [scored.ends[sentence], scored.ends[sentence + 1]];
  return scored.tokens.slice(first, end).map((token, place) => ({
    text: scored.vocabulary[token],
    logProb: scored.log_probs[first + place] / 100,
    unknown: scored.isUnknown.has(first + place),
  }));
}

function tokenCell(token, lowest) {
  const cell = element("li");
  cell.style.setProperty("--depth", lowest ? token.logProb / lowest : 0);
  cell.append(element("span", token.text.trim() || "␣", "token"), " ", element("span", signed(token.logProb), "log-prob"));
  if (token.unknown) cell.append(" ", element("span", "unknown", "small"));
  return cell;
}

/** Load and show the tokens of the selected pair, unless another one is selected by then. */
async function showTokens() {
  const { dataset } = current();
  const { pair } = state;
  if (pair === null) return byId("tokens").removeAttribute("aria-busy");
  byId("tokens").setAttribute("aria-busy", "true");
  byId("tokens-note").textContent = "Loading …";
  const loaded = await Promise.allSettled(dataset.tokens.map((scored) => loadTokens(dataset, scored)));
  if (state.pair !== pair || current().dataset !== dataset) return;
  byId("tokens").removeAttribute("aria-busy");
  const kept = dataset.tokens.filter((_, place) => loaded[place].status === "fulfilled");
  const failures = loaded.filter((one) => one.reason).map((one) => one.reason.message);
  const sides = [["Acceptable", dataset.good[pair]], ["Less acceptable", dataset.bad[pair]]];
  const found = kept.map((scored) => sides.map(([, sentence]) => tokensOf(scored, sentence)));
  const lowest = Math.min(0, ...found.flat(2).map((token) => token.logProb));
  const blocks = kept.map((scored, place) => {
    const block = element("div");
    block.append(element("h4", scored.label));
    sides.forEach(([name, sentence], side) => {
      const list = quoted("ol", "", "tokens");
      list.append(...found[place][side].map((token) => tokenCell(token, lowest)));
      const sum = found[place][side].length ? `sum ${signed(scored.sums[sentence] / 100)}` : "no score";
      block.append(element("p", `${name}: ${sum}`), list);
    });
    return block;
  });
  byId("tokens").replaceChildren(...blocks);
  byId("tokens-note").textContent = tokensNote(dataset, kept, failures);
}

function tokensNote(dataset, kept, failures) {
  const notes = [...new Set(failures)];
  if (kept.length)
    notes.push(
      "Natural logarithms, rounded to two decimals; the darker a token, the less probable. N-gram and causal models predict a token " +
        "from the tokens before it, masked models from all the others. “Unknown”: not in the model’s vocabulary. </s> is the end of the sentence.",
    );
  const systems = new Set(dataset.tokens.map((scored) => scored.system));
  const without = shownRows().filter((row) => !systems.has(row.row.split("/")[0]));
  for (const [what, rows] of [["scores of whole sentences", without.filter((row) => !row.decides)], ["decisions", without.filter((row) => row.decides)]])
    if (rows.length) notes.push(`Only ${what} are available for ${rows.map((row) => row.label).join(", ")}.`);
  return notes.join(" ");
}
