"""Every table that passes between rules: its columns, its checks, its reading and writing.

All tables are UTF-8 CSV with a header, commas and LF line ends; an empty cell is a missing value.
``TABLES`` declares them; each column's ``description`` says what it holds.
"""

import csv
import io as text_io
import json
import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd
import pandera.pandas as pa

from acceptability.errors import InputError

_TEXT = pa.Check(lambda cells: cells.str.strip() != "", error="is empty; write the text or leave the row out")
_FINITE = pa.Check(lambda cells: np.isfinite(cells), error="is not a finite number")
_POSITIVE = pa.Check(lambda cells: cells > 0, error="must be positive")
_SHARE = pa.Check(lambda cells: cells.between(0, 1), error="must lie between 0 and 1")
_UNIQUE = "stands in more than one row; give each row its own"


def _text(description: str, **options) -> pa.Column:
    return pa.Column(str, _TEXT, description=description, **options)


def _number(description: str, *checks: pa.Check, **options) -> pa.Column:
    return pa.Column(float, [_FINITE, *checks], coerce=True, description=description, **options)


def _count(description: str) -> pa.Column:
    return pa.Column(int, pa.Check(lambda cells: cells >= 0), coerce=True, description=description)


def _zero_or_one(description: str, **options) -> pa.Column:
    check = pa.Check.isin([0, 1], error="must be 1 or 0")
    return pa.Column(int, check, coerce=True, description=description, **options)


_SENTENCE_ID = _text("identifier of the sentence, unique in its dataset", unique=True)
_SYSTEM = {"system": _text("key of the system in the configuration"), "measure": _text("what was measured")}

_INTERVAL = {
    "low": _number("lower end of its 95 % interval over phenomena; empty: fewer than two", nullable=True),
    "high": _number("upper end of that interval", nullable=True),
}

