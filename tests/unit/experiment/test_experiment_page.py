"""The page of an experiment as text, and the folder that `make experiment` writes."""

import json
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

import experimenting as experiments
from acceptability.command import experimenting, options
from acceptability.datasets.user_pairs.reader import from_records
from acceptability.errors import InputError
from acceptability.experiment import texts
from acceptability.experiment.design import design
from acceptability.experiment.exports import page
from acceptability.reading.load import read_yaml
from helpers import ROOT, files_below, replace_in, replaced, write_csv

SHIPPED = ROOT / "resources/experiment/texts.yaml"
LIBRARY = {name: f"/* {name} */\n//# sourceMappingURL=https://unpkg.com/{name}.map" for name in page.SOURCES}
LIBRARY[page.STYLE] = "/* fonts */ @font-face { src: url(data:x) }\n.jspsych-btn { color: #333; }"
OWN = {"page.css": ".own {}", "page.js": "run();", page.LICENCE: "Copyright of jsPsych\n"}
HOSTILE = '</script><script>alert("1")</script><!-- & \u2028 الولد 孩子'


def written(**changes) -> str:
    """Return a page with stand-ins for jsPsych, and with words that are changed."""
    words = read_yaml(SHIPPED) | changes
    record = {"pair_id": "p", "phenomenon": "x", "good": HOSTILE, "bad": HOSTILE[::-1]}
    other = dict(record, pair_id="q", good="A dog.", bad="Dog a.")
    return page.page(design("mine", "likert", *from_records([record, other]), 2, (), words, 1), LIBRARY, OWN)


def test_no_sentence_can_end_the_script_that_it_is_in():
    html = written()
    (data,) = re.findall(r'<script type="application/json" id="experiment">(.*?)</script>', html, re.DOTALL)
    assert "<" not in data and html.count("<script") == html.count("</script>") == 6
    shown = {stimulus["sentence"] for own in json.loads(data)["lists"] for stimulus in own}
    assert shown == {HOSTILE, HOSTILE[::-1], "A dog.", "Dog a."}


def test_the_page_has_jspsych_in_it_without_fonts_and_source_maps_and_with_its_licence():
    html = written()
    assert ".jspsych-btn { color: #333; }" in html and "Copyright of jsPsych" in html
    assert not re.search(r"font-face|sourceMappingURL|https?:|src=", html)
    assert html.index("jspsych-index") < html.index("plugin-html-button") < html.index("run();")


def test_language_direction_and_title_are_those_of_the_words():
    html = written(language="ar", direction="rtl", title="<b> & more")
    assert '<html lang="ar" dir="rtl">' in html and "<title>&lt;b&gt; &amp; more</title>" in html


@pytest.mark.parametrize(
    ("save", "loads"),
    [("download", False), ("jatos", True), ("datapipe:abc", False), ("post:https://a.b/c", False)],
)
def test_the_script_of_jatos_is_in_the_page_only_for_jatos(save, loads):
    assert ('<script src="jatos.js"></script>' in written(save=save)) == loads


def test_the_version_changes_with_what_participants_see():
    versions = [re.search('"version": "([0-9a-f]{8})"', written(**words))[1] for words in ({}, {}, {"title": "Other"})]
    assert versions[0] == versions[1] != versions[2]


@pytest.fixture
def base(tmp_path, monkeypatch):
    """Return a project's folder with stand-ins for jsPsych, which is also the working directory, with a table of pairs."""
    raw = tmp_path / "resources/raw"
    raw.mkdir(parents=True)
    for name, text in LIBRARY.items():
        (raw / name).write_text(text, encoding="utf-8")
    (tmp_path / "resources/experiment").symlink_to(ROOT / "resources/experiment")
    monkeypatch.setattr(page, "RESOURCES", tmp_path / "resources")
    monkeypatch.setattr(experimenting, "_fetch", lambda modules, words, base: None)
    monkeypatch.chdir(tmp_path)
    write_csv(tmp_path / "my_pairs.csv", ["pair_id", "phenomenon", "good", "bad"], experiments.PAIRS)
    return tmp_path


def make(base, **words) -> list[str]:
    """Return what `make experiment` says of the table of pairs."""
    return experimenting.write(options.parse({"pairs": "my_pairs.csv", **words}, experimenting.COMMAND), base)


