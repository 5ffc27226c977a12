"""Define the measures (linking functions) of acceptability, and their registry (pure).

All logarithms are natural; higher = more acceptable. Where the end of the sentence is scored, ``</s>`` is one of
the tokens, so that numerator, unigram term and length always count the same tokens. SLOR is due to Pauls & Klein
(2012); PenLP is as in Lau et al. (2020); MeanLP, NormLP and WordLP min-1 are those of Lau, Clark & Lappin (2017).
The pseudo-log-likelihoods sum log-probabilities of tokens that the model does not see (Salazar et al. 2020). For a
masked model, log p(w) in the other measures is that too, each piece masked alone.
A classifier's *margin* is the acceptable class's logit minus the other's. A *prediction* is one of ratings, by a
linking function that is fitted to them. An *answer* is the mean of what prompts say of a sentence or a pair (see
prompts and answers).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from acceptability.errors import InputError

UID_POWER = 1.25


@dataclass(frozen=True)
class Sentence:
    """Describe one scored sentence.

    ``words`` counts the words of the sentence as written, ``characters`` its characters (grapheme clusters) and
    ``bytes`` its bytes in UTF-8, white space included. ``columns`` holds, by the name of a column of the table of
    tokens, one log-probability a token, in order. Asking for one that was not computed raises InputError.
    """

    words: int
    columns: Mapping[str, Sequence[float]]
    characters: int = 0
    bytes: int = 0

    def __getitem__(self, column: str) -> Sequence[float]:
        if column not in self.columns:
            raise InputError(f"this model's tokens have no {column}; remove the measures that need it from its entry")
        return self.columns[column]

    def __len__(self) -> int:
        """Return the number of scored tokens."""
        return len(self["log_prob"])

    def total(self, column: str) -> float:
        """Return the column's sum; it is exact before rounding, whatever the order of the tokens."""
        return math.fsum(self[column])


def log_prob(sentence: Sentence) -> float:
    """Return Σ log p(w)."""
    return sentence.total("log_prob")


def unigram_log_prob(sentence: Sentence) -> float:
    """Return Σ log p_u(w). The same words in another order score the same to the last bit."""
    return sentence.total("unigram_log_prob")


def mean_lp(sentence: Sentence) -> float:
    """Return MeanLP: Σ log p(w) / n."""
    return log_prob(sentence) / len(sentence)


def mean_lp_characters(sentence: Sentence) -> float:
    """Return Σ log p(w) / number of characters of the sentence as written."""
    return log_prob(sentence) / sentence.characters


def mean_lp_bytes(sentence: Sentence) -> float:
    """Return Σ log p(w) / number of bytes of the sentence in UTF-8."""
    return log_prob(sentence) / sentence.bytes


def pen_lp(sentence: Sentence) -> float:
    """Return PenLP: Σ log p(w) / ((5 + n) / (5 + 1))^0.8."""
    return log_prob(sentence) / ((5 + len(sentence)) / (5 + 1)) ** 0.8


def norm_lp(sentence: Sentence) -> float:
    """Return normLP, by division: −Σ log p(w) / Σ log p_u(w)."""
    return -log_prob(sentence) / unigram_log_prob(sentence)


def slor(sentence: Sentence) -> float:
    """Return SLOR: (Σ log p(w) − Σ log p_u(w)) / n."""
    return (log_prob(sentence) - unigram_log_prob(sentence)) / len(sentence)


def slor_as_published(sentence: Sentence) -> float:
    """Return SLOR by another convention of length: whitespace-separated words + 2, whatever the tokens are."""
    return (log_prob(sentence) - unigram_log_prob(sentence)) / (sentence.words + 2)


def word_lp_min_1(sentence: Sentence) -> float:
    """Return Word LP Min-1: the smallest −log p(w) / log p_u(w) of any token."""
    return min(-p / u for p, u in zip(sentence["log_prob"], sentence["unigram_log_prob"], strict=True))


