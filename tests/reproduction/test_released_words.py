"""GPT-2's released surprisals of words, as scores of LI-Adger's sentences and of experiments on islands."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

import acceptability
import import_published
from acceptability.analyses.factorial import compute as factorial
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import MATCHES, SCORES
from acceptability.papers.adc.li_adger.scores import pair_scores
from acceptability.reading import matching
from acceptability.reading.matching import LOOSELY, NOT
from acceptability.sources import released_words
from helpers import ROOT

MEASURES = {kind: kind for kind in released_words.KINDS}
SUM, MEAN, SUM_WITHOUT, MEAN_WITHOUT = MEASURES


@pytest.fixture(scope="module")
def li(made):
    return made("li-adger")


@pytest.fixture(scope="module")
def released(fetched):
    """The scores of the sentences of Linguistic Inquiry, in bits: a row for each line, a column for each measure."""
    return wide(fetched("li-gpt2-words.txt"), fetched("li-gpt2-sentences.txt"))


def wide(words: Path, sentences: Path) -> pd.DataFrame:
    table = released_words.scores(words, sentences, MEASURES, None)
    texts = table.loc[table["measure"] == SUM, "sentence"].tolist()
    columns = {name: rows["score"].to_numpy() for name, rows in table.groupby("measure", sort=False)}
    return pd.DataFrame({"sentence": texts} | columns)


def letters(texts: pd.Series) -> pd.Series:
    return texts.map(lambda text: "".join(sign for sign in text.lower() if sign.isalnum()))


def matched(released: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """The scores by the ids of these sentences, as the workflow matches them: by letters and digits, which is unique."""
    table = released.melt("sentence", var_name="measure", value_name="score")
    scores, _ = matching.scores_by_id(table, sentences.set_index("sentence_id")["sentence"].to_dict())
    scores = scores.pivot(index="sentence_id", columns="measure", values="score")[list(MEASURES)]
    one_each = released.drop_duplicates("sentence")
    keys, known = letters(one_each["sentence"]), letters(sentences["sentence"])
    assert not keys.duplicated().any()
    assert (sentences["sentence"].groupby(known).nunique() == 1).all()
    by_letters = one_each.set_index(keys)[list(MEASURES)].reindex(known).set_axis(sentences["sentence_id"]).dropna()
    pd.testing.assert_frame_equal(scores.reindex(by_letters.index), by_letters, check_names=False)
    assert len(scores) == len(by_letters)
    return by_letters


def standardised(scores):
    return (scores - scores.mean()) / scores.std(ddof=0)


def rating_of(data) -> pd.Series:
    return data.sentences.set_index("sentence_id")["rating"]


def shares(z: pd.Series, rating: pd.Series, pairs: pd.DataFrame) -> list[float]:
    """Pairs, BLiMP, ADC at δ = .5, 1 and 5, and the correlation of deltas."""
    human, model = (pairs["good_id"].map(values) - pairs["bad_id"].map(values) for values in (rating, z))
    both = human.notna() & model.notna()
    human, model = human[both], model[both]
    met = [((np.sign(human) == np.sign(model)) & ((human - model).abs() < delta)).mean() for delta in (0.5, 1, 5)]
    return [both.sum(), (model > 0).mean(), *met, human.corr(model)]


@pytest.fixture(scope="module")
def half(li):
    """Sentences and pairs from Linguistic Inquiry."""
    return li.sentences[li.sentences["source"] == "LI"], li.pairs[li.pairs["source"] == "LI"]


def test_means_are_the_released_ones(released, fetched):
    means = io.read_raw_csv(fetched("li-gpt2-means.csv"))
    assert means["sentence_id"].tolist() == [str(number) for number in range(2, 2234)]
    assert (means["mean_surprisal"].astype(float) + released[MEAN]).abs().max() == 0


def test_2_228_of_2_232_sentences_are_those_of_li_adger(released, li, half):
    sentences, pairs = half
    keys = letters(released["sentence"])
    assert (len(released), released["sentence"].nunique(), len(pairs)) == (2232, 2219, 1174)
    assert keys.isin(letters(li.sentences["sentence"])).sum() == keys.isin(letters(sentences["sentence"])).sum() == 2228
    assert not released["sentence"].isin(li.sentences["sentence"]).any()
    joined = released["sentence"].str.replace(r" ([.,?!;:])", r"\1", regex=True)
    assert joined.isin(li.sentences["sentence"]).sum() == 2171
    scored = matched(released, li.sentences).index
    assert (len(scored), scored.isin(sentences["sentence_id"]).sum()) == (2242, 2228)
    assert (pairs["good_id"].isin(scored) & pairs["bad_id"].isin(scored)).sum() == 1067
    missing = sentences[~sentences["sentence_id"].isin(scored)]
    assert missing.groupby("condition").size().value_counts().to_dict() == {8: 21, 1: 4}


def test_the_rule_imports_the_scores_of_these_sentences(li, half, fetched, tmp_path):
    """As paper/released/study.yaml declares them; other letters than the dataset's are another string."""
    declared = yaml.safe_load((ROOT / "paper/released/study.yaml").read_text(encoding="utf-8"))
    entry = declared["published"]["gpt2-published"]
    io.write_table(li.sentences, tmp_path / "sentences.csv", SENTENCES)
    io.write_table(li.pairs, tmp_path / "pairs.csv", PAIRS)
    import_published.main(
        raw=[fetched(entry["source"].replace("{part}", part)) for part in entry["parts"]],
        sentences=tmp_path / "sentences.csv",
        pairs=tmp_path / "pairs.csv",
        unit=entry["unit"],
        measures=entry["measures"],
        parts=entry["parts"],
        module="papers.adc.li_adger.scores",
        to_scores=tmp_path / "scores.csv",
        to_matches=tmp_path / "matches.csv",
        about=entry["about"],
    )
    ways = io.read_table(tmp_path / "matches.csv", MATCHES).set_index("way")
    assert ways["rows"].to_dict() == {LOOSELY: 2228, NOT: 4}
    strangers = ("coup d'état occurred", "cousin ate together at the café", "aunt and cousin ate", "Drss with")
    assert all(text in ways.loc[NOT, "first"] for text in strangers)
    scored = io.read_table(tmp_path / "scores.csv", SCORES).groupby("measure")["sentence_id"].agg(set)
    sentences, pairs = half
    for ids in scored:
        assert len(ids) == 2228 and ids <= set(sentences["sentence_id"])
        assert (pairs["good_id"].isin(ids) & pairs["bad_id"].isin(ids)).sum() == 1067


