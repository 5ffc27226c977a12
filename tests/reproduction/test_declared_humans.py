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
from acceptability.datasets.declared import tables
from acceptability.datasets.declared.reader import read
from acceptability.papers.aann.scores import scores
from acceptability.statistics import scales


@pytest.fixture(scope="module")
def dataset(made):
    """Return a function that reads a declared dataset once, and checks that its tables keep their contracts."""
    return cache(made)


@pytest.fixture
def changed(fetched):
    """Return a function that reads a declared dataset with other rules."""

    def make(kind: str, change):
        manifest = registry.manifest({"kind": kind, "label": "x"})
        declaration = copy.deepcopy(manifest.options["declaration"])
        change(declaration)
        return read(declaration, kind, **{name: fetched(file) for name, file in manifest.sources.items()})

    return make


@pytest.fixture(scope="module")
def answers(fetched):
    """Return a function that reads all answers of a declared dataset as people gave them, with columns beside them."""

    def make(kind: str, *beside: str, **keys) -> pd.DataFrame:
        manifest = registry.manifest({"kind": kind, "label": "x"})
        whole = manifest.options["declaration"]
        declaration = {key: whole[key] for key in ("unit", "file", "read", "steps", "row", "scale") if key in whole}
        row = {role: text for role, text in declaration["row"].items() if role in ("participant", "rating", "place")}
        row["sentence"] = "|".join(map("{{{}}}".format, beside))
        files = [fetched(file) for file in manifest.sources.values()]
        columns, _ = tables.made(declaration | {"row": row} | keys, files, kind)
        table = pd.DataFrame(columns["answers"])
        table[list(beside)] = table.pop("sentence_id").str.split("|", expand=True)
        return table

    return make


def prints_as(value, printed: str) -> bool:
    """Return whether a number, rounded, is one that was printed."""
    return f"{value:.{len(printed.rpartition('.')[2])}f}".replace("0.", ".", 1) == printed.replace("0.", ".", 1)


def means(sentences: pd.DataFrame, *columns: str) -> dict:
    """Return the mean rating of the sentences with each value of some columns."""
    return sentences.groupby(list(columns))["rating"].mean().to_dict()


def counts(made) -> tuple[int, int, int]:
    """Return the numbers of people, of answers and of sentences."""
    return made.ratings["participant"].nunique(), len(made.ratings), len(made.sentences)


def deltas(made) -> pd.Series:
    """Return how much higher the rating of the good sentence of each pair is."""
    rating = made.sentences.set_index("sentence_id")["rating"]
    return made.pairs["good_id"].map(rating) - made.pairs["bad_id"].map(rating)


def differences(sentences: pd.DataFrame, by: list[str], rating: str = "rating") -> pd.Series:
    """Return (first level of factor 1 − second) at the second level of factor 2, minus that at its first level."""
    first, second = (list(sentences[factor].unique()) for factor in ("factor_1", "factor_2"))
    cells = sentences.groupby([*by, "factor_1", "factor_2"])[rating].mean().unstack(["factor_1", "factor_2"]).dropna()
    one, other = (cells[first[0], level] - cells[first[1], level] for level in second)
    return other - one


def between_halves(made, by: pd.Series | None = None) -> tuple[float, int]:
    """Correlate ratings of people with odd and with even numbers."""
    named = made.ratings if by is None else made.ratings.assign(sentence_id=made.ratings["sentence_id"].map(by))
    odd = named["participant"].astype(int) % 2
    halves = named.groupby(["sentence_id", odd])["z_score"].mean().unstack().dropna()
    return stats.pearsonr(halves[0], halves[1])[0], len(halves)


WH = ("adj short", "adj long", "arg short", "arg long")
AANN = ("sent", "sent_no_a", "sent_no_mod", "sent_no_plural", "sent_reverse_mods")
THAT = ("subject that", "subject null", "object that", "object null")
EXPOSED = ("acceptable filler", "polar question", "subject island", "scrambled words")
SPEAKERS = ("whether island", "subject island", "acceptable filler")


