"""Warn readers about doubtful ratings, pairs, scores and numbers (pure)."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from acceptability.analyses.doubts.manifest import READING
from acceptability.contracts import systems
from acceptability.reading.matching import BY_ID, EXACTLY, LOOSELY, NOT
from acceptability.reading.pairs import raw_ratings
from acceptability.statistics import criteria, doubtful_scores, scales, separation
from acceptability.statistics.clusters import ENOUGH, FEWEST, cluster_numbers, effective_number, mean
from acceptability.statistics.correlation import FEW as FEW_POINTS
from acceptability.statistics.criteria import counted
from acceptability.statistics.doubtful_scores import SHOWN, names
from acceptability.statistics.families import families

FEW_CLUSTERS = 6  # below, no p is lower than 0.05: the signs of 5 clusters flip in 32 ways, 2 of them as extreme
CURLY = "[“”„‘’]"
EAST_ASIAN = "[\u3040-\u30ff\u4e00-\u9fff]"  # kana and Chinese characters
NO_INTERVALS = "so there are no intervals"
UNSEEN = (  # numbers of tests/thorough/test_coverage.py, as in docs/numbers.md
    "Intervals are over {number} {clusters}. Others, which are not in the data, may fail as a whole: intervals may be "
    "too narrow. In simulations in which one cluster in eight fails, 88 to 100 of 100 intervals of shares contain the "
    "true value, but only 66 (8 clusters), 82 (13) or 92 (20) of 100 intervals of differences."
)


def find_doubts(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    columns: pd.DataFrame,
    tokens: Mapping[str, pd.DataFrame],
    clusters: str,
    recorded: Mapping[str, list[str]] | None = None,
    is_user_table: bool = False,
    scores: Mapping[str, pd.DataFrame] | None = None,
    thresholds: Mapping[str, float] | None = None,
    matches: Mapping[str, pd.DataFrame] | None = None,
    understood: Sequence[str] = (),
    tie: float = 0.0,
    ratings: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Return what is doubtful, and what to do about it, in words: ``about, doubt``.

    Takes the tables SENTENCES and PAIRS; ``columns`` as systems.delta_columns gives them; of each system that scores
    tokens, its table TOKENS; what clusters are called; and what was doubtful when a system scored (``recorded``). The
    warnings say how to correct pairs only where these are in the user's table (``is_user_table``). A warning about a
    row or a system is about its key, ``system/measure`` or ``system``. ``scores`` has each system's table SCORES,
    ``thresholds`` those of rows that judge these sentences, ``matches`` the tables MATCHES of systems from elsewhere,
    ``understood`` what was not plain in the user's tables, ``tie`` the difference in nats up to which two
    log-probabilities are a tie, and ``ratings`` those of single participants.
    """
    from_files = {system: table for system, table in (scores or {}).items() if system in (matches or {})}
    rows = [
        *_doubt_ratings(sentences, bool(len(pairs))),
        *_doubt_scales(sentences, pairs, ratings),
        *_doubt_sentences(sentences),
        *(_doubt_pairs(sentences, pairs, columns, is_user_table) if len(pairs) else ()),
        *_doubt_intervals(sentences, pairs, columns, clusters),
        *doubtful_scores.doubt_scores(scores or {}, pairs, columns),
        *doubtful_scores.doubt_judgments(scores or {}, sentences, thresholds or {}),
        *doubtful_scores.doubt_ties(scores or {}, pairs, columns, tie),
        *doubtful_scores.doubt_direction(from_files, columns),
        *doubtful_scores.doubt_identical(scores or {}),
        *(doubt for row in columns.columns.drop("human", errors="ignore") for doubt in _doubt_row(columns, row, pairs)),
        *(doubt for system, table in (matches or {}).items() for doubt in _doubt_matches(table, system)),
        *_doubt_coverage(columns),
    ]
    for system in dict.fromkeys([*(scores or {}), *(recorded or {}), *tokens]):
        doubts = dict.fromkeys((recorded or {}).get(system, ()))
        if system in tokens:
            doubts |= dict.fromkeys(doubtful_scores.doubt_tokens(tokens[system]))
            if len(pairs):
                doubts |= dict.fromkeys(doubtful_scores.doubt_equal_tokens(tokens[system], sentences, pairs))
        rows += [(system, doubt) for doubt in doubts]
    rows += [(READING, note) for note in understood if not any(note.endswith(doubt) for _, doubt in rows)]
    return pd.DataFrame([(about, str(doubt)) for about, doubt in rows], columns=["about", "doubt"])