TABLES = {
    "sentences": pa.DataFrameSchema(
        {
            "sentence_id": _SENTENCE_ID,
            "sentence": _text("the sentence as scored"),
            "label": _zero_or_one("expert label: 1 acceptable, 0 not", required=False),
            "rating": _number("human rating: mean z-score over participants", nullable=True),
        },
        strict=False,
    ),
    "pairs": pa.DataFrameSchema(
        {
            "pair_id": _text("identifier of the pair, unique in its dataset", unique=True),
            "good_id": _text("sentence_id of the acceptable member"),
            "bad_id": _text("sentence_id of the other member"),
            "condition_pair": _text("the two conditions that the pair contrasts"),
            "phenomenon": _text("the family of conditions that the pair belongs to"),
        },
        strict=False,
    ),
    "user_pairs": pa.DataFrameSchema(
        {
            "pair_id": _text("a name for the pair, unique in the file", unique=True),
            "phenomenon": _text("what the pair is about; any word"),
            "good": _text("the acceptable sentence"),
            "bad": _text("the less acceptable sentence"),
            "good_rating": _number("its human rating, in z-units; empty = unrated", nullable=True, required=False),
            "bad_rating": _number("its human rating, in z-units; empty = unrated", nullable=True, required=False),
        },
        strict=True,
    ),
    "user_ratings": pa.DataFrameSchema(
        {
            "participant": _text("who gave the rating"),
            "sentence_id": _text("the sentence: <pair_id>.good or <pair_id>.bad"),
            "rating": _number("the raw magnitude estimate"),
        },
        strict=True,
        unique=["participant", "sentence_id"],
    ),
    "ratings": pa.DataFrameSchema(
        {
            "participant": _text("who gave the rating"),
            "sentence_id": _text("the sentence"),
            "z_score": _number("the estimate in standard deviations (ddof = 1) from the participant's mean"),
        },
        strict=True,
        unique=["participant", "sentence_id"],
    ),
    "scores": pa.DataFrameSchema(
        {
            "sentence_id": _text("the sentence"),
            "measure": _text("what was measured"),
            "score": _number("higher = more acceptable; natural log where it is a log-probability"),
            "population_mean": _number("mean of the population that z-scores refer to", required=False),
            "population_sd": _number("standard deviation of that population", _POSITIVE, required=False),
        },
        strict=True,
        unique=["sentence_id", "measure"],
    ),
    "unigrams": pa.DataFrameSchema(
        {
            "token": _text("a token of a corpus; </s> occurs once a sentence", unique=True),
            "count": _count("how often it occurs"),
        },
        strict=True,
    ),
    "tokens": pa.DataFrameSchema(
        {
            "sentence_id": _text("the sentence"),
            "position": _count("place of the token in its sentence, from 1"),
            "token": _text("the token; </s> where the end of the sentence is scored"),
            "word": pa.Column(int, coerce=True, required=False, description="number of the token's word, from 1"),
            "log_prob": _number(
                "natural log-probability: given the tokens before (n-gram and causal models), or all others (masked)"
            ),
            "log_prob_word_l2r": _number(
                "the same, the later pieces of the token's word being masked too", required=False
            ),
            "log_prob_as_published": _number(
                "the same, the masked sentence being written as text and tokenised again", required=False
            ),
            "unigram_log_prob": _number(
                "natural log-probability under the corpus's add-one unigram model", required=False
            ),
            "oov": _zero_or_one("1 where the model does not know the token"),
        },
        strict=True,
        unique=["sentence_id", "position"],
    ),
    "losses": pa.DataFrameSchema(
        {
            "step": _count("optimiser's steps so far"),
            "tokens": _count("tokens seen so far"),
            "loss": _number("of the training since the row before; natural log, per masked token"),
            "held_out_loss": _number("of sentences that are not trained on; natural log, per masked token"),
        },
        strict=True,
        unique=["step"],
    ),
    "released": pa.DataFrameSchema(
        {
            **_SYSTEM,
            "released": _text("key of the system whose released scores it is compared with"),
            "sentences": _count("sentences that both score"),
            "equal": _count("sentences whose scores differ by less than 0.001"),
            "median_difference": _number("median of the absolute differences"),
            "greatest_difference": _number("greatest absolute difference"),
            "pearson_r": _number("Pearson's r of the scores", nullable=True),
        },
        strict=True,
        unique=["system", "measure"],
    ),
    "labelled": pa.DataFrameSchema(
        {
            "sentence_id": _SENTENCE_ID,
            "sentence": _text("the sentence"),
            "label": _zero_or_one("expert label: 1 acceptable, 0 not"),
            "rating": _number("empty: nobody rated these sentences", nullable=True),
            "split": _text("train; dev and test, of which no sentence is trained on; or another such set"),
            "source": _text("where the sentence is from"),
        },
        strict=True,
    ),
    "features": pa.DataFrameSchema(
        {
            "sentence_id": _text("a labelled sentence"),
            "level": _text("major or minor"),
            "feature": _text("a feature that the sentence has"),
        },
        strict=True,
        unique=["sentence_id", "level", "feature"],
    ),
    "mismatches": pa.DataFrameSchema(
        {
            "sentence_id": _SENTENCE_ID,
            "sentence": _text("the sentence in the corpus"),
            "annotated_sentence": _text("the sentence in the annotations"),
            "label": _zero_or_one("its label in the corpus"),
            "annotated_label": _zero_or_one("its label in the annotations"),
        },
        strict=True,
    ),
    "held_out": pa.DataFrameSchema(
        {"sentence_id": _text("a training sentence that a restart was not trained on", unique=True)}, strict=True
    ),
    "restart_curve": pa.DataFrameSchema(
        {
            "epoch": _count("epochs so far"),
            "loss": _number("mean over the epoch's steps; natural log, per sentence"),
            "held_out_loss": _number("of the held-out sentences; natural log, per sentence"),
            "held_out_mcc": _number("of the held-out sentences; empty where it is undefined", nullable=True),
        },
        strict=True,
        unique=["epoch"],
    ),
    "margins": pa.DataFrameSchema(
        {
            "sentence_id": _SENTENCE_ID,
            "margin": _number("logit of the acceptable class minus that of the other"),
        },
        strict=True,
    ),
    "predictions": pa.DataFrameSchema(
        {"sentence_id": _SENTENCE_ID},
        strict=False,  # one more column for each restart: 1 acceptable, 0 not
    ),
    "restarts": pa.DataFrameSchema(
        {
            "system": _text("key of the system in the configuration"),
            "restart": _text("number of the restart"),
            "split": _text("the sentences"),
            "sentences": _count("how many they are"),
            "mcc": _number("Matthews correlation coefficient; 0 where it is undefined"),
            "accuracy": _number("share of right decisions", _SHARE),
            "predicted_acceptable": _number("share of sentences that are called acceptable", _SHARE),
            "collapsed": _zero_or_one("1 where all sentences get one class, so that the MCC is undefined"),
        },
        strict=True,
        unique=["system", "restart", "split"],
    ),
    "classifiers": pa.DataFrameSchema(
        {
            "system": _text("key of the system in the configuration"),
            "split": _text("the sentences"),
            "sentences": _count("how many they are"),
            "restarts": _count("restarts"),
            "collapsed": _count("restarts that give all sentences one class"),
            "mean": _number("mean MCC of the restarts; an undefined one counts as 0"),
            "low": _number("lower end of its 95 % interval"),
            "high": _number("upper end of its 95 % interval"),
            "sd": _number("standard deviation over the restarts, ddof = 1", nullable=True),
            "maximum": _number("greatest MCC"),
            "ensemble_as_published": _number("MCC of the majority vote; a tie takes the true label"),
            "ensemble_corrected": _number("MCC of the majority vote; a tie takes the training set's majority class"),
            "ties": _count("sentences on which the vote is tied"),
        },
        strict=True,
        unique=["system", "split"],
    ),
    "selected": pa.DataFrameSchema(
        {
            "system": _text("key of the system in the configuration"),
            "variant": _text("as_published or corrected"),
            "selected_on": _text("the split on which the restart has the highest MCC"),
            "restart": _text("number of the restart"),
            "collapsed": _zero_or_one("1 where it gives all sentences of that split one class"),
            "mcc_dev": _number("its MCC on dev"),
            "mcc_test": _number("its MCC on test"),
        },
        strict=True,
        unique=["system", "variant"],
    ),
    "simple_classifiers": pa.DataFrameSchema(
        {
            "row": _text("system/measure of scores with a threshold, or a classifier's name"),
            "split": _text("the sentences"),
            "sentences": _count("how many they are"),
            "mcc": _number(
                "Matthews correlation coefficient; 0 where it is undefined; mean over ways of cutting folds"
            ),
            "sd": _number("standard deviation over ways of cutting folds; empty: no threshold", nullable=True),
            "low": _number("lower end of its 95 % interval over sentences and ways"),
            "high": _number("upper end of its 95 % interval over sentences and ways"),
            "accuracy": _number("share of right decisions", _SHARE),
            "collapsed": _zero_or_one("1 where all sentences get one class, so that the MCC is undefined"),
        },
        strict=True,
        unique=["row", "split"],
    ),
    "feature_mcc": pa.DataFrameSchema(
        {
            "system": _text("key of the system in the configuration"),
            "level": _text("major or minor"),
            "feature": _text("feature of the sentences"),
            "sentences": _count("sentences that have it"),
            "acceptable": _count("acceptable ones of these"),
            "mean": _number("mean MCC of the restarts; an undefined one counts as 0", nullable=True),
            "low": _number("lower end of its 95 % interval", nullable=True),
            "high": _number("upper end of its 95 % interval", nullable=True),
            "sd": _number("standard deviation over the restarts, ddof = 1", nullable=True),
            "undefined": _count("restarts whose MCC is undefined"),
            "mean_as_published": _number("mean of what the paper's figures show; empty: left out", nullable=True),
        },
        strict=True,
        unique=["system", "level", "feature"],
    ),
    "stability": pa.DataFrameSchema(
        {
            "system": _text("key of the system, or the name of released restarts"),
            "sentence_id": _text("the sentence"),
            "sentence": _text("its text"),
            "label": _zero_or_one("expert label: 1 acceptable, 0 not"),
            "restarts": _count("restarts"),
            "acceptable": _count("restarts that call the sentence acceptable"),
            "flips": _count("neighbouring restarts that disagree, counted round; 0 where none do"),
        },
        strict=True,
        unique=["system", "sentence_id"],
    ),
    "stability_curve": pa.DataFrameSchema(
        {
            "system": _text("key of the system, or the name of released restarts"),
            "restarts": _count("the first so many restarts"),
            "flipped": _number("share of sentences that any two of them judge differently", _SHARE),
        },
        strict=True,
        unique=["system", "restarts"],
    ),
    "stability_mcc": pa.DataFrameSchema(
        {
            "system": _text("key of the system, or the name of released restarts"),
            "restart": _text("number of the restart"),
            "label_source": _text("corrected: the expert label; as_published: 1 where the id has the letter g"),
            "mcc": _number("Matthews correlation coefficient; 0 where it is undefined"),
        },
        strict=True,
        unique=["system", "restart", "label_source"],
    ),
    "contaminated_criteria": pa.DataFrameSchema(
        {
            **_SYSTEM,
            "chosen": _text("all pairs, those with a sentence known from training, or those without (unknown)"),
            "criterion": _text("blimp or adc"),
            "threshold": _number("δ in standard deviations; empty for blimp", _POSITIVE, nullable=True),
            "met": _count("pairs that meet the criterion"),
            "pairs": _count("pairs that count"),
            "share": _number("met / pairs", _SHARE),
        },
        strict=True,
        unique=["system", "measure", "chosen", "criterion", "threshold"],
    ),
    "contamination": pa.DataFrameSchema(
        {
            "sentence_id": _text("the sentence", unique=True),
            "sentence": _text("its text"),
            "trained_id": _text("the training sentence that is the same"),
            "trained_sentence": _text("its text"),
            "trained_label": _zero_or_one("its label"),
        },
        strict=True,
    ),
    "toy_phenomena": pa.DataFrameSchema(
        {
            "phenomenon": _text("what the pairs are about", unique=True),
            "effect": _number("how much less acceptable simulated participants find the bad member"),
            "good": _text("template of the good member"),
            "bad": _text("template of the bad member"),
        },
        strict=True,
    ),
    "z_scores": pa.DataFrameSchema(
        {
            "sentence_id": _text("the sentence"),
            "measure": _text("what was measured"),
            "z_score": _number("score in standard deviations from its population's mean"),
        },
        strict=True,
        unique=["sentence_id", "measure"],
    ),
    "deltas": pa.DataFrameSchema(
        {
            "pair_id": _text("the pair"),
            "measure": _text("what was measured"),
            "human_delta": _number("rating of the good member minus that of the bad one", nullable=True),
            "model_delta": _number("z-score of the good member minus that of the bad one", nullable=True),
        },
        strict=True,
        unique=["pair_id", "measure"],
    ),
    "criteria": pa.DataFrameSchema(
        {
            "dataset": _text("key of the dataset in the configuration"),
            **_SYSTEM,
            "variant": _text("as_published or corrected"),
            "criterion": _text("blimp or adc"),
            "threshold": _number("δ in standard deviations; empty for blimp", _POSITIVE, nullable=True),
            "met": _count("pairs that meet the criterion"),
            "pairs": _count("pairs that count"),
            "share": _number("met / pairs", _SHARE),
            **_INTERVAL,
        },
        strict=True,
        unique=["system", "measure", "variant", "criterion", "threshold"],
    ),
    "differences": pa.DataFrameSchema(
        {
            "dataset": _text("key of the dataset in the configuration"),
            "first": _text("system/measure"),
            "second": _text("system/measure"),
            "criterion": _text("blimp or adc; both corrected"),
            "threshold": _number("δ in standard deviations; empty for blimp", _POSITIVE, nullable=True),
            "difference": _number("share of the first minus share of the second"),
            **_INTERVAL,
            "p": _number("two-sided; signs of whole phenomena flipped", _SHARE, nullable=True),
            "p_holm": _number("p corrected by Holm's method within the criterion and δ", _SHARE, nullable=True),
        },
        strict=True,
        unique=["first", "second", "criterion", "threshold"],
    ),
    "specifications": pa.DataFrameSchema(
        {
            "threshold": _number("δ in standard deviations", _POSITIVE),
            "human_scale": _text("participants: ratings as they are; sentences: divided by their SD"),
            "population": _text("of z-scores: all sentences of the dataset, or those of its rated pairs"),
            "normaliser": _text("words: log-probabilities are divided by the number of words"),
            "ties": _text("sign: 0 is a sign like any other; missed: equal scores meet nothing"),
            "unrated": _text("met: an unrated pair meets the ADC, uncounted (as published); dropped"),
            **_SYSTEM,
            "met": _count("pairs that meet the ADC"),
            "pairs": _count("pairs that count"),
            "share": _number("met / pairs"),
            "blimp": _number("share that meets the BLiMP criterion under the same choices", _SHARE),
            "pearson_r": _number("Pearson's r of model and human deltas; empty where it is undefined", nullable=True),
        },
        strict=True,
    ),
    "claims": pa.DataFrameSchema(
        {
            "place": _text("section or table of the paper"),
            "claim": _text("what it says there, in other words"),
            "threshold": pa.Column(str, description="the δ that it is about; empty: each"),
            "quantity": pa.Column(str, description="how it is computed (specifications.holds); empty: it cannot be"),
            "argument": pa.Column(str, description="of the quantity: patterns of rows, a bound"),
            "note": pa.Column(str, description="a remark"),
            "published": pa.Column(str, description="yes or no: does it hold under the paper's own choices"),
            "holding": _count("specifications in which it holds"),
            "specifications": _count("specifications with its δ"),
            "different": _count("of these, how many differ at all in what the claim is about"),
            "bootstraps": _number(
                "share of the bootstraps in which it holds, of all its rows at once",
                _SHARE,
                nullable=True,
            ),
            "depends_on": pa.Column(str, description="choices that alone can overturn it, the phenomena among them"),
            "verdict": _text("robust, depends, never holds, not reproducible here; or that its δ was not asked"),
        },
        strict=True,
        unique=["claim"],
    ),
    "adc_curves": pa.DataFrameSchema(
        {
            "row": _text("system/measure"),
            "threshold": _number("δ in standard deviations", _POSITIVE),
            "share": _number("share of the rated pairs that meet the ADC, corrected", _SHARE),
        },
        strict=True,
        unique=["row", "threshold"],
    ),
    "areas": pa.DataFrameSchema(
        {
            "row": _text("system/measure"),
            "area": _number("mean share over all δ up to the greatest one", _SHARE),
            **_INTERVAL,
            "share": _number("share of pairs that meet the ADC at the smallest δ", _SHARE),
            "constant_share": _number(
                "the same, every delta keeping its sign and having the best constant size", _SHARE
            ),
        },
        strict=True,
        unique=["row"],
    ),
    "ceiling": pa.DataFrameSchema(
        {
            "dataset": _text("key of the dataset in the configuration"),
            "comparison": _text(
                "equal_panels, rest (one panel against all other raters), expected_ratings, scaled_ratings"
            ),
            "raters": _number(
                "raters of a sentence on the first side, which stands in for a system; empty: expected ratings, "
                "which have no sampling error",
                nullable=True,
            ),
            "against": _number("raters of a sentence on the other side"),
            "criterion": _text("blimp or adc, both corrected; sentence_r or pair_r, Pearson's r of ratings or deltas"),
            "threshold": _number("δ in standard deviations; empty but for adc", _POSITIVE, nullable=True),
            "source": _text("observed (split halves), noise model, or Spearman-Brown"),
            "mean": _number("share of pairs, or r: mean over the splits, or expected", nullable=True),
            "low": _number("2.5th percentile over the splits; empty where nothing is split", nullable=True),
            "high": _number("97.5th percentile over the splits", nullable=True),
            "pairs": _number("pairs that count, mean over the splits"),
        },
        strict=True,
        unique=["comparison", "raters", "against", "criterion", "threshold", "source"],
    ),
    "human_error": pa.DataFrameSchema(
        {
            "dataset": _text("key of the dataset in the configuration"),
            "statistic": _text(
                "raters (mean of a sentence), rating_sd (of one z-score around its sentence's mean, pooled), delta_sd, "
                "reliability (share of the deltas' variance that is no sampling error), se_lower_quartile, se_median, "
                "se_upper_quartile (of the deltas' standard errors), se_above (share of these that exceed δ), "
                "below_two_se (share of deltas nearer to 0 than two standard errors)"
            ),
            "threshold": _number("δ in standard deviations; empty but for se_above", _POSITIVE, nullable=True),
            "value": _number("the statistic", nullable=True),
            "number": _count("sentences or pairs that it is over"),
        },
        strict=True,
        unique=["statistic", "threshold"],
    ),
    "noise_floor": pa.DataFrameSchema(
        {
            "dataset": _text("key of the dataset in the configuration"),
            "sources": _text("all, or the sources of the two sentences"),
            "strings": _count("strings that two or more rated ids have"),
            "differences": _count("twos of such ids"),
            "sd": _number("standard deviation of the two ratings' difference, around 0; empty: none", nullable=True),
            "mean_absolute": _number("mean absolute difference", nullable=True),
            "known": _count("differences of which single ratings of both ids are known"),
            "sd_known": _number("their standard deviation, around 0", nullable=True),
            "sd_expected": _number("what sampling error alone would make of it", nullable=True),
            "p": _number("chance that sampling error alone makes differences so great", _SHARE, nullable=True),
        },
        strict=True,
        unique=["sources"],
    ),
    "phenomena": pa.DataFrameSchema(
        {
            "dataset": _text("key of the dataset in the configuration"),
            **_SYSTEM,
            "phenomenon": _text("phenomenon of the pairs"),
            "criterion": _text("blimp or adc; both corrected"),
            "threshold": _number("δ in standard deviations; empty for blimp", _POSITIVE, nullable=True),
            "met": _count("pairs that meet the criterion"),
            "pairs": _count("pairs that count"),
            "share": _number("met / pairs", _SHARE),
            "mean_human_delta": _number("mean of the human deltas of these pairs; empty: no ratings", nullable=True),
            "mean_model_delta": _number("mean of the model deltas of these pairs"),
            "mean_meets": _zero_or_one("1 where these two means meet the criterion"),
        },
        strict=True,
        unique=["system", "measure", "phenomenon", "criterion", "threshold"],
    ),
    "agreement": pa.DataFrameSchema(
        {
            "dataset": _text("key of the dataset in the configuration"),
            **_SYSTEM,
            "chosen": _text("all pairs, a source's, or those matched or unmatched in their number of words"),
            "statistic": _text(
                "of pairs' deltas: pearson, spearman, kendall_tau_b; of the z-scores of the sentences in these pairs: "
                "sentence_pearson with ratings, point_biserial with labels; blimp and adc, corrected: share of pairs"
            ),
            "threshold": _number("δ in standard deviations, of adc only", _POSITIVE, nullable=True),
            "value": _number("the statistic; empty: a side is constant, or fewer than 3 items", nullable=True),
            "items": _count("pairs or sentences that count"),
        },
        strict=True,
        unique=["system", "measure", "chosen", "statistic", "threshold"],
    ),
    "disagreements": pa.DataFrameSchema(
        {
            "kind": _text("humans_against_experts, missed_by_all or met_by_one"),
            "criterion": _text("blimp or adc, corrected; empty where no system is asked", nullable=True),
            "threshold": _number("δ in standard deviations, of adc only", _POSITIVE, nullable=True),
            "met_by": _text("rows (system/measure) of the one system that meet it, with spaces", nullable=True),
            "pair_id": _text("the pair"),
            "phenomenon": _text("phenomenon of the pair"),
            "good": _text("the acceptable sentence"),
            "bad": _text("the other one"),
            "human_delta": _number("rating of the good member minus that of the bad one", nullable=True),
        },
        strict=False,  # one more column for each row, system/measure: its model delta
        unique=["kind", "criterion", "threshold", "pair_id"],
    ),
    "correlations": pa.DataFrameSchema(
        {
            "dataset": _text("key of the dataset in the configuration"),
            "row": _text("system/measure, or human"),
            "column": _text("system/measure, or human"),
            "pearson_r": _number("Pearson's r of the pairs' deltas, or of the sentences' z-scores", nullable=True),
            "p_value": _number("two-sided p of r = 0", nullable=True),
            "points": _count("pairs or sentences used: those where every column has a value"),
        },
        strict=True,
        unique=["row", "column"],
    ),
    "points": pa.DataFrameSchema(
        {
            "row": _text("system/measure"),
            "id": _text("sentence_id or pair_id"),
            "model": _number("z-score of the sentence, or model delta of the pair", nullable=True),
            "human": _number("rating of the sentence, or human delta of the pair", nullable=True),
        },
        strict=True,
        unique=["row", "id"],
    ),
    "fits": pa.DataFrameSchema(
        {
            "row": _text("system/measure"),
            "slope": _number("slope of the best-fit line of human on model; empty where none exists", nullable=True),
            "intercept": _number("its intercept", nullable=True),
            "pearson_r": _number("Pearson's r of the points", nullable=True),
            "points": _count("points with both values"),
        },
        strict=True,
        unique=["row"],
    ),
}


