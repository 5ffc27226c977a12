"""Two sets of pairs with what language models make of them, by probability and by prompt, from the files as they are."""

import json
from zipfile import ZipFile

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.analyses.prompting import compute as prompting
from acceptability.contracts import checks, io
from acceptability.papers.blimp_650 import manifest as blimp_manifest
from acceptability.papers.blimp_650 import reader as blimp_reader
from acceptability.papers.blimp_650 import scores as blimp_scores
from acceptability.papers.dgl import answers, manifest, reader, scores, task_demands
from acceptability.papers.released import prompts
from acceptability.papers.released.study import DEMANDS, SIZES, argument
from acceptability.rounding import shown
from acceptability.scoring.prompts import Prompt
from helpers import ROOT

MODELS = {  # model: right of 80 pairs; r with acceptance; prompted, both orders; right of 650; prompted, both orders
    "llama-2-7b-hf": (69, 0.795, 14, 559, 126),
    "llama-2-13b-hf": (70, 0.728, 0, 551, 0),
    "llama-2-70b-hf": (68, 0.779, 59, 543, 450),
    "mistral-7b-v0.1": (68, 0.745, 41, 563, 397),
    "gemma-2b": (67, 0.694, 0, 545, 0),
    "gemma-7b": (69, 0.725, 50, 552, 413),
    "olmo-1b": (70, 0.667, 0, 545, 0),
    "olmo-7b": (69, 0.720, 0, 550, 0),
    "pythia-1b-deduped": (66, 0.631, 0, 539, 0),
    "pythia-1.4b-deduped": (68, 0.706, 0, 552, 0),
    "pythia-2.8b-deduped": (63, 0.715, 0, 560, 0),
    "pythia-6.9b-deduped": (67, 0.744, 0, 564, 0),
    "pythia-12b-deduped": (69, 0.738, 0, 564, 0),
}
OUTSIDE = {  # share of the 70 pairs that are no center embeddings
    "llama-2-7b-hf": 0.986,
    "llama-2-13b-hf": 1,
    "llama-2-70b-hf": 0.971,
    "mistral-7b-v0.1": 0.971,
    "gemma-2b": 0.957,
    "gemma-7b": 0.986,
    "olmo-1b": 1,
    "olmo-7b": 0.986,
    "pythia-1b-deduped": 0.943,
    "pythia-1.4b-deduped": 0.957,
    "pythia-2.8b-deduped": 0.900,
    "pythia-6.9b-deduped": 0.943,
    "pythia-12b-deduped": 0.986,
}
ORDERS = {  # first, second, answers 1 in both, 2 in both, alike: of the models that do not always answer 1
    "dgl": {
        "llama-2-7b-hf": (14, 80, 0, 66, 14),
        "llama-2-70b-hf": (74, 64, 14, 4, 60),
        "mistral-7b-v0.1": (70, 49, 29, 8, 43),
        "gemma-7b": (58, 72, 8, 22, 50),
    },
    "blimp": {
        "llama-2-7b-hf": (158, 608, 32, 482, 136),
        "llama-2-70b-hf": (528, 548, 77, 95, 469),
        "mistral-7b-v0.1": (591, 438, 194, 41, 415),
        "gemma-7b": (462, 568, 49, 155, 446),
        "pythia-1b-deduped": (644, 4, 644, 4, 2),
    },
}
DAVINCI = {
    "002": (69, 0.7448777486818973),
    "003": (68, 0.672262826222596),
}  # the notebook prints r of surprisals: minus
UNCODABLE = {"002": 3, "003": 4}
EMBEDDING = "Center Embedding"


@pytest.fixture(scope="module")
def dgl(chosen):
    return chosen(reader.read, manifest.manifest({}))


@pytest.fixture(scope="module")
def blimp(chosen):
    return chosen(blimp_reader.read, blimp_manifest.manifest({}))


def differences(data, table):
    """The score of the good sentence minus that of the other one, by pair."""
    checks.check_scores(table, data.sentences, "scores")
    score = table.set_index("sentence_id")["score"]
    pairs = data.pairs.set_index("pair_id")
    return pairs["good_id"].map(score) - pairs["bad_id"].map(score)


def right_and_r(data, table) -> tuple[int, float, float]:
    """Pairs right, the share of them without center embeddings, and r of judged minus other with acceptance."""
    delta, pairs = differences(data, table), data.pairs.set_index("pair_id")
    outside = (delta[pairs["phenomenon"] != EMBEDDING] > 0).mean()
    judged = delta * pairs["judged"].map({"good": 1, "bad": -1})
    return (delta > 0).sum(), outside, stats.pearsonr(judged, pairs["acceptance"].astype(float)).statistic


