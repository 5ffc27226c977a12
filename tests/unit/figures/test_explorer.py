"""The explorer's data and page; what it does in a browser is tested in tests/browser."""

import base64
import gzip
import json
import re
from html.parser import HTMLParser
from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

import build_explorer
from acceptability.analyses.phenomena.manifest import BY_LEVEL
from acceptability.contracts import io, systems
from acceptability.figures import explorer
from acceptability.options import CORRECTED
from acceptability.statistics import criteria, levels
from acceptability.statistics.clusters import ratio
from figure_faults import CONTRAST, contrast
from helpers import ROOT, files_below

ASSETS = {path.name: io.read_text(path) for path in (ROOT / "workflow/report/explorer").iterdir()}
TEXTS = {"s1": "Dogs bark.", "s2": "Dogs barks.", "s3": "Cats sleep.", "unused": "In no pair.", "s4": "Cats sleeps."}
SENTENCES = pd.DataFrame({"sentence_id": TEXTS.keys(), "sentence": TEXTS.values()})
PAIRS = pd.DataFrame(
    {
        "pair_id": ["p1", "p2", "p3"],
        "good_id": ["s1", "s3", "s1"],
        "bad_id": ["s2", "s4", "s4"],
        "phenomenon": ["dogs", "cats", "dogs"],
        "paradigm": ["barking", "sleeping", "dozing"],
    }
)
LABELS = {"a": "System A", "a/x": "System A x", "a/y": "System A y"}
TOKENS = pd.DataFrame(
    {
        "sentence_id": ["s2", "s2", "s1", "s1", "unused", "s3"],
        "position": [1, 2, 2, 1, 1, 1],
        "token": ["Dogs", "barks", "bark", "Dogs", "In", "Cats"],
        "log_prob": [-1.004, -2.504, -1.5, -1.004, -9.0, -3.0],
        "oov": [0, 1, 0, 0, 1, 0],
    }
)


def described(
    columns: pd.DataFrame,
    sentences: pd.DataFrame = SENTENCES,
    pairs: pd.DataFrame = PAIRS,
    labels: dict[str, str] = LABELS,
    scored: tuple[str, ...] = (),
) -> dict:
    used = explorer.sentences_in_pairs(sentences, pairs)
    return explorer.describe_dataset(used, pairs, columns, labels, list(scored))


def columns(human: list[float], **rows: list[float]) -> pd.DataFrame:
    return pd.DataFrame({"human": human} | {f"a/{key}": row for key, row in rows.items()}, index=PAIRS["pair_id"])


def elements(page: str) -> dict[str, str]:
    """The contents of the page's script elements, by id, as a parser of HTML sees them."""

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.found, self.open = {}, None

        def handle_starttag(self, tag: str, attrs: list) -> None:
            self.open = dict(attrs).get("id", "") if tag == "script" else None

        def handle_endtag(self, tag: str) -> None:
            self.open = None

        def handle_data(self, data: str) -> None:
            if self.open is not None:
                self.found[self.open] = self.found.get(self.open, "") + data

    reader = Reader()
    reader.feed(page)
    return reader.found


def unpacked(packed: str) -> dict:
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def test_every_sentence_stands_once_and_pairs_point_at_them():
    assert described(columns([1, np.nan, 0.5], x=[0, 1, 2], y=[3, 4, 5]), scored=("a",)) == {
        "rated": True,
        "sentences": ["Dogs bark.", "Dogs barks.", "Cats sleep.", "Cats sleeps."],
        "phenomena": ["dogs", "cats"],
        "names": ["dogs", "cats"],
        "paradigms": ["barking", "sleeping", "dozing"],
        "pairs": ["p1", "p2", "p3"],
        "good": [0, 2, 0],
        "bad": [1, 3, 3],
        "phenomenon": [0, 1, 0],
        "paradigm": [0, 1, 2],
        "human": [1.0, None, 0.5],
        "rows": [
            {"row": "a/x", "label": "System A x", "model": [0.0, 1.0, 2.0]},
            {"row": "a/y", "label": "System A y", "model": [3.0, 4.0, 5.0]},
        ],
        "columns": [],
        "tokens": [{"system": "a", "label": "System A"}],
    }