@pytest.mark.parametrize(
    ("kind", "people", "columns", "names", "printed"),
    [
        ("that-trace", (199, 3184, 64), ["factor_1", "factor_2"], THAT, "-.30247 .46161 .16554 .46633"),
        ("chinese-bridge", (209, 6688, 1747), ["factor_1", "factor_2"], WH, ".23985 -.33682 .07336 -.01379"),
        ("chinese-bridge-2", (238, 7616, 1761), ["factor_1", "factor_2"], WH, ".33287 -.59190 .16902 .04205"),
        ("aann", (126, 378, 345), ["kind"], AANN, ".77099 -.24329 -.14065 -.13110 -.31593"),
        ("satiation-exposure", (1863, 44712, 88), ["construction"], EXPOSED, ".91472 1.08943 -.14548 -.91467"),
        ("satiation-speakers", (269, 12105, 75), ["construction"], SPEAKERS, ".20183 -.04588 1.09813"),
    ],
)
def test_people_answers_sentences_and_mean_z_scores(dataset, kind, people, columns, names, printed):
    made = dataset(kind)
    assert counts(made) == people
    z = made.sentences.groupby(made.sentences[columns].agg(" ".join, axis=1))["rating"].mean()
    assert [name for name, value in zip(names, printed.split(), strict=True) if not prints_as(z[name], value)] == []


def test_subjects_after_that(dataset):
    made = dataset("that-trace")
    assert list(made.sentences.loc[0, ["factor_1", "factor_2"]]) == ["object", "null"]
    by_item = differences(made.sentences, ["set"])
    assert prints_as(by_item.mean(), ".46329") and (by_item > 0).sum() == 15
    early = made.sentences.merge(made.ratings[made.ratings["place"] <= 4], on="sentence_id")
    assert prints_as(differences(early, ["design"], "z_score").item(), ".59203")
    assert len(made.pairs) == 16 and (deltas(made) > 0).all()
    raters = made.ratings.groupby("sentence_id").size()
    assert (raters.min(), raters.max()) == (16, 136)


def test_subjects_after_that_before_exclusions(answers):
    table = answers("that-trace", "gap", "complementiser")
    assert (len(table), table["participant"].nunique()) == (6432, 200)  # practice is dropped
    cells, tests = table["gap"] + " " + table["complementiser"], table["gap"] != ""
    assert (tests.sum(), (cells == "subject that").sum()) == (3216, 2010)
    ends = table[tests & ~table["place"].between(5, 28)]  # before and after exposure
    raw = ends.groupby(cells)["rating"].agg(["mean", "size"])
    assert (len(ends), ends["participant"].nunique()) == (1608, 200) and set(raw["size"]) == {402}
    assert prints_as(raw["mean"].mean(), ".59043")


@pytest.mark.parametrize(
    ("kind", "raters", "mean_raters", "complete", "pairs", "right", "delta", "halves", "length", "same"),
    [
        (
            "chinese-bridge",
            (1, 12),
            "3.83",
            403,
            851,
            ".65922",
            ".32600",
            (".25391", 1311),
            "-.10238",
            (421, 422),
        ),
        (
            "chinese-bridge-2",
            (1, 14),
            "4.32",
            417,
            865,
            ".72370",
            ".53047",
            (".32067", 1365),
            "-.18778",
            (432, 433),
        ),
    ],
)
def test_chinese_bridge_verbs(dataset, kind, raters, mean_raters, complete, pairs, right, delta, halves, length, same):
    made = dataset(kind)
    by_sentence = made.ratings.groupby("sentence_id").size()
    assert (by_sentence.min(), by_sentence.max()) == raters and prints_as(by_sentence.mean(), mean_raters)
    assert (made.sentences.groupby("set").size() == 4).sum() == complete
    by_pair = deltas(made)
    assert len(by_pair) == pairs and prints_as((by_pair > 0).mean(), right) and prints_as(by_pair.mean(), delta)
    value, number = between_halves(made)
    assert prints_as(value, halves[0]) and number == halves[1]
    assert prints_as(stats.pearsonr(made.sentences["sentence"].str.len(), made.sentences["rating"])[0], length)
    text = made.sentences.set_index("sentence_id")["sentence"]
    adjuncts = made.pairs[made.pairs["phenomenon"].str.contains("why")]
    characters = [sorted(text[row.good_id]) == sorted(text[row.bad_id]) for row in adjuncts.itertuples()]
    assert (sum(characters), len(characters)) == same