def test_80_pairs_of_8_constructions_with_800_first_answers(dgl):
    assert (len(dgl.sentences), len(dgl.pairs), len(dgl.choices)) == (160, 80, 800)
    assert (dgl.pairs["phenomenon"].value_counts() == 10).all() and dgl.pairs["phenomenon"].nunique() == 8
    assert dgl.choices["participant"].nunique() == 80
    assert (dgl.choices.groupby("pair_id").size() == 10).all()
    assert dgl.pairs["judged"].value_counts().to_dict() == {"good": 40, "bad": 40}
    assert dgl.sentences["sentence"].nunique() == 149  # five pairs stand twice, and one is twice the same sentence
    same = dgl.pairs.loc[dgl.pairs["equal_sentences"] == "true", "pair_id"]
    assert same.tolist() == ["dgl.center-embedding.05"]


def test_the_judged_sentences_are_those_of_the_list_of_stimuli(dgl, fetched):
    pairs = dgl.pairs
    text = dgl.sentences.set_index("sentence_id")["sentence"]
    judged = pairs["good_id"].where(pairs["judged"] == "good", pairs["bad_id"]).map(text)
    assert sorted(judged) == sorted(io.read_raw_csv(fetched("dgl-sentences.csv"))["sentence"])


def test_what_people_accept_and_reject(dgl, fetched):
    given = answers.read_answers(fetched("dgl-humans.csv"))
    assert len(given) == 8000 and (given.groupby("pair_id").size() == 100).all()
    assert answers.shares(given) == pytest.approx({"accepted": 0.79475, "rejected": 0.72725}, abs=1e-12)
    assert answers.shares(given[given["time"] == 1]) == pytest.approx(
        {"accepted": 0.7175, "rejected": 0.725}, abs=1e-12
    )
    acceptance = dgl.pairs.set_index("pair_id")["acceptance"].astype(float)
    assert answers.acceptance(given).to_dict() == pytest.approx(acceptance.to_dict(), abs=1e-12)


@pytest.mark.parametrize("model", MODELS)
def test_log_probabilities_of_13_models(dgl, blimp, fetched, model):
    right, r, _, of_650, _ = MODELS[model]
    measures = {"log_prob": "direct_sum_logprob"}
    table = scores.scores({"": fetched(f"demands-dgl-{model}.csv")}, measures, dgl.sentences, dgl.pairs)
    found = right_and_r(dgl, table)
    assert found[0] == right
    assert found[1:] == (pytest.approx(OUTSIDE[model], abs=0.0005), pytest.approx(r, abs=0.0005))
    assert (differences(dgl, table) == 0).sum() == 1  # the pair whose sentences are the same
    table = blimp_scores.scores({"": fetched(f"demands-blimp-{model}.csv")}, measures, blimp.sentences, blimp.pairs)
    assert (differences(blimp, table) > 0).sum() == of_650


@pytest.mark.parametrize("model", DAVINCI)
def test_surprisals_of_text_davinci(dgl, fetched, model):
    right, r = DAVINCI[model]
    table = scores.scores(
        {"": fetched(f"dgl-davinci-{model}.csv")}, {"score": "sum_surprisal"}, dgl.sentences, dgl.pairs
    )
    found = right_and_r(dgl, table)
    assert found[0] == right and found[2] == pytest.approx(r, rel=1e-15, abs=1e-15)
    assert found[1] == pytest.approx({"002": 0.986, "003": 0.971}[model], abs=0.0005)


@pytest.mark.parametrize(("name", "place"), [("dgl", 2), ("blimp", 4)])
def test_prompted_decisions(dgl, blimp, fetched, name, place):
    data, module = (dgl, scores) if name == "dgl" else (blimp, blimp_scores)
    files = {model: fetched(f"demands-{name}-{model}.csv") for model in MODELS}
    table = prompts.prompted(files).set_index("model")
    every = len(data.pairs)
    assert (table["pairs"] == every).all()
    assert (table["both"] * every).round(9).to_dict() == {model: numbers[place] for model, numbers in MODELS.items()}
    columns = ["first", "second", "answers_1_both", "answers_2_both", "alike"]
    for model in MODELS:
        expected = ORDERS[name].get(model, (every, 0, every, 0, 0))  # who always answers 1 is right in one order
        assert (table.loc[model, columns] * every).tolist() == pytest.approx(expected), model
    decided = module.decisions(files, {model: model for model in MODELS}, data.sentences, data.pairs)
    assert decided.groupby("measure")["chose_good"].sum().to_dict() == {m: n[place] for m, n in MODELS.items()}
    assert len(decided) == len(MODELS) * every