def test_the_folder_is_written_whole_and_says_what_is_to_be_filled_in(base):
    said = "\n".join(make(base))
    folder = base / "runs/my_pairs-experiment"
    assert {"index.html", "LICENSE-jspsych.txt", "texts.yaml"} <= files_below(folder).keys()
    assert "2 lists, each with 8 sentences of pairs, no fillers and" in said and "warning: no gold items" in said
    assert "runs/my_pairs-experiment/index.html" in said
    assert "fill in the brackets in runs/my_pairs-experiment/texts.yaml" in said and "  [your name]" in said
    assert (folder / "texts.yaml").read_bytes() == SHIPPED.read_bytes()
    assert [path.name for path in (base / "runs").iterdir()] == ["my_pairs-experiment"]


def test_cells_that_a_spreadsheet_would_compute_are_reported(base):
    assert "Note:" not in "\n".join(make(base))
    header = ["pair_id", "phenomenon", "good", "bad"]
    write_csv(base / "my_pairs.csv", header, [*experiments.PAIRS, ["x", "-2", "=1+1", "@ once"]])
    assert "3 of your cells begin with =, +, - or @ (such as " in "\n".join(make(base))


def test_words_that_were_edited_and_files_that_were_added_stay(base):
    make(base)
    folder = base / "runs/my_pairs-experiment"
    replace_in(folder / "texts.yaml", "title: Judging sentences", "title: Sätze beurteilen")
    (folder / "results").mkdir()
    (folder / "results/P1.csv").write_text("kept")
    said = make(base, task="slider")
    assert any("texts.yaml (yours, kept unchanged)" in line for line in said)
    assert "Sätze beurteilen" in (folder / "texts.yaml").read_text(encoding="utf-8")
    html = (folder / "index.html").read_text(encoding="utf-8")
    assert "<title>Sätze beurteilen</title>" in html and '"task": "slider"' in html
    assert (folder / "results/P1.csv").read_text() == "kept"


def test_a_key_that_the_texts_of_the_folder_lack_is_reported(base):
    make(base)
    path = "runs/my_pairs-experiment/texts.yaml"
    replace_in(base / path, "break_every: 0\n", "")
    assert any(line.startswith(f"        {path}: has no break_every; the texts") for line in make(base))


def test_other_words_than_those_of_the_folder_are_refused(base):
    make(base)
    other = base / "other.yaml"
    german = replaced(SHIPPED.read_text(encoding="utf-8"), "\nlanguage: en\n", "\nlanguage: de\n")
    other.write_text(german, encoding="utf-8")
    with pytest.raises(InputError, match="has other words than TEXTS=other.yaml; leave TEXTS= out"):
        make(base, texts="other.yaml")
    make(base, texts="other.yaml", folder="new")
    assert '<html lang="de"' in (base / "new/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["de", "es", "fr", "he", "ja", "zh"])
def test_texts_of_other_languages_have_the_settings_of_the_english_ones_and_are_not_reviewed(language, base):
    said = make(base, language=language)
    words = texts.read(base / "runs/my_pairs-experiment/texts.yaml", SHIPPED)
    english = read_yaml(SHIPPED)
    assert any("no native speaker has reviewed" in line for line in said)
    for setting in ("save", "record_ids", "times", "break_every", "minimum_time"):
        assert words[setting] == english[setting]
    assert words["language"].startswith(language) and words["direction"] == ("rtl" if language == "he" else "ltr")
    assert texts.unfilled(words) and set(texts.unfilled(words)) == set(texts.unfilled(english))
    assert "{file}" in words["saving"]["where"]
    assert not {entry["sentence"] for entry in words["practice"]} & {entry["sentence"] for entry in english["practice"]}
    said_in = [words[part][key] for part in ("consent", "instructions", "likert", "resume") for key in words[part]]
    assert not set(said_in) & {
        english[part][key] for part in ("consent", "instructions", "likert", "resume") for key in english[part]
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": "nl"}, "LANGUAGE: the language 'nl' is not declared"),
        ({"language": "de", "texts": "other.yaml"}, "leave one of them out"),
    ],
)
def test_a_language_without_texts_or_beside_texts_is_refused(options, message, base):
    (base / "other.yaml").write_text("language: en")
    with pytest.raises(InputError, match=message):
        make(base, **options)


