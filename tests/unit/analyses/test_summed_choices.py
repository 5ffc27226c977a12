"""People of whose answers only sums by paradigm are known, by hand."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.phenomena.figure import draw_paradigms
from acceptability.analyses.phenomena.table import make_levels
from acceptability.analyses.summed_choices.compute import compute
from acceptability.analyses.summed_choices.manifest import BESIDE_SUMS
from acceptability.analyses.summed_choices.table import make_beside_sums
from acceptability.contracts import io
from acceptability.datasets.declared import declaration
from acceptability.datasets.declared.pairing import of_rows
from acceptability.datasets.declared.table import Table
from acceptability.datasets.manifest import Manifest, Pairs
from acceptability.errors import InputError
from acceptability.statistics import levels

SUMS = {"a1": ("a", 9, 10), "a2": ("a", 6, 10), "b1": ("b", 20, 20), "b2": ("b", 0, 0), "c1": ("c", 5, 10)}
SHARES = {"a1": 1.0, "a2": 0.5, "b1": 0.75, "b2": 0.25, "c1": 0.5}  # of a system, of four pairs each


def pairs_of(sums: dict[str, tuple[str, int, int]] = SUMS) -> pd.DataFrame:
    """Return the pairs of paradigms, with the sums of people's answers."""
    rows = [
        (f"{name}.{number}", f"{name}.{number}+", f"{name}.{number}-", name, phenomenon, name, right, asked)
        for name, (phenomenon, right, asked) in sums.items()
        for number in range(4)
    ]
    names = ["pair_id", "good_id", "bad_id", "paradigm", "phenomenon", "cluster", "people_right", "people_asked"]
    return pd.DataFrame(rows, columns=names)