def test_marks_are_those_of_the_sentences_of_each_pair():
    marked = PAIRS.assign(good_mark=["", "?", ""], bad_mark=["*", "??", ""])
    found = described(columns([1, np.nan, 0.5], x=[0, 1, 2]), pairs=marked)
    assert found["marks"] == {"good": ["", "?", ""], "bad": ["*", "??", ""]}
    assert found["sentences"] == ["Dogs bark.", "Dogs barks.", "Cats sleep.", "Cats sleeps."]


def test_phenomena_are_called_what_readers_call_them():
    pairs = PAIRS.assign(phenomenon_label=["犬", None, "犬"])
    found = described(columns([1, 2, 3], x=[0, 1, 2]), pairs=pairs)
    assert (found["phenomena"], found["names"]) == (["dogs", "cats"], ["犬", "cats"])


def test_tokens_follow_the_sentences_and_log_probabilities_are_rounded_to_hundredths():
    assert explorer.describe_tokens(TOKENS, explorer.sentences_in_pairs(SENTENCES, PAIRS)) == {
        "vocabulary": ["Dogs", "bark", "barks", "Cats"],
        "lengths": [2, 2, 1, 0],  # of s1, s2, s3 and s4
        "tokens": [0, 1, 0, 2, 3],
        "log_probs": [-100, -150, -100, -250, -300],
        "unknown": [3],
        "sums": [-250, -351, -300, 0],  # of what was summed before it was rounded
    }


# Eight pairs of cats, each a cluster of its own, then three of dogs, and one of birds that nobody rated.
MANY = pd.DataFrame({"pair_id": [f"p{n}" for n in range(12)], "phenomenon": ["cats"] * 8 + ["dogs"] * 3 + ["birds"]})
MANY = MANY.assign(paradigm=MANY["phenomenon"], cluster=MANY["pair_id"]).set_index("pair_id", drop=False)
DELTAS = pd.DataFrame({"pair_id": MANY["pair_id"].to_numpy(), "measure": "x", "human_delta": [1.0] * 11 + [np.nan]})
DELTAS["model_delta"] = [1, 1, 1, 1, 1, 1, 0, -1, 1, 0, -1, 1.0]
PART = DELTAS[~DELTAS["pair_id"].isin(["p0", "p8", "p9", "p10"])]


def by_level() -> pd.DataFrame:
    """Shares of two systems, the second of which covers a part of the cats and no dogs, and of a reference."""
    tables = {"a": DELTAS, "b": PART, "reference": DELTAS}
    return systems.stack({name: levels.shares_of_system(table, MANY) for name, table in tables.items()}, "toy")


def test_shares_by_phenomenon_by_hand():
    found = explorer.describe_shares(by_level(), MANY, {"b/x": "B", "a/x": "A", "c/x": "C"}, {})
    assert found["systems"] == ["B", "A"]  # C has no shares; references are no systems
    assert [(line["phenomenon"], line["pairs"]) for line in found["lines"]] == [(None, 11), (0, 8), (1, 3)]
    assert {line["over"] for line in found["lines"]} == {"clusters"}
    every, cats, dogs = (line["cells"] for line in found["lines"])
    values = {"cats": np.array([1, 1, 1, 1, 1, 1, 0.5, 0]), "all": np.array([1, 1, 1, 1, 1, 1, 0.5, 0, 1, 0.5, 0])}
    for cell, value in ((cats[1], values["cats"]), (every[1], values["all"]), (cats[0], values["cats"][1:])):
        interval = ratio(value, np.ones(len(value)), np.arange(len(value))).share_interval(len(value))
        assert cell == pytest.approx([value.mean(), *interval, len(value)])
        assert 0 < cell[1] < cell[0] < cell[2] < 1
    assert dogs == [None, [0.5, None, None, 3]]  # no interval over three clusters
    json.dumps(found, allow_nan=False)


