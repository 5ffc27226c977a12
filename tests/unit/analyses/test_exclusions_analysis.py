"""Who was left out of an experiment, and what results are with everybody: three people, by hand."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.criteria.compute import compute as criteria_of
from acceptability.analyses.exclusions.compute import compute
from acceptability.analyses.exclusions.manifest import ANALYSIS
from acceptability.analyses.exclusions.table import make_exclusion_results, make_exclusions
from acceptability.contracts import io
from acceptability.contracts.data import RESPONSES
from acceptability.contracts.deltas import REFERENCE
from acceptability.datasets.ratings import mean_ratings
from acceptability.statistics.criteria import pair_deltas
from acceptability.statistics.references import reference_deltas

REASON = "gold=0.2 (0.5)"
# z-scores of p1.good, p1.bad, p2.good, p2.bad, p3.good, p3.bad. By A and B, the deltas are 2, 1 and -1. C, who rates p1
# the wrong way round and leaves p3.bad out, makes them 1/3 - (-1/3) = 2/3, 1/2 - (-1/6) = 2/3 and -1/3 - 1/2 = -5/6.
ANSWERS = {
    "A": [1.0, -1.0, 0.5, -0.5, -0.5, 0.5],
    "B": [1.0, -1.0, 0.5, -0.5, -0.5, 0.5],
    "C": [-1.0, 1.0, 0.5, 0.5, 0.0, np.nan],
}
NAMES = [f"p{number}.{side}" for number in (1, 2, 3) for side in ("good", "bad")]
MODEL = [1.2, 0.3, 0.0]
PAIRS = pd.DataFrame({"pair_id": ["p1", "p2", "p3"], "good_id": NAMES[::2], "bad_id": NAMES[1::2]}).assign(
    paradigm="x", phenomenon="x", cluster=["1", "2", "3"]
)
GIVEN = {"pairs": PAIRS, "thresholds": [0.6, 1.0], "dataset": "mine"}


def responses(excluded: str = REASON) -> pd.DataFrame:
    """Return the answers of the three, and one of each to a filler; C is left out, or nobody."""
    rows = [
        {"participant": person, "sentence_id": name, "place": place, "z_score": z, "rating": z and 4 + z}
        | {"item": name[:2], "condition": name[3:], "excluded": excluded if person == "C" else ""}
        for person, values in ANSWERS.items()
        for place, (name, z) in enumerate(zip([*NAMES, "filler.1"], [*values, 0.0], strict=True), start=1)
    ]
    made = pd.DataFrame(rows).assign(list="1", rt=900.0, phenomenon="x", sentence="", gold="")
    made.loc[made["sentence_id"] == "filler.1", "condition"] = "filler"
    return made[list(RESPONSES.columns)]


def deltas(model: list[float] = MODEL) -> pd.DataFrame:
    """Return deltas as a table of a system has them: those of people are of the two who count."""
    answers = responses()
    human = pair_deltas(PAIRS, mean_ratings(answers[answers["excluded"] == ""]))
    return pd.DataFrame({"pair_id": PAIRS["pair_id"], "measure": "score", "human_delta": human, "model_delta": model})


def test_a_condition_that_ends_in_brackets_is_a_rule_of_its_own():
    answers = responses("group=2 (1)")
    answers.loc[answers["participant"] == "B", "excluded"] = "group=2"
    rules = compute(responses=answers, deltas={}, **GIVEN)["exclusions"]["rule"]
    assert rules.tolist() == ["all", "group=2", "group=2 (1)", "none"]


def test_people_and_answers_are_counted_before_and_after():
    counted = compute(responses=responses(), deltas={"one": deltas()}, **GIVEN)["exclusions"]
    assert counted.drop(columns=["share", "dataset"]).to_numpy().tolist() == [
        ["all", 3, 20, 1],
        ["gold=0.2", 1, 6, 1],
        ["none", 2, 14, 0],
    ]
    assert counted["share"].tolist() == pytest.approx([1, 1 / 3, 2 / 3])


def test_shares_and_correlations_with_everybody_and_without_those_left_out():
    """Without C: distances .8, .7, and a tie. With C: |2/3 - 1.2| = .53, |2/3 - .3| = .37, and a tie."""
    found = compute(responses=responses(), deltas={"one": deltas()}, **GIVEN)["exclusion_results"]
    adc = found[found["statistic"] == "adc"]
    assert adc["threshold"].tolist() == [0.6, 1.0]
    assert adc["without"].tolist() == pytest.approx([0, 2 / 3])
    assert adc["with_all"].tolist() == pytest.approx([2 / 3, 2 / 3])
    (row,) = found[found["statistic"] == "pair_r"].to_dict("records")
    assert row["without"] == pytest.approx(np.corrcoef([2, 1, -1], MODEL)[0, 1])
    assert row["with_all"] == pytest.approx(np.corrcoef([2 / 3, 2 / 3, -5 / 6], MODEL)[0, 1])
    assert set(found["pairs_with_all"]) == set(found["pairs_without"]) == {3}


def test_without_those_left_out_shares_are_those_of_the_criteria():
    sentences = pd.DataFrame({"sentence_id": NAMES, "sentence": NAMES, "rating": ANSWERS["A"]})
    by_system = {"one": deltas(), REFERENCE: reference_deltas(sentences, PAIRS)}
    criteria = criteria_of(deltas=by_system, variants={}, reference=REFERENCE, **GIVEN)
    expected = criteria[criteria["system"].eq("one") & criteria["criterion"].eq("adc")]["share"]
    found = compute(responses=responses(), deltas={"one": deltas()}, **GIVEN)["exclusion_results"]
    assert found["without"][found["statistic"] == "adc"].tolist() == expected.tolist()


def test_a_system_is_judged_on_the_pairs_that_it_covers():
    partial = deltas([1.2, np.nan, 0.0])
    found = compute(responses=responses(), deltas={"one": partial}, **GIVEN)["exclusion_results"]
    assert set(found["pairs_without"]) == {2}
    assert found["without"].tolist()[:2] == [0, 1 / 2]


def test_where_nobody_is_left_out_there_are_counts_alone():
    made = compute(responses=responses(""), deltas={"one": deltas()}, **GIVEN)
    assert made["exclusions"]["rule"].tolist() == ["all", "none"]
    assert made["exclusion_results"].empty
    table = make_exclusion_results(exclusion_results=made["exclusion_results"], labels={"one/score": "One"})
    assert table.empty and "System" in table


def test_tables_are_what_their_contracts_say(tmp_path):
    made = compute(responses=responses(), deltas={"one": deltas()}, **GIVEN)
    for table in ANALYSIS.writes:
        io.write_table(made[table.name], tmp_path / "table.csv", table)
        pd.testing.assert_frame_equal(io.read_table(tmp_path / "table.csv", table), made[table.name], check_dtype=False)


def test_readers_see_the_rules_in_words_and_both_numbers_side_by_side():
    made = compute(responses=responses(), deltas={"one": deltas()}, **GIVEN)
    people = make_exclusions(exclusions=made["exclusions"])
    meaning = "gold=0.2: more than 0.2 of the gold items are on the wrong side of the scale"
    assert people["Group"].tolist() == ["all", meaning, "after all exclusions"]
    assert people["Participants, %"].tolist() == ["100.0", "33.3", "66.7"]
    (row,) = make_exclusion_results(
        exclusion_results=made["exclusion_results"], labels={"one/score": "One", "other/score": "Other"}
    ).to_dict("records")
    assert row["System"] == "One"
    assert (row["ADC, δ = 0.6: all"], row["ADC, δ = 0.6: after exclusions"]) == ("0.667", "0.000")
    assert (row["Pairs: all"], row["Pairs: after exclusions"]) == ("3", "3")