MAY_BE_EMPTY = ("ceiling", "contamination", "differences", "disagreements", "mismatches")


def read_text(path: str | Path, encoding: str = "utf-8") -> str:
    """A text file with its line ends made LF and without byte-order mark. InputError where it is not text."""
    data = Path(path).read_bytes()
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise InputError(f"{path}, row {row}: is not {encoding} text; save the file as {encoding.upper()}") from error
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_raw_csv(path: str | Path, encoding: str = "utf-8", skip_rows: int = 0) -> pd.DataFrame:
    """Any CSV as a frame of strings, exactly as written; its first ``skip_rows`` records are left out."""
    return _read_csv(path, encoding, skip_rows)[0]


def read_raw_tsv(path: str | Path, columns: list[str] | None = None) -> pd.DataFrame:
    """A tab-separated file as a frame of strings; quotation marks are text. ``columns`` where it has no header."""
    rows = [line.split("\t") for line in read_text(path).split("\n") if line]
    if not rows:
        raise InputError(f"{path}: is empty; fetch it again")
    header, body = (columns, rows) if columns else (rows[0], rows[1:])
    for number, row in enumerate(body, start=1 if columns else 2):
        if len(row) != len(header):
            raise InputError(f"{path}, row {number}: has {len(row)} cells instead of {len(header)}; fetch it again")
    return pd.DataFrame(body, columns=header, dtype=str)