def test_answers_about_single_sentences(dgl, fetched):
    measures = {"gpt-3.5": "original_prompt_gpt3.5_turbo", "gpt-4": "original_prompt_gpt4"}
    table = scores.decisions({"": fetched("dgl-gpt-answers.csv")}, measures, dgl.sentences, dgl.pairs)
    by_model = table.groupby("measure")["chose_good"]
    assert by_model.agg(["size", "mean"]).to_numpy().tolist() == [[80, 0.80], [80, 0.9125]]
    judged = dgl.pairs.set_index("pair_id")["judged"]
    four = table[table["measure"] == "gpt-4"]
    assert four.groupby(four["pair_id"].map(judged))["chose_good"].mean().to_dict() == {"good": 0.85, "bad": 0.975}
    lacking = {}
    for model, right in {"002": 40, "003": 39}.items():
        files = {"": fetched(f"dgl-davinci-{model}-answers.csv")}
        table = scores.decisions(files, {"answer": "response_clean"}, dgl.sentences, dgl.pairs)
        assert table["chose_good"].sum() == right
        lacking[model] = 80 - len(table)
    assert lacking == UNCODABLE and sum(lacking.values()) / 160 == 0.04375


ASKED = Prompt("c-or-n", "en", "yes_no", "{sentence}", {"yes": ("C",), "no": ("N",)}, "Dentella et al.")


def test_released_answers_in_words_are_read_by_the_rules_of_prompts(fetched):
    """One answer of text-davinci-003 ends in N, but was coded as C; all others are read as they were coded."""
    raw = io.read_raw_csv(fetched("dgl-gpt-answers.csv"))
    raw = raw[raw["phenomenon"] != "attention check"]
    for column, share in {
        "original_prompt_gpt3.5_turbo": 0.80,
        "original_prompt_gpt4": 0.9125,
        "original_prompt_full_gpt4": 0.9125,
    }.items():
        said = raw[column].map(ASKED.option_of)
        assert said.notna().all() and ((said == "yes") == (raw["condition"] == "grammatical")).mean() == share
    lacking, coded_otherwise = {}, []
    for model in UNCODABLE:
        raw = io.read_raw_csv(fetched(f"dgl-davinci-{model}-answers.csv"))
        said, coded = raw["response"].map(ASKED.option_of), raw["response_clean"].map({"C": "yes", "N": "no"})
        lacking[model] = int(said.isna().sum())
        assert (said.isna() == coded.isna()).all()
        coded_otherwise += raw.loc[said.notna() & (said != coded), "response"].tolist()
    assert lacking == UNCODABLE and coded_otherwise == ["He don't like it.\nN"]


@pytest.mark.parametrize("name", ["dgl", "blimp"])
def test_prompted_in_both_orders_by_the_analysis_of_prompts(name, fetched):
    """Log-probabilities of 1 and 2 as answers: the shares are those of the released decisions, counted otherwise."""
    found = {}
    for model in ORDERS[name]:
        path = fetched(f"demands-{name}-{model}.csv")
        raw = task_demands.read(path)
        lp = {key: raw[column] for key, column in task_demands.ANSWERS.items()}
        values = {"good_first": lp["good", 1] - lp["good", 2], "bad_first": lp["bad", 2] - lp["bad", 1]}
        columns = {
            "measure": "forced_choice",
            "prompt": "hu-frank",
            "item": raw["item_id"],
            "repetition": 1,
            "listed": 1.0,
        }
        answers = pd.concat([raw.assign(**columns, order=order, score=score) for order, score in values.items()])
        pairs = pd.DataFrame(index=raw["item_id"])
        both, bias = prompting._both_orders(answers, pairs, 0.0), prompting._bias(answers, 0.0)
        (shares,) = prompts.prompted({model: path}).to_dict("records")
        assert both == pytest.approx({"strict": shares["both"], "alike": shares["alike"]}, abs=1e-12)
        ties = pd.concat([score == 0 for score in values.values()]).mean()
        assert bias["first_option"] == pytest.approx(shares["answers_1"] + ties / 2, abs=1e-12)
        found[model] = both["strict"]
    if name == "blimp":
        strict = {model: found[model] for model in ("llama-2-70b-hf", "gemma-7b", "llama-2-7b-hf")}
        assert strict == pytest.approx({"llama-2-70b-hf": 0.692, "gemma-7b": 0.635, "llama-2-7b-hf": 0.194}, abs=5e-4)


