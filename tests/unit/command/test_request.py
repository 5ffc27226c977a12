"""`make score`: a configuration from a few words."""

import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from acceptability.command import configuration, entries, options, request, unchanged
from acceptability.conformance import kit
from acceptability.datasets.user_pairs import manifest as user_pairs
from acceptability.errors import InputError, no_such_file
from acceptability.plan import schema
from acceptability.reading.load import read_yaml
from acceptability.responses import results
from acceptability.sources import commits
from configurations import SCHEMAS
from fake_hub import NAME, REVISION, serving
from helpers import ROOT, make, replaced

PAIRS = "good,bad\nHe sleeps.,He sleep.\n"
MINE = {"pairs": "My pairs.csv"}
ASKED = MINE | {"model": "m"}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working directory with a file of pairs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "My pairs.csv").write_text(PAIRS, encoding="utf-8")
    return tmp_path


EMPTY = (2).to_bytes(8, "little") + b"{}"  # a safetensors file without weights


def model(folder, architecture="BertForMaskedLM", **files):
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({"architectures": [architecture]}), encoding="utf-8")
    (folder / "model.safetensors").write_bytes(EMPTY)
    (folder / "tokenizer.json").touch()
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def written(words, base=ROOT, here=False):
    """Folder and configuration of a request; the schema allows it."""
    folder = request.write(words, base, SCHEMAS, here)
    config = read_yaml(f"{folder}/config.yaml")
    schema.check(config, SCHEMAS["config"], "config.yaml")
    return str(folder), config


def test_results_of_an_experiment_are_read_once_and_paths_may_begin_in_the_home_folder(here, monkeypatch):
    """Test that later checks of a request take what the first one has read of RATINGS=."""
    ratings = "".join(f"{who},1.{side},{number}\n" for who in "ab" for number, side in enumerate(("bad", "good")))
    (here / "ratings.csv").write_text(f"participant,sentence_id,rating\n{ratings}", encoding="utf-8")
    (here / "scores.csv").write_text("sentence_id,log_prob\n1.good,-1\n1.bad,-2\n", encoding="utf-8")
    monkeypatch.setenv("HOME", str(here))
    calls = []
    checks = {"read": results._read, "check": user_pairs.check}
    monkeypatch.setattr(results, "_read", lambda *given: [calls.append("read"), checks["read"](*given)][1])
    monkeypatch.setattr(user_pairs, "check", lambda entry: [calls.append("check"), checks["check"](entry)][1])
    given = {"pairs": "~/My pairs.csv", "ratings": "~/ratings.csv", "scores": "~/scores.csv", "folder": "run"}
    assert written(given)[1]["datasets"]["my-pairs"]["ratings"] == "../ratings.csv"
    assert calls == ["check", "read"]


def test_a_request_is_what_is_asked_and_no_section():
    given = {"model": "gpt2", "pairs": "a.csv", "mirror": "m", "revision": 12, "kind": None, "sheet": " "}
    assert list(options.from_config(given, []).items()) == [
        ("pairs", "a.csv"),
        ("model", "gpt2"),
        ("revision", "12"),
        ("mirror", "m"),
    ]
    assert options.from_config({"scores": {"mine": {}}, "criteria": {}, "too_long": "skip"}, ["c.yaml"]) == {}


def test_every_word_is_explained_where_make_score_is():
    page = (ROOT / "docs/score.md").read_text(encoding="utf-8")
    assert [word for word in options.OF_SCORE if f"`{word.upper()}=" not in page] == []


def test_a_served_model_counts_as_in_babylms_pipeline(here):
    _, config = written(SERVED | {"as_babylm": "yes"})
    assert config["as_babylm"] is True and config["models"]["tiny"]["measures"] == ["log_prob", "mean_lp"]


