/* The criteria, as in criteria.py, corrected variant; a tie counts as half. A missing delta is NaN, which meets nothing. */

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

/** What a pair adds to the share of a criterion, as criteria.credit has it: 1, 0, or 1/2 where a coin decides a tie. */
function blimpCredit(model) {
  return model === 0 ? 0.5 : Number(blimpMet(model));
}

function adcCredit(human, model, delta) {
  if (model !== 0) return Number(adcMet(human, model, delta));
  return human !== 0 && Math.abs(human) < delta ? 0.5 : 0;
}

/** Does a pair count for a row? The rated ones do, or all where none is rated, if the row covers them. */
function counts(dataset, row, pair) {
  return (!dataset.rated || !Number.isNaN(dataset.human[pair])) && !Number.isNaN(row.model[pair]);
}

/** Is the ADC asked of a row? Where people rated pairs, and the row has more than decisions. */
function hasAdc(dataset, row) {
  return dataset.rated && !row.decides;
}

/** The distance of the two deltas of a pair; none of a row that only decides. */
function distance(dataset, row, pair) {
  return hasAdc(dataset, row) ? Math.abs(dataset.human[pair] - row.model[pair]) : NaN;
}

function tally(dataset, row, pairs, delta) {
  const found = { pairs: 0, blimp: 0, adc: 0, ties: 0 };
  for (const pair of pairs) {
    if (!counts(dataset, row, pair)) continue;
    found.pairs += 1;
    found.blimp += blimpCredit(row.model[pair]);
    if (hasAdc(dataset, row)) found.adc += adcCredit(dataset.human[pair], row.model[pair], delta);
    if (row.model[pair] === 0) found.ties += 1;
  }
  return found;
}

const ordered = new WeakMap(); // by a list of pairs and a row: the deltas of those that count, from the lowest to the highest

function inOrder(dataset, row, pairs) {
  if (!ordered.has(pairs)) ordered.set(pairs, new Map());
  const rows = ordered.get(pairs);
  if (!rows.has(row)) {
    const counted = pairs.filter((pair) => counts(dataset, row, pair));
    const sort = (deltas) => Float64Array.from(counted, (pair) => deltas[pair]).sort();
    rows.set(row, { pairs: counted.length, human: sort(dataset.human), model: sort(row.model) });
  }
  return rows.get(row);
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
function chance(dataset, row, pairs, delta) {
  const { pairs: size, human, model } = inOrder(dataset, row, pairs);
  const ties = numberBelow(model, 0, true) - numberBelow(model, 0, false);
  let met = 0;
  for (const value of human) {
    if (value === 0) continue;
    if (Math.abs(value) < delta) met += ties / 2;
    const low = value > 0 ? Math.max(value - delta, 0) : value - delta;
    const high = value < 0 ? Math.min(value + delta, 0) : value + delta;
    met += Math.max(0, numberBelow(model, high, false) - numberBelow(model, low, true));
  }
  return share(met, size ** 2);
}
