"""The explorer's data and page; what it does in a browser is tested in tests/browser."""

import base64
import gzip
import json
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from acceptability.analysis import criteria
from acceptability.contracts import io, systems
from acceptability.figures import explorer
from acceptability.options import CORRECTED
from helpers import ROOT

PARTS = {path.name: io.read_text(path) for path in (ROOT / "workflow/report/explorer").iterdir()}
SENTENCES = pd.DataFrame(
    {
        "sentence_id": ["s1", "s2", "s3", "unused", "s4"],
        "sentence": ["Dogs bark.", "Dogs barks.", "Cats sleep.", "In no pair.", "Cats sleeps."],
    }
)
PAIRS = pd.DataFrame(
    {
        "pair_id": ["p1", "p2", "p3"],
        "good_id": ["s1", "s3", "s1"],
        "bad_id": ["s2", "s4", "s4"],
        "phenomenon": ["dogs", "cats", "dogs"],
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
    label: str = "Toy",
    sentences: pd.DataFrame = SENTENCES,
    pairs: pd.DataFrame = PAIRS,
    labels: dict[str, str] = LABELS,
    tokens: dict[str, pd.DataFrame] | None = None,
) -> dict:
    return explorer.describe_dataset("toy", label, sentences, pairs, columns, labels, tokens or {})


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


def read_back(page: str) -> list[dict]:
    return json.loads(gzip.decompress(base64.b64decode(elements(page)["data"])))["datasets"]


def test_every_sentence_stands_once_and_pairs_point_at_them():
    assert described(columns([1, np.nan, 0.5], x=[0, 1, 2], y=[3, 4, 5])) == {
        "key": "toy",
        "label": "Toy",
        "rated": True,
        "sentences": ["Dogs bark.", "Dogs barks.", "Cats sleep.", "Cats sleeps."],
        "phenomena": ["dogs", "cats"],
        "names": ["dogs", "cats"],
        "pairs": ["p1", "p2", "p3"],
        "good": [0, 2, 0],
        "bad": [1, 3, 3],
        "phenomenon": [0, 1, 0],
        "human": [1.0, None, 0.5],
        "rows": [
            {"row": "a/x", "label": "System A x", "model": [0.0, 1.0, 2.0]},
            {"row": "a/y", "label": "System A y", "model": [3.0, 4.0, 5.0]},
        ],
        "tokens": [],
    }


def test_phenomena_are_called_what_readers_call_them():
    pairs = PAIRS.assign(phenomenon_label=["犬", None, "犬"])
    found = described(columns([1, 2, 3], x=[0, 1, 2]), pairs=pairs)
    assert (found["phenomena"], found["names"]) == (["dogs", "cats"], ["犬", "cats"])


def test_tokens_follow_the_sentences_and_log_probabilities_are_rounded_to_hundredths():
    (found,) = described(columns([1, 2, 3], x=[0, 1, 2]), tokens={"a": TOKENS})["tokens"]
    assert found == {
        "system": "a",
        "label": "System A",
        "vocabulary": ["Dogs", "bark", "barks", "Cats"],
        "lengths": [2, 2, 1, 0],  # of s1, s2, s3 and s4
        "tokens": [0, 1, 0, 2, 3],
        "log_probs": [-100, -150, -100, -250, -300],
        "unknown": [3],
        "sums": [-250, -351, -300, 0],  # of what was summed before it was rounded
    }


def test_tokens_beyond_the_limit_are_left_out_and_counted(monkeypatch):
    monkeypatch.setattr(explorer, "TOKENS_AT_MOST", 7)
    of_one = columns([1, 2, 3], x=[0, 1, 2])
    tokens = {"a": TOKENS, "b": TOKENS, "c": TOKENS[TOKENS["sentence_id"] == "s1"]}
    made = described(of_one, labels=LABELS | {"b": "B", "c": "C"}, tokens=tokens)
    first, second, third = read_back(explorer.page([made], [0.5], PARTS))[0]["tokens"]
    assert (len(first["tokens"]), len(third["tokens"])) == (5, 2)
    assert second == {"system": "b", "label": "B", "left_out": 5}


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
    pairs = pd.DataFrame(
        {"pair_id": [f"p{n}" for n in range(3000)], "good_id": "s1", "bad_id": "s2", "phenomenon": "x"}
    )
    deltas = pd.DataFrame({"pair_id": pairs["pair_id"], "measure": "x", "human_delta": human, "model_delta": model})
    made = described(systems.delta_columns({"a": deltas}), pairs=pairs)
    (found,) = read_back(explorer.page([made], [0.5], PARTS))
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
    deltas = columns([1, 2, 3], x=[0, 1, 2])
    plain = described(deltas, tokens={"a": TOKENS})
    tokens = TOKENS.assign(token=[*NASTY, *NASTY[:2]])
    nasty = described(deltas, NASTY[1], sentences, labels={"a/x": NASTY[2], "a": NASTY[3]}, tokens={"a": tokens})
    pages = [explorer.page([made], [0.5], PARTS) for made in (plain, nasty)]
    assert [read_back(page) for page in pages] == [[plain], [nasty]]
    without_data = [page.replace(elements(page)["data"], "") for page in pages]
    assert without_data[0] == without_data[1]


def test_the_pages_own_parts_load_nothing_and_forbid_it():
    for part in PARTS.values():
        assert not re.search(r"https?:|\bsrc=|url\(|@import|\bimport\b|fetch\(|innerHTML", part)
    assert "content=\"default-src 'none'; " in PARTS["page.html"]


def test_the_page_stays_small_with_all_pairs_many_systems_and_as_many_tokens_as_it_takes():
    random = np.random.default_rng(2)
    count = 2365
    sentences = pd.DataFrame(
        {
            "sentence_id": [f"s{n}" for n in range(2 * count)],
            "sentence": "An average sentence has this many letters, or so.",
        }
    )
    pairs = pd.DataFrame({"pair_id": [f"p{n}" for n in range(count)], "phenomenon": "x"})
    pairs["good_id"], pairs["bad_id"] = sentences["sentence_id"][:count], sentences["sentence_id"][count:].to_numpy()
    rows = {f"a/{n}": random.normal(size=count) for n in range(12)}
    deltas = pd.DataFrame({"human": random.normal(size=count)} | rows, index=pairs["pair_id"])
    tokens = sentences.loc[np.arange(explorer.TOKENS_AT_MOST) % len(sentences), ["sentence_id"]]
    tokens["position"] = np.arange(len(tokens))
    tokens["token"] = random.zipf(1.3, len(tokens)).clip(max=20_000).astype(str)
    tokens["log_prob"] = -random.gamma(2, 3, len(tokens))
    labels = dict.fromkeys(rows, "A label") | {"a": "A"}
    made = described(deltas, "Large", sentences, pairs, labels, {"a": tokens.assign(oov=0)})
    page = explorer.page([made], [0.5], PARTS).encode()
    assert "left_out" not in read_back(page.decode())[0]["tokens"][0]
    assert len(base64.b64encode(page)) < 2 * 1024**2  # what Chromium opens from Snakemake's report