def test_a_misspelt_word_is_noticed():
    with pytest.raises(InputError, match=r"make score: the option 'MODLE' is not declared \(did you mean 'MODEL'\?\)"):
        options.parse({"PAIRS": "a.csv", "MODLE": "m"})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["MODEL=a", "foo"], "foo: is not an option; options are written as NAME=value, such as PAIRS=my_pairs.csv"),
        (["MODEL=a", "model=b"], "model=b: MODEL= occurs twice; write it once, with commas between several values"),
    ],
)
def test_a_word_that_is_no_option_and_an_option_that_occurs_twice_are_refused(words, message):
    assert options.split_options(["PAIRS=a=b.csv", "Model="]) == {"PAIRS": "a=b.csv", "MODEL": ""}
    command = [sys.executable, str(ROOT / "workflow/run_words.py"), "score", *words]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (1, f"error: {message}\n")


def test_words_and_a_configuration_do_not_go_together():
    message = "mine.yaml: use either a configuration file or options such as pairs= and model="
    with pytest.raises(InputError, match=message):
        options.from_config({"pairs": "a.csv", "model": "m"}, ["mine.yaml"])


def test_pairs_and_a_masked_model(here):
    model(here / "Tiny BERT")
    folder, config = written(MINE | {"model": "Tiny BERT"})
    assert folder == "runs/my-pairs-tiny-bert"
    assert config["studies"] == [] and config["run"] == ["tiny-bert"]
    assert config["datasets"] == {"my-pairs": {"kind": "pairs", "label": "My pairs", "pairs": "../../My pairs.csv"}}
    assert config["models"] == {
        "tiny-bert": {
            "label": "Tiny BERT",
            "path": "../../Tiny BERT",
            "kind": "masked",
            "measures": ["pll", "pll_word_l2r"],
        }
    }
    assert (here / folder / "resources").resolve() == ROOT / "resources"


@pytest.mark.parametrize(
    ("word", "beginning"),
    [
        *(("true", True), ("Yes", True), ("no", False), ("false", False)),
        *(("auto", "auto"), ("harness", "harness"), ("<|endoftext|>", "<|endoftext|>")),
    ],
)
def test_what_goes_before_a_sentence_is_told_to_causal_models(here, word, beginning):
    model(here / "gpt", "GPT2LMHeadModel")
    model(here / "bert", "BertForMaskedLM")
    _, config = written(MINE | {"model": "gpt,bert", "beginning": word})
    assert config["models"]["gpt"]["beginning"] == beginning
    assert "beginning" not in config["models"]["bert"]


def test_what_goes_before_a_sentence_is_left_open_unless_it_is_told(here):
    model(here / "gpt", "GPT2LMHeadModel")
    _, config = written(MINE | {"model": "gpt"})
    assert "beginning" not in config["models"]["gpt"]
    assert config["models"]["gpt"]["measures"] == ["log_prob", "mean_lp"]


@pytest.mark.parametrize("name", ["bert", "brown-trigram"])
def test_other_models_are_not_told_what_goes_before_a_sentence(here, name):
    model(here / "bert", "BertForMaskedLM")
    with pytest.raises(InputError, match="BEGINNING=no: applies only to causal models that MODEL= names and"):
        written(MINE | {"model": name, "beginning": "no"})


@pytest.mark.parametrize(
    ("architecture", "kind"),
    [("LlamaForCausalLM", "causal"), ("OpenAIGPTLMHeadModel", "causal"), ("BertForPreTraining", "masked")],
)
def test_the_kind_is_seen_from_the_architecture(here, architecture, kind):
    model(here / "m", architecture)
    assert written(ASKED)[1]["models"]["m"]["kind"] == kind


def test_several_of_each(here):
    (here / "other, with comma.csv").write_text(PAIRS, encoding="utf-8")
    (here / "Sätze.txt").write_text("He sleeps.\n", encoding="utf-8")
    for name in ("a", "b"):
        model(here / name)
    words = {"pairs": "My pairs.csv, My pairs.csv", "sentences": "Sätze.txt", "model": "a,b", "dataset": "li-adger"}
    config = written(words)[1]
    assert list(config["datasets"]) == ["my-pairs", "my-pairs-2", "satze", "li-adger"]
    assert config["run"] == ["a", "b"]
    config = written({"pairs": "other, with comma.csv", "model": "a"})[1]
    assert list(config["datasets"]) == ["other-with-comma"]