@pytest.mark.parametrize(("kind", "slips"), [("chinese-bridge", 5), ("chinese-bridge-2", 12)])
def test_items_are_numbered_by_the_ids_and_verbs_are_those_that_people_saw(answers, kind, slips):
    table = answers(kind, "sentence_id", "verb", "item", "number", "sentence")
    other = table[table["item"].astype(int) != table["number"].astype(int)]
    assert len(other) == slips and set(other["sentence_id"]) == {"127142", "227142"} and set(other["item"]) == {"28"}
    write = table[table["verb"] == "写"].drop_duplicates("sentence_id")
    assert write["sentence"].str.contains("写下来").all() and len(write) == {"chinese-bridge": 122}.get(kind, 0)


def test_differences_of_differences_of_chinese_bridge_verbs(dataset):
    first, second = dataset("chinese-bridge"), dataset("chinese-bridge-2")
    both = ["shuo (say)", "cai (guess)", "renwei (think)"]
    by_set = differences(first.sentences, ["design", "set"])
    assert len(by_set) == 403 and prints_as(by_set.mean(), ".48770")
    by_verb = by_set.groupby("design").mean()
    assert prints_as(by_verb["shuo (say)"], ".8371") and prints_as(by_verb["shuoming (explain)"], "-.0763")
    assert prints_as(by_verb["xie (write)"], ".1146")
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
    assert prints_as(interaction / 4, ".04916")
    value, number = between_halves(first, ids["design"] + " " + ids["factor_1"] + " " + ids["factor_2"])
    assert prints_as(value, ".93385") and number == 56
    right = (deltas(second) > 0).groupby(second.pairs["phenomenon"]).agg(["mean", "size"])
    assert prints_as(right.loc["Chinese weishenme (why)", "mean"], ".8984") and prints_as(
        right.loc["Chinese shei (who)", "mean"], ".5486"
    )
    assert right["size"].to_dict() == {"Chinese weishenme (why)": 433, "Chinese shei (who)": 432}


def test_a_beautiful_five_days(dataset):
    made = dataset("aann")
    raters = made.sentences["sentence_id"].map(made.ratings.groupby("sentence_id").size())
    raw = made.sentences["mean_rating"].astype(float)
    for kind, printed in {"sent": "7.92188", "sent_default": "8.78788"}.items():
        own = made.sentences["kind"] == kind
        assert prints_as(np.average(raw[own], weights=raters[own]), printed)
    assert sorted(made.pairs["paradigm"].value_counts()) == [24, 27, 29, 30]
    assert prints_as((deltas(made) > 0).mean(), ".87273")


def test_people_and_texts_before_exclusions(changed, answers, fetched):
    def without_rules(declaration):
        declaration["steps"].pop(0)
        for rule in ("most_answers", "attentive"):
            del declaration[rule]

    made = changed("aann", without_rules)
    assert (counts(made), len(made.pairs)) == ((143, 1020, 756), 504)
    twice = made.sentences.groupby("sentence")["kind"].agg(["size", "first"])
    assert set(twice.loc[twice["size"] > 1, "first"]) == {"sent_no_mod"}
    no_mod = made.sentences[made.sentences["kind"] == "sent_no_mod"]
    assert (len(no_mod), no_mod["sentence"].nunique()) == (126, 9)
    assert changed("aann", lambda declaration: declaration["steps"].pop(0)).ratings["participant"].nunique() == 131
    steps = registry.manifest({"kind": "aann", "label": "x"}).options["declaration"]["steps"]
    table = answers("aann", "value", steps=steps[1:])
    own = table["participant"].value_counts()
    assert (len(table), table["value"].nunique(), own.max(), (own > 11).sum()) == (3740, 764, 748, 8)
    files = {number: fetched(f"aann-gpt3-main-{number}.csv") for number in "12"}
    goodness = scores(files, {"goodness": "goodness"}, made.sentences, made.pairs).set_index("sentence_id")["score"]
    tests = table[table["value"].isin(goodness.index)]
    assert len(tests) == 1020 and prints_as(stats.spearmanr(tests["rating"], tests["value"].map(goodness))[0], ".52439")


