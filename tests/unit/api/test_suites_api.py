"""Surprisals of regions by each kind of model, beside a slow computation; finished surprisals; released decisions."""

import dataclasses
import os
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, t

import acceptability
import tiny_gguf
from acceptability import InputError
from acceptability.analyses.suites import compute, regions
from acceptability.analyses.suites.manifest import SUITE_DIFFERENCES
from acceptability.api.ngram_models import NGramModel
from acceptability.contracts import io
from acceptability.contracts.scoring import TOKENS
from acceptability.datasets.manifest import Suites
from acceptability.expectations.grammar import parse
from acceptability.kinds.served import requests
from acceptability.reading.sheets import of_frame
from acceptability.scoring.tokenisation import tokeniser
from helpers import ARPA, UNIGRAMS
from stand_in_server import NAME, serving
from tiny_models import (
    END_OF_TEXT,
    bart_letters,
    bert,
    byte_tokenizer,
    gpt2,
    of_letters,
    wordpiece_tokenizer,
)

WIDE = [
    ("1", "right", "The boy | | by the girls | sees | me ."),
    ("1", "wrong", "The boy | | by the girls | see | me ."),
    ("2", "right", "The girl | , | by the boys | sees | her ."),
    ("2", "wrong", "The girl | , | by the boys | sees | her ."),
]
FORMULA = "(4;%right%) < (4;%wrong%)"