def uid(sentence: Sentence) -> float:
    """Return UID: −Σ s^k, s = −log p(w), k = UID_POWER: of equal sums, an even one is best (Meister et al. 2021)."""
    return -math.fsum(max(-p, 0.0) ** UID_POWER for p in sentence["log_prob"])


def front_mean_lp(sentence: Sentence) -> float:
    """Return the mean of log p(w), the i-th token weighted by e^−i (Lu, Merchan, Wang & Degen 2024)."""
    return _weighted_mean(sentence["log_prob"])


def back_mean_lp(sentence: Sentence) -> float:
    """Return the mean of log p(w), the i-th token from the end weighted by e^−i."""
    return _weighted_mean(sentence["log_prob"][::-1])


def _weighted_mean(values: Sequence[float]) -> float:
    weights = [math.exp(-place) for place in range(len(values))]
    return math.fsum(w * p for w, p in zip(weights, values, strict=True)) / math.fsum(weights)


def pll_word_l2r(sentence: Sentence) -> float:
    """Return PLL-word-l2r: a piece is masked together with the later pieces of its word (Kauf & Ivanova 2023)."""
    return sentence.total("log_prob_word_l2r")


def mean_pll_word_l2r(sentence: Sentence) -> float:
    """Return PLL-word-l2r / number of pieces."""
    return pll_word_l2r(sentence) / len(sentence)


def pll_as_published(sentence: Sentence) -> float:
    """Return PLL of each masked sentence written as text and tokenised again."""
    return sentence.total("log_prob_as_published")


def mean_pll_as_published(sentence: Sentence) -> float:
    """Return PLL as published / number of pieces."""
    return pll_as_published(sentence) / len(sentence)


def pll_infilling(sentence: Sentence) -> float:
    """Return PLL of an encoder-decoder: each token masked alone, and written by the decoder as it learnt to in
    training.
    """
    return sentence.total("log_prob_infilling")


def pll_babylm_mask(sentence: Sentence) -> float:
    """Return PLL of an encoder-decoder by BabyLM's backend enc_dec_mask: the decoder sees a mask before a token."""
    return sentence.total("log_prob_babylm_mask")


def pll_babylm_prefix(sentence: Sentence) -> float:
    """Return the sum by BabyLM's backend enc_dec_prefix: the encoder has a mask, the decoder the tokens before."""
    return sentence.total("log_prob_babylm_prefix")


def p_acceptable(margin: float) -> float:
    """Return P(acceptable), the softmax of the two logits (equation 3)."""
    return 1 / (1 + math.exp(min(-margin, 700.0)))  # above 709, exp overflows


def cola_score(margin: float) -> float:
    """Return the decision (equation 4) as −1 or +1, times its probability (equation 5); never in (−0.5, 0.5)."""
    return p_acceptable(margin) if margin > 0 else -p_acceptable(-margin)


def _itself(value: float) -> float:
    return value


def _one(_: Sentence) -> float:
    return 1.0


def _per_token(sentence: Sentence) -> float:
    return 1 / len(sentence)


def _per_word(sentence: Sentence) -> float:
    return 1 / (sentence.words + 2)


def _per_character(sentence: Sentence) -> float:
    return 1 / sentence.characters


def _per_byte(sentence: Sentence) -> float:
    return 1 / sentence.bytes


def _penalty(sentence: Sentence) -> float:
    return ((5 + len(sentence)) / (5 + 1)) ** -0.8


def _per_unigram_log_prob(sentence: Sentence) -> float:
    return 1 / abs(unigram_log_prob(sentence))


def _per_unigram_log_prob_of_least(sentence: Sentence) -> float:
    tokens = zip(sentence["log_prob"], sentence["unigram_log_prob"], strict=True)
    return 1 / abs(min(tokens, key=lambda token: -token[0] / token[1])[1])


def _greatest_slope_of_uid(sentence: Sentence) -> float:
    return UID_POWER * max(-min(sentence["log_prob"]), 0.0) ** (UID_POWER - 1)


def _greatest_weight(sentence: Sentence) -> float:
    return 1 / math.fsum(math.exp(-place) for place in range(len(sentence)))


