"""Signatures: what each field says, and that neither machines nor orders of rows change them."""

import hashlib
import json
import re

import pandas as pd
import pytest

import acceptability
import compile_report
from acceptability.analyses.signature.compute import compute
from acceptability.tables import signature
from helpers import ROOT
from pages import text_of

PAIRS = [("The dog sleeps.", "The dog sleep."), ("Cats sleep.", "Cats sleeps.")]
DIGEST = "0123456789abcdef" * 4
MODEL = {"files": {"config.json": "f" * 64, "model.safetensors": DIGEST}, "system": {"precision": "float32"}}


@pytest.fixture(scope="module")
def data():
    return acceptability.pairs(PAIRS)


def fields(line: str) -> dict[str, str]:
    """Return the fields of a signature: each begins with its name and a colon."""
    return dict(part.split(":", 1) for part in re.split(r"\|(?=[a-z_]+:)", line))


def scores(data, values) -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": data.sentences["sentence_id"], "lp": values})


def test_the_checksum_of_data_is_of_contents_and_not_of_orders_digits_or_types(data):
    sentences = data.sentences.assign(rating=[0.5, -0.25, 1 / 3, 0])
    line = signature.of_data("my", sentences, data.pairs)
    assert re.fullmatch("my@[0-9a-f]{8}", line)
    same = sentences.iloc[::-1][list(sentences)[::-1]].assign(rating=[-0.0, 1 / 3 + 1e-12, -0.25, 0.5])
    same["label"] = same["label"].astype(float)
    assert signature.of_data("my", same, data.pairs.iloc[::-1]) == line
    assert signature.of_data("my", sentences.assign(own="x"), data.pairs) == line  # no column of the contract
    assert signature.of_data("my", sentences.assign(rating=[0.5, -0.25, 0.34, 0]), data.pairs) != line
    other = sentences.assign(sentence=sentences["sentence"].str.replace("dog", "fox"))
    assert signature.of_data("my", other, data.pairs) != line
    assert signature.of_data("my", sentences, data.pairs.assign(cluster="one")) != line


def test_a_known_table_has_the_checksum_that_it_had():
    sentences = pd.DataFrame({"sentence_id": ["b", "a"], "sentence": ["No.", "Yes."], "rating": [-1.0, None]})
    whole = "rating\tsentence\tsentence_id\n\tYes.\ta\n-1.000000\tNo.\tb\n\n"
    assert signature.of_data("my own", sentences, pd.DataFrame()) == f"my_own@{signature.checksum(whole)}"
    assert signature.checksum("abc") == "ba7816bf"  # as sha256sum prints it


