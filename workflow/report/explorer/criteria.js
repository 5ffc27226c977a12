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
  const found = { pairs: 0, blimp: 0, adc: 0, ties: 0 };
  for (const pair of pairs) {
    if (!counts(dataset, pair)) continue;
    found.pairs += 1;
    if (blimpMet(row.model[pair])) found.blimp += 1;
    if (adcMet(dataset.human[pair], row.model[pair], delta)) found.adc += 1;
    if (row.model[pair] === 0) found.ties += 1;
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

/** Share that meets the ADC on average where the row's deltas are permuted over the pairs, a tie counting as half; as
 * chance.py has it. */
function chance(dataset, number, pairs, delta) {
  const { pairs: size, human, models } = inOrder(dataset, pairs);
  const ties = numberBelow(models[number], 0, true) - numberBelow(models[number], 0, false);
  let met = 0;
  for (const value of human) {
    if (value === 0) continue;
    if (Math.abs(value) < delta) met += ties / 2;
    const low = value > 0 ? Math.max(value - delta, 0) : value - delta;
    const high = value < 0 ? Math.min(value + delta, 0) : value + delta;
    met += Math.max(0, numberBelow(models[number], high, false) - numberBelow(models[number], low, true));
  }
  return share(met, size ** 2);
}
