"""Human judgments that are declared in YAML, read from the files as they were released."""

import copy
from functools import cache

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.datasets import registry
from acceptability.datasets.declared.reader import read


@pytest.fixture(scope="module")
def of(made):
    """Reads a declared dataset once, whose tables keep their contracts."""
    return cache(made)


@pytest.fixture
def changed(fetched):
    """Reads a declared dataset with other rules."""

    def make(kind: str, change):
        manifest = registry.manifest({"kind": kind, "label": "x"})
        declaration = copy.deepcopy(manifest.options["declaration"])
        change(declaration)
        return read(declaration, kind, **{name: fetched(file) for name, file in manifest.sources.items()})

    return make


def near(value, printed: str) -> bool:
    """Say whether a number is one that was printed, to its last digit."""
    return f"{value:.{len(printed.rpartition('.')[2])}f}".replace("0.", ".", 1) == printed.replace("0.", ".", 1)


def means(sentences: pd.DataFrame, *columns: str) -> dict:
    return sentences.groupby(list(columns))["rating"].mean().to_dict()


def counts(made) -> tuple[int, int, int]:
    """Return the numbers of people, of answers and of sentences."""
    return made.ratings["participant"].nunique(), len(made.ratings), len(made.sentences)


def deltas(made) -> pd.Series:
    rating = made.sentences.set_index("sentence_id")["rating"]
    return made.pairs["good_id"].map(rating) - made.pairs["bad_id"].map(rating)


def differences(sentences: pd.DataFrame, by: list[str], of: str = "rating") -> pd.Series:
    """Return (first level of factor 1 − second) at the second level of factor 2, minus that at its first level."""
    first, second = (list(sentences[factor].unique()) for factor in ("factor_1", "factor_2"))
    cells = sentences.groupby([*by, "factor_1", "factor_2"])[of].mean().unstack(["factor_1", "factor_2"]).dropna()
    one, other = (cells[first[0], level] - cells[first[1], level] for level in second)
    return other - one


def between_halves(made, by: pd.Series | None = None) -> tuple[float, int]:
    """Correlate ratings of people with odd and with even numbers."""
    named = made.ratings if by is None else made.ratings.assign(sentence_id=made.ratings["sentence_id"].map(by))
    odd = named["participant"].astype(int) % 2
    halves = named.groupby(["sentence_id", odd])["z_score"].mean().unstack().dropna()
    return stats.pearsonr(halves[0], halves[1])[0], len(halves)


def test_subjects_after_that(of):
    made = of("that-trace")
    assert counts(made) == (199, 3184, 64)
    z = means(made.sentences, "factor_1", "factor_2")
    for levels, printed in {
        ("subject", "that"): "-.30247",
        ("subject", "null"): ".46161",
        ("object", "that"): ".16554",
        ("object", "null"): ".46633",
    }.items():
        assert near(z[levels], printed)
    assert list(made.sentences.loc[0, ["factor_1", "factor_2"]]) == ["object", "null"]
    of_items = differences(made.sentences, ["set"])
    assert near(of_items.mean(), ".46329") and (of_items > 0).sum() == 15
    early = made.sentences.merge(made.ratings[made.ratings["place"] <= 4], on="sentence_id")
    assert near(differences(early, ["design"], "z_score").item(), ".59203")
    assert len(made.pairs) == 16 and (deltas(made) > 0).all()
    raters = made.ratings.groupby("sentence_id").size()
    assert (raters.min(), raters.max()) == (16, 136)


@pytest.mark.parametrize(
    ("kind", "people", "mean_raters", "complete", "z", "pairs", "right", "delta", "halves", "length", "same"),
    [
        (
            "chinese-bridge",
            (209, 6688, 1747),
            "3.83",
            403,
            {"adj short": ".23985", "adj long": "-.33682", "arg short": ".07336", "arg long": "-.01379"},
            851,
            ".65922",
            ".32600",
            (".25391", 1311),
            "-.10238",
            (421, 422),
        ),
        (
            "chinese-bridge-2",
            (238, 7616, 1761),
            "4.32",
            417,
            {"adj short": ".33287", "adj long": "-.59190", "arg short": ".16902", "arg long": ".04205"},
            865,
            ".72370",
            ".53047",
            (".32067", 1365),
            "-.18778",
            (432, 433),
        ),
    ],
)
def test_chinese_bridge_verbs(of, kind, people, mean_raters, complete, z, pairs, right, delta, halves, length, same):
    made = of(kind)
    assert counts(made) == people
    assert near(len(made.ratings) / len(made.sentences), mean_raters)
    for (wh, place), value in means(made.sentences, "factor_1", "factor_2").items():
        assert near(value, z[f"{wh} {place}"])
    assert (made.sentences.groupby("set").size() == 4).sum() == complete
    by_pair = deltas(made)
    assert len(by_pair) == pairs and near((by_pair > 0).mean(), right) and near(by_pair.mean(), delta)
    value, number = between_halves(made)
    assert near(value, halves[0]) and number == halves[1]
    assert near(stats.pearsonr(made.sentences["sentence"].str.len(), made.sentences["rating"])[0], length)
    text = made.sentences.set_index("sentence_id")["sentence"]
    adjuncts = made.pairs[made.pairs["phenomenon"].str.contains("why")]
    characters = [sorted(text[row.good_id]) == sorted(text[row.bad_id]) for row in adjuncts.itertuples()]
    assert (sum(characters), len(characters)) == same


