"""Score sentences with a language model, and read its answers to prompts."""

import contextlib
import io
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pandas as pd

from acceptability import installation
from acceptability.api import neural
from acceptability.api.neural import Entry
from acceptability.api.ngram_models import NGramModel
from acceptability.api.wording import speaks_python
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.kinds.kind import Kind
from acceptability.kinds.registry import kinds, measures_of, of_section
from acceptability.reading import contexts, sheets
from acceptability.reading.sentences import PART
from acceptability.scoring.measures import MEASURES
from acceptability.scoring.token_scores import scores_of_tokens
from acceptability.scoring.tokenisation import tokeniser
from acceptability.scoring.words import of_tokens as words_of_tokens
from acceptability.statistics.doubtful_scores import doubt_tokens

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

TOO_LONG = ("refuse", "skip", "window")
PROMPTS = "resources/prompts/english.yaml"
RECORDED = "recorded"  # in attrs of answers: what they were made from, and how


class Scores(pd.DataFrame):
    """Extend a frame of scores by which differences are rounding, so that ``evaluate`` recognises ties exactly.

    Attributes:
        scored: the same scores as in the contract SCORES, with ``change_per_nat``; whatever happens to the frame.
        kind: the kind of the model.
        recorded: what the scores were computed from, and how.
    """

    _metadata = ("scored", "kind", "recorded")
    scored: pd.DataFrame | None = None
    kind: str | None = None
    recorded: Mapping | None = None

    @property
    def _constructor(self) -> type[Self]:
        return Scores


@speaks_python
def score(
    sentences: Sequence[str] | pd.Series | pd.DataFrame | Dataset,
    model: "str | Path | NGramModel | tuple[PreTrainedModel, PreTrainedTokenizerBase]",
    kind: str | None = None,
    measures: str | Sequence[str] | None = None,
    *,
    tokens: bool = False,
    words: bool = False,
    precision: str = "float32",
    device: str | None = None,
    revision: str | None = None,
    base: str | Path | None = None,
    too_long: str = "refuse",
    server: str | None = None,
    **reading: bool | str,
) -> pd.DataFrame:
    """Score sentences as the workflow does: exactly, in batches, computing once what sentences share.

    There is no ``batch_size``: batches are as large as memory allows, which changes scores only by rounding. A bar on
    the standard error stream shows the progress. Models of the hub are kept in the hub's own cache, which the
    environment variable ``HF_HOME`` moves. Scores are not kept: save the frame that is returned.

    Parameters:
        sentences: texts; or a frame with the column ``sentence``, and ``sentence_id`` if they have ids, and
            ``context`` if models read a text before each, which is not scored; or what ``pairs`` or ``sentences``
            returns.
        model: the folder of a Hugging Face model or of an adapter, a GGUF file, the name of a model on the hub (which
            goes to the hub's own cache), ``(model, tokenizer)`` with a loaded Hugging Face model, or
            what ``train_ngram`` returns. For any other program, pass its scores to ``evaluate``.
        kind: ``masked`` (like BERT), ``mntp`` (masked, read one place earlier), ``causal`` (like GPT-2),
            ``encoder_decoder`` (like T5 and BART) or a kind that a publication adds. Needed if the model does not name
            it.
        measures: names of measures (docs/measures.md). By default ``pll`` and ``pll_word_l2r`` of masked models,
            ``log_prob`` and ``mean_lp`` of causal ones, these and ``pll_infilling`` of encoder-decoders, ``slor`` and
            ``log_prob`` of n-gram models.
        tokens: return a row for each token instead.
        words: return a row for each word instead, with its surprisal.
        precision: ``float32`` or ``bfloat16``; on a GPU also ``tf32`` and ``float16``.
        device: where the model computes, such as ``cpu`` or ``cuda:1``; by default on the first GPU, if there is one.
        revision: the commit, tag or branch of a hub model.
        base: where ``model`` is the folder of an adapter, such as LoRA, the model into which it is merged; by default
            the one that it names.
        too_long: what to do with a sentence that is too long for the model: ``refuse``, ``skip`` (it gets no score) or
            ``window`` (the model sees a part of it at a time).
        server: the address of a server that has the model, such as ``http://localhost:8000`` (docs/servers.md);
            ``model`` is then what it calls it. Further arguments are ``api`` (``openai``, ``sglang`` or ``tgi``),
            ``beginning`` (the text of special tokens), ``at_once`` (requests) and ``remote=True``, without which
            sentences are sent to this computer only.
        reading: of causal models: ``beginning`` (what precedes a sentence: ``True``, the tokenizer's
            beginning-of-sequence token; ``False``, nothing; the text of a token; ``"harness"``, what
            lm-evaluation-harness takes; ``"tokenizer"``, what the tokenizer itself puts there; by default ``"auto"``,
            what makes the other tokens most probable), ``ending`` (whether the end-of-text token is scored) and
            ``leading_space``. Of encoder-decoders: ``encoder_reads`` (``"mask"`` or ``"empty"``) and
            ``ending``.

    Returns:
        One row per sentence: ``sentence_id``, ``sentence`` and a column for each measure; higher is more acceptable,
        and logarithms are natural. With ``tokens``, one row per token: ``sentence_id, position, token, word, log_prob,
        rank`` and others (docs/results.md). With ``words``, one row per word: ``sentence_id, word`` (its place),
        ``text``, ``surprisal`` (natural logarithm), ``surprisal_bits`` and others.

    Raises:
        InputError: if the model cannot give correct scores, or does not accept a sentence.

    Example:
        >>> large = acceptability.score(table, "gpt2")
        >>> list(large)
        ['sentence_id', 'sentence', 'log_prob', 'mean_lp']
        >>> words = acceptability.score(["Dogs bark."], "gpt2", words=True)
    """
    table = _sentences(sentences)
    if tokens and words:
        raise InputError("tokens, words: cannot be combined; leave one out")
    how = Scoring(model, kind, measures, precision, device, revision, base, too_long, server, reading)
    scored = how.scored(table, tokens or words)
    in_order = table[["sentence_id"]].merge(scored.tokens, on="sentence_id")
    if tokens:
        return in_order
    if words:
        tokenise = tokeniser(model.tokenisation, model.lowercase) if isinstance(model, NGramModel) else None
        return words_of_tokens(in_order, table, tokenise)
    long = scores_of_tokens(table, in_order, scored.measures)
    wide = long.pivot(index="sentence_id", columns="measure", values="score")[scored.measures]
    scores = Scores(table[["sentence_id", "sentence"]].join(wide, on="sentence_id"))
    doubts = [*scored.recorded.get("doubts", []), *doubt_tokens(in_order)]
    scores.scored, scores.kind, scores.recorded = long, scored.kind.name, {**scored.recorded, "doubts": doubts}
    return scores