def test_declared_systems_bring_what_they_need(here):
    _, config = written(MINE | {"model": "brown-trigram,brown-bert-cola"})
    assert config["run"] == ["brown-trigram", "brown-bert-cola"]
    assert set(config["corpora"]) == {"brown"} and set(config["models"]) == {"brown-bert"}
    assert set(config["datasets"]) == {"my-pairs", "cola"}


def test_a_dataset_brings_the_labelled_one_that_its_thresholds_are_from(here):
    entry = {"kind": "cola-targeted", "label": "Sets", "thresholds_from": "cola"}
    declared = entries.declared_entries(ROOT)
    declared["datasets"]["cola-sets"] = entry
    systems = {"brown-trigram": ("ngram", declared["ngram"]["brown-trigram"])}
    config = configuration.configuration({}, {"cola-sets": entry}, systems, declared)
    assert config["datasets"] == {"cola-sets": entry, "cola": declared["labelled"]["cola"]}
    wrong = {"cola-sets": entry | {"thresholds_from": "coal"}}
    with pytest.raises(InputError, match="the labelled dataset 'coal' is not declared .did you mean 'cola'"):
        configuration.configuration({}, wrong, systems, declared)


def test_a_study_s_system_scores_what_it_is_asked_to_score(here):
    """In the study it may be for some datasets only."""
    limited = read_yaml(ROOT / "paper/blimp/study.yaml")
    assert limited["models"]["gpt2-large"]["datasets"] and limited["ngram"]["brown-unigram"]["datasets"]
    _, config = written(MINE | {"model": "gpt2-large,brown-unigram"})
    assert list(config["datasets"]) == ["my-pairs"]
    found = config["models"]["gpt2-large"], config["ngram"]["brown-unigram"]
    assert not any("datasets" in entry for entry in found)
    assert found[0] == {key: value for key, value in limited["models"]["gpt2-large"].items() if key != "datasets"}


def test_scores_from_elsewhere(here):
    (here / "gpt4.csv").write_text("sentence,surprisal\nHe sleeps.,1\nHe sleep.,2\n", encoding="utf-8")
    _, config = written(MINE | {"scores": "gpt4.csv", "negate": "surprisal", "encoding": "latin-1"})
    assert config["scores"] == {
        "gpt4": {"label": "gpt4", "path": "../../gpt4.csv", "encoding": "latin-1", "negate": ["surprisal"]}
    }
    assert config["datasets"]["my-pairs"]["encoding"] == "latin-1"


@pytest.mark.parametrize(("said", "expected"), [("yes", True), ("True", True), ("no", False), (None, False)])
def test_scores_of_a_part_of_the_sentences(here, said, expected):
    (here / "My pairs.csv").write_text(f"{PAIRS}We sleep.,We sleeps.\n", encoding="utf-8")
    text = "sentence,lp\nHe sleeps.,1\nHe sleep.,2\n" + "We sleep.,1\nWe sleeps.,2\n" * (not expected)
    (here / "part.csv").write_text(text, encoding="utf-8")
    words = MINE | {"scores": "part.csv"} | ({"partial": said} if said else {})
    _, config = written(words)
    entry = {"label": "part", "path": "../../part.csv"}
    assert config["scores"]["part"] == (entry | {"partial": True} if expected else entry)


TOLD = "sum of natural log-probabilities, BOS, first token counted"


@pytest.mark.parametrize("changed", [0.0, 0.05, 3.0])
def test_scores_beside_the_model_that_made_them_are_compared_with_it(here, capsys, changed):
    kit.write(here / "kit")
    table = kit.expected().query("model == 'tiny-llama' and convention == 'bos'")[["sentence_id", "log_prob"]].iloc[:30]
    table = table.assign(sentence=table["sentence_id"].map(kit.sentences()))
    even = changed == 0.05  # noise of both signs in all sentences, as that of half precision
    table.loc[table.index if even else table.index[:1], "log_prob"] += changed
    if even:
        table.loc[table.index[::2], "log_prob"] -= 2 * changed
    table[["sentence", "log_prob"]].to_csv(here / "scores.csv", index=False)
    texts = table["sentence"].str.replace('"', '""').tolist()
    pairs = [f'"{one}","{other}"' for one, other in zip(texts[::2], texts[1::2], strict=True)]
    (here / "p.csv").write_text("\n".join(["good,bad", *pairs]), encoding="utf-8")
    words = {"pairs": "p.csv", "scores": "scores.csv", "model": "kit/tiny-llama", "beginning": "true"}
    config = written(words)[1]
    note = "note: scores.csv and kit/tiny-llama: log_prob: "
    if even:
        assert f"{note}{TOLD}, compatible with half precision (bfloat16)" in capsys.readouterr().err
        assert config["scores"]["scores"]["convention"] == f"{TOLD}, bfloat16"
    elif changed:
        assert f"{note}no convention fits; the nearest is: {TOLD}: 19 of 20, except row 2" in capsys.readouterr().err
        assert "convention" not in config["scores"]["scores"]
    else:
        assert f"{note}{TOLD}, float32: 20 of 20" in capsys.readouterr().err
        assert config["scores"]["scores"]["convention"] == TOLD