def test_people_and_released_shares_stand_beside_the_systems():
    released = by_level().query("system == 'b'").assign(system="people", measure="individual")
    shares = pd.concat([by_level(), released])
    found = explorer.describe_shares(shares, MANY, {"a/x": "A"}, {"people/individual": "People"})
    assert found["systems"] == ["A", "People (7 pairs of each phenomenon)"]
    assert found["lines"][2]["cells"][1] is None
    nothing = explorer.describe_shares(by_level().iloc[:0], MANY, {"a/x": "A"}, {})
    assert nothing == {"systems": [], "lines": []}


def test_parts_without_room_inside_the_page_become_files():
    assert (explorer.part_name("toy"), explorer.part_name("toy", "a")) == ("data/toy.js", "data/toy/a.js")
    parts = {"data/toy.js": "a" * 400, "data/toy/a.js": "b" * 900, "data/other.js": "c" * 300}
    empty, files = explorer.page({"toy": "Toy"}, parts, [0.5], ASSETS, at_most=0)
    assert files == {name: f'receive("{name}", "{packed}");\n' for name, packed in parts.items()}
    at_most = len(empty.encode()) + 1_000
    page, files = explorer.page({"toy": "Toy"}, parts, [0.5], ASSETS, at_most)
    assert (list(files), len(page.encode()) <= at_most) == (["data/toy/a.js"], True)
    inside = elements(page)
    assert (inside["data/toy.js"], inside["data/other.js"]) == ("a" * 400, "c" * 300)
    assert unpacked(inside["contents"])["datasets"] == [{"key": "toy", "label": "Toy"}]
    page, files = explorer.page({"toy": "Toy"}, parts, [0.5], ASSETS)
    assert (files, elements(page).keys() - inside.keys()) == ({}, {"data/toy/a.js"})


def test_the_script_writes_the_page_and_exactly_the_files_that_it_loads(tmp_path):
    deltas = pd.DataFrame({"pair_id": PAIRS["pair_id"], "measure": "x", "human_delta": np.nan, "model_delta": 1.0})
    tables = {"sentences": SENTENCES.assign(rating=np.nan), "pairs": PAIRS.assign(cluster="x"), "deltas/toy": deltas}
    paths = {}
    by_level = levels.shares_of_system(deltas, PAIRS.assign(cluster="x").set_index("pair_id", drop=False))
    tables["levels"] = systems.stack({"a": by_level}, "toy")[list(BY_LEVEL.columns)]
    tables["signatures/toy"] = pd.DataFrame({"dataset": ["toy"], "system": ["a"], "signature": ["data:toy|<b>"]})
    for kind, table in (tables | {"tokens/toy": TOKENS}).items():
        paths[kind.split("/")[0]] = [tmp_path / kind / "a.csv"]
        (tmp_path / kind).mkdir(parents=True)
        table.to_csv(tmp_path / kind / "a.csv", index=False)
    paths["assets"] = sorted((ROOT / "workflow/report/explorer").iterdir())
    made = {}
    for folder, at_most in (("inside", explorer.PAGE_AT_MOST), ("files", 0), ("again", 0)):
        (tmp_path / folder).mkdir()
        page, data = tmp_path / folder / "index.html", tmp_path / folder / "data"
        toy = {"label": "Toy", "understood": [], "labels": LABELS, "deciding": []}
        toy = {"toy": toy | {"rows": {"a/x": "A"}, "others": {}}}
        build_explorer.main(toy, **paths, thresholds=[0.5], to_page=page, to_data=data, at_most=at_most)
        made[folder] = files_below(tmp_path / folder)
        assert data.is_dir()
    assert made["inside"].keys() == {"index.html"}
    (about,) = unpacked(elements(made["inside"]["index.html"].decode())["contents"])["datasets"]
    assert about == {"key": "toy", "label": "Toy", "signatures": ["data:toy|<b>"]}
    assert made["files"].keys() == {"index.html", "data/toy.js", "data/toy/a.js"}
    assert made["again"] == made["files"]
    inside = elements(made["inside"]["index.html"].decode())
    for name in ("data/toy.js", "data/toy/a.js"):
        assert made["files"][name].decode() == f'receive("{name}", "{inside[name]}");\n'
    assert unpacked(inside["data/toy.js"])["sentences"] == ["Dogs bark.", "Dogs barks.", "Cats sleep.", "Cats sleeps."]
    assert [line["cells"] for line in unpacked(inside["data/toy.js"])["shares"]["lines"]] == [
        [[1, None, None, number]] for number in (3, 2, 1)
    ]
    assert unpacked(inside["data/toy/a.js"])["lengths"] == [2, 2, 1, 0]