def test_a_final_mark_costs_some_ten_bits(released):
    cost, mark = released[SUM_WITHOUT] - released[SUM], released["sentence"].str[-1]
    assert mark.value_counts().to_dict() == {".": 1999, "?": 233}
    assert cost.groupby(mark).median().round(1).to_dict() == {".": 11.6, "?": 9.7}
    assert cost[mark == "."].quantile([0.05, 0.95]).round(1).tolist() == [4.9, 15.1]


OF_LI = {  # r with ratings; pairs; BLiMP; ADC at .5, 1, 5; r of deltas. z-scores over the 2,228 sentences
    SUM: (0.2217, 1067, 0.7891, 0.2821, 0.5033, 0.8013, 0.388),
    MEAN: (0.3318, 1067, 0.8304, 0.3664, 0.6148, 0.8238, 0.421),
    SUM_WITHOUT: (0.2109, 1067, 0.7854, 0.2821, 0.4977, 0.7919, 0.363),
    MEAN_WITHOUT: (0.3527, 1067, 0.8379, 0.3590, 0.6045, 0.8276, 0.428),
}
OF_ALL = {  # the same with Adger's 14 sentences and 3 pairs that the file happens to have
    SUM: (0.2215, 1070, 0.7897, 0.2832, 0.5047, 0.8019, 0.387),
    MEAN: (0.3302, 1070, 0.8308, 0.3682, 0.6159, 0.8243, 0.421),
    SUM_WITHOUT: (0.2109, 1070, 0.7860, 0.2822, 0.4991, 0.7925, 0.362),
    MEAN_WITHOUT: (0.3511, 1070, 0.8374, 0.3589, 0.6047, 0.8271, 0.428),
}


