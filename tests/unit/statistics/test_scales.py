"""z-scores of participants who rated different conditions: by hand, declared and in a user's own table."""

import numpy as np
import pandas as pd
import pytest

import acceptability
from acceptability.datasets.ratings import participant_z_scores
from acceptability.errors import InputError
from acceptability.reading import shared
from acceptability.statistics import scales

MEANS = {"high": 0.92, "middle": 0.5, "filler": 0.88, "word salad": 0.05}
NO_PAIRS = pd.DataFrame({"phenomenon": [], "good_id": [], "bad_id": []}, dtype=object)


def survey(people: int = 60, seed: int = 1) -> pd.DataFrame:
    """Return answers on a slider: each person rates three sentences of one construction, and all rate fillers."""
    draw = np.random.default_rng(seed)
    rows = [
        (f"p{person}", f"{kind} {number}", kind, np.clip(MEANS[kind] + 0.04 * draw.normal(), 0, 1))
        for person in range(people)
        for kind in (("high", "middle")[person % 2], "filler", "word salad")
        for number in range(3 if kind in ("high", "middle") else 2)
    ]
    return pd.DataFrame(rows, columns=["participant", "sentence_id", "construction", "rating"])


def test_mean_and_sd_are_over_the_answers_that_count_by_hand():
    """The answers 2 and 4 to fillers have the mean 3 and the SD √2."""
    table = pd.DataFrame({"participant": list("ppppq") + ["q"] * 3, "rating": [2.0, 4, 7, 3, 1, 3, 1, 5]})
    by = pd.Series([True, True, False, False, True, True, False, False])
    z = participant_z_scores(table, by)
    assert z.tolist() == pytest.approx(np.array([-1, 1, 4, 0, -1, 1, -1, 3]) / np.sqrt(2))
    with pytest.raises(InputError, match="fewer than two different ratings to the sentences of standardise_by"):
        participant_z_scores(table, by & table["rating"].ne(4))


def test_sentences_that_all_rated():
    assert shared.rated_by_all("ppqqr", "abbab") == {"b"}
    assert shared.rated_by_all("pq", "ab") == set()


@pytest.mark.parametrize(("by", "reversed_"), [(None, True), (["filler", "word salad"], False)])
def test_z_scores_reverse_conditions_that_different_participants_rated(by, reversed_):
    answers = survey()
    z = participant_z_scores(answers, None if by is None else answers["construction"].isin(by))
    reversal = scales.reversal(answers.assign(z_score=z), answers.set_index("sentence_id")["construction"].to_dict())
    assert bool(reversal) == reversed_
    if reversal:
        assert reversal.raw.index.tolist() == ["high", "filler"] and reversal.z.index.tolist() == ["filler", "high"]
        assert (reversal.groups, reversal.conditions) == (2, 4)
        means = answers.assign(z_score=z).groupby("construction")[["rating", "z_score"]].mean()
        assert reversal.r == pytest.approx(np.corrcoef(means.T)[0, 1])
        assert (
            "By mean answers: high 0.92" in reversal.described and "by mean z-scores: filler 0." in reversal.described
        )


def test_participants_of_one_group_or_chance_alone_give_no_warning():
    answers = survey()
    conditions = answers.set_index("sentence_id")["construction"].to_dict()
    one = answers[answers["participant"].str[1:].astype(int) % 2 == 0]
    assert scales.reversal(one.assign(z_score=-one["rating"]), conditions) is None
    for people in (4, 12, 60):
        few = answers[answers["participant"].isin([f"p{number}" for number in range(people)])]
        noise = np.random.default_rng(5).normal(size=len(few))
        assert scales.reversal(few.assign(rating=noise, z_score=-noise), conditions) is None