@dataclass(frozen=True)
class _Scored:
    """Describe the tokens of sentences as in the contract TOKENS, which measures are made of them, and how they were
    scored.
    """

    tokens: pd.DataFrame
    kind: Kind
    measures: list[str]
    recorded: Mapping[str, Any]


@dataclass(frozen=True)
class Scoring:
    """Describe with which model sentences are scored, and how, as the arguments of ``score``."""

    model: "str | Path | NGramModel | neural.Loaded"
    kind: str | None = None
    measures: str | Sequence[str] | None = None
    precision: str = "float32"
    device: str | None = None
    revision: str | None = None
    base: str | Path | None = None
    too_long: str = "refuse"
    server: str | None = None
    reading: Mapping[str, bool | str] = field(default_factory=dict)
    most: int | None = None  # of the usual measures, where no measures are named

    def scored(self, table: pd.DataFrame, words: bool) -> _Scored:
        """Return the tokens of a table's sentences; ``words``: with ranks and what else words need."""
        if self.too_long not in TOO_LONG:
            raise InputError(f"too_long={self.too_long!r}: must be one of {', '.join(TOO_LONG)}")
        names = [self.measures] if isinstance(self.measures, str) else self.measures
        options = neural.Options(self.precision, self.too_long, words)
        if isinstance(self.model, NGramModel):
            scored = _by_ngrams(table, self.model, names, self.kind, self.revision, self.reading)
        elif self.server is not None:
            here = {"kind": self.kind, "device": self.device, "revision": self.revision, "base": self.base}
            scored = _by_server(table, self.server, self.model, names, options, here, self.reading, self.most)
        else:
            neural.check_installed()
            entry = neural.described(self.model, self.kind, self.revision, self.reading, self.base)
            scored = _by_neural_model(table, self.model, entry, names, options, self.device, self.most)
        lost = table.loc[~table["sentence_id"].isin(scored.tokens["sentence_id"]), "sentence_id"].tolist()
        if lost:
            text = f"{len(lost):,} sentences are too long for the model, and have no score, the first: {lost[0]!r}"
            warnings.warn(text, stacklevel=3)
        return scored


def _by_ngrams(
    table: pd.DataFrame,
    model: NGramModel,
    measures: Sequence[str] | None,
    kind: str | None,
    revision: str | None,
    reading: Mapping[str, bool | str],
) -> _Scored:
    if reading or revision or kind not in (None, "ngram"):
        raise InputError("an n-gram model takes no kind, no revision and no " + (", ".join(reading) or "reading"))
    declared = kinds()["ngram"]
    names = _measures(measures or ("slor", "log_prob"), declared)
    doubts = [f"On contexts: {contexts.TRAINED_ON_SENTENCES}."] if "scored" in table else []
    return _Scored(model.tokens(table), declared, names, model.recorded | {"doubts": doubts})