@pytest.mark.parametrize(
    "recorded, said",
    [
        (MODEL, "model:My_model@01234567"),
        (MODEL | {"hub": "a/b", "revision": "f" * 40}, "model:a/b@ffffffff"),
        (MODEL | {"beginning_token": "<|endoftext|>"}, "model:My_model@01234567|beginning:<|endoftext|>"),
        (MODEL | {"beginning_token": None}, "model:My_model@01234567|beginning:nothing"),
        (
            MODEL | {"beginning_token": "<s>", "convention": {"log_prob": "BOS, first token counted"}},
            "model:My_model@01234567|beginning:<s>|convention:BOS, first token counted",
        ),
        (
            MODEL | {"system": {"as_published": True}, "convention": {"log_prob": "each token masked alone"}},
            "model:My_model@01234567|convention:each token masked alone",
        ),
        *(
            (
                MODEL | {"beginning_token": before, "first_token": first},
                f"model:My_model@01234567|beginning:{before or 'nothing'}{said}",
            )
            for before, first, said in (
                ("<s>", "scored", ""),
                ("<s>", "not scored", "|first_token:no"),
                ("", "not scored", ""),
                ("", "scored", "|first_token:yes"),
            )
        ),
        (MODEL | {"first_token": "not scored"}, "model:My_model@01234567"),
        (
            MODEL | {"unigrams": {"name": "brown", "sha256": "b" * 64, "sentences": 2}},
            "model:My_model@01234567|unigrams:brown@bbbbbbbb",
        ),
        ({"files": MODEL["files"], "left_out": {"limit": 5}}, "model:My_model@01234567|too_long:skip"),
        (
            {"files": {"m.Q4_1.gguf": DIGEST}, "gguf": {"quantisation": "Q4_1"}},
            "model:m.Q4_1.gguf@01234567|quantisation:Q4_1",
        ),
        (
            MODEL | {"adapter": {"files": {"adapter_config.json": "e" * 64, "adapter_model.safetensors": "d" * 64}}},
            "model:My_model@01234567+adapter@dddddddd",
        ),
        (
            MODEL | {"system": {"precision": "bfloat16", "too_long": "window", "ending": True, "threads": 4}},
            "model:My_model@01234567|precision:bfloat16|too_long:window|ending:yes",
        ),
        (
            {"model": "big", "system": {"server": "example.org", "name": "big", "api": "tgi"}, "beginning_token": None},
            "model:big@unknown|beginning:nothing|api:tgi",
        ),
        (
            {
                "corpus": {"name": "brown", "sha256": DIGEST},
                "training": {"order": 3, "tokenisation": "words", "lowercase": True},
            },
            "corpus:brown@01234567|order:3|tokenisation:words|lowercase:yes",
        ),
        (
            {
                "corpus": {"name": "brown", "sha256": DIGEST},
                "training": {"order": 2, "tokenisation": "words", "lowercase": True}
                | {"end_of_sentence": False, "discount_fallback": True},
            },
            "corpus:brown@01234567|order:2|tokenisation:words|lowercase:yes|discount_fallback:yes|end_of_sentence:no",
        ),
    ],
)
def test_what_is_recorded_of_a_system_becomes_fields(recorded, said):
    fields = signature.of_scoring("My model", recorded, ["log_prob", "mean_lp"])
    assert "|".join(f"{name}:{value}" for name, value in fields.items()) == said


@pytest.mark.parametrize(
    "measures, convention",
    [
        (["pll"], "each token masked alone"),
        (["pll", "mean_pll", "pll_word_l2r"], "each token masked alone+masked with the rest of its word"),
        (["unigram_log_prob"], None),
    ],
)
def test_the_conventions_of_a_masked_model_are_those_of_its_measures(measures, convention):
    words = {"log_prob": "each token masked alone", "log_prob_word_l2r": "masked with the rest of its word"}
    fields = signature.of_scoring("m", MODEL | {"convention": words}, measures)
    assert fields.get("convention") == convention


def test_a_label_cannot_write_a_field():
    assert signature.of_scoring("my|model:evil", MODEL) == {"model": "my_model:evil@01234567"}


def test_several_files_of_weights_have_one_checksum_whatever_their_order():
    one, other = (signature.of_files(digests) for digests in (["a" * 64, "b" * 64], ["b" * 64, "a" * 64]))
    assert one == other == signature.checksum(f"{'a' * 64}\n{'b' * 64}")


def test_prompts_are_known_by_what_is_asked():
    system = {"system_prompt": "own"}
    asked = MODEL | {"system": system, "chat": True, "system_prompt": "Today is Monday.", "prompts": [{"text": "?"}]}
    prompts = signature.checksum(json.dumps([{"text": "?"}]))
    made = signature.of_scoring("m", asked)
    assert made == {"model": "m@01234567", "chat": "yes", "system_prompt": "own", "prompts": prompts}
    mine = signature.of_scoring("m", asked | {"system": {"system_prompt": "Be brief."}})
    assert mine["system_prompt"] == signature.checksum("Be brief.")
    assert "system_prompt" not in signature.of_scoring("m", asked | {"chat": False})