def test_differences_of_differences_of_chinese_bridge_verbs(of):
    first, second = of("chinese-bridge"), of("chinese-bridge-2")
    both = ["shuo (say)", "cai (guess)", "renwei (think)"]
    by_set = differences(first.sentences, ["design", "set"])
    assert len(by_set) == 403 and near(by_set.mean(), ".48770")
    by_verb = by_set.groupby("design").mean()
    assert near(by_verb["shuo (say)"], ".8371") and near(by_verb["shuoming (explain)"], "-.0763")
    assert near(by_verb["xie (write)"], ".1146")
    assert {*first.sentences["design"]} & {*second.sentences["design"]} == {*both}
    ids = first.sentences.set_index("sentence_id")
    own = first.ratings["sentence_id"].map(ids["design"]).isin(both)
    assert (own.sum(), first.ratings.loc[own, "participant"].nunique()) == (1672, 209)
    raters = first.ratings[own].groupby("sentence_id").size()
    bridge = ids.loc[raters.index].assign(
        raters=raters, total=lambda table: table["mean_rating"].astype(float) * raters
    )
    raw = (
        bridge.groupby(["factor_1", "factor_2"])[["total", "raters"]].sum().pipe(lambda it: it["total"] / it["raters"])
    )
    interaction = raw["adj", "short"] - raw["adj", "long"] - raw["arg", "short"] + raw["arg", "long"]
    assert near(interaction / 4, ".04916")
    value, number = between_halves(first, ids["design"] + " " + ids["factor_1"] + " " + ids["factor_2"])
    assert near(value, ".93385") and number == 56
    right = (deltas(second) > 0).groupby(second.pairs["phenomenon"]).agg(["mean", "size"])
    assert near(right.loc["Chinese weishenme (why)", "mean"], ".8984") and near(
        right.loc["Chinese shei (who)", "mean"], ".5486"
    )
    assert right["size"].to_dict() == {"Chinese weishenme (why)": 433, "Chinese shei (who)": 432}


def test_a_beautiful_five_days(of):
    made = of("aann")
    assert counts(made) == (126, 378, 345)
    z = means(made.sentences, "kind")
    for kind, printed in {
        "sent": ".77099",
        "sent_no_a": "-.24329",
        "sent_no_mod": "-.14065",
        "sent_no_plural": "-.13110",
        "sent_reverse_mods": "-.31593",
    }.items():
        assert near(z[kind], printed)
    raters = made.sentences["sentence_id"].map(made.ratings.groupby("sentence_id").size())
    raw = made.sentences["mean_rating"].astype(float)
    for kind, printed in {"sent": "7.92188", "sent_default": "8.78788"}.items():
        own = made.sentences["kind"] == kind
        assert near(np.average(raw[own], weights=raters[own]), printed)
    assert sorted(made.pairs["paradigm"].value_counts()) == [24, 27, 29, 30]
    assert near((deltas(made) > 0).mean(), ".87273")


def test_people_and_texts_before_exclusions(changed):
    def without_rules(declaration):
        declaration["steps"].pop(0)
        for rule in ("most_answers", "attentive"):
            del declaration[rule]

    made = changed("aann", without_rules)
    assert (counts(made), len(made.pairs)) == ((143, 1020, 756), 504)
    assert made.sentences["gpt3"].ne("").all()
    twice = made.sentences.groupby("sentence")["kind"].agg(["size", "first"])
    assert set(twice.loc[twice["size"] > 1, "first"]) == {"sent_no_mod"}
    no_mod = made.sentences[made.sentences["kind"] == "sent_no_mod"]
    assert (len(no_mod), no_mod["sentence"].nunique()) == (126, 9)