def test_scores_without_texts_are_not_compared(here, capsys):
    kit.write(here / "kit")
    (here / "scores.csv").write_text("pair_id,lp_good,lp_bad\n1,-1.5,-2.5\n", encoding="utf-8")
    config = written(MINE | {"scores": "scores.csv", "model": "kit/tiny-llama"})[1]
    assert "kit/tiny-llama: not compared: scores.csv: has no column 'sentence'" in capsys.readouterr().err
    assert "convention" not in config["scores"]["scores"]


def test_decisions_from_elsewhere(here):
    (here / "chat.csv").write_text("good,bad,GPT 4,note\nHe sleeps.,He sleep.,1,x\n", encoding="latin-1")
    _, config = written(MINE | {"decisions": "chat.csv", "encoding": "latin-1"})
    assert config["decisions"] == {"chat": {"label": "chat", "path": "../../chat.csv", "encoding": "latin-1"}}
    _, config = written(MINE | {"decisions": "chat.csv", "repeated": "first", "folder": "again"})
    assert config["decisions"]["chat"]["repeated"] == "first"
    with pytest.raises(InputError, match="REPEATED=last: write first or leave_out"):
        written(MINE | {"decisions": "chat.csv", "repeated": "last"})
    assert config["run"] == ["chat"] and "scores" not in config and "models" not in config


def test_names_that_mean_something_are_not_taken(here):
    for name in ("reference", "gpt2-published", "toy-simulated", "猫"):
        model(here / name)
    config = written(MINE | {"model": "reference,gpt2-published,toy-simulated,猫"})[1]
    assert config["run"] == ["reference-own", "gpt2-published", "toy-simulated", "mine"]
    assert config["models"]["mine"]["label"] == "猫"