def test_deltas_are_matched_by_pair_not_by_place():
    shuffled = columns([1, 2, 3], x=[4, 5, 6]).iloc[[2, 0, 1]]
    found = described(shuffled)
    assert (found["human"], found["rows"][0]["model"]) == ([1, 2, 3], [4, 5, 6])


def test_a_dataset_without_ratings_is_not_rated():
    found = described(columns([np.nan] * 3, x=[0, 1, 2]))
    assert not found["rated"]
    assert found["human"] == [None] * 3


def test_a_row_without_a_label_raises():
    with pytest.raises(KeyError, match="a/x"):
        described(columns([1, 2, 3], x=[0, 1, 2]), labels={})


def test_the_deltas_in_the_page_are_those_of_the_tables_to_the_last_digit():
    random = np.random.default_rng(1)
    human, model = random.normal(1, 1, (2, 3000))
    # Just inside and just outside of δ = 0.5: fewer digits would change what is counted.
    human[:2], model[:2] = 1, [1.5 - 2e-16, 1.5]
    model[2], human[3] = 0, np.nan
    pairs = pd.DataFrame({"pair_id": [f"p{n}" for n in range(3000)], "good_id": "s1", "bad_id": "s2"})
    pairs["phenomenon"] = pairs["paradigm"] = "x"
    deltas = pd.DataFrame({"pair_id": pairs["pair_id"], "measure": "x", "human_delta": human, "model_delta": model})
    found = unpacked(explorer.pack(described(systems.delta_columns({"a": deltas}), pairs=pairs)))
    again = np.array(found["human"], dtype=float), np.array(found["rows"][0]["model"], dtype=float)
    assert np.array_equal(again, (human, model), equal_nan=True)
    thresholds = [0.1, 0.5, 1, 5]
    from_page = deltas.assign(human_delta=again[0], model_delta=again[1])
    shares = [criteria.shares(table, thresholds, {"corrected": CORRECTED}) for table in (from_page, deltas)]
    pd.testing.assert_frame_equal(*shares)


NASTY = [
    '<img src=x onerror="hacked=1">',
    "</script><script>hacked=1</script>",
    "<!--<script>",
    "$data &lt; \\u003c “ÿ”",
]


