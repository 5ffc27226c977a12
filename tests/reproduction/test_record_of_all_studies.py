"""`make verify` of the record of the whole run: the tables and reports of LI-Adger and of all other studies."""

import json

from acceptability.verification import crate
from acceptability.verification.verify import EQUAL, verify


def test_all_tables_and_reports_follow_from_scores_and_ratings(paper):
    verification = verify(paper)
    assert verification.faults == []
    equal = {line.name for line in verification.lines if line.status == EQUAL}
    results = paper / "results"
    computed = {
        path.relative_to(results).as_posix()
        for kind in ("tables", "metrics")
        for path in results.glob(f"{kind}/**/*.csv")
    }
    assert {name for name in computed if name.startswith("metrics/li-adger/")} and computed <= equal
    run = json.loads((results / crate.RUN).read_text(encoding="utf-8"))
    assert run["reports"] and {f"reports/{name}.pdf" for name in run["reports"]} <= equal