def deltas_of(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return deltas by which the shares of right pairs are SHARES."""
    right = [int(name.partition(".")[2]) < 4 * SHARES[name.partition(".")[0]] for name in pairs["pair_id"]]
    table = {"measure": "slor", "pair_id": pairs["pair_id"], "human_delta": np.nan}
    return pd.DataFrame(table | {"model_delta": np.where(right, 1.0, -1.0)})


def by_level(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the shares of the system m and of people, as BY_LEVEL."""
    by_id = pairs.set_index("pair_id", drop=False)
    made = levels.shares_by_level({"m": deltas_of(pairs)}, {}, pd.DataFrame(), by_id)
    return pd.concat(made, names=["system"]).reset_index("system")


def test_answers_are_summed_over_the_paradigms_of_a_phenomenon():
    people = by_level(pairs_of()).query("system == 'people'").set_index(["level", "group"])
    assert people["met"].to_dict() == {
        ("all", "all"): 40,
        ("phenomenon", "a"): 15,
        ("phenomenon", "b"): 20,
        ("phenomenon", "c"): 5,
        ("paradigm", "a1"): 9,
        ("paradigm", "a2"): 6,
        ("paradigm", "b1"): 20,
        ("paradigm", "c1"): 5,
    }
    assert people["pairs"]["all", "all"] == 50 and people["share"]["phenomenon", "a"] == 0.75
    assert people["measure"].eq("summed").all() and people["ties"].isna().all()
    means = levels.mean_shares(people.reset_index()).set_index("level")["mean"]
    assert means["paradigm"] == pytest.approx((0.9 + 0.6 + 1 + 0.5) / 4)  # b2, about which nobody was asked, is not one


def test_single_answers_go_before_sums():
    pairs = pairs_of().set_index("pair_id", drop=False)
    choices = pd.DataFrame({"participant": ["1", "2"], "pair_id": ["a1.0", "a1.0"], "chose_good": [1, 0]})
    people = levels.shares_by_level({}, {}, choices, pairs)["people"]
    assert people["measure"].eq("individual").all()


@pytest.mark.parametrize(("row", "column", "value"), [(1, "people_right", 8), (0, "people_asked", 11)])
def test_pairs_of_a_paradigm_with_different_sums_are_refused(row, column, value):
    pairs = pairs_of()
    pairs.loc[row, column] = value
    with pytest.raises(InputError, match="paradigm a1: people_right and people_asked must be the same sums"):
        levels.shares_of_sums(pairs)


def test_more_right_than_asked_is_refused():
    with pytest.raises(InputError, match="paradigm a1: .* no more right than asked"):
        levels.shares_of_sums(pairs_of({"a1": ("a", 11, 10)}))


def test_the_label_counts_answers():
    named = levels.with_pairs({}, {levels.SUMMED: "People"}, by_level(pairs_of()).query("level == 'paradigm'"))
    assert named == {levels.SUMMED: "People"}  # as many as systems have pairs, or more
    few = pairs_of({"a1": ("a", 2, 3), "b1": ("b", 2, 2)})
    named = levels.with_pairs({}, {levels.SUMMED: "People"}, by_level(few).query("level == 'paradigm'"))
    assert named == {levels.SUMMED: "People (2 to 3 answers of each paradigm)"}


def test_tables_and_figures_of_people_alone_count_pairs_and_not_answers():
    pairs = pairs_of({name: SUMS[name] for name in ("a1", "b1", "a2")})
    drawn = {"by_level": by_level(pairs), "labels": {}, "others": {levels.SUMMED: "People"}}
    assert make_levels(**drawn, pairs=pairs, level="phenomenon").frame["Number of pairs"].tolist() == ["12", "8", "4"]
    axes = draw_paradigms(**drawn, width=452).axes[0]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["a1 (4)", "a2 (4)", "b1 (4)"]
    assert [line.get_ydata()[0] for line in axes.get_lines()] == [2]  # below those of the first phenomenon


def computed(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return what the analysis computes, after a check of its contract."""
    return io.check_table(compute(by_level=by_level(pairs), dataset="d"), BESIDE_SUMS, "beside_sums")


def test_r_is_over_paradigms_that_people_were_asked_about():
    rows = computed(pairs_of()).set_index("statistic")
    people, model = [0.9, 0.6, 1, 0.5], [1, 0.5, 0.75, 0.5]
    assert rows["value"]["paradigm_r"] == pytest.approx(np.corrcoef(people, model)[0, 1])
    assert rows["number"].to_dict() == {"paradigm_r": 4, "phenomenon_r": 3}
    assert rows["value"]["phenomenon_r"] == pytest.approx(np.corrcoef([0.75, 1, 0.5], [0.75, 0.5, 0.5])[0, 1])
    assert rows["low"].isna().all()  # four paradigms and three phenomena say too little


def test_the_ceiling_is_what_the_error_of_answers_leaves():
    rows = computed(pairs_of()).set_index("statistic")
    errors = [0.9 * 0.1 / 9, 0.6 * 0.4 / 9, 0.0, 0.5 * 0.5 / 9]
    reliability = 1 - np.mean(errors) / np.var([0.9, 0.6, 1, 0.5], ddof=1)
    assert rows["ceiling"]["paradigm_r"] == pytest.approx(np.sqrt(reliability))
    of_phenomena = [(errors[0] + errors[1]) / 4, errors[2], errors[3]]  # that of two paradigms with 10 answers each
    reliability = 1 - np.mean(of_phenomena) / np.var([0.75, 1, 0.5], ddof=1)
    assert rows["ceiling"]["phenomenon_r"] == pytest.approx(np.sqrt(reliability))


def test_the_ceiling_is_near_the_truth_of_many_paradigms():
    generator = np.random.default_rng(3)
    truth = generator.beta(8, 2, 3000)
    right = generator.binomial(20, truth)
    sums = {f"p{number}": ("a", int(met), 20) for number, met in enumerate(right)}
    rows = [("people", "summed", "paradigm", name, "a", met / n, n) for name, (_, met, n) in sums.items()]
    rows += [("m", "s", "paradigm", name, "a", share, 4) for name, share in zip(sums, truth, strict=True)]
    names = ["system", "measure", "level", "group", "of", "share_ties_half", "pairs"]
    others = [(*row[:2], "phenomenon", "a", "a", 0.5, 4) for row in (rows[0], rows[-1])]
    made = compute(by_level=pd.DataFrame(rows + others, columns=names), dataset="d").set_index("statistic")
    assert made["ceiling"]["paradigm_r"] == pytest.approx(made["value"]["paradigm_r"], abs=0.01)


def test_people_who_are_always_right_leave_nothing_to_predict():
    rows = computed(pairs_of(dict.fromkeys(SHARES, ("a", 10, 10))))
    assert rows[["value", "ceiling"]].isna().all(axis=None)


def test_readers_see_r_and_the_ceiling():
    shown = make_beside_sums(beside_sums=computed(pairs_of()), labels={"m/slor": "M"}, references={}, title="Mine")
    assert list(shown) == [
        "Mine",
        "r over paradigms (4)",
        "Ceiling, paradigms",
        "r over phenomena (3)",
        "Ceiling, phenomena",
    ]
    assert shown["Mine"].tolist() == ["M"]


def test_the_manifest_says_it():
    assert "summed_choices" in Manifest(pairs=Pairs(("paradigm", "phenomenon"), summed=True)).has
    assert "summed_choices" not in Manifest(pairs=Pairs()).has


DECLARED = {
    "unit": "pair",
    "file": "mine.csv",
    "description": "Mine.",
    "row": {"good": "g", "bad": "b", "phenomenon": "p", "people_right": "right", "people_asked": "asked"},
}


def test_a_declaration_names_right_answers_and_all():
    declaration.check(DECLARED, "mine")
    row = {name: text for name, text in DECLARED["row"].items() if name != "people_asked"}
    with pytest.raises(InputError, match="row: people_asked is missing, which goes with people_right"):
        declaration.check(DECLARED | {"row": row}, "mine")


def test_sums_are_whole_numbers():
    columns = {"g": ["A."], "b": ["B."], "p": ["x"], "right": ["3"], "asked": ["4"]}
    _, pairs = of_rows(DECLARED, Table("mine: ", "mine.csv", columns, [2], []))
    assert (pairs["people_right"], pairs["people_asked"]) == ([3], [4])
    with pytest.raises(InputError, match="people_right is no whole number"):
        of_rows(DECLARED, Table("mine: ", "mine.csv", columns | {"right": ["3.5"]}, [2], []))