def test_text_cannot_leave_the_element_it_stands_in():
    sentences = SENTENCES.assign(sentence=[*NASTY, "$"])
    nasty = described(
        columns([1, 2, 3], x=[0, 1, 2]), sentences, labels={"a/x": NASTY[2], "a": NASTY[3]}, scored=("a",)
    )
    used = explorer.sentences_in_pairs(SENTENCES, PAIRS)
    tokens = explorer.describe_tokens(TOKENS.assign(token=[*NASTY, *NASTY[:2]]), used)
    parts = {"data/toy.js": explorer.pack(nasty), "data/toy/a.js": explorer.pack(tokens)}
    page, _ = explorer.page({"toy": NASTY[1]}, parts, [0.5], ASSETS)
    found = elements(page)
    assert [unpacked(found[name]) for name in parts] == [nasty, tokens]
    assert unpacked(found["contents"])["datasets"] == [{"key": "toy", "label": NASTY[1]}]
    plain, _ = explorer.page({"toy": "Toy"}, {}, [0.5], ASSETS)
    for name in parts:
        page = page.replace(f'<script type="text/plain" id="{name}">{found[name]}</script>\n', "")
    assert page.replace(found["contents"], "") == plain.replace(elements(plain)["contents"], "")
    for packed in parts.values():  # nor the text of a script
        assert re.fullmatch("[A-Za-z0-9+/=]+", packed)


def test_the_page_loads_only_its_own_data_and_forbids_all_else():
    for asset in ASSETS.values():
        assert not re.search(r"https?:|\bsrc=|url\(|@import|\bimport\b|fetch\(|innerHTML", asset)
    assert [line.strip() for line in ASSETS["data.js"].splitlines() if ".src" in line] == ["script.src = name;"]
    assert "content=\"default-src 'none'; script-src 'self' file: 'unsafe-inline'" in ASSETS["page.html"]


def test_text_and_signs_can_be_read_on_every_background_of_the_page():
    """Tokens are darkest where their colour is mixed in fully; a bar of a share is below its number."""
    css = ASSETS["page.css"]
    text = [re.search(rf"--{name}: (#\w+)", css)[1] for name in ("ink", "quiet")]
    backgrounds = set(re.findall(r"background(?:-color)?: (#\w+)", css))
    assert {"#fff", "#e6f1f8", "#f0f3f6"} <= backgrounds
    for colour, background in product(text, backgrounds):
        assert contrast(colour, background) >= CONTRAST, (colour, background)
    of_rows = set(re.findall(r"#pairs tbody [^{]*{ background: (#\w+)", css)) | {"#fff"}
    assert len(of_rows) == 3
    for (colour, _), background in product(explorer.VERDICTS.values(), of_rows):
        assert contrast(colour, background) >= CONTRAST, (colour, background)
    mixed, share = re.search(r"color-mix\(in srgb, (#\w+) calc\((\d+)%", css).groups()
    darkest = int(share) / 100 * np.array(to_rgb(mixed)) + 1 - int(share) / 100
    assert contrast(text[0], darkest) >= CONTRAST


def test_the_page_is_small_enough_for_snakemakes_report():
    """Chromium opens no address of the kind ``data:`` that is longer than 2 MiB."""
    parts = {f"data/{number}.js": "x" * 10_000 for number in range(200)}
    page, files = explorer.page({}, parts, [0.5], ASSETS)
    assert 0 < len(files) < len(parts)
    assert 0.98 < len(f"data:text/html;charset=utf8;base64,{base64.b64encode(page.encode()).decode()}") / 2**21 < 1


@pytest.mark.parametrize("damage", ["half", "no base64", "no folder"])
def test_the_library_is_bundled_once_and_again_where_what_is_kept_is_damaged(tmp_path, monkeypatch, damage):
    calls = []

    def bundled(snippet: str, vl_version: str) -> str:
        calls.append(vl_version)
        return f"{snippet} // {'x' * 999}"

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(explorer.vl_convert, "javascript_bundle", bundled)
    made = explorer._library.__wrapped__()
    assert explorer._library.__wrapped__() == made and len(calls) == 1
    (kept,) = (tmp_path / "acceptability").iterdir()
    if damage == "no folder":
        monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    else:
        kept.write_text(made[: len(made) // 2] if damage == "half" else "<script>", encoding="ascii")
    assert explorer._library.__wrapped__() == made and len(calls) == 2
    if damage != "no folder":
        assert kept.read_text(encoding="ascii") == made