def read_json_lines(path: str | Path, keys: tuple[str, ...]) -> list[dict]:
    """The objects of a file with one JSON object a line, each of which has these keys."""
    rows = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}, row {number}: is not JSON ({error}); fetch it again") from error
        if not isinstance(row, dict) or not set(keys) <= row.keys():
            raise InputError(f"{path}, row {number}: must be an object with {', '.join(keys)}; fetch it again")
        rows.append(row)
    return rows


def _read_csv(path: str | Path, encoding: str = "utf-8", skip_rows: int = 0) -> tuple[pd.DataFrame, list[int]]:
    """The frame, and the line of the file on which each of its rows ends."""
    reader = csv.reader(text_io.StringIO(read_text(path, encoding)))
    try:
        rows = [(row, reader.line_num) for row in reader]
    except csv.Error as error:
        raise InputError(f"{path}, row {reader.line_num}: {error}; is a double quote missing?") from error
    rows = [(row, line) for row, line in rows[skip_rows:] if row]
    if not rows:
        raise InputError(f"{path}: is empty; it needs a header row")
    header, body = rows[0][0], rows[1:]
    if len(header) == 1 and any(mark in header[0] for mark in ";\t"):
        raise InputError(f"{path}, row 1: is separated by semicolons or tabs; save it with commas")
    for column in header:
        if header.count(column) > 1:
            raise InputError(f"{path}, row 1: the column {column!r} stands there twice")
    for row, line in body:
        if len(row) != len(header):
            raise InputError(
                f"{path}, row {line}: has {len(row)} cells where the header has {len(header)}; "
                "put text that contains a comma in double quotes"
            )
    return pd.DataFrame([row for row, _ in body], columns=header, dtype=str), [line for _, line in body]


