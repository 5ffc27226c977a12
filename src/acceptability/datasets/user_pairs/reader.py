"""Turn a user's table of pairs into sentences, pairs and, from a second table, ratings of single participants."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts.data import CHOICES, PAIRS, RATINGS, RESPONSES
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores, mean_ratings, participant_z_scores
from acceptability.errors import InputError, naming
from acceptability.messages import OPTION_AND_ARGUMENT, setting
from acceptability.reading import pairs as rows
from acceptability.reading import shared, sheets
from acceptability.reading.sentences import FILLER
from acceptability.reading.shared import ALL, FILLERS, SHARED
from acceptability.responses import results
from acceptability.responses.answers import Answered
from acceptability.segmentation import BETWEEN


def read(
    pairs: sheets.Source,
    ratings: sheets.Source | None = None,
    fillers: str | Path | None = None,
    questions: str | Path | None = None,
    gold: str | Path | None = None,
    people: str | Path | None = None,
    standardise: str = "none",
    words: str | None = None,
    answers: Mapping[str, str] | None = None,
    **reading: str,
) -> Dataset:
    """Read sentences, pairs and single ratings. InputError for what check refuses, and for ratings without a spread.

    Other columns of the table are kept with the pairs, as notes, which have no names of the contract's.
    """
    table = rows.read(pairs, words, **reading)
    sentences, minimal_pairs = from_records(table.records)
    for header, cells in table.rest.items():
        minimal_pairs[PAIRS.name_of_note(header)] = cells
    if ratings is None:
        with naming(sheets.name_of(pairs)):
            sentences["rating"] = brought_to_z_scores(sentences["rating"], standardise)
        return Dataset(sentences, minimal_pairs)
    options = {**reading, **(answers or {})}
    answered = results.read(
        ratings, table.members, fillers=fillers, questions=questions, gold=gold, people=people, **options
    )
    phenomena = minimal_pairs.set_index("pair_id")["phenomenon"]
    with naming(answered.reading.path):
        texts, by = sentences.set_index("sentence_id")["sentence"], (answers or {}).get("standardise_by", ALL)
        responses = _responses(answered, texts, phenomena, by)
    counting = responses[
        responses["condition"].ne("filler") & responses["excluded"].eq("") & responses["rating"].notna()
    ]
    if not answered.rated_pairs:
        counting = counting[:0]
    single = _known(counting[list(RATINGS.columns)])  # fillers only say how scales are used
    sentences["rating"] = sentences["sentence_id"].map(mean_ratings(single))
    doubts = tuple(f"{answered.reading.path}: " + doubt for doubt in answered.doubts)
    print(*doubts, sep="\n", end="\n" * bool(doubts))
    return Dataset(
        sentences,
        minimal_pairs,
        single,
        choices=_choices(answered, phenomena),
        responses=responses,
        doubts=doubts,
    )


def _responses(answered: Answered, texts: pd.Series, phenomena: pd.Series, by: str) -> pd.DataFrame:
    """Return every answer about a sentence as RESPONSES; nothing is left out.

    ``by`` says which answers give each participant's mean and SD. InputError for a participant who counts and always
    gave the same answer to their sentences.
    """
    if not answered.ratings:
        return pd.DataFrame(columns=list(RESPONSES.columns))
    rows = [
        (one.participant, one.sentence_id, one.place, one.list, one.rt, one.response, one.gold, one.sentence)
        for one in answered.ratings
    ]
    columns = ["participant", "sentence_id", "place", "list", "rt", "rating", "gold", "sentence"]
    responses = pd.DataFrame(rows, columns=columns)
    for name in ("rating", "rt", "place"):
        responses[name] = pd.to_numeric(responses[name])
    responses["excluded"] = [answered.reasons.get(one.participant) or one.excluded for one in answered.ratings]
    is_filler = responses["sentence_id"].str.startswith(FILLER)
    parts = responses["sentence_id"].str.rpartition(".")
    responses["item"] = parts[0].where(~is_filler, responses["sentence_id"])
    responses["condition"] = parts[2].where(~is_filler, "filler")
    responses["phenomenon"] = responses["item"].map(phenomena).fillna("")
    responses["sentence"] = responses["sentence_id"].map(texts).fillna(responses["sentence"])
    counted = None if by == ALL else _counted(responses, by)
    alone = pd.Series([bool(one.excluded) for one in answered.ratings], index=responses.index)
    rating = responses["rating"].mask(alone) if counted is None else responses["rating"].mask(alone).where(counted)
    varied = rating.groupby(responses["participant"]).transform("std").gt(0) | responses["excluded"].eq("")
    varied &= ~alone
    responses["z_score"] = participant_z_scores(responses[varied], None if counted is None else counted[varied])
    return responses[list(RESPONSES.columns)]


def _counted(responses: pd.DataFrame, by: str) -> pd.Series:
    """Return whether each answer gives its participant's mean and SD: of what ``by`` names.

    InputError where no sentence was rated by all who count.
    """
    if by != SHARED:
        kinds = responses["phenomenon"].mask(responses["condition"].eq("filler"), FILLERS)
        return kinds.isin(shared.names_of(by))
    who_count = responses[responses["excluded"].eq("") & responses["rating"].notna()]
    common = shared.rated_by_all(who_count["participant"], who_count["sentence_id"])
    if not common:
        raise InputError(
            "standardise_by: shared needs sentences that all participants rated, and there are none; name phenomena or "
            "fillers that all rated (",
            setting("standardise_by", "fillers", OPTION_AND_ARGUMENT),
            ")",
        )
    return responses["sentence_id"].isin(common)


def _choices(answered: Answered, phenomena: pd.Series) -> pd.DataFrame:
    """Return every choice between the sentences of a pair as CHOICES."""
    counted = [one for one in answered.choices if one.response and one.pair_id in phenomena.index]
    rows = [
        (one.participant, one.pair_id, int(one.response), one.place, one.good_first, one.list, one.rt)
        for one in counted
    ]
    choices = pd.DataFrame(rows, columns=["participant", "pair_id", "chose_good", "place", "good_first", "list", "rt"])
    choices["good_first"] = pd.to_numeric(choices["good_first"])
    choices["excluded"] = [int(bool(one.excluded) or one.participant in answered.reasons) for one in counted]
    choices["phenomenon"] = choices["pair_id"].map(phenomena)
    return _known(choices[list(CHOICES.columns)])


def _known(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table without the columns about the experiment that are not known of all of its rows."""
    lacking = [name for name in ("place", "good_first") if name in table and table[name].isna().any()]
    empty = [name for name in ("list", "rt") if table[name].replace("", float("nan")).isna().all()]
    return table.drop(columns=[*lacking, *empty])


