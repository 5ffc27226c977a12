"""LI-Adger's raw files → sentences, pairs and ratings.

Sources: the release of the paper (sentences, mean ratings, curated pairs) and the
raw data of Sprouse, Schütze & Almeida (2013) (condition pairs of the LI half, and the answers of three panels).
An id is ``<condition stem>.<mark>.<token>``; a condition is ``<stem>.<mark>``.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import participant_z_scores
from acceptability.datasets.released import AGAIN, BOTH
from acceptability.errors import InputError, naming
from acceptability.papers.adc.li_adger.construction import connected_components

MARKS = ("g", "?", "??", "?*", "??(*)", "*")
NOTES = {"encoding": "latin-1", "skip_rows": 5}  # stand above the header of what single participants said


def read(
    sentences: Path,
    ratings: Path,
    pairs: Path | None = None,
    estimates: Path | None = None,
    likert: Path | None = None,
    choices: Path | None = None,
    conditions: Path | None = None,
    renamed: Path | None = None,
    rows: Mapping[str, int] | None = None,
) -> Dataset:
    """Read all sentences, the pairs of the published analysis, and the LI half's ratings by single participants.

    Parameters:
        sentences, ratings: the released sentences and their mean ratings.
        pairs: the curated pairs; without them, the dataset is the minimal sets alone (see minimal_sets).
        estimates: magnitude estimates, whose means the released ratings are.
        likert: other people's ratings from 1 to 7.
        choices, conditions: which sentence of a pair still other people chose, and the experiments' list of conditions.
        rows: how many rows each file has, by the name of its argument.

    All files number their participants from 1, so the others' numbers get a word in front. Raises InputError, by row,
    for what is wrong in a file.
    """
    rows = rows or {}
    table = read_sentences(sentences, ratings, rows)
    if pairs is None:
        return Dataset(minimal_sets(table))
    curated = released_pairs(read_pairs(pairs, table["sentence_id"], rows.get("pairs")), table)
    panel, others = (
        standardised(read_estimates(path, renamed, rows.get(name), likert=name == "likert"), path, table["sentence_id"])
        for name, path in (("estimates", estimates), ("likert", likert))
    )
    listed = released.read(conditions, ("bad", "good"), rows=rows.get("conditions"))
    with naming(conditions):
        listed = condition_pairs(listed, io.read_raw_csv(renamed))
    answers = read_choices(choices, rows.get("choices"))
    with naming(choices):
        choice_table = forced_choices(answers, listed)
    return Dataset(
        table,
        curated,
        ratings=panel,
        other_ratings=others.assign(participant="likert-" + others["participant"]),
        choices=choice_table[choice_table["pair_id"].isin(curated["pair_id"])].reset_index(drop=True),
    )


def standardised(single: pd.DataFrame, path: Path, sentence_ids: pd.Series) -> pd.DataFrame:
    """Return the z-scores of these sentences, the contract of ``ratings``, from all answers of a file.

    A participant's mean and SD are over all sentences that the participant rated, also those left out here.
    """
    with released.fetched_again(), naming(path):
        single = single.assign(z_score=participant_z_scores(single))
    answered = single["sentence_id"].isin(sentence_ids) & single["z_score"].notna()
    return single.loc[answered, ["participant", "sentence_id", "z_score", "place"]]


def parse_ids(ids: pd.Series) -> pd.DataFrame:
    """Split ids into ``condition, mark, token``; the mark is the last field but one, whatever the stem holds.

    Raises InputError for an id of another form, with its place in the index, which is its row in the file.
    """
    pattern = rf"(?P<stem>.+)\.(?P<mark>{'|'.join(map(re.escape, MARKS))})\.(?P<token>\d\d)"
    parts = ids.str.extract(f"^{pattern}$")
    if parts.isna().any(axis=None):
        row = parts["stem"].isna().idxmax()
        form = f"<condition>.<mark>.<two digits>, mark one of {' '.join(MARKS)}"
        raise InputError(f"row {row}: {ids.name} {ids[row]!r} must be {form}; {AGAIN}")
    return pd.DataFrame(
        {"condition": parts["stem"] + "." + parts["mark"], "mark": parts["mark"], "token": parts["token"]}
    )


def read_sentences(sentences: Path, ratings: Path, rows: Mapping[str, int]) -> pd.DataFrame:
    """Read sentences and their ratings: the contract of ``sentences``, with further columns.

        label: 1 for the mark ``g``, else 0.
        label_as_published: the authors' label: 1 where the id has the letter g anywhere, so in ``32.4.lopez.10a.g.01``,
            but also in starred sentences of conditions named after Bruening or Haegeman.
        rating: the released mean z-score, NaN where none was released.
        source, condition, mark, token: LI or Adger; what the id says, the condition also as ``construction``.
        note, typo: the curators' remarks.

    Curly quotes become straight ones in the sentence; spaces at the edges go. Raises InputError where the two files do
    not hold the same ids and sentences.
    """
    columns = ("id", "dataset", "sentence")
    raw = released.read(sentences, columns, ("notes", "typo?"), unique=True, rows=rows.get("sentences"))
    rated = released.read(ratings, ("id", "sentence"), ("judgement",), unique=True, rows=rows.get("ratings", len(raw)))
    text = raw.set_index("id")["sentence"]
    released.refuse(ratings, rated, rated["id"].map(text) != rated["sentence"], f"is not so in {sentences}", BOTH)
    rating = released.numbers(ratings, rated, "judgement").set_axis(rated["id"])
    with naming(sentences):
        parsed = parse_ids(raw["id"])
    return pd.DataFrame(
        {
            "sentence_id": raw["id"],
            "sentence": raw["sentence"].map(straighten),
            "label": (parsed["mark"] == "g").astype(int),
            "label_as_published": raw["id"].str.contains("g").astype(int),
            "rating": raw["id"].map(rating),
            "source": raw["dataset"],
            "condition": parsed["condition"],
            "construction": parsed["condition"],
            "mark": parsed["mark"],
            "token": parsed["token"],
            "note": raw["notes"].str.strip(),
            "typo": raw["typo?"].str.strip(),
        }
    ).reset_index(drop=True)


def minimal_sets(sentences: pd.DataFrame) -> pd.DataFrame:
    """Select the LI half's sentences of examples that have conditions with the mark g and with the mark ``*``.

    ``set`` is the example: the condition without its mark. Sentences with other marks are left out, and ``rating`` is
    empty: labels are the experts'. Niu & Penn (2020), section 5.2.
    """
    marked = sentences[(sentences["source"] == "LI") & sentences["mark"].isin(["g", "*"])]
    example = marked["condition"].str.rsplit(".", n=1).str[0]
    has_both_marks = marked["mark"].groupby(example).transform("nunique") == 2
    return marked.assign(rating=None, set=example)[has_both_marks].reset_index(drop=True)


def straighten(sentence: str) -> str:
    """Return a sentence with straight quotes, single spaces and none at its edges."""
    return " ".join(sentence.translate(str.maketrans("‘’“”", "''\"\"")).split())


def read_pairs(path: Path, sentence_ids: pd.Series, rows: int | None) -> pd.DataFrame:
    """Read the curated pairs of a file (see curated_pairs), whose sentences must be these."""
    columns = ("gramm_id", "ungramm_id")
    raw = released.read(path, (*columns, "dataset"), ("discard", "notes"), rows=rows)
    for column in columns:
        unknown = ~raw[column].isin(sentence_ids)
        released.refuse(path, raw, unknown, column + " " + raw[column].map(repr) + " is no sentence of this dataset")
    return curated_pairs(raw)


def curated_pairs(raw_pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the authors' list of pairs.

    Returns:
        pair_id, good_id, bad_id: the pair id joins the two sentence ids with ``|``.
        paradigm: the two conditions, joined in the same way.
        phenomenon: a connected component of the condition graph of the whole list.
        article, cluster: the article of the phenomenon's first pair's good member (see articles). Phenomena of one
            article are from the same author's argument, so the article is the cluster; of the textbook, which holds
            half of the pairs, each chapter is.
        source, discarded, note: LI or Adger; whether the curators discarded the pair; their remark.
    """
    good, bad = raw_pairs["gramm_id"], raw_pairs["ungramm_id"]
    conditions = pd.DataFrame({"good": parse_ids(good)["condition"], "bad": parse_ids(bad)["condition"]})
    phenomenon = conditions["good"].map(connected_components(conditions))
    article = articles(good).groupby(phenomenon).transform("first")
    return pd.DataFrame(
        {
            "pair_id": good + "|" + bad,
            "good_id": good,
            "bad_id": bad,
            "paradigm": conditions["good"] + "|" + conditions["bad"],
            "phenomenon": phenomenon,
            "cluster": article,
            "article": article,
            "source": raw_pairs["dataset"],
            "discarded": raw_pairs["discard"] == "X",
            "note": raw_pairs["notes"].str.strip(),
        }
    )


