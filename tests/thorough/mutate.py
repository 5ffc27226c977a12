"""Mistakes put into the package one by one, and whether the unit tests of that module notice: `make test-mutations`.

    python tests/thorough/mutate.py [FIRST [LAST]]     some of the mistakes, by number

Modules are found by the text that is replaced, which must stand in the package exactly once. A mistake that no test
notices survives; then, or where a text is gone, the program ends with status 1.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("tests", *(str(path.relative_to(ROOT)) for path in (ROOT / "paper").glob("*/tests")))
sys.path.insert(0, str(ROOT / "tests/support"))

from helpers import copy_checkout, replace_in  # noqa: E402


class Mutation(NamedTuple):
    """A text of the package, what it becomes, and the unit tests that should fail: names, with spaces, without test_."""

    old: str
    new: str
    tests: str


MUTATIONS = [
    # The criteria
    Mutation("mean, sd = scores.mean(), scores.std(ddof=0)", "mean, sd = scores.mean(), scores.std(ddof=1)", "criteria"),
    Mutation("np.where(np.abs(difference) <= tie, 0.0, difference)", "difference", "criteria"),
    Mutation("    agree = np.sign(human) == np.sign(model)\n", "    agree = np.sign(human) != -np.sign(model)\n", "criteria"),
    Mutation("distance = np.where(agree, np.abs(human - model), np.inf)", "distance = np.where(agree, np.abs(human + model), np.inf)", "criteria"),
    Mutation("low = np.where(human > 0, np.maximum(human - threshold, 0), human - threshold)", "low = human - threshold", "criteria"),
    Mutation("return 0.5 * (tie_distances(human_delta, model_delta) < threshold)", "return 0.5 * (tie_distances(human_delta, model_delta) <= threshold)", "criteria"),
    Mutation("return np.where(tie & (human != 0) & ~np.isnan(human), np.abs(human), np.inf)", "return np.where(tie & ~np.isnan(human), np.abs(human), np.inf)", "criteria"),
    Mutation("return rated if rated.any() else np.ones_like(rated)", "return rated", "criteria"),
    # Statistics
    Mutation("np.sqrt((clusters - 1) * self.left_out.var())", "np.sqrt(clusters * self.left_out.var())", "statistics uncertainty"),
    Mutation("return float(stdtrit(clusters - 1, below)) if clusters > 2", "return float(stdtrit(clusters, below)) if clusters > 2", "statistics uncertainty"),
    Mutation("len(self.left_out) / (len(self.left_out) + SCORE)", "len(self.left_out) / (len(self.left_out) + 1)", "statistics uncertainty"),
    Mutation("np.min([low, self.value, end])", "np.min([low, self.value])", "statistics uncertainty"),
    Mutation("np.where(finite, (1 + extreme) / (1 + repetitions), np.nan)", "np.where(finite, extreme / repetitions, np.nan)", "statistics uncertainty"),
    Mutation("return float(((1 - 1 / size)[group] * shared).sum())", "return float(shared.sum())", "statistics uncertainty separation"),
    Mutation(">= observed[some]).sum(axis=0)", "> observed[some]).sum(axis=0)", "statistics uncertainty"),
    Mutation("[ones].sum() - ones.sum() * (ones.sum() + 1) / 2", "[ones].sum() - ones.sum() * (ones.sum() - 1) / 2", "separation"),
    Mutation("above = rankdata(np.round(scores, PLACES))", "above = rankdata(scores)", "separation"),
    Mutation("half = 0.5 / max((labels == 1).sum() * (labels == 0).sum(), 1)", "half = 1.0 / max((labels == 1).sum() * (labels == 0).sum(), 1)", "separation"),
    Mutation("return (low + 1) / 2, (high + 1) / 2", "return low / 2, high / 2", "separation"),
    Mutation("return float(2 * betainc(half, half, (1 - abs(r)) / 2)) if half > 0", "return float(betainc(half, half, (1 - abs(r)) / 2)) if half > 0", "statistics uncertainty linking"),
    Mutation("    half = points / 2 - 1\n", "    half = (points - 1) / 2 - 1\n", "statistics uncertainty linking"),
    Mutation("return float(distance / scores.std(ddof=0) * np.sqrt(share * (1 - share)))", "return float(distance / scores.std(ddof=1) * np.sqrt(share * (1 - share)))", "statistics separation"),
    Mutation("float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))", "float(np.quantile(means, 0.05)), float(np.quantile(means, 0.95))", "restarts"),
    Mutation("strict.std(ddof=1) if len(strict) > 1", "strict.std(ddof=0) if len(strict) > 1", "restarts"),
    Mutation('"low": np.quantile(strict, 0.025),', '"low": np.quantile(strict, 0.25),', "restarts"),
    Mutation('usual = int(labels[splits == "train"].mean() >= 0.5)', 'usual = int(labels[splits == "train"].mean() > 0.5)', "restarts decisions"),
    Mutation("comb(below, k - 1) / comb(restarts, k)", "comb(below, k) / comb(restarts, k)", "expected_maximum"),
    Mutation("np.where(r > 0, r / (r + (1 - r) / times), r)", "np.where(r > 0, r / (r + (1 - r) * times), r)", "halves"),
    Mutation("return variance * (1 / counts[good] + 1 / counts[bad])", "return variance * (1 / counts[good] - 1 / counts[bad])", "ceiling"),
    Mutation("freedom = rated.counts[several] - 1", "freedom = rated.counts[several]", "ceiling"),
    Mutation('rows.append(("delta_sd", np.nan, delta.std(ddof=1), len(error)))', 'rows.append(("delta_sd", np.nan, delta.std(ddof=0), len(error)))', "ceiling people"),
    Mutation("(np.abs(delta) < 2 * error).mean()", "(np.abs(delta) < error).mean()", "ceiling people"),
    Mutation("counts.std(ddof=1)) if len(counts) > 1 else 0.0", "counts.std(ddof=0)) if len(counts) > 1 else 0.0", "references"),
    Mutation("hits[members] = (by_human - own[members]) / (len(members) - 1)", "hits[members] = by_human / len(members)", "chance references"),
    Mutation('table["p"] = binom.sf(table["right"] - 1, table["answers"], 0.5)', 'table["p"] = binom.sf(table["right"], table["answers"], 0.5)', "choices"),
    Mutation('norm.ppf((table["right"] + 0.5) / (table["answers"] + 1))', 'norm.ppf((table["right"] + 0.5) / table["answers"])', "choices"),
    Mutation("others = 2 * (right - chosen) - (answers - 1)", "others = 2 * right - answers", "choices"),
    Mutation("left_out = np.repeat([(hits - 1) / (pairs - 1), hits / (pairs - 1)]", "left_out = np.repeat([hits / pairs, hits / pairs]", "levels"),
    # Analyses
    Mutation('low, high = r.r_interval(raters) if len(group) >= FEW', 'low, high = r.r_interval(raters) if len(group) > FEW', "statistics lau2020_measures"),
    Mutation("return float(np.logaddexp(0, -signs * np.asarray(margins, dtype=float)).mean())", "return float(np.logaddexp2(0, -signs * np.asarray(margins, dtype=float)).mean())", "calibration"),
    Mutation("np.minimum((np.asarray(p) * BINS).astype(int), BINS - 1)", "(np.asarray(p) * BINS).astype(int)", "calibration"),
    Mutation("agree[place] = (asked[place] + sums_by(numbers, same - opposite)) / 2", "agree[place] = asked[place] - statistics.sums_by(numbers, opposite)", "companions"),
    Mutation('"difference": np.sign(good - bad),', '"difference": np.sign(bad - good),', "predictors"),
    Mutation("log_determinant += 2 * np.log(np.diag(factor)).sum()", "log_determinant += np.log(np.diag(factor)).sum()", "mixed_model"),
    # Scoring
    Mutation("((5 + len(sentence)) / (5 + 1)) ** 0.8\n", "((5 + len(sentence)) / (5 + 1)) ** 0.6\n", "measures"),
    Mutation("    return -log_prob(sentence) / unigram_log_prob(sentence)", "    return log_prob(sentence) / unigram_log_prob(sentence)", "measures"),
    Mutation("(log_prob(sentence) - unigram_log_prob(sentence)) / (sentence.words + 2)", "(log_prob(sentence) - unigram_log_prob(sentence)) / (sentence.words + 1)", "measures"),
    Mutation('"log_prob": raw["log10"] * LN10', '"log_prob": raw["log10"] / LN10', "ngram"),
    Mutation("denominator = sum(kept.values()) + len(kept) + 1", "denominator = sum(kept.values()) + len(kept)", "unigrams ngram"),
    Mutation('words[f"{name}_bits"] = words[name] / math.log(2)', 'words[f"{name}_bits"] = words[name] / math.log(10)', "words"),
    Mutation('"corrected": np.where(share == 0.5, usual, vote)', '"corrected": vote', "decisions"),
    Mutation("masked = np.where(chosen & (fate < 0.8)", "masked = np.where(chosen & (fate < 0.7)", "training"),
    Mutation("(counts + 1) / (counts.sum() + len(counts) - len(excluded))", "(counts + 1) / (counts.sum() + len(counts))", "lstm"),
    Mutation('shared = len(tokens) if len(ids) <= longest else shared', 'shared = len(tokens)', "tries"),
    # Data
    Mutation('by_participant.transform("std", ddof=1)', 'by_participant.transform("std", ddof=0)', "ratings"),
    Mutation("            if before and not after:\n", "            if False:\n", "too_long"),
    Mutation('path.stat().st_size == int(row["bytes"]) and of_file(path) == row["sha256"]', 'path.stat().st_size == int(row["bytes"])', "fetching"),
    Mutation("    if not cells.duplicated().any():\n", "    if True:\n", "io"),
    Mutation('f"{number:zf}".replace("-", "−")', 'f"{number:f}".replace("-", "−")', "tables"),
    # Studies
    Mutation("        supported, refuted = outcome.high < bound, outcome.low >= bound", "        supported, refuted = outcome.high <= bound, outcome.low >= bound", "claims"),
    Mutation('return value < bound if sense == "<" else value > bound if sense == ">" else value >= bound', 'return value < bound if sense == "<" else value > bound', "claims"),
    Mutation("np.stack([tp, acceptable - tp, unacceptable - tn, tn], axis=1)", "np.stack([tp, unacceptable - tn, acceptable - tp, tn], axis=1)", "cola_study"),
    Mutation("    return np.abs(units - wanted) <= 0.5 * (1 + 1e-9)\n", "    return np.abs(units - wanted) <= 1.0\n", "cola_study"),
]  # fmt: skip


def module_of(folder: Path, old: str) -> Path | None:
    """The one module of the package in which a text stands once; None where that is not so."""
    modules = [
        path
        for place in ("src/acceptability", "paper")
        for path in (folder / place).rglob("*.py")
        if path.parent.name != "tests" and old in path.read_text("utf-8")
    ]
    return modules[0] if len(modules) == 1 and modules[0].read_text("utf-8").count(old) == 1 else None


def caught(folder: Path, mutation: Mutation) -> bool:
    """Do the tests fail? (Python must not take an edited module for the compiled one of the same second.)"""
    places = ("tests/unit/*", "paper/*/tests")
    files = [path for name in mutation.tests.split() for it in places for path in folder.glob(f"{it}/test_{name}.py")]
    command = [
        sys.executable,
        "-B",
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        folder / "pyproject.toml",
    ]
    run = subprocess.run([*command, *files], cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"error: {mutation.tests}: {run.stdout[-1000:]}{run.stderr[-1000:]}")
    return run.returncode == 1


def main(first: int = 1, last: int = len(MUTATIONS)) -> None:
    """Try mutations number ``first`` to ``last``."""
    outcomes: dict[str, list[int]] = {"caught": [], "SURVIVED": [], "text is gone": []}
    with tempfile.TemporaryDirectory() as temporary:
        folder = copy_checkout(
            Path(temporary) / "checkout",
            more=(*TESTS, "conftest.py", "benchmarks", "docs", "Makefile", "README.md", "pyproject.toml"),
        )
        for number, mutation in enumerate(MUTATIONS[first - 1 : last], start=first):
            start, module = time.monotonic(), module_of(folder, mutation.old)
            if module is None:
                outcome = "text is gone"
            else:
                whole = module.read_text("utf-8")
                replace_in(module, mutation.old, mutation.new)
                outcome = "caught" if caught(folder, mutation) else "SURVIVED"
                module.write_text(whole, "utf-8")
            outcomes[outcome].append(number)
            about = f"{module.relative_to(folder) if module else '?'}: {mutation.new.strip()}"
            print(f"{number:3} {outcome:12} {time.monotonic() - start:5.0f} s  {about}", flush=True)
    print("; ".join(f"{len(numbers)} {outcome}" for outcome, numbers in outcomes.items()))
    sys.exit(bool(outcomes["SURVIVED"] or outcomes["text is gone"]))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
