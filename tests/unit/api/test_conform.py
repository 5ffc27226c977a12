"""`acceptability.conform`: scores of the kit and of real models, words for readers, and bad input."""

import json
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

import numpy as np
import pandas as pd
import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

import acceptability
from acceptability.conformance import kit
from helpers import ROOT
from stand_in_server import NAME, serving

TEXTS = pd.DataFrame({"sentence_id": kit.sentences().keys(), "sentence": kit.sentences().values()})


def expected(model: str, way: str) -> np.ndarray:
    rows = kit.expected().query("model == @model and convention == @way")
    return rows.set_index("sentence_id")["log_prob"].loc[TEXTS["sentence_id"]].to_numpy()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kit")
    kit.write(folder)
    return folder


def test_each_column_gets_its_convention_in_words():
    bits = np.round(-expected("tiny-llama", "bos-end") / np.log(2), 3)
    table = TEXTS.assign(
        gpt=expected("tiny-gpt2", "none"), bits=bits, odd=expected("tiny-llama", "bos") + (TEXTS.index == 19)
    )
    found = acceptability.conform(table).set_index("column")
    assert found["conforms"].to_dict() == {"gpt": True, "bits": True, "odd": False}
    assert found["finding"].tolist() == [
        "tiny-gpt2: sum of natural log-probabilities, no BOS, first token not counted, float32: 56 of 56, greatest "
        "difference 0e+00",
        "tiny-llama: sum of base-2 log-probabilities, with the sign changed, BOS, first token counted, EOS counted, "
        "rounded to 0.0005: 59 of 59, greatest difference 3e-04",
        "no convention fits; the nearest is: tiny-llama: sum of natural log-probabilities, BOS, first token counted: "
        "58 of 59, except s20 (punctuation)",
    ]


def test_sentences_in_which_a_program_differs_are_named_with_what_they_test():
    final = TEXTS["sentence"].str.endswith(" ")
    table = TEXTS.assign(lp=np.where(final, expected("tiny-llama", "bos-space-after"), expected("tiny-llama", "bos")))
    (row,) = acceptability.conform(table).itertuples()
    assert not row.conforms and row.different == "s37 (final space); s38 (final space); s39 (final space)"


def test_the_sentence_that_is_too_long_may_have_no_score():
    assert acceptability.conform(TEXTS.assign(lp=expected("tiny-bert", "mask-token")).iloc[:-1])["conforms"].all()


@pytest.mark.parametrize(
    "table, message",
    [
        (TEXTS.drop(index=[4, 10, 20]), r"lp has no score of s11, s21; score all sentences of the kit"),
        (TEXTS.assign(sentence=TEXTS["sentence"].str.replace("cat sleeps", "dog sleeps")), "row 2.*The dog sleeps.*The cat sleeps"),
        (pd.concat([TEXTS, pd.DataFrame({"sentence_id": ["x9"], "sentence": ["More."]})]), "row 62: 'x9': not a sentence of the kit"),
        (TEXTS[["sentence"]].replace("Dogs bark loudly at night.", "Dogs bark loudly, at night!"), "row 10: .*not a sentence of the kit"),
    ],
)  # fmt: skip
def test_missing_other_and_further_sentences_are_named(table, message):
    with pytest.raises(acceptability.InputError, match=message):
        acceptability.conform(table.assign(lp=-1.5))


def of_tokens(
    folder: Path, name: str, dtype: torch.dtype, change: Callable[[torch.Tensor], torch.Tensor]
) -> list[float]:
    """Return the sum of each sentence's log-probabilities after BOS, from logits that are changed."""
    model = AutoModelForCausalLM.from_pretrained(folder / name).eval().to(dtype)
    tokenizer = AutoTokenizer.from_pretrained(folder / name)
    sums = []
    for text in TEXTS["sentence"][:-1]:
        ids = torch.tensor([tokenizer.bos_token_id, *tokenizer(text, add_special_tokens=False)["input_ids"]])
        with torch.no_grad():
            logits = model(ids[None]).logits[0, :-1].float()
        sums.append(change(logits).gather(1, ids[1:, None]).double().sum().item())
    return [*sums, np.nan]