def test_conditions_are_designs_constructions_or_phenomena_with_labels():
    sentences = pd.DataFrame({"sentence_id": list("abc"), "label": [1, 0, 1]})
    pairs = pd.DataFrame({"phenomenon": ["binding"], "good_id": ["a"], "bad_id": ["b"]})
    assert scales.conditions_of(sentences, pairs).to_dict() == {
        "a": "binding, acceptable",
        "b": "binding, unacceptable",
    }
    named = sentences.assign(construction=["x", "y", "x"])
    assert scales.conditions_of(named, pairs).to_dict() == {"a": "x", "b": "y", "c": "x"}
    assert scales.conditions_of(sentences, NO_PAIRS)["b"] == "unacceptable"


def test_declared_answers_are_warned_about_and_get_one_scale(tmp_path):
    path = tmp_path / "answers.csv"
    survey().to_csv(path, index=False)
    row = {"participant": "participant", "sentence": "sentence_id", "rating": "rating", "construction": "construction"}
    entry = {"unit": "answer", "file": str(path), "row": row, "scale": [0, 1]}
    with pytest.warns(UserWarning, match="2 groups of participants rated different conditions"):
        made = acceptability.declared(entry)
    z = made.sentences.groupby("construction")["rating"].mean()
    assert z["filler"] > z["high"]
    for by in ("shared", {"construction": ["filler", "word salad"]}):
        made = acceptability.declared(entry | {"standardise_by": by})
        z = made.sentences.groupby("construction")["rating"].mean()
        assert made.doubts == () and z["high"] > z["filler"] > z["middle"]
        assert any("mean and SD are over 4 answers" in note for note in made.reading.notes)
    survey().query("construction in ['high', 'middle']").to_csv(path, index=False)
    with pytest.raises(InputError, match="no sentence was rated by all 60 participants; name kinds of rows"):
        acceptability.declared(entry | {"standardise_by": "shared"})


def own_tables() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return pairs of two constructions, and of a phenomenon that all participants rate, with answers to them."""
    phenomena = {"high": (0.95, 0.90), "middle": (0.55, 0.45), "agreement": (0.88, 0.05)}
    draw = np.random.default_rng(3)
    pairs = pd.DataFrame(
        [
            {"pair_id": f"{name} {n}", "phenomenon": name, "good": f"Good {name} {n}.", "bad": f"Bad {name} {n}."}
            for name in phenomena
            for n in range(3)
        ]
    )
    rows = [
        {
            "participant": f"p{person}",
            "sentence_id": f"{name} {n}.{side}",
            "rating": round(float(np.clip(mean + 0.03 * draw.normal(), 0, 1)), 3),
        }
        for person in range(40)
        for name in (("high", "middle")[person % 2], "agreement")
        for n in range(3)
        for side, mean in zip(("good", "bad"), phenomena[name], strict=True)
    ]
    return pairs, pd.DataFrame(rows)


def test_a_users_own_data_between_participants_are_warned_about():
    pairs, ratings = own_tables()
    with pytest.warns(UserWarning, match="2 groups of participants rated different conditions"):
        made = acceptability.pairs(pairs, ratings)
    assert "agreement, acceptable" in made.doubts[0] and "high, " in made.doubts[0]
    scored = made.sentences[["sentence_id"]].assign(log_prob=np.arange(float(len(made.sentences))))
    doubts = acceptability.evaluate(made, {"lm": scored})["doubts"]
    assert doubts.loc[doubts["about"] == "ratings", "doubt"].str.contains("rated different conditions").any()
    for by in ("shared", "agreement"):
        made = acceptability.pairs(pairs, ratings, standardise_by=by)
        rating = made.sentences.set_index("sentence_id")["rating"]
        assert made.doubts == () and rating["high 0.bad"] > rating["agreement 0.good"]


def test_what_standardises_is_a_phenomenon_or_a_word():
    pairs, ratings = own_tables()
    with pytest.raises(InputError, match="there is no phenomenon 'agrement' .did you mean 'agreement'"):
        acceptability.pairs(pairs, ratings, standardise_by="agrement")