AVERAGED = {  # model: direct and averaged on DGL, and on BLiMP-650; a tie is wrong directly, and half right averaged
    "llama-2-13b-hf": (0.875, 0.700, 0.848, 0.783),
    "llama-2-70b-hf": (0.850, 0.944, 0.835, 0.891),
    "mistral-7b-v0.1": (0.850, 0.881, 0.866, 0.886),
    "gemma-7b": (0.863, 0.944, 0.849, 0.840),
}


@pytest.mark.parametrize("model", AVERAGED)
def test_averaged_over_both_orders_a_habit_of_one_answer_does_not_count(fetched, model):
    """The averaged share is computed from the raw log-odds of the good sentence's number, where it is first and second.

    Llama-2 13B, which is right in both orders of no pair (strict), is right about 78.3 % of BLiMP-650.
    """
    for name, places in (("dgl", (0, 1)), ("blimp", (2, 3))):
        path = fetched(f"demands-{name}-{model}.csv")
        raw = io.read_raw_csv(path)
        number = {column: raw[column].astype(float) for column in raw if "logprob" in column}
        odds = number["meta_sum_logprob_good_first_1"] - number["meta_sum_logprob_good_first_2"]
        odds += number["meta_sum_logprob_bad_first_2"] - number["meta_sum_logprob_bad_first_1"]
        apart = number["direct_sum_logprob_good_sentence"] - number["direct_sum_logprob_bad_sentence"]
        averaged = ((odds > 1e-9) + (odds.abs() <= 1e-9) / 2).mean()
        assert [(apart > 0).mean(), averaged] == pytest.approx([AVERAGED[model][place] for place in places], abs=6e-4)
        (shares,) = prompts.prompted({model: path}).to_dict("records")
        assert (shares["direct"], shares["averaged"]) == pytest.approx(((apart > 0).mean(), averaged))
        assert shares["listed"] == pytest.approx(sum(np.exp(number[c]).mean() for c in number if "meta" in c) / 2)


def test_what_prompts_gain_is_tested_over_clusters(blimp, fetched):
    """An own jackknife over BLiMP's paradigms gives Llama-2 70B + .055 [.007, .103], and own flips give its p."""
    path = fetched("demands-blimp-llama-2-70b-hf.csv")
    row = prompts.compare({"m": path}, blimp.pairs, blimp_reader).iloc[0]
    assert row[["difference", "low", "high"]].tolist() == pytest.approx([0.055, 0.007, 0.103], abs=6e-4)
    raw = task_demands.read(path, blimp_reader.PAIR)
    by_score, by_prompt = prompts.pair_credits(raw)
    paradigm = blimp_reader.pair_ids(raw).map(blimp.pairs.set_index("pair_id")["cluster"])
    sums = pd.Series(by_prompt - by_score).groupby(paradigm.to_numpy()).agg(["sum", "size"])
    left_out = (sums["sum"].sum() - sums["sum"]) / (sums["size"].sum() - sums["size"])
    effective = sums["size"].sum() ** 2 / (sums["size"] ** 2).sum()
    half = stats.t.ppf(0.975, effective - 1) * np.sqrt((len(sums) - 1) * left_out.var(ddof=0))
    assert row["high"] - row["difference"] == pytest.approx(half)
    signs = np.random.default_rng(5).choice([-1, 1], size=(20_000, len(sums)))
    p = (np.abs(signs @ sums["sum"].to_numpy()) >= abs(sums["sum"].sum()) - 1e-9).mean()
    assert row["p"] == pytest.approx(p, abs=0.005)


def said(name: str) -> str:
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


def points(value: float) -> str:
    """Return a number as docs print it: .891, −.009."""
    return shown(value, 3).replace("0.", ".", 1)


