"""At the end of a run of the cases, a line says how many are right."""

from collections import defaultdict

import pytest

OUTCOMES: dict[str, list[bool]] = defaultdict(list)  # of each case, by its folder: was each of its ways right?


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if "case" in getattr(item, "fixturenames", ()) and (call.when == "call" or report.failed):
        OUTCOMES[item.callspec.params["case"].name].append(report.passed)


def pytest_terminal_summary(terminalreporter):
    if OUTCOMES:
        right = sum(all(ways) for ways in OUTCOMES.values())
        terminalreporter.write_line(f"cases: {right} of {len(OUTCOMES)} right")