def read_table(path: str | Path, table: str) -> pd.DataFrame:
    """Read and check one of ``TABLES``. Raises InputError naming file, row, id and mend.

    An empty cell is the one way to write a missing number; ``nan``, ``NA`` and the like are refused.
    """
    frame, lines = _read_csv(path)
    for name, column in TABLES[table].columns.items():
        if name in frame and str(column.dtype) == "float64":
            wrong = frame[name].str.strip().str.lower().isin(["nan", "na", "n/a", "#n/a", "null", "none"])
            if wrong.any():
                place = _place(frame, lines, int(wrong.to_numpy().argmax()), path)
                raise InputError(
                    f"{place}: {name} is {frame.loc[wrong, name].iloc[0]!r}; leave the cell empty, or fill it in"
                )
        if name in frame and column.nullable:
            frame[name] = frame[name].where(frame[name].str.strip() != "", None)
    return check_table(frame, table, path, lines)


def write_table(frame: pd.DataFrame, path: str | Path, table: str | None = None) -> None:
    """Write a frame as CSV, checked first where ``table`` names it; the file appears whole or not at all."""
    if table:
        frame = check_table(frame, table, path)
    write_text(frame.to_csv(index=False, lineterminator="\n"), path)


def write_text(text: str, path: str | Path) -> None:
    """Write a UTF-8 text file; it appears whole or not at all."""
    _write([text.encode()], path)


