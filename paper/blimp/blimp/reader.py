"""BLiMP's archive, or a user's file in its format → sentences, minimal pairs, and people's choices.

Warstadt et al. (2020). The phenomena are the 12 of the paper's Table 2: the archive gives argument structure two
names, the summary of the results one.
"""

import re
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError, naming
from acceptability.papers.blimp.blimp import rows
from acceptability.scoring import regions

LABELS = {
    "anaphor_agreement": "Anaphor agreement",
    "argument_structure": "Argument structure",
    "binding": "Binding",
    "control_raising": "Control/raising",
    "determiner_noun_agreement": "Determiner-noun agreement",
    "ellipsis": "Ellipsis",
    "filler_gap_dependency": "Filler-gap",
    "irregular_forms": "Irregular forms",
    "island_effects": "Island effects",
    "npi_licensing": "NPI licensing",
    "quantifiers": "Quantifiers",
    "subject_verb_agreement": "Subject-verb agreement",
}
ITEMS = range(1, 6)
ANSWERS = ["AssignmentStatus", "anonCode"]
ANSWERS += [f"{part}_{k}{rest}" for k in ITEMS for part, rest in (("Input.field", "_1"), ("Input.field", "_2"))]
ANSWERS += [name for k in ITEMS for name in (f"Input.item_{k}_condition", f"Answer.Choice{k}")]


def read(
    archive: Path,
    summary: Path | None = None,
    answers: Path | None = None,
    pairs_per_paradigm: int | None = None,
    method: str = "full-sentence",
) -> Dataset:
    """Read BLiMP's archive or a file in its format.

    Parameters:
        archive: the archive, or a user's file.
        summary: which paradigms the archive has, and of which phenomenon each is.
        answers: released answers of people to pairs of the archive.
        pairs_per_paradigm: how many pairs of each paradigm to take, from the first on; None: all.
        method: what is scored: see the manifest.

    Returns: sentences with the ids ``<UID>-<pairID>.good`` and ``.bad``; pairs by phenomenon, then by paradigm, with
    the released flags, ``field`` in one spelling, and ``same_words``: whether the two sentences have the same words in
    any order, which the flag lexically_identical gets wrong in 11 paradigms; and people's choices.
    """
    phenomena = _phenomena(summary) if summary else {}
    table = pd.DataFrame(rows.read(archive, phenomena))
    phenomenon = table["UID"].map(phenomena) if phenomena else table.get("linguistics_term", table["UID"])
    table["phenomenon"] = phenomenon.fillna(table["UID"])
    table = table.sort_values(["phenomenon", "UID"], kind="stable", ignore_index=True)
    if pairs_per_paradigm:
        table = table[table.groupby("UID").cumcount() < pairs_per_paradigm].reset_index(drop=True)
    if method != "full-sentence":
        table = table[_has(table, "one_prefix_prefix") | _has(table, "two_prefix_word")].reset_index(drop=True)
        if not len(table):
            raise InputError(f"{archive}: no pair has a critical word, so there is no method {method}; leave it out")
    pairs = _pairs(table)
    sentences = _sentences(table)
    if method != "full-sentence":
        with naming(archive):
            sentences[["given", "scored"]] = _regions(table)
            regions.spans(sentences)
            if method == "prefix-and-word":
                sentences = sentences.assign(given="", scored=regions.upto(sentences))
    dataset = Dataset(sentences, pairs)
    if answers is None:
        return dataset
    with naming(answers):
        return Dataset(sentences, pairs, choices=_choices(io.read_raw_csv(answers)[ANSWERS], table))


def _phenomena(summary: Path) -> dict[str, str]:
    """Return the phenomenon of each paradigm; the summary also has a row for each phenomenon, and one overall."""
    lines = io.read_json_lines(summary, ("UID", "linguistics_term"))
    return {row["UID"]: row["linguistics_term"] for row in lines if row["UID"] != "overall"}


def _has(table: pd.DataFrame, name: str) -> pd.Series:
    return table[name].notna() if name in table else pd.Series(False, index=table.index)