@pytest.mark.parametrize("name", ["tiny-gpt2", "tiny-llama"])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_scores_in_half_precision_are_accepted_and_named(name, dtype, folder):
    scores = of_tokens(folder, name, dtype, lambda logits: logits.log_softmax(-1))
    (found,) = acceptability.conform(TEXTS.assign(lp=scores)).itertuples()
    precision = str(dtype).removeprefix("torch.")
    assert found.conforms and found.precision == precision and found.model == name
    assert f"compatible with half precision ({precision}) or another error of this size: " in found.finding
    assert found.convention == "sum of natural log-probabilities, BOS, first token counted"


@pytest.mark.parametrize("name", ["tiny-gpt2", "tiny-llama"])
@pytest.mark.parametrize("temperature", [0.995, 1.005, 1.01, 1.02])
def test_scores_with_another_temperature_are_not_accepted(name, temperature, folder):
    scores = of_tokens(folder, name, torch.float32, lambda logits: (logits / temperature).log_softmax(-1))
    (found,) = acceptability.conform(TEXTS.assign(lp=scores)).itertuples()
    assert not found.conforms and "median difference" in found.finding


@pytest.mark.parametrize("name", ["tiny-gpt2", "tiny-llama"])
@pytest.mark.parametrize("unit", [1.0, math.log(2)])
def test_token_scores_rounded_to_one_decimal_are_not_accepted(name, unit, folder):
    scores = of_tokens(folder, name, torch.float32, lambda logits: (logits.log_softmax(-1) / unit).round(decimals=1))
    assert not acceptability.conform(TEXTS.assign(lp=scores))["conforms"].any()


def test_no_convention_is_near_scores_that_count_the_first_token_twice():
    first = expected("tiny-llama", "bos") - expected("tiny-llama", "bos-from-second")
    (found,) = acceptability.conform(TEXTS.assign(lp=expected("tiny-llama", "bos") + np.nan_to_num(first))).itertuples()
    assert found.finding == "no convention fits, and no convention is near"


def test_what_is_no_table_of_scores_is_refused(tmp_path):
    with pytest.raises(acceptability.InputError, match="no column of numbers"):
        acceptability.conform(TEXTS)
    with pytest.raises(acceptability.InputError, match=r"kind=: applies only to model=; leave it out"):
        acceptability.conform(TEXTS.assign(lp=-1.0), kind="causal")
    with pytest.raises(acceptability.InputError, match="has no column 'sentence'"):
        acceptability.conform(TEXTS[["sentence_id"]].assign(lp=-1.0), tmp_path)
    with pytest.raises(acceptability.InputError, match="has 3 sentences with scores; at least 5"):
        acceptability.conform(TEXTS.head(3).assign(lp=-1.0), tmp_path)


