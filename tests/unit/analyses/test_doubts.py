"""What a reader of the results should know: every doubt by hand-made data, and none where there is nothing to doubt."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from acceptability.analyses.doubts.compute import UNSEEN, find_doubts
from acceptability.errors import InputError
from acceptability.reading.matching import BY_ID, EXACTLY, LOOSELY, NOT
from acceptability.statistics import criteria
from acceptability.statistics.deltas import compute_deltas
from acceptability.statistics.doubtful_scores import doubt_classifiers
from helpers import ROOT


def tables(ratings, clusters=None, texts=None):
    """Sentences and pairs p1, p2, … with the ratings (good, bad) of each pair."""
    names = [f"p{i}" for i in range(1, len(ratings) + 1)]
    ids = [f"{name}.{side}" for name in names for side in ("good", "bad")]
    sentences = pd.DataFrame({"sentence_id": ids, "sentence": [(texts or {}).get(name, name) for name in ids]})
    sentences["rating"] = [rating for both in ratings for rating in both]
    pairs = pd.DataFrame({"pair_id": names, "good_id": ids[::2], "bad_id": ids[1::2], "cluster": clusters or names})
    return sentences, pairs


def doubts(sentences, pairs, model=None, tokens=None, **told):
    """Return what find_doubts says about the data, and about a system with the deltas ``model``; it gets the rest."""
    rating = sentences.set_index("sentence_id")["rating"].astype(float)
    human = [rating[good] - rating[bad] for good, bad in zip(pairs["good_id"], pairs["bad_id"], strict=True)]
    columns = {"human": human, "m/x": model or [1.0] * len(pairs)} if len(pairs) else {}
    columns = pd.DataFrame(columns, index=pairs["pair_id"] if len(pairs) else None)
    found = find_doubts(sentences, pairs, columns, tokens or {}, "phenomena", **told)
    return list(found.itertuples(index=False, name=None))


def test_nothing_to_doubt():
    assert doubts(*tables([(1.0 + i / 100, -1.0) for i in range(20)])) == []


def test_ratings_on_a_scale_are_seen():
    ((about, doubt),) = doubts(*tables([(6, 2.5)] * 20))
    assert about == "ratings"
    assert doubt.startswith("Ratings run from 2.5 to 6: they look like answers on a scale, not z-scores.")
    assert "standardise: sentences" in doubt and "STANDARDISE=sentences" in doubt
    assert "Ratings run from -40 to 60" in doubts(*tables([(60, -40)] * 20))[0][1]


def test_sentences_alone_need_no_z_scores_but_enough_ratings():
    sentences, pairs = tables([(6, 2)])
    (only,) = doubts(sentences, pairs.iloc[:0])
    assert only == ("ratings", "Only 2 sentences have a rating: correlations over so few mean nothing.")


def test_pairs_that_are_no_pairs():
    texts = {"p1.good": "Same.", "p1.bad": "Same.", "p2.good": "A.", "p2.bad": "B.", "p3.good": "A.", "p3.bad": "B."}
    pairs = tables([(0.9, -1)] * 20, texts=texts)
    found = [doubt for about, doubt in doubts(*pairs) if about == "pairs"]
    assert found == [
        "The two sentences of p1 are the same: equal scores of them are a tie, which counts as half, and a choice "
        "between them says nothing.",
        "These pairs are the same, and each of them counts: p2 = p3.",
    ]
    (first, *others) = [doubt for about, doubt in doubts(*pairs, is_user_table=True) if about == "pairs"]
    assert first == f"{found[0]} Correct them, or leave the rows out." and others == found[1:]


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        ({BY_ID: 3}, None),
        ({BY_ID: 3, NOT: 1}, "Of the 4 rows of its file, these were matched: 3 by their ids; 1 not at all, and left out (r)."),
        ({EXACTLY: 2, LOOSELY: 1}, "Of the 3 rows of its file, these were matched: 2 exactly; 1 only by letters and digits (r)."),
    ],
)  # fmt: skip
def test_how_the_rows_of_a_file_were_matched_is_said_where_any_might_be_another_sentence(ways, said):
    matches = pd.DataFrame({"way": list(ways), "rows": list(ways.values()), "first": "r"})
    found = doubts(*tables([(0.9, -1)] * 20), matches={"other": matches})
    assert found == ([("other", said)] if said else [])


def test_unrated_pairs_count_nowhere_and_few_clusters_are_said():
    found = doubts(*tables([(0.9, -1)] * 11 + [(1, None)], clusters=["a"] * 6 + ["b"] * 5 + ["c"]))
    assert ("pairs", "1 of 12 pairs lacks a rating for one of its sentences; it is left out.") in found
    said = [doubt for about, doubt in found if about == "intervals"]
    assert said == [
        "The number of phenomena is 2, so there are no intervals and no tests over phenomena: they need at least 5."
    ]
    few = doubts(*tables([(0.9, -1)] * 20, list("abcde") * 4))[0]
    assert few[1].startswith("Intervals and tests are based on 5 phenomena: intervals are wide, and no difference")
    assert doubts(*tables([(0.9, -1)] * 24, list("abcdef") * 4)) == [
        ("intervals", UNSEEN.format(number=6, clusters="phenomena"))
    ]
    (one,) = [doubt for about, doubt in doubts(*tables([(0.9, -1)] * 12, ["a"] * 12)) if about == "intervals"]
    assert one.startswith("The number of phenomena is 1, so there are no intervals and no tests over phenomena")


def test_pairs_without_any_rating_all_count():
    found = doubts(*tables([(None, None)] * 3))
    assert ("pairs", "Only 3 pairs count: shares and correlations over so few mean little.") in found
    assert not [doubt for _, doubt in found if "lack a rating" in doubt]


def test_ties_are_counted_below_rounding():
    good = np.array([0.1 + 0.2, 1e-12, 0.5 + 1e-8] + [1.0] * 17)
    bad = np.array([0.3, 3e-12, 0.5] + [0.0] * 17)
    assert (good != bad).all()
    ((about, doubt),) = doubts(*tables([(0.9, -1)] * 20), model=list(criteria.subtract(good, bad)))
    assert about == "m/x" and doubt.startswith(
        "2 of 20 pairs (10.0 %) have two equal scores, so each of them counts as"
    )
    assert "is 0.950; it would be 0.900 (strict)" in doubt and "1.000 if the first of" in doubt


def test_ties_of_scores_that_only_nearly_agree_are_not_called_equal():
    """Probabilities of sentences differ by less than the tolerance, which is meant for their logarithms."""
    sentences, pairs = tables([(0.9, -1)] * 20)
    good, bad = np.linspace(1e-9, 2e-9, 20), np.linspace(3e-9, 1e-9, 20)
    table = pd.DataFrame({"sentence_id": sentences["sentence_id"], "measure": "x"})
    table["score"] = np.column_stack([good, bad]).ravel()
    found = dict(doubts(sentences, pairs, model=[0.0] * 20, scores={"m": table}, tie=0.0001))
    said = " ".join(doubt for about, doubt in doubts(sentences, pairs, [0.0] * 20, scores={"m": table}, tie=0.0001))
    assert "m/x" in found
    assert "are ties: the two scores are equal or differ by less than 0.0001 nats (20 pairs)" in said
    assert "All scores lie between 0 and 1. If they are probabilities, use their logarithms." in said


@pytest.mark.parametrize(("wrong", "is_far_below"), [(24, True), (20, True), (16, False)])
def test_scores_from_a_file_that_are_far_below_chance_may_have_the_wrong_sign(wrong, is_far_below):
    sentences, pairs = tables([(1.0, -1.0)] * 24)
    model = [-1.0] * wrong + [1.0] * (24 - wrong)
    scores = {"m": pd.DataFrame({"sentence_id": sentences["sentence_id"], "measure": "x", "score": range(48)})}
    matches = {"m": pd.DataFrame({"way": [BY_ID], "rows": [48], "first": [""]})}
    doubts_of_row = [
        doubt for about, doubt in doubts(sentences, pairs, model, scores=scores, matches=matches) if about == "m/x"
    ]
    assert (
        any(f"in {24 - wrong} of 24 pairs" in doubt and "NEGATE=x" in doubt for doubt in doubts_of_row) == is_far_below
    )
    of_a_model = [doubt for _, doubt in doubts(sentences, pairs, model, scores=scores)]
    assert not any("NEGATE" in doubt for doubt in of_a_model)


def test_a_score_without_a_square_is_named():
    sentences, pairs = tables([(0.9, -1)] * 3)
    scores = pd.DataFrame({"sentence_id": sentences["sentence_id"], "measure": "x", "score": [1.0, 2, 1e300, 0, 1, 2]})
    with pytest.raises(InputError, match=r"x: the score of 'p2.good' is 1e\+300, too great for a standard deviation"):
        compute_deltas(scores, sentences, pairs)


def test_a_row_that_cannot_be_told_from_chance():
    """12 of 20 pairs are right, each a cluster of its own."""
    ((about, doubt),) = doubts(*tables([(0.9, -1)] * 20), model=[1.0] * 12 + [-1.0] * 8)
    assert about == "m/x"
    assert "its share of pairs is 0.600, which cannot be told from chance: " in doubt
    assert doubts(*tables([(0.9, -1)] * 20), model=[1.0] * 17 + [-1.0] * 3) == []


def test_of_few_clusters_a_row_is_said_to_have_too_few_for_a_test():
    """Five clusters, of which all pairs are right, or about half, are too few for a test; four have no interval at all."""
    share = "Under the BLiMP criterion, its share of pairs is {} over 5 clusters: too few for a test."
    for met, value in ((20, "1.000"), (11, "0.550")):
        found = doubts(*tables([(0.9, -1)] * 20, list("abcde") * 4), model=[1.0] * met + [-1.0] * (20 - met))
        assert ("m/x", share.format(value)) in found
    found = doubts(*tables([(0.9, -1)] * 20, list("abcd") * 5), model=[1.0] * 11 + [-1.0] * 9)
    assert [about for about, _ in found] == ["intervals"]


@pytest.mark.parametrize(
    ("sizes", "said"), [([3] * 4, 0), ([3] * 5, 1), ([3] * 19, 1), ([3] * 20, 0), ([90] + [1] * 9, 0)]
)
def test_clusters_that_are_not_in_the_data_may_fail_where_there_are_few(sizes, said):
    """There is nothing to add where there are no intervals: of four clusters, or where one has most pairs."""
    clusters = np.repeat([f"c{number}" for number in range(len(sizes))], sizes).tolist()
    found = doubts(*tables([(0.9, -1)] * len(clusters), clusters))
    assert found.count(("intervals", UNSEEN.format(number=len(sizes), clusters="phenomena"))) == said
    assert sum("may fail as a whole" in doubt for _, doubt in found) == said


def test_groups_of_sentences_that_are_not_in_the_data_may_fail_too():
    sentences, pairs = tables([(0.9, -1)] * 20)
    for column, rated in (("construction", True), ("set", True), ("set", False)):
        made = sentences.assign(**{column: np.repeat(list("abcdefgh"), 5)})
        made["rating"] = made["rating"] if rated else np.nan
        assert doubts(made, pairs.iloc[:0]) == [("intervals", UNSEEN.format(number=8, clusters="groups of sentences"))]
    assert doubts(sentences.iloc[:12], pairs.iloc[:0]) == []  # none that belong together


def test_the_simulated_coverage_is_that_of_the_docs():
    text = (ROOT / "docs/numbers.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    at = {"8": 3, "13": 4, "20": 5}
    eighth = [row for row in rows if row[0] == "one in eight fails"]
    shares = [float(row[place].removesuffix(" %")) for row in eighth if row[2] == "share" for place in at.values()]
    shares += [float(row[3].split(" ")[0]) for row in rows if row[1] == "one in eight fails" and row[2] in at]
    (apart,) = [
        [int(row[place].removesuffix(" %")) for place in at.values()] for row in eighth if row[2] == "difference"
    ]
    assert len(shares) == 6
    assert f"{round(min(shares))} to {round(max(shares))} of 100 intervals of shares" in UNSEEN
    assert "only {} (8 clusters), {} (13) or {} (20) of 100 intervals of differences".format(*apart) in UNSEEN


def test_tokens_that_a_system_does_not_know():
    sentences, pairs = tables([(0.9, -1)] * 20)
    tokens = pd.DataFrame({"sentence_id": ["p1.good"] * 3 + ["p1.bad"] * 2, "oov": [1, 1, 0, 0, 1]})
    tokens = tokens.assign(token="a", log_prob=-1.0)
    assert doubts(sentences, pairs, tokens={"m": tokens}) == [
        ("m", "60.0 % of the tokens are unknown to it; in 1 of 2 sentences, most are: p1.good.")
    ]
    assert doubts(sentences, pairs, tokens={"m": tokens.assign(oov=0)}) == []


def test_ties_that_the_tokenizer_makes_are_explained():
    texts = {f"p{i}.{side}": "Same tokens." for i in range(1, 21) for side in ("good", "bad")}
    others = ["same tokens.", "Sáme tokens.", "Same  tokens.", "Same qokens.", "sáme  tokens."]
    texts |= {f"p{i}.bad": text for i, text in enumerate(others, start=1)}
    sentences, pairs = tables([(0.9, -1)] * 20, texts=texts)
    rows = [(name, token, -1.0, int(token == "")) for name in texts for token in ("same", "tokens", ".")]
    tokens = pd.DataFrame(rows, columns=["sentence_id", "token", "log_prob", "oov"])
    last = tokens["sentence_id"].isin(["p6.bad"]) & tokens["token"].eq(".")
    sentences.loc[sentences["sentence_id"] == "p6.bad", "sentence"] = "Same tokens!"
    tokens.loc[last, "token"] = "!"  # equal sums of different tokens are no fault of the tokenizer
    unknown = tokens["sentence_id"].isin(["p4.good", "p4.bad"]) & tokens["token"].eq("tokens")
    tokens.loc[unknown, "oov"] = 1
    tokens.loc[unknown & tokens["sentence_id"].eq("p4.bad"), "token"] = "qokens"
    found = [doubt for about, doubt in doubts(sentences, pairs, tokens={"m": tokens}) if about == "m"]
    assert found[1:] == [
        "5 pairs have two different sentences with the same tokens, so their scores are equal. They differ in case (p1); "
        "accents (p2); spaces (p3); what its tokenizer does not know (p4); case, accents and spaces (p5)."
    ]


def test_a_copy_of_a_system_is_named():
    """Measures that only one system has say nothing, and neither do measures that both compute from the same corpus."""
    values = np.arange(40.0)
    table, other = scored(values)[0]["m"], scored(-values)[0]["m"]
    unigrams = table.assign(measure="unigram")
    systems = {"m": table, "copy": pd.concat([table, other.assign(measure="y")])}
    systems |= {"other": pd.concat([other, unigrams]), "third": pd.concat([other.assign(score=values**2), unigrams])}
    found = doubts(*tables([(0.9, -1)] * 20), scores=systems)
    assert [about for about, doubt in found if "a copy" in doubt] == ["copy"]
    assert "Its scores (x) are all the same as those of m." in dict(found)["copy"]


def test_each_of_several_copies_is_named_once_with_the_first_system():
    table = scored(np.arange(40.0))[0]["m"]
    systems = dict.fromkeys(("m", "second", "third"), table)
    every = doubts(*tables([(0.9, -1)] * 20), scores=systems)
    copies = [(about, doubt) for about, doubt in every if "a copy" in doubt]
    assert [about for about, _ in copies] == ["second", "third"]
    assert all("the same as those of m." in doubt for _, doubt in copies)


def test_curly_quotes_are_said_but_in_chinese():
    ((about, doubt),) = doubts(*tables([(0.9, -1)] * 20, texts={"p1.good": "It’s “me”.", "p2.bad": "他说“我”。"}))
    assert about == "sentences" and doubt.startswith("1 of 40 sentences have curly quotes")


def scored(values, measure="x"):
    """Scores of p1.good, p1.bad, p2.good, … as tables and deltas have them."""
    values = np.asarray(values, dtype=float)
    names = [f"p{number // 2 + 1}.{('good', 'bad')[number % 2]}" for number in range(len(values))]
    deltas = criteria.subtract(*criteria.z_scores(values).reshape(-1, 2).T)
    return {"m": pd.DataFrame({"sentence_id": names, "measure": measure, "score": values})}, list(deltas)


def test_one_score_beyond_all_others_is_named():
    """Of 20 pairs, 19 are then ties; two such scores, which share the variance, are seen too."""
    usual = np.random.default_rng(1).normal(size=40)
    usual[::2] += 3
    table, deltas = scored([1e12, *usual[1:]])
    found = doubts(*tables([(0.9, -1)] * 20), model=deltas, scores=table)
    (said,) = [doubt for about, doubt in found if about == "m/x" and "p1.good" in doubt]
    low, high = np.quantile([1e12, *usual[1:]], [0.25, 0.75])
    assert said.startswith(f"The score of p1.good is 1e+12, while half of all scores lie between {low:g} and {high:g}.")
    assert "19 of 20 pairs count as ties" in said and said.endswith("Check this score.")
    both, deltas = scored([1e12, -1e12, *usual[2:]])
    said = [doubt for _, doubt in doubts(*tables([(0.9, -1)] * 20), deltas, scores=both) if "Check this" in doubt]
    assert len(said) == 1 and "19 of 20 pairs count as ties" in said[0]
    table, deltas = scored(usual)
    assert doubts(*tables([(0.9, -1)] * 20), model=deltas, scores=table) == []


def test_scores_that_are_far_apart_for_a_reason_are_not_doubted():
    generator = np.random.default_rng(2)
    two, bent = [1.0] * 20 + [0.0] * 20, 1 / (1 + np.exp(-12 * generator.normal(size=40)))
    for values in (two, bent, generator.normal(size=40), np.exp(generator.normal(size=40))):
        table, deltas = scored(values)
        said = doubts(*tables([(0.9, -1)] * 20), model=deltas, scores=table)
        assert not [doubt for _, doubt in said if "Check this score" in doubt]


def test_a_classifier_that_calls_everything_acceptable_is_named_once_with_its_auc():
    sentences, pairs = tables([(0.9, -1)] * 20)
    sentences["label"] = [1, 0] * 20
    margins = np.linspace(1, 2, 40)
    both = pd.concat([scored(margins, measure)[0]["m"] for measure in ("logit_margin", "p_acceptable")])
    found = doubts(sentences, pairs, scores={"m": both})
    area = roc_auc_score(sentences["label"], margins)
    ((about, doubt),) = found
    assert about == "m" and doubt.startswith("It calls all 40 sentences acceptable: its judgments tell none apart")
    assert f"AUC of {area:.3f} (0.5 is chance)" in doubt
    assert doubts(sentences, pairs, scores=scored(margins - 1.5, "logit_margin")[0]) == []
    (none,) = doubts(sentences.drop(columns="label"), pairs, scores=scored(margins - 9, "logit_margin")[0])
    assert none[1].startswith("It calls all 40 sentences unacceptable: ") and "AUC" not in none[1]


def test_a_threshold_below_all_scores_is_named():
    sentences, pairs = tables([(0.9, -1)] * 20)
    table = scored(np.linspace(1, 2, 40), "slor")[0]
    assert doubts(sentences, pairs, scores=table, thresholds={"m/slor": 1.5}) == []
    ((about, doubt),) = doubts(sentences, pairs, scores=table, thresholds={"m/slor": 0.5})
    assert (about, doubt[:34]) == ("m/slor", "It calls all 40 sentences acceptab")


def test_labelled_sentences_have_doubts_of_their_own():
    simple = pd.DataFrame(
        [
            ("majority-class", "test", "train", 533, None, None, 1),
            ("m/slor", "test", "train", 533, 0.5, 0.7, 1),
            ("m/slor", "test", "folds", 533, None, 0.7, 1),
            ("m/slor", "dev", "train", 99, 0.5, 0.7, 1),
            ("n/slor", "test", "train", 533, 0.5, 0.7, 0),
        ],
        columns=["row", "split", "fitted", "sentences", "threshold", "auc", "collapsed"],
    )
    summary = pd.DataFrame(
        [
            ("c", "test", 533, 3, 3, 0.7),
            ("d", "test", 533, 3, 1, 0.6),
            ("d", "dev", 99, 3, 2, 0.6),
            ("e", "test", 9, 3, 0, 0.6),
        ],
        columns=["system", "split", "sentences", "restarts", "collapsed", "auc"],
    )
    found = doubt_classifiers(simple, summary)
    assert found["about"].tolist() == ["c", "d", "m/slor"]
    assert found["doubt"][0].startswith(
        "3 of its 3 restarts assign the same label to all 533 sentences of the test set: "
    )
    assert "AUC of 0.700 (0.5 is chance)" in found["doubt"][0]
    assert "1 of its 3 restarts" in found["doubt"][1] and "Means are over the others." in found["doubt"][1]
    assert found["doubt"][2].startswith("It calls all 533 sentences of the test set the same: ")
    assert doubt_classifiers(simple, None)["about"].tolist() == ["m/slor"]


def test_what_was_not_plain_in_a_table_is_said_once():
    of_scale = tables([(6, 2.5)] * 20)
    ((_, raw),) = doubts(*of_scale)
    found = doubts(*of_scale, understood=["not used: note (text)", raw])
    assert ("reading", "not used: note (text)") in found and [doubt for _, doubt in found].count(raw) == 1