def test_another_language_than_that_of_the_folder_is_refused(base):
    make(base)
    with pytest.raises(InputError, match="is in another language than LANGUAGE=fr; leave LANGUAGE= out"):
        make(base, language="fr")
    make(base, language="en")


def test_practice_in_another_script_than_the_pairs_is_reported(base):
    write_csv(
        base / "my_pairs.csv", ["good", "bad"], [("孩子们在花园里玩。", "在花园里孩子们玩。"), ("他来了。", "了来他。")]
    )
    (line,) = [line for line in make(base) if "script" in line]
    assert "practice sentences are in Latin script, and your pairs in Cjk script; name the language" in line
    assert not any("script" in line for line in make(base, language="zh", folder="chinese"))


def test_a_folder_of_something_else_is_left_alone(base):
    with pytest.raises(InputError, match="is not the folder of an experiment; name another FOLDER="):
        make(base, folder=".")
    assert not (base / "index.html").exists()


def test_nothing_is_left_of_an_experiment_that_could_not_be_made(base, monkeypatch):
    def broken(design, folder):
        (folder / "half.txt").write_text("half")
        raise InputError("this export cannot be made")

    monkeypatch.setattr(experimenting, "_exports", lambda: iter([page, SimpleNamespace(write=broken)]))
    with pytest.raises(InputError, match="cannot be made"):
        make(base)
    assert list((base / "runs").iterdir()) == []


def test_every_module_of_exports_that_writes_is_asked(base, monkeypatch):
    def write(design, folder):
        (folder / "toy.txt").write_text(f"{design.name} {len(design.lists)}")
        return ["Toy: written"]

    monkeypatch.setattr(experimenting, "_exports", lambda: iter([page, SimpleNamespace(write=write)]))
    assert "Toy: written" in make(base, lists="4", folder="my_toy-experiment")
    assert (base / "my_toy-experiment/toy.txt").read_text() == "my-toy 4"


def test_the_page_is_among_the_exports_that_are_found():
    assert page in experimenting._exports()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"pairs": "none.csv"}, "PAIRS=none.csv: there is no such file"),
        ({"fillers": "none.csv"}, "FILLERS=none.csv: there is no such file"),
        ({"texts": "none.yaml"}, "TEXTS=none.yaml: there is no such file"),
        ({"task": "likret"}, "the task 'likret' is not declared.*did you mean 'likert'"),
        ({"lists": "1"}, "LISTS=1: must be a whole number from 2 to 200; with one list, people would see both"),
        ({"lists": "two"}, "LISTS=two: must be a whole number"),
        ({"lists": "100"}, "100 lists are too many for 8 pairs"),
        ({"lsits": "2"}, "make experiment: the option 'LSITS' is not declared.*did you mean 'LISTS'"),
    ],
)
def test_words_that_cannot_be_met_are_refused(base, words, message):
    with pytest.raises(InputError, match=message):
        make(base, **words)
    assert not (base / "runs").exists()


def test_the_shipped_words_are_whole():
    words = texts.read(SHIPPED, SHIPPED)
    assert words["save"] == "download" and words["record_ids"] is True


def test_a_registered_file_that_an_export_needs_is_fetched_once(tmp_path, monkeypatch):
    """The registry's own rows: what is intact is not fetched again."""
    asked = []
    monkeypatch.setattr(
        experimenting.fetching, "fetch", lambda row, target, mirror: asked.append((row["name"], mirror))
    )
    monkeypatch.setattr(experimenting.fetching, "is_intact", lambda row, target: row["name"] == page.STYLE)
    experimenting._fetch([page], {"mirror": "here"}, ROOT)
    assert asked == [(name, "here") for name in page.SOURCES if name != page.STYLE]


def test_the_command_says_in_one_line_what_is_wrong(tmp_path):
    command = [sys.executable, str(ROOT / "workflow/make_experiment.py"), "PAIRS=none.csv"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr == "error: PAIRS=none.csv: there is no such file; correct the path\n"