def _by_server(
    table: pd.DataFrame,
    server: str,
    model: str | Path | neural.Loaded,
    measures: Sequence[str] | None,
    options: neural.Options,
    of_local_models: Mapping[str, object],
    reading: Mapping[str, bool | str],
    most: int | None,
) -> _Scored:
    if not isinstance(server, str) or not isinstance(model, str):
        raise InputError(
            "server=: must be the address of the server, and model the name that the server lists; pass two texts"
        )
    others = dict(of_local_models)
    others |= {"precision": options.precision != "float32", "too_long": options.too_long != "refuse"}
    if unused := [name for name, value in others.items() if value]:
        raise InputError(f"{', '.join(unused)}=: applies only to models that are computed here; leave it out")
    declared, entry = _described_server(server, model, reading)
    names = _measures(measures or declared.usual_measures[:most], declared)
    tokens, recorded = _tokens_of_server(table, entry, declared)
    return _Scored(tokens, declared, names, recorded)


def _by_neural_model(
    table: pd.DataFrame,
    model: str | Path | neural.Loaded,
    entry: Entry,
    measures: Sequence[str] | None,
    options: neural.Options,
    device: str | None,
    most: int | None,
) -> _Scored:
    declared = kinds()[entry["kind"]]
    names = entry["measures"] = _measures(measures or declared.usual_measures[:most], declared)
    if isinstance(model, str | Path):
        tokens, recorded = neural.tokens_of_files(table, entry, declared, options, device)
    else:
        tokens, recorded = neural.tokens_of_loaded(table, model, entry, declared, options, device)
    return _Scored(tokens, declared, names, recorded)


def _sentences(sentences: Sequence[str] | pd.Series | pd.DataFrame | Dataset) -> pd.DataFrame:
    """Return sentences with ids; those of sentences without ids are numbers from 1."""
    if isinstance(sentences, Dataset):
        return sentences.sentences
    if isinstance(sentences, str):
        raise InputError("sentences: is one text; pass a list of sentences")
    if isinstance(sentences, pd.DataFrame):
        table = sheets.with_levels(sentences).reset_index(drop=True)
        if "sentence" not in table:
            columns = ", ".join(map(str, table))
            raise InputError(f"sentences: the column 'sentence' is missing; there are: {columns}")
        for note in sheets.notes_on_index(sentences):
            warnings.warn(f"sentences: {note.replace('pair_id', 'sentence_id')}", stacklevel=4)
    else:
        table = pd.DataFrame({"sentence": list(sentences)})
    if "sentence_id" not in table:
        table.insert(0, "sentence_id", [str(number) for number in range(1, len(table) + 1)])
    if table.empty:
        raise InputError("sentences: there are none; pass at least one")
    empty = [name for name, text in zip(table["sentence_id"], table["sentence"], strict=True) if not _is_text(text)]
    if empty:
        raise InputError(f"sentences: sentence_id {empty[0]!r} has no text; write the sentence, or leave it out")
    if table["sentence_id"].duplicated().any():
        twice = table.loc[table["sentence_id"].duplicated(), "sentence_id"].iloc[0]
        raise InputError(f"sentences: the sentence_id {twice!r} occurs twice; use a different id for each sentence")
    return _with_parts(table)


def _with_parts(table: pd.DataFrame) -> pd.DataFrame:
    """Return sentences with what is ``given`` and ``scored`` of each, if the frame has these columns or contexts."""
    lacking = [name for name in PART if name not in table]
    if len(lacking) == 1:
        (present,) = {*PART} - {*lacking}
        fix = f"add it, or rename {present!r}"
        raise InputError(f"sentences: the column {present!r} needs a column {lacking[0]!r}; {fix}")
    texts = {name: table[name].fillna("").astype(str).str.strip().tolist() for name in PART if name in table}
    before = contexts.with_single_spaces(table["context"].fillna("").astype(str)) if "context" in table else []
    if not contexts.are_texts(before):
        if any(before):
            warnings.warn(f"sentences: context: {contexts.NO_TEXTS}", stacklevel=5)
        return table.assign(**texts)
    if words := [name for name in ("words", "regions") if name in table]:
        fix = "pass the frame to acceptability.sentences() first"
        raise InputError(f"sentences: the columns context and {words[0]!r} need to be joined; {fix}")
    return table.assign(**contexts.put_before(before, table["sentence"].str.strip().tolist(), *texts.values()))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _measures(names: Sequence[str], kind: Kind) -> list[str]:
    """Return the names. Raise InputError for a measure that this kind of model does not have here."""
    has_unigrams = kind.has_unigrams({})
    known = [name for name in measures_of(kind) if has_unigrams or "unigram_log_prob" not in MEASURES[name].needs]
    for name in names:
        if name not in known:
            raise InputError(f"measures: {kind.name} models have no {name!r} here; there are: {', '.join(known)}")
    return list(dict.fromkeys(names))