@pytest.mark.parametrize("kind", MEASURES)
@pytest.mark.parametrize("everything", [False, True])
def test_the_linking_function_decides(released, li, half, kind, everything):
    sentences, pairs = (li.sentences, li.pairs) if everything else half
    z = standardised(matched(released, sentences)[kind])
    rating = rating_of(li)
    expected = (OF_ALL if everything else OF_LI)[kind]
    assert [z.corr(rating.reindex(z.index)), *shares(z, rating, pairs)] == pytest.approx(expected, abs=0.0005)
    assert shares(z, rating, pairs)[:-1] == pytest.approx(expected[1:-1], abs=0.00005)


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("bert-base-uncased_mlm", (1067, 0.8313, 0.3664, 0.6382, 0.8247, 0.409)),
        ("bert-large-cased_mlm", (1067, 0.8407, 0.3908, 0.6551, 0.8322, 0.419)),
        ("slor", (1067, 0.7142, 0.2671, 0.4770, 0.7001, 0.314)),
    ],
)
def test_other_released_scores_on_the_same_pairs(released, li, half, fetched, column, expected):
    """z-scores are the released ones: over all 4,178 sentences; of trigrams over a population that is not released."""
    sentences, pairs = half
    scored = matched(released, sentences).index
    same = pairs[pairs["good_id"].isin(scored) & pairs["bad_id"].isin(scored)]
    if column == "slor":
        raw = io.read_raw_csv(fetched("li-adger-all-models.csv"))
        table = pair_scores(raw, "slor", column, 10).set_index("sentence_id")
        z = (table["score"] - table["population_mean"]) / table["population_sd"]
    else:
        raw = io.read_raw_csv(fetched("li-adger-pll-scores.csv")).set_index("id")
        z = standardised(raw[column].astype(float))
        assert z.to_numpy() == pytest.approx(raw[f"{column}_zscores"].astype(float).to_numpy(), abs=1e-9)
        assert len(z) == 4178
    recomputed = shares(z, rating_of(li), same)
    assert recomputed[:-1] == pytest.approx(expected[:-1], abs=0.00005)
    assert recomputed[-1] == pytest.approx(expected[-1], abs=0.0005)


def test_rows_and_the_oracle_beside_them_are_standardised_over_the_same_sentences(released, li, half, fetched):
    """People's own ratings meet the ADC at δ = 0.5 on 68.8 % there; over all 4,176 rated sentences, it would be 82.6 %."""
    raw = io.read_raw_csv(fetched("li-adger-pll-scores.csv"))
    pll = pd.DataFrame({"sentence_id": raw["id"], "pll": raw["bert-base-uncased_mlm"].astype(float)})
    scored = matched(released, half[0])[[MEAN]].rename(columns={MEAN: "mean_lp"}).reset_index()
    e = acceptability.evaluate(li, {"BERT": pll, "GPT-2": scored}, partial=True, thresholds=[0.5])
    by_population = {"GPT-2/mean_lp": 0.3664, "BERT/pll": 0.3693, "reference/oracle": 0.6879}
    for table in (e["common"], e.common["criteria"]):
        found = at_half(table)
        assert set(table["pairs"]) == {1067}
        assert found[list(by_population)].to_dict() == pytest.approx(by_population, abs=5e-5)
    whole, part = (at_half(group["criteria"])["reference/oracle"] for group in e.groups)
    assert (whole, part) == pytest.approx((0.7670, 0.6879), abs=5e-5)
    main = e["criteria"].query("threshold == 0.5").set_index("system")
    assert main.loc["GPT-2", "oracle"] == pytest.approx(0.6879, abs=5e-5)
    assert main.loc["GPT-2", "best_constant"] == pytest.approx(0.4911, abs=5e-5)
    rating, z = rating_of(li), standardised(rating_of(li).dropna())
    same = half[1][half[1]["good_id"].isin(scored["sentence_id"]) & half[1]["bad_id"].isin(scored["sentence_id"])]
    of_all, of_part = (shares(values, rating, same)[2] for values in (z, standardised(z[scored["sentence_id"]])))
    assert (of_all, of_part) == pytest.approx((0.8257, 0.6879), abs=5e-5)