def articles(ids: pd.Series) -> pd.Series:
    """Return the article or chapter of each id: ``32.1.martin`` (volume, issue, author) or ``ch8``; no capitals."""
    return ids.str.extract(r"^((?:\d+\.)*[^\d.][^.]*)\.", expand=False).str.lower()


def unrated(sentences: pd.DataFrame) -> set[str]:
    """Return the ids of the sentences without a human rating."""
    return set(sentences.loc[sentences["rating"].isna(), "sentence_id"])


def released_pairs(curated: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Select the pairs of the published analysis: those kept, and those discarded only as a rating is missing.

    The latter never met a criterion on their merits, but the published ADC counts include them. ``phenomenon_label``
    is a readable name, see phenomenon_label.
    """
    without = unrated(sentences)
    no_rating = curated["good_id"].isin(without) | curated["bad_id"].isin(without)
    pairs = curated[~curated["discarded"] | no_rating]
    pairs = pairs.drop(columns=["discarded", "note"]).reset_index(drop=True)
    labels = pairs.groupby("phenomenon")["paradigm"].agg(lambda contrasts: phenomenon_label(list(contrasts.unique())))
    return pairs.assign(phenomenon_label=pairs["phenomenon"].map(labels))


def phenomenon_label(paradigms: list[str]) -> str:
    """Make a readable name of a phenomenon from its paradigms, ``<good condition>|<bad condition>`` each.

    ``32.1.martin.1a.g|32.1.martin.2c.*`` becomes ``LI 32.1 Martin 1a, *2c``: volume, issue, author, numbers of the
    examples with their marks; ``ch8.151.g|ch8.150.*`` becomes ``Adger ch. 8: 151, *150``.
    """
    sides = [pair.split("|") for pair in paradigms]
    examples: dict[str, list[str]] = {}
    for condition in dict.fromkeys([good for good, _ in sides] + [bad for _, bad in sides]):
        stem, mark = condition.rsplit(".", 1)
        place, example = stem.rsplit(".", 1)
        if place.startswith("ch"):
            place = f"Adger ch. {place.removeprefix('ch')}:"
        else:
            issue, author = place.rsplit(".", 1)
            place = f"LI {issue} {author[0].upper()}{author[1:]}"
        examples.setdefault(place, []).append(("" if mark == "g" else mark) + example.strip())
    return "; ".join(f"{place} {', '.join(names)}" for place, names in examples.items())


def read_estimates(path: Path, renamed: Path, rows: int | None = None, likert: bool = False) -> pd.DataFrame:
    """Read single ratings of the LI half: ``participant, condition, sentence_id, rating``, and ``place`` of asking.

    Parameters:
        path: the file of ratings.
        renamed: the release's names of conditions: see li_phenomena. Two raw conditions each replace two conditions
            of the release, and their rows cannot be told apart: they have their raw names.
        rows: how many rows the file has.
        likert: whether answers are points of a Likert scale, not magnitude estimates.

    ``rating`` is the raw answer (NaN: none).
    """
    raw = released.read(path, ("item", "participant", "order"), ("judgment",), rows=rows, **NOTES)
    rating = released.numbers(path, raw, "judgment", **(released.LIKERT if likert else {}))
    with naming(path):
        parsed = parse_ids(raw["item"])
    names = io.read_raw_csv(renamed)
    names = pd.concat([names[[side, f"li_adger_{side}"]].set_axis(["raw", "new"], axis=1) for side in ("bad", "good")])
    names = names[~names["raw"].duplicated(keep=False)].set_index("raw")["new"]
    condition = parsed["condition"].map(names).fillna(parsed["condition"])
    return pd.DataFrame(
        {
            "participant": raw["participant"],
            "condition": condition,
            "sentence_id": condition + "." + parsed["token"],
            "rating": rating,
            "place": released.numbers(path, raw, "order", 1, whole=True, needed=True),
        }
    )


def condition_pairs(raw_conditions: pd.DataFrame, renamed: pd.DataFrame) -> pd.DataFrame:
    """Return the experiments' own list of phenomena, pairs of conditions: ``bad, good, li_adger_bad, li_adger_good``.

    ``raw_conditions`` has ``bad`` and ``good``, the first token of each condition. ``renamed`` has the columns of the
    result, of those condition pairs that the release names otherwise.
    """
    conditions = pd.DataFrame({side: parse_ids(raw_conditions[side])["condition"] for side in ("bad", "good")})
    twice = conditions["bad"].duplicated()
    if twice.any():
        raise InputError(f"row {twice.idxmax()}: {conditions['bad'][twice].iloc[0]!r} is the bad one twice; {AGAIN}")
    conditions = conditions.merge(renamed, on=["bad", "good"], how="left", validate="one_to_one", indicator=True)
    unused = len(renamed) - (conditions["_merge"] == "both").sum()
    if unused:
        raise InputError(f"{unused} of the renamed condition pairs are not in the experiments' list; {AGAIN}")
    names = {f"li_adger_{side}": conditions[f"li_adger_{side}"].fillna(conditions[side]) for side in ("bad", "good")}
    return conditions[["bad", "good"]].assign(**names)


def li_phenomena(raw_conditions: pd.DataFrame, renamed: pd.DataFrame) -> pd.DataFrame:
    """Return the phenomenon of each LI condition: ``condition, phenomenon``; see condition_pairs."""
    phenomenon_pairs = condition_pairs(raw_conditions, renamed)
    component = connected_components(
        pd.DataFrame({side: phenomenon_pairs[f"li_adger_{side}"] for side in ("good", "bad")})
    )
    return pd.DataFrame({"condition": component.keys(), "phenomenon": component.values()})


def read_choices(path: Path, rows: int | None) -> pd.DataFrame:
    """Read the raw file of choices; an answer must have a row for each sentence, of which one was chosen."""
    answer = ["participant", "survey", "order"]
    raw = released.read(path, ("item", "condition", "judgment", *answer), rows=rows, **NOTES)
    judgment = released.numbers(path, raw, "judgment", 0, 1, whole=True, needed=True)
    marks = pd.DataFrame({"rows": 1, "chosen": judgment, "good": raw["condition"].str.startswith("good.")})
    wrong = (marks.groupby([raw[name] for name in answer]).transform("sum").to_numpy() != (2, 1, 1)).any(axis=1)
    what = "is not in an answer about two sentences, one of them acceptable and one of them chosen"
    released.refuse(path, raw, wrong & ~raw.duplicated(answer), what)
    place = released.numbers(path, raw, "order", 1, whole=True, needed=True)
    return raw.assign(judgment=judgment.astype(int), order=place)


def forced_choices(raw: pd.DataFrame, conditions: pd.DataFrame) -> pd.DataFrame:
    """Say which sentence of a pair of the LI half people chose: ``participant, pair_id, chose_good, place``.

    An answer has two rows, with ``judgment`` 1 for the sentence that was chosen. The acceptable one's condition is
    ``good.`` and that of the other sentence; the two have the same token. The id of the acceptable one says which: two
    conditions of the other sentences have the token 01 throughout. Conditions, as condition_pairs gives them, are
    compared without the spaces of their names, which differ between the files.
    """
    good = raw[raw["condition"].str.startswith("good.")]
    parts = good["item"].str.extract(r"^(?:good\.)?(?P<bad>.+)\.(?P<token>\d\d)$")
    listed = conditions.assign(bad=conditions["bad"].str.replace(" ", "")).set_index("bad")
    answered = listed.reindex(parts["bad"].str.replace(" ", "")).set_index(parts.index)
    unknown = answered["li_adger_good"].isna()
    if unknown.any():
        row = unknown.idxmax()
        raise InputError(f"row {row}: the condition of {good['item'][row]!r} is not in the list of conditions; {BOTH}")
    good_id, bad_id = (answered[f"li_adger_{side}"] + "." + parts["token"] for side in ("good", "bad"))
    return pd.DataFrame(
        {
            "participant": "choice-" + good["participant"],
            "pair_id": good_id + "|" + bad_id,
            "chose_good": good["judgment"],
            "place": good["order"],
        }
    ).reset_index(drop=True)