def _described_server(server: str, model: str, reading: Mapping[str, bool | str]) -> tuple[Kind, Entry]:
    """Return the kind of models that a server has, and the entry that the configuration would have."""
    (declared,) = (kind for kind in of_section("models") if "server" in kind.keys)
    takes = [name for name in declared.keys if name not in declared.needed]
    for name in reading:
        if name not in takes:
            raise InputError(f"{name}=: a server does not take it; there are: {', '.join(takes)}")
    entry: Entry = {"kind": declared.name, "server": server, "name": model, **reading}
    declared.check(entry, "score")
    return declared, entry


def _tokens_of_server(table: pd.DataFrame, entry: Entry, kind: Kind) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Return the tokens of a table's sentences, scored by a server, as in the contract TOKENS; and what is recorded."""
    scorer = import_module(f"acceptability.{kind.scoring}").SCORER
    with contextlib.redirect_stdout(io.StringIO()):  # what jobs write into their logs
        tokens, recorded = scorer.score(table, entry | kind.reading(entry))
    for doubt in recorded["doubts"]:
        warnings.warn(doubt, stacklevel=4)
    return tokens, recorded


@speaks_python
def ask(
    data: Dataset,
    model: str | Path,
    measures: str | Sequence[str] = ("forced_choice",),
    *,
    prompts: str | Path | None = None,
    chat: bool | None = None,
    system: str = "own",
    precision: str = "float32",
    revision: str | None = None,
    base: str | Path | None = None,
    **reading: bool,
) -> pd.DataFrame:
    """Ask a causal model by prompts: which sentence of a pair is better, or how good each sentence is.

    Parameters:
        data: what ``pairs`` or ``sentences`` returns.
        model: the folder of a Hugging Face model, or its name on the hub.
        measures: ``forced_choice``, about pairs; or ``yes_no`` and ``rating``, about sentences.
        prompts: a file of prompts (docs/prompts.md); by default the English ones of the workflow.
        chat: whether prompts are put in the tokenizer's chat template; by default if it has one.
        system: the system prompt in that template: ``own`` for what the template itself writes, ``none``, or a text.
        precision, revision, base, reading: as ``score`` takes them.

    Returns:
        One row per question, as ``evaluate`` takes it: ``measure, prompt, item`` (the pair or the sentence), ``order``,
        ``repetition`` (where prompts have examples, one for each of their orders), ``score`` (of a choice, ln p of the
        option of the good sentence minus ln p of the other one) and ``listed``, the probability of all
        options together.

    Raises:
        InputError: the model cannot be asked, or the file has no prompts of these measures.

    Example:
        >>> answers = acceptability.ask(table, "gpt2")
        >>> choices = acceptability.evaluate(table, answers={"GPT-2": answers})["criteria"]
    """
    from acceptability.kinds.prompted import asking
    from acceptability.reading.load import read_yaml
    from acceptability.scoring import pretrained
    from acceptability.scoring import prompts as prompts_of

    measures = [measures] if isinstance(measures, str) else list(measures)
    if not isinstance(data, Dataset):
        raise InputError("data: has another type; pass what acceptability.pairs() or acceptability.sentences() returns")
    if "scored" in data.sentences:
        raise InputError(f"data: {contexts.WHOLE_ONLY}; pass whole sentences, without contexts")
    if "forced_choice" in measures and not len(data.pairs):
        raise InputError("measures: forced_choice needs pairs, and the data are sentences; use yes_no or rating")
    if not _is_text(system):
        raise InputError(f"system={system!r}: must be 'own', 'none' or the text of a system prompt")
    entry = neural.described(model, None, revision, reading, base)
    if entry["kind"] != "causal":
        raise InputError(f"model: is {entry['kind']}; only causal models answer prompts")
    source = Path(prompts).expanduser() if prompts else installation.FOLDER / PROMPTS
    chosen_prompts = prompts_of.asked_for(read_yaml(source), measures, str(source))
    items = prompts_of.items_of_tables(data.sentences, data.pairs)
    way = kinds()["causal"].reading(entry) | {"chat": chat, "exact_savings": True}
    way["system_prompt"] = prompts_of.system_prompt(system)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        loaded = pretrained.load(neural.folder(entry), asking.CAUSAL, precision, adapter=neural.adapter(entry))
        answers, recorded = asking.answer(*loaded, chosen_prompts, items, way)
    for doubt in recorded["doubts"]:
        warnings.warn(doubt, stacklevel=2)
    answers.attrs[RECORDED] = neural.origin(entry) | {"system": {"precision": precision} | way} | recorded
    return answers