TWO = {"pairs": "My pairs.csv,My pairs.csv"}
SERVED = MINE | {"server": "http://localhost:8000", "model": "tiny"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"model": "m"}, "nothing to score: add PAIRS="),
        (MINE, "nothing to score with: add MODEL=folder-or-name, SCORES=.*, DECISIONS=.* or ANSWERS=answers.csv"),
        ({"pairs": "none.csv", "model": "m"}, "PAIRS=none.csv: there is no such file; correct the path"),
        ({"pairs": "m", "model": "m"}, "m: has no tables, which are files that end in .csv"),
        (MINE | {"scores": "none.csv"}, "SCORES=none.csv: there is no such file"),
        (MINE | {"model": "./none"}, "MODEL=./none: is not a folder; give the folder that contains"),
        (MINE | {"model": "My pairs.csv"}, "MODEL=My pairs.csv: is not a folder"),
        (MINE | {"model": "empty"}, "empty: has no config.json"),
        (
            MINE | {"model": "vit"},
            "its config.json names ViTForImageClassification; if it is masked .* set KIND=masked",
        ),
        (ASKED | {"kind": "mask"}, "KIND=mask: must be causal or encoder_decoder or lstm or masked or mntp"),
        ({"dataset": "blimpo", "model": "m"}, "DATASET=blimpo: is not declared; there are: li-adger"),
        ({"dataset": "cola", "model": "m"}, "DATASET=cola: is not declared; there are: li-adger"),
        (ASKED | {"revision": "1"}, "REVISION=1: applies only to one model of the hub; leave it"),
        (MINE | {"model": "m,t5", "kind": "causal"}, "KIND=causal: applies only to one model of your own"),
        (ASKED | {"negate": "x"}, "NEGATE=x: applies only to SCORES=; leave it out"),
        ({"dataset": "li-adger", "model": "m", "sheet": "x"}, "SHEET=x: applies only to a table of your own; leave it"),
        (MINE | {"scores": "s.csv", "negate": "x"}, "NEGATE=x: is not a measure of the scores; .*: lp"),
        (ASKED | {"too_long": "cut"}, "make score: too_long: 'cut' is not allowed"),
        ({"pairs": "bad.csv", "model": "m"}, "make score: datasets.bad: bad.csv, row 2: bad is empty; fill it in"),
        (ASKED | {"folder": "My pairs.csv"}, "My pairs.csv.*; name another FOLDER="),
        (
            TWO | {"scores": "My pairs.csv"},
            "SCORES=My pairs.csv: the option applies to one dataset, .*; name one dataset",
        ),
        (TWO | {"decisions": "d.csv"}, "DECISIONS=d.csv: the option applies to one dataset, .*; name one dataset"),
        (MINE | {"decisions": "none.csv"}, "DECISIONS=none.csv: there is no such file"),
        (MINE | {"decisions": "s.csv"}, "s.csv: has neither a column pair_id nor the columns good and"),
        (ASKED | {"partial": "yes"}, "PARTIAL=yes: applies only to SCORES=; leave it out"),
        (MINE | {"scores": "s.csv", "partial": "yes"}, "s.csv: lp has no pair with scores of both sentences; add"),
        (MINE | {"scores": "s.csv", "partial": "some"}, "PARTIAL=some: must be yes or no"),
        (
            MINE | {"server": "http://me:secret@localhost"},
            "^SERVER=: the name of the model is missing; add MODEL= with a name that the server lists",
        ),
        (SERVED | {"too_long": "skip"}, "TOO_LONG=skip: applies only to models that are computed here; leave it out"),
        (
            SERVED | {"prompts": "english"},
            "PROMPTS=english: a model behind a server is not asked by .* use make prompts",
        ),
        (
            MINE | {"scores": "whole.csv", "as_babylm": "yes"},
            "AS_BABYLM=yes: none of these systems has sums of log-prob",
        ),
        (
            MINE | {"scores": "s.csv"},
            r"scores.s: s.csv: 1.bad \(He sleep.\) has no score; .*PARTIAL=yes for make score",
        ),
    ],
)
def test_requests_that_cannot_be_met(here, words, message):
    model(here / "m")
    model(here / "vit", "ViTForImageClassification")
    (here / "empty").mkdir()
    (here / "s.csv").write_text("sentence,lp\nHe sleeps.,1\n", encoding="utf-8")
    (here / "whole.csv").write_text("sentence,lp\nHe sleeps.,1\nHe sleep.,0\n", encoding="utf-8")
    (here / "d.csv").write_text("good,bad,chat\nHe sleeps.,He sleep.,1\n", encoding="utf-8")
    (here / "bad.csv").write_text("good,bad\nHe sleeps.,\n", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        request.write(words, ROOT, SCHEMAS, here=False)
    assert not (here / "runs").exists()  # nothing half-written


def test_a_configuration_that_was_changed_is_left_alone(here):
    model(here / "m")
    words = ASKED | {"folder": "out"}
    folder, _ = written(words)
    assert folder == "out"
    written(words | {"standardise": "sentences"})  # nobody has touched it: written again
    target = here / "out/config.yaml"
    target.write_text(replaced(target.read_text(encoding="utf-8"), "label: m", "label: My model"), encoding="utf-8")
    before = target.read_bytes()
    with pytest.raises(InputError, match="out/config.yaml: was changed by hand, so it is not overwritten"):
        request.write(words, ROOT, SCHEMAS, here=False)
    assert target.read_bytes() == before


def test_a_configuration_of_somebody_elses_is_left_alone(here):
    model(here / "m")
    (here / "config.yaml").write_text("run: all\n", encoding="utf-8")
    with pytest.raises(
        InputError, match="config.yaml: was not written by make score .* not overwritten; choose another"
    ):
        request.write(ASKED | {"folder": "."}, ROOT, SCHEMAS, here=False)


def test_tables_of_one_name_have_folders_of_their_own(here, capsys):
    model(here / "m")
    for name in ("first", "second"):
        (here / name).mkdir()
        (here / name / "items.csv").write_text(PAIRS, encoding="utf-8")
    names = ["first", "second"] * 2
    folders = [written({"pairs": f"{name}/items.csv", "model": "m"})[0] for name in names]
    assert folders == ["runs/items-m", "runs/items-m-2"] * 2
    reason = "runs/items-m-2 gets the results, because runs/items-m has those of other files or models"
    assert capsys.readouterr().err.count(reason) == 2


def test_the_mirror_is_the_named_one_or_that_of_the_environment(here, monkeypatch):
    model(here / "m")
    monkeypatch.setenv("ACCEPTABILITY_MIRROR", "other")
    assert written(ASKED)[1]["mirror"] == "../../other"
    assert written(ASKED | {"mirror": "mirror"})[1]["mirror"] == "../../mirror"


def test_a_name_that_is_declared_does_not_take_the_place_of_ones_own(here):
    (here / "li-adger.csv").write_text(PAIRS, encoding="utf-8")
    model(here / "brown-bert")
    config = written({"pairs": "li-adger.csv", "dataset": "li-adger", "model": "brown-bert,brown-bert-cola"})[1]
    assert {key: entry["kind"] for key, entry in config["datasets"].items()} == {
        "li-adger-2": "pairs",
        "li-adger": "li-adger",
        "cola": "cola",
    }
    assert config["models"]["brown-bert-2"]["path"] == "../../brown-bert"
    assert "corpus" in config["models"]["brown-bert"]


def test_with_directory_the_folder_is_the_current_one(here):
    model(here / "m")
    folder, config = written(ASKED, here=True)
    assert folder == "." and config["models"]["m"]["path"] == "m"
    assert not (here / "resources").exists()


@pytest.fixture
def hub(here, monkeypatch):
    origin = model(here / "origin", "GPT2LMHeadModel", tokenizer_config={"bos_token": "<s>"})
    for key in ("HF_HUB_OFFLINE", "HF_TOKEN"):
        monkeypatch.delenv(key, raising=False)
    with serving(origin) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        yield server


def test_a_hub_model_is_asked_for_its_commit_once(here, hub):
    words = MINE | {"model": NAME}
    _, config = written(words)
    key = NAME.split("/")[1]
    assert config["models"][key] == {
        "label": key,
        "hub": NAME,
        "revision": REVISION,
        "kind": "causal",
        "measures": ["log_prob", "mean_lp"],
    }
    asked = len(hub.requests)
    assert written(words)[1] == config
    assert written(words | {"beginning": "no"})[1]["models"][key]["beginning"] is False
    assert written(words)[1] == config
    assert len(hub.requests) == asked
    assert written(words | {"revision": "main"})[1]["models"][key]["revision"] == REVISION
    assert len(hub.requests) > asked


def test_the_hub_says_no(here, hub):
    with pytest.raises(InputError, match="some-owner/none: the hub has no such model or revision"):
        request.write(MINE | {"model": "some-owner/none"}, ROOT, SCHEMAS, here=False)
    with pytest.raises(InputError, match="the hub has no such model or revision"):
        request.write(MINE | {"model": NAME, "revision": "v9"}, ROOT, SCHEMAS, here=False)


def test_without_a_network_the_mend_is_named(here, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    message = "distilgpt2: is not a folder here, and the Hugging Face hub cannot be reached .*with a network connection"
    with pytest.raises(InputError, match=message):
        request.write(MINE | {"model": "distilgpt2"}, ROOT, SCHEMAS, here=False)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(InputError, match="HF_HUB_OFFLINE is set"):
        request.write(MINE | {"model": "distilgpt2"}, ROOT, SCHEMAS, here=False)


def test_a_hub_that_does_not_answer_is_given_up_soon(here, monkeypatch):
    """It takes the connection, and says nothing; the same holds where its address is looked up for long."""
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setattr(commits, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(InputError) as raised:
            request.write(MINE | {"model": "distilgpt2"}, ROOT, SCHEMAS, here=False)
    assert re.fullmatch(r"distilgpt2: is not a folder here, and [^;]*; [^;]* network connection", str(raised.value))
    with pytest.raises(TimeoutError, match="no answer within 0.1 seconds"):
        commits.within(0.1, lambda: time.sleep(5))


def test_the_commit_of_a_model_without_one_is_written_down(here, hub):
    record = here / "commits.json"
    assert commits.recorded(NAME, record) == REVISION
    asked = len(hub.requests)
    assert commits.recorded(NAME, record) == REVISION
    assert len(hub.requests) == asked
    assert json.loads(record.read_text(encoding="utf-8")) == {NAME: REVISION}


@pytest.mark.parametrize("command", ["score", "check", "prompts", "experiment"])
def test_a_file_s_name_with_a_space_needs_quotation_marks(tmp_path, command):
    run = make(tmp_path, command, "PAIRS=My", "stimuli.xlsx")
    assert run.returncode != 0
    assert run.stdout.splitlines() == [
        "error: make does not know 'stimuli.xlsx'. If it belongs to a file's name, put the option in quotation marks, "
        "as in 'PAIRS=My pairs.xlsx'."
    ]


def test_a_file_whose_name_differs_in_capital_letters_is_named(tmp_path, monkeypatch):
    (tmp_path / "Stimuli.csv").write_text("good,bad\n")
    assert "but there is 'Stimuli.csv' (capital letters count)" in no_such_file(tmp_path / "stimuli.csv")
    assert no_such_file(tmp_path / "pairs.csv") == "there is no such file; correct the path"
    assert no_such_file(tmp_path / "nowhere/pairs.csv") == "there is no such file; correct the path"
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"PAIRS=stimuli.csv: there is no such file, but there is 'Stimuli.csv'"):
        written({"pairs": "stimuli.csv", "model": "x"})


def test_a_command_in_a_folder_where_a_run_is_at_work_changes_no_file(here, monkeypatch):
    Path("p.csv").write_text("good,bad\nBirds sing.,Birds sings.\n")
    Path("s.csv").write_text("sentence,lp\nBirds sing.,-1\nBirds sings.,-2\n")
    folder = Path(written({"pairs": "p.csv", "scores": "s.csv", "folder": "run"})[0])
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    monkeypatch.setattr(request.locks, "reserve", lambda folder: False)
    with pytest.raises(InputError, match="run: another run uses this folder; wait until it ends"):
        written({"pairs": "p.csv", "scores": "s.csv", "folder": "run", "negate": "lp"})
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_configuration_that_another_run_wrote_at_the_same_time_is_not_overwritten(here, monkeypatch):
    """The other command reserved the folder after this one had chosen it, and has ended."""
    Path("p.csv").write_text("good,bad\nBirds sing.,Birds sings.\n")
    Path("s.csv").write_text("sentence,lp\nBirds sing.,-1\nBirds sings.,-2\n")
    config = Path("run/config.yaml")
    monkeypatch.setattr(
        request.locks, "reserve", lambda folder: unchanged.write("make score", {"tie": 1}, config) or True
    )
    with pytest.raises(InputError, match="run: another run has just written its config.yaml; type the command again"):
        written({"pairs": "p.csv", "scores": "s.csv", "folder": "run"})
    assert unchanged.read(config) == {"tie": 1}


def test_the_folder_of_a_run_may_be_moved(here):
    Path("p.csv").write_text("good,bad\nBirds sing.,Birds sings.\n")
    Path("s.csv").write_text("sentence,lp\nBirds sing.,-1\nBirds sings.,-2\n")
    words = {"pairs": "p.csv", "scores": "s.csv"}
    folder = Path(written(words | {"folder": "run"})[0])
    Path("a/b").mkdir(parents=True)
    folder.rename("a/b/run")
    moved = Path(written(words | {"folder": "a/b/run"})[0])
    assert (moved / "resources").resolve() == (ROOT / "resources").resolve()