def write_bytes(data: bytes, path: str | Path) -> None:
    """Write a binary file; it appears whole or not at all."""
    _write([data], path)


def write_lines(lines: Iterable[str], path: str | Path) -> None:
    """Write lines, one at a time, as a UTF-8 text file; it appears whole or not at all."""
    _write((f"{line}\n".encode() for line in lines), path)


def _write(parts: Iterable[bytes], path: str | Path) -> None:
    path = Path(path)
    part = path.with_name(f"{path.name}.part")
    try:
        with open(part, "wb") as file:
            file.writelines(parts)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def check_table(frame: pd.DataFrame, table: str, path: str | Path, lines: list[int] | None = None) -> pd.DataFrame:
    """The frame with its columns' types, or an InputError for the first thing wrong in it.

    ``lines`` are the rows' lines in the file, where they were read from one.
    """
    schema = TABLES[table]
    allowed = ", ".join(schema.columns)
    for column, declared in schema.columns.items():
        if declared.required and column not in frame:
            raise InputError(f"{path}: the column {column!r} is missing; a table of {table} has: {allowed}")
    for column in frame.columns if schema.strict else []:
        if column not in schema.columns:
            raise InputError(f"{path}: the column {column!r} is unknown; a table of {table} has: {allowed}")
    if frame.empty and table in MAY_BE_EMPTY:
        return frame
    if frame.empty:
        raise InputError(f"{path}: has no rows")
    try:
        return schema.validate(frame, lazy=True)
    except pa.errors.SchemaErrors as error:
        failures = error.failure_cases
        failures = failures[failures["index"].notna()].sort_values(["index"], kind="stable")
        if failures.empty:
            raise InputError(f"{path}: {error.failure_cases.iloc[0]['check']}") from error
        failure = failures.iloc[0]
        raise InputError(_describe(frame, schema, failure, path, lines)) from error


