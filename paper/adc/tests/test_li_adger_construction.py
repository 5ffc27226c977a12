import pandas as pd
import pytest

from acceptability.errors import InputError
from acceptability.papers.adc.li_adger import construction


def sentences(*ids: str, phenomenon: str = "p") -> pd.DataFrame:
    parts = [name.rsplit(".", 2) for name in ids]
    return pd.DataFrame(
        {
            "sentence_id": ids,
            "phenomenon": phenomenon,
            "mark": [part[1] for part in parts],
            "token": [part[2] for part in parts],
        }
    )


def built(table: pd.DataFrame) -> set[tuple[str, str]]:
    return set(construction.build_pairs(table)[["good_id", "bad_id"]].itertuples(index=False, name=None))


def test_the_papers_appendix_a():
    table = sentences("ch8.150.*.01", "ch8.151.g.01", "ch8.152.g.01")
    assert built(table) == {("ch8.151.g.01", "ch8.150.*.01"), ("ch8.152.g.01", "ch8.150.*.01")}


def test_only_equal_token_numbers_and_equal_phenomena_pair():
    first = sentences("a.g.01", "a.g.02", "b.*.02", "b.*.03")
    second = sentences("c.*.01", phenomenon="q")
    assert built(pd.concat([first, second])) == {("a.g.02", "b.*.02")}


def test_all_acceptable_with_all_unacceptable():
    table = sentences("a.g.01", "b.g.01", "c.*.01", "d.??.01", "e.?.01")
    assert len(built(table)) == 2 * 3


def test_a_question_mark_is_acceptable_only_where_nothing_better_is():
    assert built(sentences("a.?.01", "b.*.01")) == {("a.?.01", "b.*.01")}
    assert built(sentences("a.?.01", "b.*.01", "c.g.01")) == {("c.g.01", "a.?.01"), ("c.g.01", "b.*.01")}


def test_connected_components_are_named_after_their_first_node():
    edges = pd.DataFrame([("d", "c"), ("b", "c"), ("x", "y"), ("a", "b")])
    assert construction.connected_components(edges) == {"a": "a", "b": "a", "c": "a", "d": "a", "x": "x", "y": "x"}


def test_every_pair_of_both_lists_is_accounted_for():
    ids = [("a.g.01", "b.*.01"), ("a.g.02", "b.*.02"), ("a.g.03", "b.*.03"), ("a.g.04", "b.*.04"), ("a.g.05", "b.*.05")]
    constructed = pd.DataFrame(ids, columns=["good_id", "bad_id"]).assign(phenomenon="p")
    curated = pd.DataFrame(
        [
            ("a.g.01", "b.*.01", False, ""),
            ("a.g.02", "b.*.02", True, "ng"),
            ("a.g.03", "b.*.03", True, "no data"),
            ("a.g.04", "b.*.06", False, "matched by hand"),
            ("z.g.01", "z.*.01", False, ""),
        ],
        columns=["good_id", "bad_id", "discarded", "note"],
    ).assign(phenomenon="p")
    table = construction.compare_pairs(constructed, curated, unrated={"a.g.03"}).set_index(["good_id", "bad_id"])
    assert table["status"].to_dict() == {
        ("a.g.01", "b.*.01"): "same",
        ("a.g.02", "b.*.02"): "discarded",
        ("a.g.03", "b.*.03"): "unrated",
        ("a.g.04", "b.*.04"): "replaced by a repair",
        ("a.g.04", "b.*.06"): "repaired by hand",
        ("a.g.05", "b.*.05"): "only constructed",
        ("z.g.01", "z.*.01"): "only curated",
    }
    assert table["constructed"].sum() == len(constructed)
    assert table["curated"].sum() == len(curated)
    assert table.loc[("a.g.02", "b.*.02"), "note"] == "ng"


def test_a_list_with_a_pair_twice_is_refused():
    twice = pd.DataFrame({"good_id": ["a", "a"], "bad_id": ["b", "b"], "phenomenon": "p"})
    with pytest.raises(InputError, match="has the pair a / b twice"):
        construction.compare_pairs(twice, twice.assign(discarded=False, note=""), set())