@dataclass(frozen=True)
class Measure:
    """Describe a row of the registry.

    It ``needs`` columns of the table of tokens, a classifier's ``margin``, a fitted ``prediction`` or the ``answer`` to
    prompts; models that compute these have it. ``is_sum``: it is a sum over tokens, so that longer sentences have
    lower scores.
    ``is_log``: it is the logarithm of a probability, of a mean of probabilities or of a ratio of probabilities.
    ``length``: what it is divided by, if that is not the number of tokens: words, characters or bytes.
    ``boundary``: the score above which a classifier, or an answer, calls a sentence acceptable; other measures need a
    threshold.
    ``pseudo``: True where only models have it whose log-probabilities make a pseudo-log-likelihood, False where only
    other models have it, None where both do.
    ``function`` takes a Sentence; a margin, a prediction or an answer where that is what it needs.
    ``change_per_nat`` takes a Sentence too: how much its score changes if the log-probability of one token does by a
    nat, at the token where that is most; None for what is not made from log-probabilities.
    """

    name: str
    label: str
    needs: tuple[str, ...]
    is_sum: bool
    is_log: bool
    function: Callable[..., float]
    length: str = "tokens"
    boundary: float | None = None
    pseudo: bool | None = None
    change_per_nat: Callable[[Sentence], float] | None = None

    def change(self, sentence: Sentence) -> float:
        """Return ``change_per_nat`` of a sentence; NaN for what is not made from log-probabilities."""
        return math.nan if self.change_per_nat is None else self.change_per_nat(sentence)


NO_LOG_PROBS = ("margin", "prediction", "answer")  # what measures need that are not made from log-probabilities


def _declared(function: Callable, label: str, needs: str, name: str = "", **traits) -> tuple[str, Measure]:
    name, traits = name or function.__name__, {"is_sum": False, "is_log": needs not in NO_LOG_PROBS} | traits
    if needs not in NO_LOG_PROBS:
        traits = {"change_per_nat": _one if traits["is_sum"] else _per_token} | traits
    return name, Measure(name, label, tuple(needs.split()), function=function, **traits)