def _pairs(table: pd.DataFrame) -> pd.DataFrame:
    pairs = pd.DataFrame(
        {
            "pair_id": table["pair_id"],
            "good_id": table["pair_id"] + ".good",
            "bad_id": table["pair_id"] + ".bad",
            "paradigm": table["UID"],
            "phenomenon": table["phenomenon"],
            "cluster": table["UID"] if table["UID"].nunique() > 1 else table["pair_id"],
            "phenomenon_label": table["phenomenon"].map(LABELS).fillna(table["phenomenon"]),
        }
    )
    if "field" in table:
        pairs["field"] = table["field"].str.replace("/", "_")  # one paradigm has syntax/semantics, others _
    for flag in rows.FLAGS:
        if flag in table:
            pairs[flag] = table[flag].map({True: "true", False: "false"})
    good, bad = (table[side].map(_words) for side in ("sentence_good", "sentence_bad"))
    pairs["same_words"] = (good == bad).map({True: "true", False: "false"})
    return pairs


def _words(sentence: str) -> tuple[str, ...]:
    return tuple(sorted(re.findall(r"[\w'-]+", sentence.lower())))


def _sentences(table: pd.DataFrame) -> pd.DataFrame:
    """Return good and bad sentences by turns, in the order of the pairs."""
    sides = {"good": 1, "bad": 0}
    parts = [
        pd.DataFrame(
            {
                "sentence_id": table["pair_id"] + f".{side}",
                "sentence": table[f"sentence_{side}"].str.strip(),
                "label": label,
                "rating": None,
            }
        )
        for side, label in sides.items()
    ]
    return _by_turns(parts)


def _by_turns(parts: list[pd.DataFrame]) -> pd.DataFrame:
    return pd.concat(parts).sort_index(kind="stable").reset_index(drop=True)


def _regions(table: pd.DataFrame) -> pd.DataFrame:
    """Say what of each sentence is ``given``, its prefix, and what is ``scored``, its critical word."""
    one = _has(table, "one_prefix_prefix")
    parts = []
    for side in ("good", "bad"):
        prefix = table.get("one_prefix_prefix", table["UID"]).where(one, table.get(f"two_prefix_prefix_{side}"))
        word = table.get(f"one_prefix_word_{side}", table["UID"]).where(one, table.get("two_prefix_word"))
        parts.append(pd.DataFrame({"given": prefix.str.strip(), "scored": word.str.strip()}))
    return _by_turns(parts)


def _choices(answers: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Return ``participant, pair_id, chose_good, good_first, excluded`` of the answers to pairs of this table.

    A condition is the UID with ``ans1`` or ``ans2``, by which sentence is the acceptable one; an answer begins with the
    number of the chosen one. Attention checks and answers to paradigms that were rejected later are left out. The
    authors excluded the answers of assignments that they did not approve.
    """
    parts = []
    for k in ITEMS:
        condition = answers[f"Input.item_{k}_condition"].str.extract(r"^(?P<UID>.*)ans(?P<good>[12])$")
        sentence_columns = [answers[f"Input.field_{k}_{place}"].str.strip() for place in (1, 2)]
        first = condition["good"] == "1"
        parts.append(
            pd.DataFrame(
                {
                    "participant": answers["anonCode"],
                    "UID": condition["UID"],
                    "sentence_good": sentence_columns[0].where(first, sentence_columns[1]),
                    "sentence_bad": sentence_columns[1].where(first, sentence_columns[0]),
                    "good": condition["good"],
                    "excluded": (answers["AssignmentStatus"] != "Approved").astype(int),
                    "chosen": answers[f"Answer.Choice{k}"].str.extract(r"^([12])\.")[0],
                }
            )
        )
    answered = pd.concat(parts, ignore_index=True).dropna(subset=["chosen"])
    key = ["UID", "sentence_good", "sentence_bad"]
    known_pairs = table.drop_duplicates(key)[[*key, "pair_id"]]
    known = answered.merge(known_pairs, on=key, how="inner", validate="many_to_one")
    known["chose_good"] = (known["chosen"] == known["good"]).astype(int)
    known["good_first"] = (known["good"] == "1").astype(int)
    columns = ["participant", "pair_id", "chose_good", "good_first", "excluded"]
    return known[columns].sort_values(["pair_id", "participant"], ignore_index=True)