def test_a_table_of_signatures_has_a_line_for_each_system(data):
    given = {
        "sentences": data.sentences,
        "pairs": data.pairs,
        "provenances": {"one": MODEL},
        "trainings": {},
        "origins": {"two": {"decisions": "Two@89abcdef"}},
        "labels": {"one/log_prob": "One log-prob", "one/mean_lp": "One MeanLP", "two/score": "Two"},
        "system_labels": {"one": "One", "two": "Two"},
        "deciding": ["two/score"],
        "thresholds": [0.5, 1.0],
        "tie": 0.0001,
        "version": "9.9",
        "dataset": "my",
    }
    start = f"acceptability:9.9|data:{signature.of_data('my', data.sentences, data.pairs)}"
    end = "ties:half|criteria:BLiMP"
    assert compute(**given)["signature"].tolist() == [
        f"{start}|model:One@01234567|measure:log_prob+mean_lp|{end}",
        f"{start}|decisions:Two@89abcdef|measure:score|{end}",
    ]
    rated = given | {"sentences": data.sentences.assign(rating=[1.0, 0, 1, 0]), "tie": 0.01}
    lines = [fields(line) for line in compute(**rated)["signature"]]
    assert [line["criteria"] for line in lines] == ["BLiMP,ADC(0.5,1)", "BLiMP"]
    assert {line["ties"] for line in lines} == {"half(0.01)"}
    assert not {"ties", "criteria"} & {*fields(compute(**given | {"pairs": data.pairs[:0]})["signature"][0])}


@pytest.mark.parametrize("study, ties", [("a-paper", "missed(0.01)"), (None, "half(0.01)")])
def test_a_line_in_a_report_says_how_the_report_counts_ties(study, ties, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results/metrics/my").mkdir(parents=True)
    line = "dataset,system,signature\nmy,one,data:my@1|ties:half(0.01)|criteria:BLiMP\n"
    (tmp_path / "results/metrics/my/signature.csv").write_text(line)
    source = tmp_path / "report.typ"
    source.write_text('#import "/analyses/signature/section.typ": section\n#section((key: "my", systems: 1), (:))')
    run = {"study": study} | {name: [] for name in ("datasets", "labelled", "ngram", "models", "references")}
    sections = (ROOT / "src/acceptability/analyses").glob("*/section.typ")
    compile_report.main(source, (ROOT / "paper").glob("*.typ"), sections, [], [], run, tmp_path / "report.pdf")
    assert f"|ties:{ties}|criteria" in text_of(tmp_path / "report.pdf").replace(" ", "")


def test_python_ends_a_table_with_its_signature(data, tmp_path):
    frame = scores(data, [-1.0, -2.0, -3.0, -3.5])
    frame.to_csv(tmp_path / "mine.csv", index=False)
    in_file, in_frame = (acceptability.evaluate(data, {"My model": it}) for it in (tmp_path / "mine.csv", frame))
    digest = signature.of_files([hashlib.sha256((tmp_path / "mine.csv").read_bytes()).hexdigest()])
    assert fields(in_file.signature)["scores"] == f"My_model@{digest}"
    assert re.fullmatch("My_model@[0-9a-f]{8}", fields(in_frame.signature)["scores"])
    assert fields(in_file.signature)["convention"] == fields(in_frame.signature)["convention"] == "unknown"
    frame.attrs["convention"] = "sum of natural log-probabilities, BOS, first token counted"
    told = acceptability.evaluate(data, {"My model": frame}).signature
    assert fields(told)["convention"] == frame.attrs["convention"].replace(" ", "_")
    with pytest.warns(UserWarning, match="negated"):
        negated = acceptability.evaluate(data, {"My model": frame}, negate="lp").signature
    assert fields(negated)["negate"] == "lp" and "negate" not in fields(in_frame.signature)
    assert repr(in_file.table("criteria")).splitlines()[-1] == in_file.signature
    assert in_file.signature in repr(in_file).splitlines()
    assert in_file.signature in in_file._repr_html_()
    assert fields(in_file.on(["1"]).signature)["data"] != fields(in_file.signature)["data"]
    for name in (str(tmp_path), tmp_path.name, "mine.csv"):
        assert name not in in_file.signature


def test_python_says_how_pairs_were_checked(data):
    line = acceptability.check(data, raters=20, assume={"rater_sd": 0.9}).signature
    assert fields(line)["raters"] == "20" and fields(line)["rater_sd"] == "0.9"
    assert "raters" not in fields(acceptability.check(data).signature)