@pytest.mark.parametrize(
    ("kind", "share"),
    [("default", ".1810"), ("no_plural", "1.0000"), ("no_mod", "1.0000"), ("reverse_mods", ".9924")],
)
def test_gpt3_prefers_the_construction_to_other_kinds(fetched, kind, share):
    condition = {"experiment": ["spentLondon"], "numclass": ["num-low"], "nounclass": ["noun-measure"]}
    row = {"pair_id": "{adj} {num} {noun} {template}", "good": "sent", "bad": f"sent_{kind}"}
    row |= {"good_rating": "goodness-sent", "bad_rating": f"goodness-sent_{kind}"}
    files = [fetched(f"aann-gpt3-main-{number}.csv") for number in "12"]
    declaration = {"unit": "pair", "file": [file.name for file in files], "steps": [{"keep": condition}], "row": row}
    made = read(declaration, "GPT-3", **{file.name: file for file in files})
    assert len(made.pairs) == 1050 and prints_as((deltas(made) > 0).mean(), share)


def test_some_of_gpt3s_judgments_are_repeated(fetched):
    def read_of(experiment: str, **row: str) -> pd.DataFrame:
        files = [fetched(f"aann-gpt3-{experiment}-{number}.csv") for number in "12"]
        declaration = {"file": [file.name for file in files], "row": {"good": "adj", "bad": "noun"} | row}
        return read({"unit": "pair"} | declaration, "GPT-3", **{file.name: file for file in files}).pairs

    main = read_of("main", text="{experiment} {template} {adj} {num} {noun}")
    assert (len(main), main["text"].duplicated().sum()) == (6118, 150)
    assert len(read_of("adjectives", pair_id="{adj}-{num}-{noun}-sent-{experiment}-{template}")) == 12960


def test_adjectives_of_the_construction(dataset, answers):
    made = dataset("aann-adjectives")
    assert counts(made) == (190, 3420, 3420)  # by the rules of the first experiment: ten people, by their language
    assert set(answers("aann-adjectives", "value")["participant"].value_counts()) == {36}
    raw = made.sentences["mean_rating"].astype(float)
    by_class = raw.groupby(made.sentences["class"].str.removeprefix("adj-")).agg(["mean", "size"])
    for name, (printed, size) in {
        "ambig": ("7.62500", 992),
        "quant": ("8.10808", 1027),
        "pos": ("7.01812", 552),
        "neg": ("6.54198", 524),
        "human": ("6.01460", 137),
        "stubborn": ("4.10084", 119),
    }.items():
        assert prints_as(by_class.loc[name, "mean"], printed) and by_class.loc[name, "size"] == size
    assert by_class.loc["color", "size"] == 69
    words = made.sentences["sentence"].str.split().str.len()
    assert prints_as(stats.pearsonr(words, made.sentences["rating"])[0], ".07821")


def test_75_000_sentences_of_verbs_in_frames(dataset):
    made = dataset("mega-acceptability")
    assert counts(made) == (1294, 374940, 74827)
    raters = made.ratings.groupby("sentence_id").size()
    assert raters.value_counts().to_dict() == {5: 74595, 10: 172, 4: 59, 9: 1}  # 50 answers are averaged with others
    table = made.sentences.assign(raters=made.sentences["sentence_id"].map(raters))
    z = means(table, "stratum")
    assert prints_as(z["present"], ".01253") and prints_as(z["past_progressive"], "-.02949")
    frames = table.groupby("construction")["rating"].agg(["mean", "size"])
    assert (frames["mean"].idxmax(), frames["mean"].idxmin()) == ("NP V NP", "NP V NP whichNP S")
    assert prints_as(frames["mean"].max(), ".5887") and prints_as(frames["mean"].min(), "-.5648")
    assert prints_as(frames.loc["NP V that S", "mean"], ".30716") and frames.loc["NP V that S", "size"] == 1948
    for columns, printed in {
        ("construction",): ".39937",
        ("set",): ".30521",
        ("construction", "stratum"): ".44850",
    }.items():
        mean = table.groupby(list(columns))["rating"].transform("mean")
        assert prints_as(stats.pearsonr(mean, table["rating"])[0], printed)
    words = table["sentence"].str.split().str.len()
    assert prints_as(stats.pearsonr(words, table["rating"])[0], "-.22226")
    cells = table.pivot_table(index=["set", "stratum"], columns="construction", values="rating")
    both = cells[["NP V that S", "NP V that S[-tense]"]].dropna()
    assert len(both) == 1318
    assert prints_as((both["NP V that S"] > both["NP V that S[-tense]"]).mean(), ".78149")