@pytest.mark.parametrize(
    "model, options, measure, words",
    [
        ("tiny-gpt2", {"beginning": False}, "log_prob", "sum of natural log-probabilities, no BOS, first token not counted"),
        ("tiny-gpt2", {"beginning": True, "leading_space": True}, "mean_lp_bytes", None),
        ("tiny-llama", {"beginning": "</s>", "ending": True}, "log_prob", "sum of natural log-probabilities, EOS as BOS, first token counted, EOS counted"),
        ("tiny-llama", {"beginning": "tokenizer"}, "mean_lp", "mean over tokens of natural log-probabilities, BOS, first token counted"),
        ("tiny-bert", {}, "pll_word_l2r", "sum of natural log-probabilities, each token masked with the later ones of its word"),
        ("tiny-bert", {}, "pll_as_published", "sum of natural log-probabilities, each token masked in text that is tokenised again"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore")
def test_scores_of_this_program_and_a_model_at_hand(model, options, measure, words, folder):
    texts = TEXTS.iloc[6:36].drop(index=26)  # one token
    scored = acceptability.score(texts, folder / model, measures=measure, **options)
    found = acceptability.conform(pd.DataFrame(scored), folder / model)
    assert found["conforms"].all() and found["sentences"].tolist() == [20]
    assert words is None or found["convention"].tolist() == [words]
    other = acceptability.conform(
        pd.DataFrame(scored), folder / ("tiny-llama" if model == "tiny-gpt2" else "tiny-gpt2")
    )
    assert not other["conforms"].any()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "options", [{"beginning": True}, {"beginning": "</s>", "leading_space": True}, {"beginning": False, "ending": True}]
)
def test_the_signature_of_a_causal_model_has_the_words_of_the_convention(options, folder):
    texts = TEXTS.iloc[6:26]
    data = acceptability.pairs([("Dogs bark loudly at night.", "Dogs barks loudly at night.")])
    scored = acceptability.score(texts, folder / "tiny-llama", measures="log_prob", **options)
    (found,) = acceptability.conform(pd.DataFrame(scored), folder / "tiny-llama")["convention"]
    signed = acceptability.evaluate(data, {"m": acceptability.score(data, folder / "tiny-llama", **options)}).signature
    words = found.removeprefix("sum of natural log-probabilities, ")
    assert f"|convention:{words.replace(' ', '_')}|" in signed


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("measure", ["pll", "pll_word_l2r", "pll_as_published"])
def test_the_signature_of_a_masked_model_has_the_words_of_the_convention(measure, folder):
    data = acceptability.pairs([("Dogs bark loudly at night.", "Dogs barks loudly at night.")])
    texts = acceptability.score(TEXTS.iloc[6:26], folder / "tiny-bert", measures=measure)
    (found,) = acceptability.conform(pd.DataFrame(texts), folder / "tiny-bert")["convention"]
    scored = acceptability.score(data, folder / "tiny-bert", measures=measure)
    words = found.removeprefix("sum of natural log-probabilities, ").replace(" ", "_")
    assert f"|convention:{words}|" in acceptability.evaluate(data, {"m": scored}).signature


@pytest.mark.filterwarnings("ignore")
def test_another_token_before_a_sentence_is_named(folder):
    data = acceptability.pairs([("Dogs bark loudly at night.", "Dogs barks loudly at night.")])
    scored = acceptability.score(data, folder / "tiny-llama", beginning="<unk>")
    assert "|convention:<unk>_as_BOS,_first_token_counted|" in acceptability.evaluate(data, {"m": scored}).signature


def test_kinds_without_conventions_are_refused(tmp_path):
    from tiny_models import of_letters, save, t5_letters

    save(tmp_path / "t5", of_letters("t5"), t5_letters())
    with pytest.raises(
        acceptability.InputError, match="is encoder_decoder; conventions are known of causal and masked"
    ):
        acceptability.conform(TEXTS.assign(lp=-1.0), tmp_path / "t5")


def conform(*options: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, ROOT / "workflow/conform.py", *options], capture_output=True, text=True)


def test_the_command_writes_the_kit_and_names_conventions(folder, tmp_path):
    run = conform(f"KIT={tmp_path}/kit")
    assert run.returncode == 0 and "make conform SCORES=my_scores.csv" in run.stdout
    assert (tmp_path / "kit/tiny-bert/model.safetensors").read_bytes() == (
        folder / "tiny-bert/model.safetensors"
    ).read_bytes()
    path = tmp_path / "scores.csv"
    TEXTS[["sentence_id"]].assign(lp=expected("tiny-llama", "bos")).to_csv(path, index=False)
    run = conform(f"SCORES={path}")
    assert run.returncode == 0 and run.stdout.startswith("lp: tiny-llama: sum of natural log-probabilities, BOS, first")
    TEXTS[["sentence_id"]].assign(lp=-np.arange(60.0)).to_csv(path, index=False)
    run = conform(f"SCORES={path}")
    assert run.returncode == 1 and "lp: no convention fits" in run.stderr


def test_the_command_compares_scores_with_a_model(folder, tmp_path):
    table = TEXTS.assign(bits=-expected("tiny-llama", "bos") / np.log(2)).iloc[6:26]
    table.drop(columns="sentence_id").to_csv(tmp_path / "scores.csv", index=False)
    run = conform(f"SCORES={tmp_path}/scores.csv", f"MODEL={folder}/tiny-llama")
    words = "bits: sum of base-2 log-probabilities, with the sign changed, BOS, first token counted, float32: 20 of 20"
    assert run.returncode == 0 and run.stdout.startswith(words) and "%|" not in run.stderr  # no bar
    assert conform(f"SCORES={tmp_path}/scores.csv", f"MODEL={folder}/tiny-gpt2").returncode == 1


@pytest.mark.parametrize("broken", ["", "bos", "shifts", "generated", "zero", "other model"])
def test_sums_of_a_server_are_identified_and_those_of_a_broken_one_are_not(broken, folder):
    model = "tiny-gpt2" if broken == "other model" else "tiny-llama"
    loaded = AutoModelForCausalLM.from_pretrained(folder / model).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder / "tiny-llama")
    table = TEXTS[~TEXTS["sentence"].str.contains("<s>") & (TEXTS["sentence_id"] != "s60")]
    settings = {"bos": broken == "bos", "shifts": broken == "shifts", "factor": 0.0 if broken == "zero" else 1.0}
    with serving(loaded, tokenizer, **settings) as server:
        sums = [_sum(server.address, text, broken == "generated") for text in table["sentence"]]
    (found,) = acceptability.conform(table.assign(lp=sums)).itertuples()
    assert found.conforms == (broken in ("", "bos"))
    if found.conforms:
        before = "BOS, first token counted" if broken else "no BOS, first token not counted"
        assert found.convention == f"sum of natural log-probabilities, {before}"


