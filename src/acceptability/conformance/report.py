"""Report the convention of a column, in words and as cells of a table."""

import math
from collections.abc import Mapping

from acceptability.conformance.fitting import PRECISIONS, Finding, Fit

SHOWN = 8  # sentences that differ


def row(column: str, finding: Finding, tests: Mapping[str, str], shows_model: bool) -> dict[str, object]:
    """Return what is found about a column: ``column, conforms, finding`` in words, and its parts.

    ``tests`` has what each sentence tests, by its id, in order; empty texts if that is not known.
    """
    fit, conforms = finding.fit, bool(finding.precision)
    different = _different(fit, tests, conforms)
    parts = {
        "model": fit.candidate.model if fit else "",
        "convention": fit.words if fit else "",
        "precision": finding.precision,
        "sentences": int(fit.compared.sum()) if fit else 0,
        "equal": fit.count if fit else 0,
        "greatest_difference": fit.greatest if fit else float("nan"),
        "different": "; ".join(different),
    }
    return {"column": column, "conforms": conforms, "finding": _words(finding, different, shows_model)} | parts


def _different(fit: Fit | None, tests: Mapping[str, str], conforms: bool) -> list[str]:
    """Return the sentences whose scores are not the expected ones, with what they test."""
    if fit is None or conforms:
        return []
    rows = zip(tests.items(), fit.within, fit.differences, strict=True)
    different = [
        (name, [test] * bool(test) + ["no score"] * math.isnan(apart)) for (name, test), w, apart in rows if w == 0
    ]
    return [f"{name} ({', '.join(notes)})" if notes else name for name, notes in different]


def _words(finding: Finding, different: list[str], shows_model: bool) -> str:
    fit = finding.fit
    if fit is None:
        return "no convention fits, and no convention is near"
    words = f"{fit.candidate.model}: {fit.words}" if shows_model else fit.words
    counts = f"{fit.count} of {fit.compared.sum()}"
    if not finding.precision:
        factor = "" if fit.unit else f", times {fit.factor:.4g}"
        more = f" and {len(different) - SHOWN} more" if len(different) > SHOWN else ""
        others = f"except {', '.join(different[:SHOWN])}{more}"
        apart = others if fit.is_half else f"median difference {fit.middle:.1g} nats"
        return f"no convention fits; the nearest is: {words}{factor}: {counts}, {apart}"
    precision = finding.precision
    if precision in PRECISIONS:
        precision = f"compatible with half precision ({precision}) or another error of this size"
    same = f"; these fit, too: {'; '.join(finding.alike)}" if finding.alike else ""
    return f"{words}, {precision}: {counts}, greatest difference {fit.greatest:.0e}{same}"