def test_375_000_answers_as_they_were_given(answers):
    table = answers("mega-acceptability", "verb", "frame", "tense", "list", "nativeenglish", "sentence")
    assert (len(table), table["participant"].nunique(), table["list"].nunique()) == (374990, 1294, 1500)
    assert prints_as(table["rating"].mean(), "3.95007")
    raw = table.groupby("tense")["rating"].mean()
    assert (
        prints_as(raw["past"], "3.2418")
        and prints_as(raw["present"], "5.2488")
        and prints_as(raw["past_progressive"], "5.3238")
    )
    raters = table.groupby("sentence").size()
    assert raters.value_counts().to_dict() == {5: 74644, 10: 173, 4: 10}
    cells = table.groupby(["verb", "frame", "tense"])
    assert (cells.ngroups, (cells["list"].nunique() > 1).sum()) == (74830, 170)
    assert (table.groupby("sentence")["verb"].nunique() > 1).sum() == 3
    own = table["participant"].value_counts()
    assert (own.min(), own.max()) == (49, 2800)  # 50, of which one answer is empty
    others = table[table["nativeenglish"] == "False"]
    assert (len(others), others["participant"].nunique()) == (1550, 7)


def test_satiation_by_exposure(dataset, answers, fetched):
    made = dataset("satiation-exposure")
    table = answers("satiation-exposure", "sentence_id")
    own = table["participant"].value_counts()
    assert (len(table), len(own), (own == 48).sum()) == (44856, 1866, 3)
    raw = table.groupby(table["sentence_id"].astype(int))["rating"].mean()
    released = pd.read_csv(fetched("satiation-exposure-means.csv"), index_col="sentence_id")["all_exposures"]
    assert raw[released.index].to_numpy() == pytest.approx(released.to_numpy(), abs=1e-12)
    assert set(raw.index) - set(released.index) == {23, 39}  # whose texts lack a word
    sizes = made.sentences["construction"].value_counts()
    assert sizes[["acceptable filler", "scrambled words"]].eq(11).all() and sorted(sizes) == [11, 11, 22, 22, 22]
    raters = made.ratings.groupby("sentence_id").size()
    assert (raters.min(), raters.max()) == (293, 1057)
    polar = made.sentences[made.sentences["construction"] == "polar question"]
    assert prints_as(polar["mean_rating"].astype(float).mean(), ".92052")


def test_satiation_by_exposure_has_one_scale(dataset, changed):
    """Each person rated one construction: within all answers, z-scores put polar questions below fillers."""
    dataset_read = changed("satiation-exposure", lambda declaration: declaration.pop("standardise_by"))
    z = dataset_read.sentences.groupby("construction")["rating"].mean()
    printed = dict(zip(EXPOSED, (".89545", ".58813", "-.09035", "-1.28639"), strict=True))
    assert [name for name, it in printed.items() if not prints_as(z[name], it)] == []
    doubt = scales.doubt(dataset_read.sentences, dataset_read.pairs, dataset_read.ratings)
    assert "By mean answers: polar question 0.920, acceptable filler 0.887;" in doubt
    assert "by mean z-scores: acceptable filler 0.895, polar question 0.588 (r of the means of all 5" in doubt
    right = dataset("satiation-exposure")
    assert right.doubts == () and scales.doubt(right.sentences, right.pairs, right.ratings) == ""


def test_the_order_of_sentences_is_not_that_of_the_numbers_of_blocks(changed, dataset):
    dataset_read = changed("satiation-speakers", lambda declaration: declaration["row"].update(place="block_sequence"))
    shared, gaps, other = dataset_read.doubts
    assert "269 of 269 participants have several answers at one place (such as 3 at 2)" in shared
    assert "nobody has an answer at 1 and 4 to 9" in gaps
    assert "the column trial_sequence_total counts 1, 2, 3 … within every participant, in another order" in other
    assert dataset("satiation-speakers").doubts == ()