def _place(frame: pd.DataFrame, lines: list[int] | None, index: int, path: str | Path) -> str:
    """File, row and id of one row of a frame; the id is the first column."""
    row = lines[index] if lines else index + 2
    return f"{path}, row {row} ({frame.columns[0]} {frame.iloc[index, 0]!r})"


def _describe(
    frame: pd.DataFrame, schema: pa.DataFrameSchema, failure: pd.Series, path: str | Path, lines: list[int] | None
) -> str:
    """One line for one failed check of pandera: file, row, id, column, value, what is wrong."""
    index, check, column = int(failure["index"]), str(failure["check"]), str(failure["column"])
    if column not in frame:
        column = str((schema.unique or frame.columns)[0])
    place = _place(frame, lines, index, path)
    if "uniqueness" in check:
        return f"{place}: {' and '.join(schema.unique or [column])} {_UNIQUE}"
    value = frame[column].iloc[index]
    if check == "not_nullable" or value in ("", None):
        return f"{place}: {column} is empty; fill it in or leave the row out"
    if "coerce_dtype" in check or "dtype" in check:
        return f"{place}: {column} is {value!r}, which is not a number"
    return f"{place}: {column} {value!r} {check}"


def check_pairs(pairs: pd.DataFrame, sentences: pd.DataFrame, path: str | Path) -> None:
    """Every pair names two different known sentences, or an InputError says which does not."""
    known = set(sentences["sentence_id"])
    for index, row in enumerate(pairs[["pair_id", "good_id", "bad_id"]].itertuples(index=False)):
        place = f"{path}, row {index + 2} (pair_id {row.pair_id!r})"
        for column in ("good_id", "bad_id"):
            if getattr(row, column) not in known:
                raise InputError(f"{place}: {column} {getattr(row, column)!r} is not a sentence of this dataset")
        if row.good_id == row.bad_id:
            raise InputError(f"{place}: both members are the sentence {row.good_id!r}; a pair needs two")