def test_adjectives_of_the_construction(of):
    made = of("aann-adjectives")
    assert counts(made) == (200, 3600, 3600)
    raw = made.sentences["mean_rating"].astype(float)
    by_class = raw.groupby(made.sentences["class"].str.removeprefix("adj-")).agg(["mean", "size"])
    for name, (printed, size) in {
        "ambig": ("7.60612", 1046),
        "quant": ("8.11727", 1083),
        "pos": ("7.01042", 576),
        "neg": ("6.54909", 550),
        "human": ("6.08904", 146),
        "stubborn": ("4.03968", 126),
    }.items():
        assert near(by_class.loc[name, "mean"], printed) and by_class.loc[name, "size"] == size
    assert by_class.loc["color", "size"] == 73
    assert near(stats.spearmanr(raw, made.sentences["gpt3"].astype(float))[0], ".37676")
    words = made.sentences["sentence"].str.split().str.len()
    assert near(stats.pearsonr(words, made.sentences["rating"])[0], ".07977")


def test_75_000_sentences_of_verbs_in_frames(of):
    made = of("mega-acceptability")
    assert counts(made) == (1294, 374940, 74827)
    raters = made.ratings.groupby("sentence_id").size()
    assert raters.value_counts().to_dict() == {5: 74595, 10: 172, 4: 59, 9: 1}  # 50 answers are averaged with others
    table = made.sentences.assign(raters=made.sentences["sentence_id"].map(raters))
    raw = table["mean_rating"].astype(float)
    assert near(np.average(raw, weights=table["raters"]), "3.94982")
    for tense, printed in {"past": "3.2418", "present": "5.2486", "past_progressive": "5.3236"}.items():
        own = table["stratum"] == tense
        assert near(np.average(raw[own], weights=table["raters"][own]), printed)
    z = means(table, "stratum")
    assert near(z["present"], ".01253") and near(z["past_progressive"], "-.02949")
    frames = table.groupby("construction")["rating"].agg(["mean", "size"])
    assert (frames["mean"].idxmax(), frames["mean"].idxmin()) == ("NP V NP", "NP V NP whichNP S")
    assert near(frames["mean"].max(), ".5887") and near(frames["mean"].min(), "-.5648")
    assert near(frames.loc["NP V that S", "mean"], ".30716") and frames.loc["NP V that S", "size"] == 1948
    for columns, printed in {
        ("construction",): ".39937",
        ("set",): ".30521",
        ("construction", "stratum"): ".44850",
    }.items():
        mean = table.groupby(list(columns))["rating"].transform("mean")
        assert near(stats.pearsonr(mean, table["rating"])[0], printed)
    words = table["sentence"].str.split().str.len()
    assert near(stats.pearsonr(words, table["rating"])[0], "-.22226")
    cells = table.pivot_table(index=["set", "stratum"], columns="construction", values="rating")
    both = cells[["NP V that S", "NP V that S[-tense]"]].dropna()
    assert len(both) == 1318
    assert near((both["NP V that S"] > both["NP V that S[-tense]"]).mean(), ".78149")


def test_satiation_by_exposure(of):
    made = of("satiation-exposure")
    assert counts(made) == (1863, 44712, 88)
    z = means(made.sentences, "construction")
    for name, printed in {
        "acceptable filler": ".89545",
        "polar question": ".58813",
        "subject island": "-.09035",
        "words in disorder": "-1.28639",
    }.items():
        assert near(z[name], printed)
    raters = made.ratings.groupby("sentence_id").size()
    assert (raters.min(), raters.max()) == (293, 1057)
    polar = made.sentences[made.sentences["construction"] == "polar question"]
    assert near(polar["mean_rating"].astype(float).mean(), ".92052")
    whether = made.sentences.loc[made.sentences["construction"] == "whether island", "sentence_id"]
    own = made.ratings[made.ratings["sentence_id"].isin(whether)]
    by_block = own.groupby("place")["z_score"].mean()
    printed = ["-.2830", "-.0009", ".0876", ".1271", ".1897", ".2365"]
    assert [near(value, one) for value, one in zip(by_block, printed, strict=True)] == [True] * 6
    known = made.sentences[made.sentences["gpt2_surprisal"] != ""]
    assert len(known) == 86
    assert near(stats.pearsonr(known["gpt2_surprisal"].astype(float), known["rating"])[0], "-.82569")