def test_satiation_by_speakers(dataset, answers):
    table = answers("satiation-speakers", "sentence_id")
    assert (len(table), table["participant"].nunique()) == (12285, 271)
    assert set(dataset("satiation-speakers").sentences.groupby("construction").size()) == {15}


def test_agreement_with_a_disjunction(dataset):
    table = dataset("disjunction").sentences
    pairs = dataset("disjunction").pairs
    raw = table.set_index("sentence_id")["mean_rating"].astype(float)
    difference = pairs["good_id"].map(raw) - pairs["bad_id"].map(raw)
    assert (len(table), len(pairs)) == (240, 50)
    hardly_shared = (difference > 0).groupby(pairs["paradigm"]).agg(["mean", "size"])
    assert hardly_shared.to_numpy().tolist() == [[1.0, 25], [0.6, 25]]
    assert hardly_shared.index.tolist() == ["plural parts", "singular parts"]
    assert (difference > 0).mean() == 0.8 and prints_as(difference.mean(), ".18413")


def test_the_nearer_part_of_a_disjunction_agrees(changed):
    def nearer(declaration):
        declaration["steps"][0]["join"]["take"]["first"] = "conj1"
        sides = {
            side: {"place": [f"{begin}congruent"], "alt": ["no_alt"]} for side, begin in (("good", ""), ("bad", "in"))
        }
        declaration["pairs"] |= {"within": "{item} {first}", "paradigm": "number_good"} | sides

    made = changed("disjunction", nearer)
    assert len(made.pairs) == 50 and (deltas(made) > 0).mean() == 0.62


def test_gapping_in_datives(dataset):
    table = dataset("gapping-datives").sentences
    z = means(table, "factor_1", "factor_2")
    assert prints_as(z["mismatch", "gap"], "-.57322") and prints_as(z["match", "nogap"], ".88755")
    assert prints_as(differences(table, ["design"]).item(), "-.62865") and table["set"].nunique() == 16


def test_chinese_pairs_and_how_many_people_are_right(dataset):
    made, excluded = dataset("zhoblimp"), dataset("zhoblimp-excluded")
    assert (len(made.pairs), made.pairs["paradigm"].nunique(), made.pairs["phenomenon"].nunique()) == (35400, 118, 15)
    assert (excluded.pairs.groupby("paradigm").size() == 300).sum() == 11
    assert set(made.pairs["people_asked"].astype(int)) == {22, 28}
    text = made.sentences.set_index("sentence_id")["sentence"]
    good, bad = (made.pairs[side].map(text) for side in ("good_id", "bad_id"))
    longer = good.str.len() - bad.str.len()
    assert prints_as((longer == 0).mean(), ".65952")
    assert not (good == bad).any() and good.duplicated().sum() == 474


def test_phenomena_in_the_file_of_people_are_an_older_division(changed):
    def with_both(declaration):
        declaration["steps"][0]["join"]["take"]["older"] = "phenomenon"
        declaration["row"]["older"] = "older"

    by_paradigm = changed("zhoblimp", with_both).pairs.drop_duplicates("paradigm")
    other = by_paradigm["older"] != by_paradigm["phenomenon"]
    assert other.sum() == 16 and (by_paradigm["older"] == "").sum() == 2


def test_chinese_sentences_without_labels_are_left_out(changed):
    def whole(declaration):
        declaration["read"]["member"] = r"(train|dev|test)\.csv"
        del declaration["row"]["label"], declaration["row"]["other_label"]

    sizes = changed("colac", whole).sentences["part"].value_counts()
    assert sizes.to_dict() == {"train": 6072, "test": 931, "dev": 492} and sizes.sum() == 7495


def test_labels_of_a_linguist_and_of_most_people(dataset):
    table = dataset("colac").sentences
    io.check_table(table, SENTENCES, "colac")
    assert table["part"].value_counts().to_dict() == {"train": 6072, "dev": 492}
    assert prints_as(table["label"].mean(), ".66667") and prints_as(table["other_label"].mean(), ".75716")