MEASURES = dict(
    (
        # PLL: Σ log p(piece | all others), each piece masked alone (Salazar et al. 2020).
        _declared(log_prob, "PLL", "log_prob", name="pll", pseudo=True, is_sum=True),
        # PLL / number of pieces.
        _declared(mean_lp, "mean PLL", "log_prob", name="mean_pll", pseudo=True),
        _declared(pll_word_l2r, "PLL-word-l2r", "log_prob_word_l2r", pseudo=True, is_sum=True),
        _declared(mean_pll_word_l2r, "mean PLL-word-l2r", "log_prob log_prob_word_l2r", pseudo=True),
        _declared(pll_as_published, "PLL as published", "log_prob_as_published", pseudo=True, is_sum=True),
        _declared(mean_pll_as_published, "mean PLL as published", "log_prob log_prob_as_published", pseudo=True),
        _declared(pll_infilling, "PLL, infilling", "log_prob_infilling", is_sum=True),
        _declared(pll_babylm_mask, "PLL, BabyLM's mask", "log_prob_babylm_mask", is_sum=True),
        _declared(pll_babylm_prefix, "PLL, BabyLM's prefix", "log_prob_babylm_prefix", is_sum=True),
        _declared(log_prob, "log-prob", "log_prob", pseudo=False, is_sum=True),
        _declared(mean_lp, "MeanLP", "log_prob", pseudo=False),
        _declared(
            mean_lp_characters,
            "MeanLP per character",
            "log_prob",
            length="characters",
            change_per_nat=_per_character,
        ),
        _declared(mean_lp_bytes, "MeanLP per byte", "log_prob", length="bytes", change_per_nat=_per_byte),
        _declared(pen_lp, "PenLP", "log_prob", is_log=False, change_per_nat=_penalty),
        _declared(
            norm_lp,
            "NormLP",
            "log_prob unigram_log_prob",
            is_log=False,
            change_per_nat=_per_unigram_log_prob,
        ),
        _declared(slor, "SLOR", "log_prob unigram_log_prob"),
        _declared(
            slor_as_published,
            "SLOR (words + 2)",
            "log_prob unigram_log_prob",
            length="words",
            change_per_nat=_per_word,
        ),
        _declared(
            word_lp_min_1,
            "WordLP min-1",
            "log_prob unigram_log_prob",
            is_log=False,
            change_per_nat=_per_unigram_log_prob_of_least,
        ),
        _declared(unigram_log_prob, "unigram log-prob", "unigram_log_prob", is_sum=True),
        _declared(
            uid,
            "UID",
            "log_prob",
            is_sum=True,
            is_log=False,
            change_per_nat=_greatest_slope_of_uid,
        ),
        _declared(front_mean_lp, "MeanLP, front", "log_prob", change_per_nat=_greatest_weight),
        _declared(back_mean_lp, "MeanLP, back", "log_prob", change_per_nat=_greatest_weight),
        _declared(cola_score, "eq. (5)", "margin", boundary=0.0),
        _declared(_itself, "margin", "margin", name="logit_margin", boundary=0.0),  # gradient, without a jump
        _declared(p_acceptable, "P(acceptable)", "margin", boundary=0.5),
        # (Σ log p(w) − β Σ log p_u(w) + γ) / n, with β and γ fitted to ratings (Tjuatja et al. 2025).
        _declared(_itself, "MORCELA", "prediction", name="morcela"),
        # The same, its z-scores left on the scale of the ratings, which the regression shrinks towards their mean.
        _declared(_itself, "MORCELA, own scale", "prediction", name="morcela_own_scale"),
        # ln p(yes) − ln p(no) after a question about the sentence; of answers in words, shares of yes − no.
        _declared(_itself, "yes/no", "answer", name="yes_no", boundary=0.0),
        # The expected number of a scale; of answers in words, the mean number.
        _declared(_itself, "rating", "answer", name="rating"),
        # ln p(the good sentence's option) − ln p(the other's), averaged over both orders of the pair.
        _declared(_itself, "forced choice", "answer", name="forced_choice"),
    )
)


def is_of_log_probs(measure: str) -> bool:
    """Return whether a measure of this name is made from log-probabilities; false for one that the registry lacks."""
    return measure in MEASURES and MEASURES[measure].change_per_nat is not None


def change_per_nat_without_tokens(measure: str, words: int | None, characters: int = 0, in_bytes: int = 0) -> float:
    """Return the change_per_nat of a score that comes from elsewhere, of which only the sentence's lengths are known.

    As many tokens as words, and two more, for the beginning and the end. NaN where it depends on the log-probabilities
    of tokens, where it depends on the number of words and that is None, or where the measure is not made from
    log-probabilities.
    """
    if not is_of_log_probs(measure):
        return math.nan
    row = MEASURES[measure]
    if words is None and not (row.is_sum or row.length in ("characters", "bytes")):
        return math.nan
    unknown = [math.nan] * ((words or 0) + 2)
    columns = dict.fromkeys((*row.needs, "log_prob"), unknown)
    return row.change(Sentence(words or 0, columns, characters, in_bytes))


def is_sum(measure: str) -> bool:
    """Return whether a measure of this name is a sum over tokens; false for one that the registry lacks."""
    return measure in MEASURES and MEASURES[measure].is_sum


def is_log(measure: str) -> bool:
    """Return whether a measure of this name can be exponentiated; false for one that the registry lacks."""
    return measure in MEASURES and MEASURES[measure].is_log


def is_answer(measure: str) -> bool:
    """Return whether a measure of this name is made of answers to prompts."""
    return measure in MEASURES and MEASURES[measure].needs == ("answer",)


def boundary(measure: str) -> float | None:
    """Return the score above which a sentence is called acceptable; None for a measure that has no such score of its
    own.
    """
    return MEASURES[measure].boundary if measure in MEASURES else None