def check_known(ratings: pd.DataFrame, sentences: pd.DataFrame, path: str | Path) -> None:
    """Every rating is of a known sentence, or an InputError says which is not."""
    unknown = ratings[~ratings["sentence_id"].isin(sentences["sentence_id"])]
    if len(unknown):
        raise InputError(
            f"{path}, row {unknown.index[0] + 2}: {unknown['sentence_id'].iloc[0]!r} is not a sentence of this "
            "dataset; write <pair_id>.good or <pair_id>.bad"
        )


def check_scores(scores: pd.DataFrame, sentences: pd.DataFrame, path: str | Path) -> None:
    """Every measure scores every sentence of the dataset once, and no other.

    Sentences may be missing only where the file carries the population's mean and SD for its z-scores
    (``population_mean``, ``population_sd``, the same in all rows of a measure), because its own cannot
    be the dataset's. Raises InputError otherwise.
    """
    known = set(sentences["sentence_id"])
    population = {"population_mean", "population_sd"} & set(scores.columns)
    if len(population) == 1:
        raise InputError(f"{path}: population_mean and population_sd go together; add the other column")
    for measure, group in scores.groupby("measure", sort=False):
        surplus = [name for name in group["sentence_id"] if name not in known]
        if surplus:
            raise InputError(
                f"{path}: {len(surplus)} scores of {measure} are for unknown sentences, the first {surplus[0]!r}; "
                "score the sentences of this dataset only"
            )
        missing = known - set(group["sentence_id"])
        if missing and not population:
            raise InputError(
                f"{path}: {len(missing)} sentences have no {measure}, the first {min(missing)!r}; "
                "score every sentence, or give population_mean and population_sd"
            )
        if population and (group[sorted(population)].nunique() > 1).any():
            raise InputError(f"{path}: population_mean and population_sd must be the same in all rows of {measure}")


def read_delta_columns(paths: dict[str, Path]) -> pd.DataFrame:
    """Files of deltas, by system → the columns of delta_columns."""
    return delta_columns({system: read_table(path, "deltas") for system, path in paths.items()})


def delta_columns(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Tables of deltas, one a system → one row a pair, the columns ``human`` and ``system/measure``."""
    columns = {}
    for system, table in tables.items():
        for measure, group in table.groupby("measure", sort=False):
            indexed = group.set_index("pair_id")
            columns.setdefault("human", indexed["human_delta"])
            columns[f"{system}/{measure}"] = indexed["model_delta"]
    return pd.DataFrame(columns)