def sizes(sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return how many sentences, pairs and groups of pairs there are, as SIZES."""
    human = criteria.pair_deltas(pairs, sentences.set_index("sentence_id")["rating"])
    counts = pairs[counted(human)] if len(pairs) else pairs
    row = {"sentences": len(sentences), "pairs": len(pairs), "counted": len(counts)}
    row |= {"paradigms": pairs["paradigm"].nunique(), "phenomena": pairs["phenomenon"].nunique()}
    return pd.DataFrame([row | {"clusters": counts["cluster"].nunique()}])


def _doubt_ratings(sentences: pd.DataFrame, paired: bool) -> Iterator[tuple[str, str]]:
    """Yield warnings about ratings: answers on a scale in place of z-scores; few ratings."""
    ratings = sentences["rating"].dropna()
    if paired and (raw := raw_ratings(ratings.tolist())):
        yield "ratings", raw
    if len(ratings) and len(ratings) < FEW_POINTS:
        yield "ratings", f"Only {len(ratings)} sentences have a rating: correlations over so few mean nothing."


def _doubt_scales(
    sentences: pd.DataFrame, pairs: pd.DataFrame, ratings: pd.DataFrame | None
) -> Iterator[tuple[str, str]]:
    """Yield that z-scores of participants who rated different conditions have no common scale."""
    if ratings is not None and (doubt := scales.doubt(sentences, pairs, ratings)):
        yield "ratings", doubt


def _doubt_sentences(sentences: pd.DataFrame) -> Iterator[tuple[str, str]]:
    """Yield warnings about the texts of sentences: curly quotes, which are usual in Chinese and Japanese alone."""
    curly = sentences["sentence"].str.contains(CURLY) & ~sentences["sentence"].str.contains(EAST_ASIAN)
    if curly.any():
        yield (
            "sentences",
            f"{curly.sum()} of {len(curly)} sentences have curly quotes (such as ’). They are scored unchanged; many "
            "models handle straight ones better.",
        )


def _doubt_pairs(
    sentences: pd.DataFrame, pairs: pd.DataFrame, columns: pd.DataFrame, is_user_table: bool
) -> Iterator[tuple[str, str]]:
    """Yield warnings about pairs: equal sentences, equal pairs, missing ratings, few pairs."""
    texts = sentences.set_index("sentence_id")["sentence"]
    members = pd.DataFrame({side: pairs[f"{side}_id"].map(texts).to_numpy() for side in ("good", "bad")})
    same = (members["good"] == members["bad"]).to_numpy()
    if same.any():
        yield (
            "pairs",
            f"The two sentences of {names(pairs.loc[same, 'pair_id'])} are the same: equal scores of "
            "them are a tie, which counts as half, and a choice between them says nothing."
            f"{' Correct them, or leave the rows out.' if is_user_table else ''}",
        )
    twice = members.duplicated(keep=False).to_numpy()
    if twice.any():
        groups = pairs[twice].groupby([members.loc[twice, side].to_numpy() for side in ("good", "bad")], sort=False)
        equal_pairs = "; ".join(" = ".join(group["pair_id"]) for _, group in list(groups)[:SHOWN])
        more = f"; and {len(groups) - SHOWN:,} more" if len(groups) > SHOWN else ""
        yield "pairs", f"These pairs are the same, and each of them counts: {equal_pairs}{more}."
    human = _human(pairs, columns)
    unrated = human.isna().sum()
    if 0 < unrated < len(human):
        one = unrated == 1
        lack = f"{'lacks' if one else 'lack'} a rating for one of {'its' if one else 'their'} sentences"
        yield "pairs", f"{unrated} of {len(human)} pairs {lack}; {'it is' if one else 'they are'} left out."
    number = int(counted(human).sum())
    if number < FEW_POINTS:
        yield "pairs", f"Only {number} pairs count: shares and correlations over so few mean little."


def _human(pairs: pd.DataFrame, columns: pd.DataFrame) -> pd.Series:
    """Return the human delta of each pair, by pair_id; NaN where nobody rated."""
    human = columns["human"] if "human" in columns else pd.Series(np.nan, index=pairs["pair_id"])
    return human.reindex(pairs["pair_id"])


def _doubt_intervals(
    sentences: pd.DataFrame, pairs: pd.DataFrame, columns: pd.DataFrame, clusters: str
) -> Iterator[tuple[str, str]]:
    """Yield warnings about intervals: too few clusters for them, or so few that some may be missing that fail.

    The clusters are those of the pairs that count. Without pairs, they are groups of sentences that belong together,
    where there are such groups.
    """
    if len(pairs):
        sizes = pairs.loc[counted(_human(pairs, columns)), "cluster"].value_counts()
        yield from _doubt_clusters(sizes, clusters)
    else:
        rated = sentences["rating"].notna().any()
        groups = families(sentences, pairs) if rated else separation.clusters_of(sentences, pairs)
        sizes = groups.value_counts()
        if FEWEST <= len(sizes) < ENOUGH and sizes.max() > 1:
            yield "intervals", UNSEEN.format(number=len(sizes), clusters="groups of sentences")


def _doubt_clusters(sizes: pd.Series, clusters: str) -> Iterator[tuple[str, str]]:
    """Yield warnings about clusters of pairs, by the number of pairs of each."""
    number = len(sizes)
    if number < FEWEST:
        yield (
            "intervals",
            f"The number of {clusters} is {number}, {NO_INTERVALS} and no tests over {clusters}: they "
            f"need at least {FEWEST}.",
        )
        return
    if number < FEW_CLUSTERS:
        yield (
            "intervals",
            f"Intervals and tests are based on {number} {clusters}: intervals are wide, and no difference between "
            "systems can have p < 0.05.",
        )
    if effective_number(sizes) <= 2:
        yield "intervals", f"Most pairs are in one or two of the {number} {clusters}, {NO_INTERVALS}."
    elif number < ENOUGH:
        yield "intervals", UNSEEN.format(number=number, clusters=clusters)


def _doubt_matches(matches: pd.DataFrame, system: str) -> Iterator[tuple[str, str]]:
    """Yield how the rows of a system's file were matched, where some were not matched by their exact texts or ids."""
    rows, first = matches.set_index("way")["rows"], matches.set_index("way")["first"]
    loosely, none = (int(rows.get(way, 0)) for way in (LOOSELY, NOT))
    if not loosely and not none:
        return
    ways = [f"{rows[BY_ID]:,} by their ids"] if rows.get(BY_ID) else []
    ways += [f"{rows[EXACTLY]:,} exactly"] if rows.get(EXACTLY) else []
    ways += [f"{loosely:,} only by letters and digits ({first[LOOSELY]})"] if loosely else []
    ways += [f"{none:,} not at all, and left out ({first[NOT]})"] if none else []
    yield system, f"Of the {rows.sum():,} rows of its file, these were matched: {'; '.join(ways)}."


def _doubt_coverage(columns: pd.DataFrame) -> Iterator[tuple[str, str]]:
    """Yield which rows cover a part of the pairs only."""
    if "human" not in columns:
        return
    covered = columns[counted(columns["human"])].drop(columns="human").notna()
    others = "the table of the pairs that all rows cover, and the differences, each of which"
    if not covered.all(axis=1).any():
        others = "the differences (no pair is covered by all rows), each of which"
    for row, number in covered.sum().items():
        if number < len(covered):
            yield (
                row,
                f"It covers {number:,} of {len(covered):,} pairs, and its numbers are about these. To compare it with "
                f"others, see {others} is about the pairs that both rows cover.",
            )


def _doubt_row(columns: pd.DataFrame, row: str, pairs: pd.DataFrame) -> Iterator[tuple[str, str]]:
    """Yield a warning about the deltas of one row whose share cannot be told from chance."""
    deltas = columns.loc[counted(columns["human"]), row].dropna()
    if deltas.empty:
        return
    clusters = pairs.set_index("pair_id")["cluster"].reindex(deltas.index)
    half = criteria.right(deltas)
    share = mean(half, cluster_numbers(clusters))
    low, high = share.share_interval(len(deltas))
    few = FEWEST <= clusters.nunique() < FEW_CLUSTERS
    if few or low <= 0.5 <= high:
        remark = (
            f" over {clusters.nunique()} clusters: too few for a test"
            if few
            else f", which cannot be told from chance: the 95 % interval is {low:.3f} to {high:.3f}"
        )
        halved = ", a tie counting as half," if (deltas == 0).any() else ""
        yield row, f"Under the BLiMP criterion, its share of pairs{halved} is {share.value:.3f}{remark}."


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    deltas: Mapping[str, pd.DataFrame],
    tokens: Mapping[str, pd.DataFrame],
    provenances: Mapping[str, Mapping],
    matches: Mapping[str, pd.DataFrame],
    thresholds: pd.DataFrame | None,
    clusters: str,
    own: bool,
    understood: Sequence[str],
    tie: float,
) -> dict[str, pd.DataFrame]:
    """Return the tables DOUBTS and SIZES; warnings about them go to the log.

    Parameters:
        ratings: those of single participants.
        scores, deltas, tokens: tables SCORES, DELTAS and TOKENS by system.
        provenances: what is recorded of the scoring by each language model and classifier.
        matches: tables MATCHES of systems whose scores or decisions are from elsewhere.
        thresholds: the table SIMPLE_CLASSIFIERS of the sentences on which thresholds are fitted.
        clusters: what intervals are over, in words.
        own: whether the sentences are in a table of the user's, who can correct it.
        understood: what was not plain in that table.
        tie: two log-probabilities that are so many nats or less apart are a tie.
    """
    columns = systems.delta_columns(deltas)
    if len(pairs):  # those that no system covers, too
        human = criteria.pair_deltas(pairs.set_index("pair_id"), sentences.set_index("sentence_id")["rating"])
        columns = columns.reindex(human.index).assign(human=human)
    doubts = find_doubts(
        sentences,
        pairs,
        columns,
        tokens,
        clusters,
        {system: provenance.get("doubts", []) for system, provenance in provenances.items()},
        own,
        scores,
        {} if thresholds is None else systems.thresholds(thresholds),
        matches,
        understood,
        tie,
        ratings,
    )
    print(*(f"warning: {doubt.about}: {doubt.doubt}" for doubt in doubts.itertuples()), sep="\n")
    return {"doubts": doubts, "sizes": sizes(sentences, pairs)}