def at_half(criteria: pd.DataFrame) -> pd.Series:
    """The strict share of each row at δ = 0.5."""
    rows = criteria.query("threshold == 0.5")
    return rows.set_index(rows["system"] + "/" + rows["measure"])["share"]


ISLANDS = {  # super-additivity, z-scores over 288 sentences
    ("2016-english", SUM): (0.006, 0.134, 0.246, 0.270, 0.047, 0.083, -0.036, 0.304),
    ("2016-english", MEAN): (-0.137, 0.371, 0.461, 0.859, 0.079, -0.026, -0.060, 0.485),
    ("2016-english", SUM_WITHOUT): (0.001, 0.102, 0.215, 0.246, -0.053, 0.062, -0.094, 0.386),
    ("2016-english", MEAN_WITHOUT): (-0.168, 0.313, 0.401, 0.779, -0.077, -0.057, -0.148, 0.613),
    ("2016-dlinking", SUM): (-0.022, 0.083, 0.152, 0.603, 0.051, 0.089, -0.039, 0.329),
    ("2016-dlinking", MEAN): (-0.118, 0.271, 0.200, 1.271, 0.078, -0.025, -0.059, 0.480),
    ("2016-dlinking", SUM_WITHOUT): (0.016, 0.081, 0.187, 0.567, -0.057, 0.067, -0.101, 0.414),
    ("2016-dlinking", MEAN_WITHOUT): (-0.040, 0.269, 0.245, 1.200, -0.075, -0.055, -0.145, 0.598),
}
DESIGNS = [f"WH, {island}" for island in ("whether", "complex NP", "adjunct", "subject")]
DESIGNS += [f"RC, {island}" for island in ("wh", "complex NP", "adjunct", "subject")]
FILES = {"2016-english": "islands-2016-exp1", "2016-dlinking": "islands-2016-exp3"}
COUNTS = {"2016-english": 3568, "2016-dlinking": 3741}
BEST_R = {"2016-english": 0.489, "2016-dlinking": 0.526}  # in the overview of all human judgments


@pytest.mark.parametrize("key", FILES)
def test_islands_match_by_text_without_their_list_of_conditions(made, fetched, key):
    words, texts, conditions = (
        fetched(f"{FILES[key]}-{part}") for part in ("gpt2-words.txt", "gpt2-sentences.txt", "conditions.csv")
    )
    released, data = wide(words, texts), made("islands", experiment=key)
    assert released["sentence"].str.split().str.len().sum() == COUNTS[key]
    assert (released["sentence"].isin(data.sentences["sentence"]).sum(), len(released)) == (3, 288)
    scores = matched(released, data.sentences)
    design = data.sentences.set_index("sentence_id")["design"]
    assert (design[scores.index] != "").value_counts().to_dict() == {True: 256, False: 32}
    assert (design == "").sum() == 128  # fillers in four versions, of which the file has one
    condition = io.read_raw_csv(conditions)["condition"].set_axis(letters(released["sentence"]))
    listed = letters(data.sentences["sentence"]).set_axis(data.sentences["sentence_id"]).map(condition).dropna()
    assert (listed.index.str.casefold().str.rsplit(".", n=1).str[0] == listed.str.casefold()).all()
    for kind in MEASURES:
        z = standardised(scores[kind]).rename("z_score").reset_index().assign(measure=kind)
        effects = factorial.compute(sentences=data.sentences, ratings=data.ratings, z_scores={"gpt2": z}, dataset=key)
        effects = effects[(effects["statistic"] == "interaction") & (effects["row"] == f"gpt2/{kind}")]
        value = effects.set_index("design")["value"].loc[DESIGNS]
        assert value.tolist() == pytest.approx(ISLANDS[key, kind], abs=0.0006)
        assert (effects["sets"] == 8).all()
    r = {kind: scores[kind].corr(rating_of(data).reindex(scores.index)) for kind in MEASURES}
    assert max(r.values()) == pytest.approx(BEST_R[key], abs=0.0005) and len(scores) == 288
