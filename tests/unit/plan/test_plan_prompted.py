"""Systems that are asked, in the configuration: what they are, what they need, and what is refused."""

import pytest
import yaml

from acceptability.errors import InputError
from acceptability.plan import artefacts, origins, own_files
from acceptability.tables import signature
from configurations import changed, planned

MODEL = {"label": "M", "kind": "causal", "path": "my_model", "beginning": True, "measures": ["log_prob"]}
ASKED = {"label": "M, asked", "model": "mine", "measures": ["yes_no", "rating"]}
ANSWERED = {"label": "A", "path": __file__, "dataset": "my-pairs", "measures": ["yes_no"]}
CONFIG = {
    "run": ["mine", "asked", "choice"],
    "criteria": {"thresholds": [1]},
    "datasets": {
        "my-pairs": {"kind": "pairs", "label": "P", "pairs": "my_pairs.csv"},
        "alone": {"kind": "sentences", "label": "S", "sentences": "my_sentences.csv"},
    },
    "models": {"mine": MODEL, "other": MODEL | {"kind": "masked", "measures": ["pll"]}},
    "prompted": {
        "asked": ASKED,
        "choice": {"label": "M, asked", "model": "mine", "measures": ["forced_choice"]},
    },
}
del CONFIG["models"]["other"]["beginning"]


def test_who_chooses_has_no_scores_and_needs_pairs():
    plan = planned(CONFIG)
    pairs, alone = plan.datasets["my-pairs"], plan.datasets["alone"]
    assert [system.key for system in pairs.systems] == ["mine", "asked", "choice"]
    assert [system.key for system in pairs.scorers] == ["mine", "asked"]
    assert [system.key for system in alone.systems] == ["mine", "asked"]
    assert pairs.subject.log_prob_rows == dict.fromkeys(
        ("asked/yes_no", "asked/rating", "choice/forced_choice"), "mine/log_prob"
    )
    assert "results/answers/my-pairs/choice.json" in plan.provenance_files
    assert ("my-pairs", "prompting") in {(owner.key, name) for _, owner, name in artefacts.shown(plan, "tables")}
    assert not any(owner is alone and name == "prompting" for _, owner, name in artefacts.shown(plan, "tables"))


def test_what_stands_before_a_question_is_a_setting_on_which_answers_depend():
    plan = planned(changed(CONFIG, "prompted/asked/system", "Be brief."))
    settings = {key: plan.systems[key].asking for key in ("asked", "choice")}
    assert [settings[key]["system_prompt"] for key in settings] == ["Be brief.", "own"]
    assert settings["choice"]["chat"] is None and settings["choice"]["beginning"] is True
    none = planned(changed(CONFIG, "prompted/asked/system", "None")).systems["asked"]
    assert none.asking["system_prompt"] == "none" and none.sent == ""


def test_where_numbers_come_from_is_in_their_signatures(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("answers.csv", "scores.csv"):
        (tmp_path / name).write_text("sentence,a,b\n")
    own = {"label": "S", "path": "scores.csv", "dataset": "my-pairs"} | {
        "measures": {"a": "a", "b": "b"},
        "negate": ["b", "a"],
    }
    config = changed(CONFIG, "prompted/asked", ANSWERED | {"system": "Be brief.\n", "path": "answers.csv"})
    plan = planned(changed(config, "scores", {"mine-too": own}) | {"run": ["mine", "asked", "mine-too"]})
    digest = signature.checksum("sentence,a,b\n")
    assert origins.of_systems(plan.systems[key] for key in ("asked", "mine-too")) == {
        "asked": {
            "answers": f"{plan.systems['asked'].label}@{digest}",
            "system_prompt": signature.checksum("Be brief."),
        },
        "mine-too": {"scores": f"S@{digest}", "negate": "a+b", "convention": "unknown"},
    }


def test_a_model_that_is_only_asked_is_needed_too():
    plan = planned(changed(changed(CONFIG, "datasets/alone", ...), "run", ["choice"]))
    assert [model.key for model in plan.needed_models] == ["mine"]
    assert plan.datasets["my-pairs"].subject.log_prob_rows == {}


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("prompted/asked/measures", ["yes_no", "forced_choice"], "forced_choice judges pairs, yes_no judges sentences"),
        ("prompted/asked/measures", ["log_prob"], "'log_prob' is not allowed"),
        ("prompted/asked/model", "nobody", "the model 'nobody' is not declared"),
        ("prompted/asked/model", "other", "other is a masked model, which cannot be asked; name a causal one"),
        ("prompted/asked/dataset", "my-pairs", "applies only with the key path"),
        (
            "prompted/asked",
            ASKED | {"chat": False, "system": "none"},
            "system: needs a chat template, and chat: false",
        ),
        ("prompted/asked", ANSWERED | {"chat": True}, "asked.chat: applies only with the key model"),
        (
            "prompted/asked",
            ANSWERED | {"system": "None"},
            "asked.system: None is about a chat template, and answers from",
        ),
        ("prompted/asked/system", " ", "asked"),
        ("prompted/asked/path", "answers.csv", "asked"),
        ("prompted/asked/model", ..., "asked"),
    ],
)
def test_entries_that_cannot_be(path, value, message):
    with pytest.raises(InputError, match=message) as refused:
        planned(changed(CONFIG, path, value))
    assert "\n" not in str(refused.value)


def test_files_of_prompts_and_of_answers_are_read_before_the_first_job(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_pairs.csv").write_text("good,bad\nBoys sleep.,Boys sleeps.\nGirls see.,Girls sees.\n")
    (tmp_path / "answers.csv").write_text("id,answer\nfirst,1\n")
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump([{"id": "x"}]))
    base = changed(changed(CONFIG, "datasets/alone", ...), "run", ["choice"])
    asked = {"label": "A", "path": "answers.csv", "measures": ["forced_choice"]}
    plan = planned(changed(changed(base, "prompted", {"choice": asked}), "models", {}))
    assert plan.datasets["my-pairs"].systems[0].partial and plan.own_files == ["my_pairs.csv", "answers.csv"]
    with pytest.raises(InputError, match=r"prompted.choice: answers.csv, row 2: 'first' is not the id of a prompt"):
        own_files.check(plan)
    plan = planned(changed(changed(base, "prompted", {"choice": asked | {"prompts": "mine.yaml"}}), "models", {}))
    with pytest.raises(InputError, match=r"mine.yaml: prompt 1 \(x\): the key 'language' is missing"):
        own_files.check(plan)