def test_docs_say_what_prompts_gain(dgl, blimp, fetched):
    files = {
        f"{kind}_{number}": fetched(f"demands-{kind}-{model}.csv")
        for kind in prompts.KINDS.values()
        for number, model in enumerate(DEMANDS)
    }
    names = {name: name for name in SIZES}
    pairs = {argument("pairs", name): data.pairs for name, data in zip(SIZES, (dgl, blimp), strict=True)}
    gains = pd.concat(prompts.gained(files | pairs, names)).droplevel(1).set_index("model", append=True)
    shares = pd.concat(prompts.answers(files, names)).droplevel(1).set_index("model", append=True)
    dgl_name, blimp_name = SIZES
    each = shares.map(points)

    def cells(name, model):
        return f"{each.loc[(name, model), 'direct_ties_half']} | {each.loc[(name, model), 'averaged']}"

    habit = (shares["answers_1"] > 0.99) & (shares["both"] == 0)
    assert habit.groupby(level=1).agg(["all", "any"]).sum().tolist() == [9, 9]  # the same on both datasets
    page = said("docs/humans.md")
    assert (
        "By prompt, 9 of the 13 models answer “1” whatever the order**, and are right in both orders of no pair" in page
    )
    large, small = (blimp_name, "Llama-2 70B"), (blimp_name, "Llama-2 13B")
    assert shares.loc[small, "both"] == 0
    assert f"is right about {each.loc[small, 'averaged']} of them, {each.loc[small, 'direct']} directly" in page
    gained = "{} [{}, {}]".format(*gains.loc[large, ["difference", "low", "high"]].map(points))
    assert f"On BLiMP-650, Llama-2 70B rises by {gained}." in page
    shown_models = ("Llama-2 70B", "Mistral 7B", "Gemma 7B")
    for model in shown_models:
        assert f"| {model} | {cells(blimp_name, model)} | {cells(dgl_name, model)} |" in page
    wrong = [each.loc[(dgl_name, model), "direct"] for model in shown_models]
    assert "the direct shares on `dgl` are {}, {} and {}.".format(*wrong) in page
    ties = shares["direct_ties_half"] - shares["direct"]
    assert ties.to_numpy() == pytest.approx([0.5 / 80] * 13 + [0] * 13)

    apart = gains[gains["p_holm"] < 0.05]["difference"]
    assert gains["p_holm"].notna().all() and (apart < 0).all()
    assert f"Corrected for the {len(gains)} comparisons, {len(apart)} differences are below 0" in page
    by_habit = apart[apart.index.get_level_values(1).str.contains("Gemma 2B|OLMo|Pythia")]
    assert len(by_habit) == len(apart) - 1 == 2 * 8
    ends = [points(-end) for end in (by_habit.max(), by_habit.min())]
    assert (
        "Gemma 2B, OLMo and Pythia, by {} to {}, and Llama-2 13B’s on `dgl`, by {}.".format(
            *ends, points(-apart[dgl_name, "Llama-2 13B"])
        )
        in page
    )

    listed = shares["listed"]
    assert f"a probability of {listed.min():.2f} to {listed.max():.2f}: for".replace("0.", ".") in page
    assert set(listed.index[listed > 0.5].get_level_values(1)) == {"Gemma 7B"}

    page, numbers = said("docs/prompts.md"), {name: each.loc[name, ["averaged", "direct"]] for name in (small, large)}
    assert "is right about {} of these pairs by the averaged score, and about {} by".format(*numbers[small]) in page
    assert "Llama-2 70B about {}, and {} (".format(*numbers[large]) in page


def test_650_pairs_of_blimp_s_67_paradigms(blimp, fetched):
    assert (len(blimp.sentences), len(blimp.pairs), blimp.pairs["paradigm"].nunique()) == (1300, 650, 67)
    sizes = blimp.pairs["phenomenon"].value_counts()
    assert sizes.pop("argument_structure") == 100 and len(sizes) == 11 and (sizes == 50).all()
    paradigms = blimp.pairs["paradigm"].value_counts()
    assert (paradigms.min(), paradigms.max()) == (2, 27)
    assert not blimp.sentences["sentence"].duplicated().any()
    with ZipFile(fetched("blimp.zip")) as archive:
        text = {}
        for paradigm in paradigms.index:
            for line in archive.read(f"data/{paradigm}.jsonl").splitlines():
                row = json.loads(line)
                for side in ("good", "bad"):
                    text[f"{row['UID']}-{row['pairID']}.{side}"] = row[f"sentence_{side}"]
    assert (blimp.sentences["sentence_id"].map(text) == blimp.sentences["sentence"]).all()
    assert (blimp.pairs["pair_id"].str.extract(r"-(\d+)$")[0].astype(int) < 5).sum() == 12  # those that people judged