def test_satiation_by_speakers(of):
    made = of("satiation-speakers")
    assert counts(made) == (269, 12105, 75)
    assert set(made.sentences.groupby("construction").size()) == {15}
    z = means(made.sentences, "construction")
    assert near(z["whether island"], ".20183") and near(z["subject island"], "-.04588")
    assert near(z["acceptable filler"], "1.09813")


def test_agreement_with_a_disjunction(of):
    table = of("disjunction").sentences
    pairs = of("disjunction").pairs
    raw = table.set_index("sentence_id")["mean_rating"].astype(float)
    difference = pairs["good_id"].map(raw) - pairs["bad_id"].map(raw)
    assert (len(table), len(pairs)) == (240, 50)
    assert (difference > 0).mean() == 0.8 and near(difference.mean(), ".18413")
    assert near(stats.pearsonr(raw, table.set_index("sentence_id")["gpt2_surprisal"].astype(float))[0], "-.36919")


def test_the_nearer_part_of_a_disjunction_agrees(changed):
    def nearer(declaration):
        declaration["steps"][0]["join"]["take"]["first"] = "conj1"
        sides = {
            side: {"place": [f"{begin}congruent"], "alt": ["no_alt"]} for side, begin in (("good", ""), ("bad", "in"))
        }
        declaration["pairs"] |= {"within": "{item} {first}", "paradigm": "number_good"} | sides

    made = changed("disjunction", nearer)
    assert len(made.pairs) == 50 and (deltas(made) > 0).mean() == 0.62


def test_gapping_in_datives(of):
    table = of("gapping-datives").sentences
    z = means(table, "factor_1", "factor_2")
    assert near(z["mismatch", "gap"], "-.57322") and near(z["match", "nogap"], ".88755")
    assert near(differences(table, ["design"]).item(), "-.62865") and table["set"].nunique() == 16
    raw, surprisal = (table[name].astype(float) for name in ("mean_rating", "gpt2_surprisal"))
    assert near(stats.pearsonr(raw, surprisal)[0], "-.61531")


def test_chinese_pairs_and_how_many_people_are_right(of):
    made, excluded = of("zhoblimp"), of("zhoblimp-excluded")
    assert (len(made.pairs), made.pairs["paradigm"].nunique(), made.pairs["phenomenon"].nunique()) == (35400, 118, 15)
    assert (excluded.pairs.groupby("paradigm").size() == 300).sum() == 11
    right, asked = (
        made.pairs.groupby(["phenomenon", "paradigm"])[name].first().astype(int)
        for name in ("people_right", "people_asked")
    )
    assert (right.sum(), asked.sum()) == (2787, 2968) and near(right.sum() / asked.sum(), ".93902")
    share = right / asked
    assert near(share.mean(), ".93746") and near(share.min(), ".7143") and share.idxmin()[1] == "principle_A_domain"
    by_phenomenon = share.groupby("phenomenon").mean()
    pooled = right.groupby("phenomenon").sum() / asked.groupby("phenomenon").sum()
    print(by_phenomenon, pooled)
    for name, printed in {
        "anaphor": ".8400",
        "ellipsis": ".9103",
        "classifier": ".9359",
        "question": ".9670",
        "topicalization": ".9681",
    }.items():
        assert near(pooled[name], printed) or near(by_phenomenon[name], printed), name
    of_excluded = excluded.pairs.groupby("paradigm")[["people_right", "people_asked"]].first().astype(int)
    assert near(of_excluded["people_right"].sum() / of_excluded["people_asked"].sum(), ".59615")
    text = made.sentences.set_index("sentence_id")["sentence"]
    good, bad = (made.pairs[side].map(text) for side in ("good_id", "bad_id"))
    longer = good.str.len() - bad.str.len()
    assert near((longer == 0).mean(), ".65952")
    assert near(((longer < 0) + (longer == 0) / 2).mean(), ".49516")
    assert not (good == bad).any() and good.duplicated().sum() == 474


def test_labels_of_a_linguist_and_of_most_people(of):
    table = of("colac").sentences
    io.check_table(table, SENTENCES, "colac")
    assert table["part"].value_counts().to_dict() == {"train": 6072, "dev": 492}
    people, linguist = table["label"], table["other_label"]
    assert near(people.mean(), ".66667") and near(linguist.mean(), ".75716")
    assert near((people == linguist).mean(), ".80408") and near(stats.pearsonr(people, linguist)[0], ".54013")
    train = table["part"] == "train"
    both = pd.crosstab(linguist[train], people[train])
    assert both.to_numpy().tolist() == [[1132, 316], [876, 3748]]