@pytest.mark.filterwarnings("ignore")
def test_sentences_with_final_spaces_and_without_ascii_are_scored_by_a_server(folder):
    loaded = AutoModelForCausalLM.from_pretrained(folder / "tiny-llama").eval()
    names = ["s39", "s37", "s49", "s50"]  # the first one tests the server
    texts = TEXTS.set_index("sentence_id")["sentence"].loc[names].tolist()
    with serving(loaded, AutoTokenizer.from_pretrained(folder / "tiny-llama"), bos=True) as server:
        scored = acceptability.score(texts, NAME, server=server.address)
    known = dict(zip(TEXTS["sentence_id"], expected("tiny-llama", "bos"), strict=True))
    assert scored["log_prob"].tolist() == pytest.approx([known[name] for name in names], abs=1e-4)


def _sum(address: str, text: str, with_generated: bool) -> float:
    """Return the sum that somebody reads from a server's answer, perhaps with the token that the model generated."""
    body = {"model": NAME, "prompt": text, "echo": True, "logprobs": 1, "max_tokens": 1}
    request = Request(f"{address}/v1/completions", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        values = json.load(answer)["choices"][0]["logprobs"]["token_logprobs"]
    return sum(value or 0.0 for value in (values if with_generated else values[:-1]))


@pytest.mark.parametrize(
    "options, message",
    [
        (["KIT=a", "SCORES=b"], "add KIT=folder"),
        (["KIT=a", "MODEL=b"], "MODEL=: applies only to SCORES="),
        (["SCORES=missing.csv"], "SCORES=missing.csv: "),
        (["MODEL=a"], "add KIT=folder"),
        ([f"SCORES={ROOT}/docs/programs.tsv", "BASE=a"], "BASE=: applies only to MODEL="),
    ],
)
def test_options_of_the_command_that_cannot_be_met(options, message):
    run = conform(*options)
    assert run.returncode == 1 and run.stderr.startswith("error: ") and message in run.stderr