def from_records(records: list[dict]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Make sentences and pairs of the rows of a table of pairs.

    Takes ``pair_id, phenomenon, good, bad`` and optionally ``good_rating, bad_rating``, ``good_regions, bad_regions``,
    ``good_words, bad_words`` (lists), ``article``, ``good_mark, bad_mark``, ``good_given, good_scored, bad_given,
    bad_scored``, and ``paradigm`` and ``cluster``, which are the phenomenon where they are missing. The members get the
    ids ``<pair_id>.good`` and ``<pair_id>.bad`` and the labels 1 and 0.
    """
    with_regions = any(record.get(f"{side}_regions") for record in records for side in ("good", "bad"))
    with_parts = bool(records) and "good_scored" in records[0]
    with_words = any(record.get(f"{side}_words") for record in records for side in ("good", "bad"))
    sentences = pd.DataFrame(
        [
            {
                "sentence_id": f"{record['pair_id']}.{side}",
                "sentence": record[side].strip(),
                "label": label,
                "rating": record.get(f"{side}_rating"),
            }
            | ({"words": BETWEEN.join(record[f"{side}_words"])} if with_words else {})
            | ({"regions": record.get(f"{side}_regions") or ""} if with_regions else {})
            | ({name: record[f"{side}_{name}"] for name in ("given", "scored")} if with_parts else {})
            for record in records
            for side, label in (("good", 1), ("bad", 0))
        ]
    ).astype({"rating": float})
    pairs = pd.DataFrame(
        [
            {
                "pair_id": record["pair_id"],
                "good_id": f"{record['pair_id']}.good",
                "bad_id": f"{record['pair_id']}.bad",
                "paradigm": record.get("paradigm", record["phenomenon"]),
                "phenomenon": record["phenomenon"],
                "cluster": record.get("cluster", record["phenomenon"]),
            }
            | {key: record[key] for key in ("article", "good_mark", "bad_mark") if key in record}
            for record in records
        ]
    )
    return sentences, pairs