@pytest.fixture
def suite(tmp_path):
    """Return a suite with an empty region, and an item whose two texts are the same."""
    lines = ["item,condition,sentence", *(f'{item},{condition},"{text}"' for item, condition, text in WIDE)]
    (tmp_path / "wide.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "formulas.csv").write_text(f'formula\n"{FORMULA}"\n', encoding="utf-8")
    with pytest.warns(UserWarning, match="compares equal texts in item 2"):
        return acceptability.suites(tmp_path / "wide.csv", tmp_path / "formulas.csv")


def by_region(table: pd.DataFrame) -> dict:
    return table.set_index(["item", "condition", "region"])["surprisal_bits"].to_dict()


def slow(text: str, contents: list[str], spans: list[tuple[int, int]], log_probs: list[float]) -> list[float]:
    """Return the bits of each region: a token belongs to the region of its last character, found from the left."""
    owner, at = [], 0
    for number, content in enumerate(contents):
        for letter in content.split():
            at = text.index(letter, at)
            owner += [number] * (at + len(letter) - len(owner))
            at += len(letter)
    bits = [0.0] * len(contents)
    for (_, end), log_prob in zip(spans, log_probs, strict=True):
        bits[owner[end - 1]] -= log_prob / np.log(2)
    return bits


def slow_causal(network, tokenizer, text, before):
    encoded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    ids = torch.tensor([[before, *encoded["input_ids"]]])
    with torch.inference_mode():
        chances = network(ids).logits[0].double().log_softmax(-1)
    return encoded["offset_mapping"], [chances[i, ids[0, i + 1]].item() for i in range(ids.shape[1] - 1)]


def slow_masked(network, tokenizer, text, _):
    encoded = tokenizer(text, return_offsets_mapping=True)
    ids, log_probs = torch.tensor([encoded["input_ids"]]), []
    for place in range(1, ids.shape[1] - 1):
        masked = ids.clone()
        masked[0, place] = tokenizer.mask_token_id
        with torch.inference_mode():
            log_probs.append(network(masked).logits[0, place].double().log_softmax(-1)[ids[0, place]].item())
    return encoded["offset_mapping"][1:-1], log_probs


@pytest.mark.parametrize("kind", ["causal", "masked"])
def test_regions_are_sums_over_tokens_by_their_last_character(suite, kind):
    if kind == "causal":
        model, alone = (gpt2(), byte_tokenizer(mask=False)), slow_causal
    else:
        model, alone = (bert(), wordpiece_tokenizer()), slow_masked
    table = acceptability.score_suites(suite, model, **({"beginning": True} if kind == "causal" else {}))
    assert set(table["system"]) == {"model"} and (table["surprisal_bits"] >= 0).all()
    expected = {}
    for (item, condition, wide), text in zip(WIDE, suite.sentences["sentence"], strict=True):
        contents = wide.split("|")
        bits = slow(text, contents, *alone(*model, text, model[1].bos_token_id))
        expected |= {(item, condition, number): value for number, value in enumerate(bits, start=1)}
    assert by_region(table) == pytest.approx(expected, abs=1e-4)
    assert by_region(table)["1", "right", 2] == 0  # empty
    items = acceptability.evaluate_suites(suite, {"Tiny": table})["suite_items"]
    assert items[["right", "tie"]].values.tolist()[1] == [0, 1]  # the same text, whatever the batches
    difference = expected["1", "wrong", 4] - expected["1", "right", 4]
    assert items["value_bits"][0] == pytest.approx(difference, abs=1e-4)


def test_a_metric_other_than_the_sum_is_over_the_tokens_of_a_region(suite):
    model = gpt2(), byte_tokenizer(mask=False)
    tokens = acceptability.score(suite, model, tokens=True, beginning=True)
    bits = -tokens[(tokens["sentence_id"] == "wide/1/right") & (tokens["written"] == 3)]["log_prob"] / np.log(2)
    for metric, expected in {
        "mean": bits.mean(),
        "median": bits.median(),
        "range": np.ptp(bits),
        "max": bits.max(),
    }.items():
        described = dataclasses.replace(suite.manifest.suites, metrics={"wide": metric})
        data = dataclasses.replace(suite, manifest=dataclasses.replace(suite.manifest, suites=described))
        table = acceptability.score_suites(data, model, beginning=True)
        assert by_region(table)["1", "right", 4] == pytest.approx(expected)  # the third text, as region 2 is empty


def test_encoder_decoders_have_regions_and_the_end_belongs_to_the_last(suite):
    model = of_letters("bart"), bart_letters()
    table = acceptability.score_suites(suite, model, ending=True)
    tokens = acceptability.score(suite, model, measures="log_prob", tokens=True, ending=True)
    of_one = tokens[tokens["sentence_id"] == "wide/1/right"]
    by_item = table[(table["item"] == "1") & (table["condition"] == "right")]
    assert by_item["tokens"].sum() == len(of_one)
    assert by_item["surprisal_bits"].sum() == pytest.approx(-of_one["log_prob"].sum() / np.log(2))
    last = of_one[of_one["written"] >= 4]["log_prob"].sum() / -np.log(2)
    assert by_item["surprisal_bits"].iloc[-1] == pytest.approx(last)


def test_ngram_models_have_regions_by_letters_and_the_end_belongs_to_the_last(suite):
    tokenise, rows = tokeniser("words", True), []
    for name, text in suite.sentences[["sentence_id", "sentence"]].itertuples(index=False):
        pieces = [*tokenise(text), "</s>"]
        rows += [(name, place, piece, -place * np.log(2), 0) for place, piece in enumerate(pieces, start=1)]
    tokens = pd.DataFrame(rows, columns=["sentence_id", "position", "token", "log_prob", "oov"])
    table = regions.of_tokens("Bigrams", tokens, suite.sentences, {"wide": "sum"}, tokenise)
    bits = table.groupby(["item", "condition"])["surprisal_bits"].agg(list)
    assert bits["1", "right"] == pytest.approx(
        [1 + 2, 0, 3 + 4 + 5, 6, 7 + 8 + 9]
    )  # the boy | | by the girls | sees | …
    assert bits["2", "right"] == pytest.approx([1 + 2, 3, 4 + 5 + 6, 7, 8 + 9 + 10])
    items = acceptability.evaluate_suites(suite, {"Bigrams": table})["suite_items"]
    assert items[["right", "tie"]].values.tolist() == [[0, 1], [0, 1]]


def test_ngram_models_score_suites(tmp_path):
    (tmp_path / "model.binary").write_text(ARPA)
    rows = ["item,condition,sentence", "1,x,a | b a |  | b", "1,y,b |  | a | a b"]
    (tmp_path / "s.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="no formula"):
        data = acceptability.suites(tmp_path / "s.csv")
    how = {"lowercase": True, "end_of_sentence": True, "discount_fallback": False}
    model = NGramModel(2, "words", **how, counts=UNIGRAMS, folder=SimpleNamespace(name=str(tmp_path)), corpus="")
    table = acceptability.score_suites(data, model)
    tokens = acceptability.score(["a b a b", "b a a b"], model, tokens=True)
    bits = (-tokens["log_prob"] / np.log(2)).groupby(tokens["sentence_id"], sort=False).agg(list)
    expected = [(a, b + c, 0, d + end) for a, b, c, d, end in bits[:1]] + [
        (a, 0, b, c + d + end) for a, b, c, d, end in bits[1:]
    ]
    assert table["surprisal_bits"].tolist() == pytest.approx([one for of_sentence in expected for one in of_sentence])


@pytest.mark.parametrize("api", ["openai", "sglang", "tgi"])
def test_a_served_model_has_the_regions_that_its_folder_has(suite, api, monkeypatch):
    monkeypatch.setattr(requests, "PAUSE", 0.0)
    texts = suite.sentences["sentence"].tolist()
    model = tiny_gguf.llama(), tiny_gguf.tokenizer()
    expected = acceptability.score_suites(suite, model, beginning=END_OF_TEXT)
    assert (expected["tokens"] < expected["text"].str.len()).any()  # a token has several letters
    with serving(*model, bos=True) as server:
        served = acceptability.score_suites(suite, NAME, server=server.address, api=api)
    assert set(server.asked) >= set(texts)
    pd.testing.assert_frame_equal(
        served.drop(columns="system"), expected.drop(columns="system"), check_dtype=False, atol=1e-4
    )
    with serving(*model) as server:  # the first token of each sentence is not scored
        unscored = acceptability.score_suites(suite, NAME, server=server.address, api=api)
    assert unscored.loc[unscored["region"] == 1, "surprisal_bits"].isna().all()
    assert unscored.loc[unscored["region"] > 1, "surprisal_bits"].notna().all()


def test_a_gguf_file_has_the_regions_that_its_folder_has(suite, tmp_path):
    folder, file = tiny_gguf.both(tmp_path)
    expected, table = (acceptability.score_suites(suite, path, beginning=True) for path in (folder, file))
    assert set(table["system"]) == {"llama.gguf"}
    pd.testing.assert_frame_equal(table.drop(columns="system"), expected.drop(columns="system"), atol=1e-5)


def test_a_token_across_two_regions_is_refused_and_an_unscored_first_token_is_missing(suite):
    tokens = acceptability.score(suite, (gpt2(), byte_tokenizer(mask=False)), tokens=True, beginning=False)
    table = regions.of_tokens("x", tokens, suite.sentences, {"wide": "sum"})
    assert np.isnan(by_region(table)["1", "right", 1]) and by_region(table)["1", "right", 3] > 0
    assert len(acceptability.evaluate_suites(suite, {"x": table})["suite_items"]) == 2
    described = dataclasses.replace(
        suite.manifest.suites,
        predictions=[{"suite": "wide", "prediction": "1", "formula": "(*;%right%) < (*;%wrong%)"}],
    )
    with pytest.raises(InputError, match=r"suite wide, item 1, right: region \* has no surprisal.*beginning=True"):
        data = dataclasses.replace(suite, manifest=dataclasses.replace(suite.manifest, suites=described))
        acceptability.evaluate_suites(data, {"x": table})
    across = tokens.assign(written_to=tokens["written"])
    across.loc[across.index[2], "written_to"] += 1
    with pytest.raises(InputError, match="suite wide, item 1, right: region 1 ends inside a token"):
        regions.of_tokens("x", across, suite.sentences, {"wide": "sum"})


def test_finished_surprisals_are_tokens_like_others(suite, tmp_path):
    from acceptability.analyses.suites import finished

    table = acceptability.score_suites(suite, (gpt2(), byte_tokenizer(mask=False)), beginning=True)
    mine = table[["suite", "item", "condition", "region", "surprisal_bits"]].rename(
        columns={"surprisal_bits": "surprisal"}
    )
    tokens, _ = finished.read_surprisals(of_frame(mine, "surprisals"), suite.sentences, {"wide": "sum"})
    io.check_table(tokens, TOKENS, "tokens.csv")
    pd.testing.assert_frame_equal(
        regions.of_tokens("model", tokens, suite.sentences, {"wide": "sum"}).drop(columns="tokens"),
        table.drop(columns="tokens"),
    )
    with pytest.raises(InputError, match="has 2 surprisals; write one for each region"):
        finished.read_surprisals(of_frame(pd.concat([mine, mine[:1]]), "surprisals"), suite.sentences, {"wide": "sum"})


@pytest.mark.parametrize("kind", ["causal", "masked"])
@pytest.mark.parametrize("unit", ["log_prob", "surprisal_nats", "surprisal", "surprisal_bits"])
def test_tokens_of_another_program_give_the_regions_of_the_same_model(suite, kind, unit):
    """They are matched by their characters, and the unit is in the name of their column."""
    model = (gpt2(), byte_tokenizer(mask=False)) if kind == "causal" else (bert(), wordpiece_tokenizer())
    before = {"beginning": True} if kind == "causal" else {}
    expected = acceptability.score_suites(suite, model, **before)
    tokens = acceptability.score(suite, model, tokens=True, **before)
    factor = {"log_prob": 1, "surprisal_nats": -1}.get(unit, -1 / np.log(2))
    places = suite.sentences.set_index("sentence_id").loc[tokens["sentence_id"], ["suite", "item", "condition"]]
    mine = places.reset_index(drop=True).assign(token=tokens["token"], region=9)
    mine[unit] = tokens["log_prob"] * factor
    with pytest.warns(UserWarning) as told:
        tables = acceptability.evaluate_suites(suite, {"model": mine})
    pd.testing.assert_frame_equal(tables["surprisals"], expected, check_dtype=False)
    said = "\n".join(str(one.message) for one in told)
    assert "not used: region (" in said
    words = {"surprisal": "read as bits; if they are natural", "surprisal_bits": "surprisal_bits: bits"}
    assert words.get(unit, "turned into bits") in said
    with pytest.raises(InputError, match=rf"row 2 \(.*\): {unit} is \S+, and no .* the sign may be wrong"):
        acceptability.evaluate_suites(suite, {"model": mine.assign(**{unit: -mine[unit]})})


def table_of_tokens(tmp_path: Path, *sentences: str) -> Path:
    """Write a table of tokens with their numbers: ``The:1 boy:2`` is a sentence."""
    rows = [
        '{},{},"{}",{}'.format(item, condition, *token.split(":"))
        for (item, condition, _), sentence in zip(WIDE, sentences, strict=True)
        for token in sentence.split()
    ]
    path = tmp_path / "tokens.csv"
    path.write_text("\n".join(["item,condition,token,surprisal_bits", *rows]) + "\n", encoding="utf-8")
    return path


RIGHT = "<s>:0 The:0 Ġboy:2 Ġby:3 Ġthe:4 ▁girls:5 Ġse:6 es:1 Ġme:7 .:8 </s>:9"
WRONG = "the:0 boy:2 by:3 the:4 girl:5 ##s:1 see:6 me:7 .:8"
OTHER = "The:1 Ġgirl:2 Ġ,:3 Ġby:4 Ġthe:5 Ġboys:6 Ġsees:7 Ġher:8 .:9"


def test_tokens_may_have_signs_of_their_tokenizer_and_special_tokens_are_not_used(suite, tmp_path):
    source = table_of_tokens(tmp_path, RIGHT, WRONG, OTHER, OTHER)
    with pytest.warns(UserWarning, match=r"<s>, </s> is not a word of a sentence, so its score was not used"):
        tables = acceptability.evaluate_suites(suite, {"x": source})
    bits = tables["surprisals"].groupby(["item", "condition"])["surprisal_bits"].agg(list)
    assert np.isnan([bits["1", "right"][0], bits["1", "wrong"][0]]).all()  # the first token has 0: it was not scored
    assert bits["1", "right"][1:] == pytest.approx([0, 12, 7, 15])
    assert bits["1", "wrong"][1:] == pytest.approx([0, 13, 6, 15])
    assert bits["2", "right"] == pytest.approx([3, 3, 15, 7, 17])
    assert tables["suite_items"]["value_bits"].tolist() == [-1, 0]


@pytest.mark.parametrize(
    ("right", "fault"),
    [
        (RIGHT.replace("Ġse:6 es:1 ", ""), "wide, item 1, right: its tokens make up 'The boy by the girls me.', and"),
        (RIGHT.replace("Ġse:6", "Ġse:"), "wide, item 1, right: the token ' se' has no surprisal"),
        (
            RIGHT.replace("es:1 Ġme:7", "esme:8"),
            "wide, item 1, right: region 4 ends inside a token ('se', 'esme', '.')",
        ),
        (
            RIGHT.replace("Ġse:6", "Ġse:-6"),
            "'right'): surprisal_bits is -6, and no surprisal is negative; the sign may be",
        ),
        (RIGHT.replace("Ġse:6", "Ġse:six"), "surprisal_bits is 'six'"),
    ],
)
def test_wrong_tokens_are_refused_with_their_sentence(suite, tmp_path, right, fault):
    with pytest.raises(InputError) as raised:
        acceptability.evaluate_suites(suite, {"x": table_of_tokens(tmp_path, right, WRONG, OTHER, OTHER)})
    assert fault in str(raised.value)


def test_the_difference_of_two_systems_on_one_suite_has_the_interval_of_a_difference():
    """Where one is right wherever the other is, differences are 1 and 0; they are no share of right items."""
    right = {"first": [1, 1, 1, 1, 0, 0], "second": [1, 0, 1, 1, 0, 0], "alike": [1, 0, 1, 1, 0, 0]}
    decisions = {
        system: pd.DataFrame({"measure": "", "suite": "s", "item": list("123456"), "right": of_items})
        for system, of_items in right.items()
    }
    tables = compute.evaluate([], decisions, dataclasses.asdict(Suites()))
    rows = tables["suite_differences"].set_index(["first", "second"])[["difference", "low", "high", "p"]]
    error = np.sqrt(np.var([1, 0, 0, 0, 0, 0], ddof=1) / 6)
    half = t.ppf(0.975, 5) * error
    expected = [1 / 6, 1 / 6 - half, 1 / 6 + half, 2 * t.sf(1 / 6 / error, 5)]
    assert rows.loc[("first", "second")].tolist() == pytest.approx(expected, abs=1e-6)
    row = rows.loc[("second", "alike")]
    assert row["difference"] == 0 and row["p"] == 1 and row[["low", "high"]].isna().all()
    shares = tables["suite_groups"].set_index("system")
    assert shares.loc["first", ["low", "high"]].tolist() == pytest.approx([0.300, 0.903], abs=5e-4)  # Wilson's


def test_the_error_of_a_mean_of_suites_by_hand():
    one, other = [1, 0, 0, 1], [1, 0]  # means 1/2; variances of items (2/4) / 3 × 2 = 1/3 and 1/2
    estimate = compute.mean_of_suites([one, other])
    assert estimate.value == 0.5 and estimate.error == pytest.approx(np.sqrt(1 / 3 / 4 + 1 / 2 / 2) / 2)
    assert estimate.degrees == pytest.approx((1 / 4 + 1 / 2) ** 2 / ((1 / 4) ** 2 / 3 + (1 / 2) ** 2 / 1))
    assert compute.mean_of_suites([one] * 3).degrees == pytest.approx(9)  # of equal suites, all items minus suites
    assert estimate.interval(0, 1) == (0, 1)


@pytest.mark.parametrize("suites", [[[1, 0, 1, 0, 1], [1]], [[1, 0], [0, 1]], [[1, 1, 1], [0, 0, 0]]])
def test_a_mean_of_suites_without_an_error_has_no_interval(suites):
    """One suite has one item; all have fewer than five; no items of a suite differ."""
    assert np.isnan(compute.mean_of_suites(suites).interval(0, 1)).all()


def test_the_p_of_systems_that_differ_on_all_items_alike_is_that_of_the_sign_test():
    decisions = {
        system: pd.DataFrame({"measure": "", "suite": list("aaaabbbb"), "item": list("12345678"), "right": right})
        for system, right in {"best": 1, "worst": 0}.items()
    }
    groups = {"a": "A", "b": "B"}
    differences = compute.evaluate([], decisions, dataclasses.asdict(Suites(groups=groups)))["suite_differences"]
    row = differences.set_index("group").loc["all suites"]
    assert row["difference"] == 1 and row[["low", "high"]].isna().all()
    assert row[["p", "p_adjusted"]].tolist() == pytest.approx([binomtest(8, 8).pvalue] * 2)
    io.check_table(differences, SUITE_DIFFERENCES, "suite_differences")


@given(st.lists(st.lists(st.sampled_from([-1, 0, 1]), min_size=1, max_size=6), min_size=1, max_size=6), st.randoms())
def test_a_difference_and_its_p_do_not_depend_on_order_or_side(suites, random):
    """The p is below 0.05 where the interval leaves 0 out. Systems that change places change the sign alone."""
    estimate = compute.mean_of_suites(suites)
    shuffled = [random.sample(items, len(items)) for items in random.sample(suites, len(suites))]
    assert compute.mean_of_suites(shuffled) == pytest.approx(estimate, nan_ok=True)
    assert compute.mean_of_suites([[-item for item in items] for items in suites])[1:] == pytest.approx(
        estimate[1:], nan_ok=True
    )
    low, high = estimate.interval(-1, 1)
    if np.isfinite(estimate.error):
        assert (low > 0 or high < 0) == (estimate.p < 0.05) and -1 <= low <= estimate.value <= high <= 1
    else:
        assert np.isnan([low, high, estimate.p]).all()


@pytest.mark.parametrize("sizes", [[2] * 10, [5] * 10, [2, 3, 5, 10, 20, 20, 24, 28, 28, 30]])
def test_intervals_of_differences_cover_the_truth(sizes):
    """Test coverage, which would be 80 % for suites of two items with ddof = 0 and a normal distribution."""
    generator, covered = np.random.default_rng(1), []
    for _ in range(1000):
        first, second = generator.beta(4, 1.2, len(sizes)), generator.beta(3, 1.5, len(sizes))
        estimate = compute.mean_of_suites(
            (generator.random(size) < one).astype(int) - (generator.random(size) < other)
            for size, one, other in zip(sizes, first, second, strict=True)
        )
        low, high = estimate.interval(-1, 1)
        covered.append(low <= (first - second).mean() <= high)
    assert 0.93 < np.mean(covered) < 0.975


def test_chance_of_each_kind_of_formula():
    def chance(*formulas: str, right: str = "all") -> float:
        return compute.chance([parse(formula) for formula in formulas], right)

    assert chance("(1;%a%) < (1;%b%)") == 0.5
    two = "[(1;%a%) < (1;%b%)] & [(1;%c%) < (1;%d%)]"
    assert chance(two) == 0.25
    assert chance("(8;%a%) < (8;%b%) & (8;%c%) < (8;%d%) & (8;%a%) < (8;%d%)") == pytest.approx(5 / 24, abs=1e-12)
    garden = "(5;%a%) > (5;%b%) & (5;%a%) > (5;%c%) & [(5;%a%) - (5;%b%)] > [(5;%c%) - (5;%d%)]"
    assert chance(garden) == pytest.approx(0.2915, abs=0.004)
    assert chance(two, "(1;%a%) > (1;%b%)") == 0
    assert chance(two, "(1;%a%) > (1;%b%)", right="first") == pytest.approx(0.25, abs=0.004)
    assert np.isnan(chance("(1;%a%) < 3")) and not np.isnan(chance("(1;%a%) - (1;%b%) < 0"))


def test_released_decisions_give_the_authors_scores_with_intervals():
    mirror = Path(os.environ.get("ACCEPTABILITY_MIRROR", "")) / "raw.githubusercontent.com/cpllab"
    roots = list(mirror.glob("syntactic-generalization/*"))
    if not roots:
        pytest.skip("needs a mirror with SyntaxGym's suites and results (ACCEPTABILITY_MIRROR)")
    files = {
        one: next(roots[0].rglob(f"syntaxgym_results_{one}*.csv")) for one in ("gpt-2-xl", "gpt-2-pretrained", "grnn")
    }
    with pytest.warns(UserWarning, match="compares equal texts"):
        data = acceptability.suites(roots[0] / "test_suites/json")
    left_out = ("fgd-embed3", "fgd-embed4", "nn-nv-rpl")
    data = dataclasses.replace(data, sentences=data.sentences[~data.sentences["suite"].isin(left_out)])
    tables = acceptability.evaluate_suites(data, decisions=files)
    scores = tables["suite_groups"].set_index("system")
    assert scores["suites"].tolist() == [31] * 3 and scores["items"].tolist() == [799] * 3
    expected = {
        "gpt-2-xl": (0.8424, 0.8173, 0.8675),
        "gpt-2-pretrained": (0.7842, 0.7575, 0.8108),
        "grnn": (0.5514, 0.5251, 0.5777),
    }
    for system, values in expected.items():
        assert scores.loc[system, ["share", "low", "high"]].tolist() == pytest.approx(values, abs=6e-5)
    difference = tables["suite_differences"].set_index(["first", "second"]).loc[("gpt-2-xl", "gpt-2-pretrained")]
    assert difference[["difference", "low", "high"]].tolist() == pytest.approx([0.0582, 0.0307, 0.0858], abs=6e-5)
    trees = {one["suite"]: [] for one in data.manifest.suites.predictions if one["suite"] not in left_out}
    for one in data.manifest.suites.predictions:
        if one["suite"] in trees:
            trees[one["suite"]].append(parse(one["formula"]))
    chances = [compute.chance(of_suite, "first") for of_suite in trees.values()]
    assert np.mean(chances) == pytest.approx(0.2851, abs=0.001)
