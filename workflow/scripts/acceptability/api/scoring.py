"""Scores of sentences by a language model, and n-gram models to score with."""

import contextlib
import hashlib
import io
import sys
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pandas as pd
from tqdm import tqdm

from acceptability.api.wording import speaks_python
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.kinds.keys import PRETRAINED
from acceptability.kinds.kind import Kind
from acceptability.kinds.ngram import kenlm_tools, ngrams
from acceptability.kinds.registry import described_model, kinds, measures_of, of_section
from acceptability.scoring.measures import MEASURES
from acceptability.scoring.token_scores import scores_of_tokens
from acceptability.scoring.tokenisation import tokeniser
from acceptability.scoring.unigrams import Unigrams
from acceptability.scoring.words import of_tokens as words_of_tokens
from acceptability.sources import adapters, commits, model_files, model_folder
from acceptability.statistics.doubtful_scores import doubt_tokens

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from acceptability.scoring.language_models import Scorer

TOO_LONG = ("refuse", "skip", "window")
PROMPTS = "resources/prompts/english.yaml"
MEMORY_MB = 1000  # of the sorting in the training of an n-gram model
BINARY = "model.binary"
RECORDED = "recorded"  # in attrs of answers: what they were made from, and how


class Scores(pd.DataFrame):
    """A frame of scores that remembers which differences are rounding, so that ``evaluate`` knows ties exactly.

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


@dataclass(frozen=True)
class NGramModel:
    """An n-gram model that ``train_ngram`` trained; ``score`` takes it. It is gone when Python ends.

    Attributes:
        order: the length of its longest n-grams.
        tokenisation, lowercase, end_of_sentence: how it reads sentences.
        discount_fallback: whether KenLM could use fixed discounts.
        counts: how often each token occurs in the corpus; ``</s>`` occurs once a sentence.
        corpus: the SHA-256 of the corpus.
    """

    order: int
    tokenisation: str
    lowercase: bool
    end_of_sentence: bool
    discount_fallback: bool
    counts: dict[str, int] = field(repr=False)
    folder: tempfile.TemporaryDirectory = field(repr=False, compare=False)
    corpus: str = field(repr=False)

    @property
    def recorded(self) -> dict:
        """Return what it was trained on, and how."""
        names = ("order", "tokenisation", "lowercase", "end_of_sentence", "discount_fallback")
        training = {name: getattr(self, name) for name in names}
        return {"corpus": {"name": "corpus", "sha256": self.corpus}, "training": training}

    @property
    def binary(self) -> Path:
        """Return the file of the compiled model."""
        return Path(self.folder.name) / BINARY

    def tokens(self, table: pd.DataFrame) -> pd.DataFrame:
        """Score the tokens of the sentences of a table, as in the contract TOKENS."""
        return ngrams.score_tokens(
            ngrams.load(self.binary),
            Unigrams(self.counts, self.end_of_sentence),
            table["sentence_id"],
            ngrams.texts(table),
            tokeniser(self.tokenisation, self.lowercase),
            self.end_of_sentence,
        )


@speaks_python
def train_ngram(
    corpus: str | Path | Iterable[str],
    order: int = 3,
    *,
    tokenisation: str = "words",
    lowercase: bool = True,
    end_of_sentence: bool = True,
    discount_fallback: bool = False,
    tools: str | Path | None = None,
) -> NGramModel:
    """Train an n-gram model with KenLM: interpolated modified Kneser-Ney smoothing, not pruned.

    Parameters:
        corpus: a UTF-8 text file with one sentence on each line, or sentences.
        order: the length of the longest n-grams, from 2 to 6.
        tokenisation: ``words`` splits into words and punctuation marks, ``whitespace`` at white space, ``treebank`` as
            in the Penn Treebank.
        lowercase: whether capital letters are ignored.
        end_of_sentence: whether the end of a sentence is scored as one more token.
        discount_fallback: whether KenLM may use fixed discounts where the corpus is too small to estimate them.
        tools: a folder with KenLM's programs. If it has none, they are compiled there, once (half a minute; a C++
            compiler is needed). Without it, the programs must be on PATH.

    Returns:
        A model that ``score`` takes.

    Raises:
        InputError: KenLM's programs are missing, or nothing can be trained on this corpus.

    Example:
        >>> trigram = acceptability.train_ngram("my_text.txt", order=3, tools="kenlm")
        >>> small = acceptability.score(table, trigram, measures=["slor", "log_prob"])
    """
    if order not in range(2, 7):
        raise InputError(f"order={order}: must be from 2 to 6")
    tokenise = tokeniser(tokenisation, lowercase)
    with contextlib.ExitStack() as opened:
        with naming_corpus(corpus):  # before KenLM is compiled
            lines = iter(opened.enter_context(lines_of(corpus)))
            first = list(islice(lines, 1))
        programs = _programs(tools)
        folder = tempfile.TemporaryDirectory(prefix="acceptability-")
        digest = hashlib.sha256()
        with (
            naming_corpus(corpus),
            tqdm(chain(first, lines), unit=" sentences", file=sys.stderr) as bar,
            contextlib.redirect_stderr(io.StringIO()),  # KenLM reports at length
        ):
            read, binary = map(tokenise, _digested(bar, digest)), Path(folder.name) / BINARY
            counts = ngrams.train(read, order, discount_fallback, programs, binary, MEMORY_MB)
    reading = tokenisation, lowercase, end_of_sentence
    return NGramModel(order, *reading, discount_fallback, dict(counts), folder, digest.hexdigest())


@contextlib.contextmanager
def naming_corpus(corpus: str | Path | Iterable[str]) -> Iterator[None]:
    """Name the corpus in errors about it."""
    name = str(corpus) if isinstance(corpus, str | Path) else "corpus"
    try:
        yield
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: is not UTF-8 text; save it as UTF-8") from error


def _programs(tools: str | Path | None) -> Path:
    """Return the folder of KenLM's programs, made where it is named and there are none in it."""
    if tools is None:
        if on_path := kenlm_tools.on_path():
            return Path(on_path["lmplz"]).parent
        raise InputError(
            "KenLM's programs lmplz and build_binary are not on PATH; give a folder, such as tools='kenlm', in which "
            "they are compiled once (half a minute)"
        )
    folder = Path(tools).expanduser()
    if not all((folder / program).exists() for program in kenlm_tools.PROGRAMS):
        kenlm_tools.provide(kenlm_tools.REQUIREMENT, folder, jobs=2)
    return folder


@contextlib.contextmanager
def lines_of(corpus: str | Path | Iterable[str]):
    """Give the lines of a file, or sentences as they are."""
    if not isinstance(corpus, str | Path):
        yield (_checked(line) for line in corpus)
        return
    try:
        file = Path(corpus).expanduser().open(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; correct the path, or give a list of sentences") from error
    with file:
        yield file


def _digested(lines: Iterable[str], digest: "hashlib._Hash") -> Iterator[str]:
    """Yield lines, and add each to a digest, as a file has it."""
    for line in lines:
        digest.update(line.removesuffix("\n").encode() + b"\n")
        yield line


def _checked(line: object) -> str:
    """Return a line of a corpus. Raise InputError for what is not text."""
    if not isinstance(line, str):
        raise InputError(f"has {line!r:.40} where a sentence belongs; give texts")
    return line


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

    Parameters:
        sentences: texts; or a frame with the column ``sentence``, and ``sentence_id`` if they have ids; or what
            ``pairs`` or ``sentences`` returns.
        model: the folder of a Hugging Face model or of an adapter, a GGUF file, the name of a model on the hub (which
            goes to the hub's own cache), a loaded model and its tokenizer, or what ``train_ngram`` returns.
        kind: ``masked`` (like BERT), ``mntp`` (masked, and read one place before), ``causal`` (like GPT-2),
            ``encoder_decoder`` (like T5 and BART) or ``lstm``, if the model does not say it.
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
        reading: of causal models: ``beginning`` (what goes before a sentence: ``True``, the tokenizer's
            beginning-of-sequence token; ``False``, nothing; the text of a token; ``"harness"``, what
            lm-evaluation-harness takes; ``"tokenizer"``, what the tokenizer itself puts there; by default ``"auto"``,
            what makes the other tokens most probable), ``ending`` (whether the end-of-text token is scored) and
            ``leading_space``. Of encoder-decoders: ``encoder_reads`` (``"mask"`` or ``"empty"``) and
            ``ending``.

    Returns:
        One row a sentence: ``sentence_id``, ``sentence`` and a column for each measure; higher is more acceptable, and
        logarithms are natural. With ``tokens``, one row a token: ``sentence_id, position, token, word, log_prob, rank``
        and others (docs/results.md). With ``words``, one row a word: ``sentence_id, word`` (its place), ``text``,
        ``surprisal`` (natural logarithm), ``surprisal_bits`` and others.

    Raises:
        InputError: if the model cannot give correct scores, or does not accept a sentence.

    Example:
        >>> large = acceptability.score(table, "gpt2")
        >>> list(large)
        ['sentence_id', 'sentence', 'log_prob', 'mean_lp']
        >>> words = acceptability.score(["Dogs bark."], "gpt2", words=True)
    """
    table = _sentences(sentences)
    if too_long not in TOO_LONG:
        raise InputError(f"too_long={too_long!r}: must be one of {', '.join(TOO_LONG)}")
    if tokens and words:
        raise InputError("tokens, words: ask for one of the two")
    measures = [measures] if isinstance(measures, str) else measures
    if isinstance(model, NGramModel):
        if reading or revision or kind not in (None, "ngram"):
            raise InputError("an n-gram model takes no kind, no revision and no " + (", ".join(reading) or "reading"))
        declared = kinds()["ngram"]
        wanted = _measures(measures or ("slor", "log_prob"), declared)
        scored, recorded = model.tokens(table), model.recorded
    elif server is not None:
        if not isinstance(server, str) or not isinstance(model, str):
            raise InputError("server=: is an address, and model what the server calls the model; give two texts")
        others = {"kind": kind, "device": device, "revision": revision, "base": base}
        others |= {"precision": precision != "float32", "too_long": too_long != "refuse"}
        if unused := [name for name, value in others.items() if value]:
            raise InputError(f"{', '.join(unused)}=: applies only to models that are computed here; leave it out")
        declared, entry = _described_server(server, model, reading)
        wanted = _measures(measures or declared.usual_measures, declared)
        scored, recorded = _tokens_of_server(table, entry, declared)
    else:
        if find_spec("transformers") is None:
            raise InputError(
                "transformers is not installed, which neural language models need; install acceptability[neural]"
            )
        loaded = None if isinstance(model, str | Path) else model
        entry = _described(model, kind, revision, reading, base)
        declared = kinds()[entry["kind"]]
        wanted = entry["measures"] = _measures(measures or declared.usual_measures, declared)
        options = {"precision": precision, "too_long": too_long, "words": tokens or words}
        scored, recorded = _tokens(table, entry, declared, loaded, options, device)
    lost = table.loc[~table["sentence_id"].isin(scored["sentence_id"]), "sentence_id"].tolist()
    if lost:
        text = f"{len(lost):,} sentences are too long for the model, and have no score, the first: {lost[0]!r}"
        warnings.warn(text, stacklevel=2)
    scored = table[["sentence_id"]].merge(scored, on="sentence_id")
    if tokens:
        return scored
    if words:
        own = tokeniser(model.tokenisation, model.lowercase) if isinstance(model, NGramModel) else None
        return words_of_tokens(scored, table, own)
    long = scores_of_tokens(table, scored, wanted)
    wide = long.pivot(index="sentence_id", columns="measure", values="score")[wanted]
    made = Scores(table[["sentence_id", "sentence"]].join(wide, on="sentence_id"))
    doubts = [*recorded.get("doubts", []), *doubt_tokens(scored)]
    made.scored, made.kind, made.recorded = long, declared.name, {**recorded, "doubts": doubts}
    return made


def _sentences(sentences: Sequence[str] | pd.Series | pd.DataFrame | Dataset) -> pd.DataFrame:
    """Return sentences with ids; those of sentences without ids are numbers from 1."""
    if isinstance(sentences, Dataset):
        return sentences.sentences
    if isinstance(sentences, str):
        raise InputError("sentences: is one text; give a list of sentences")
    if isinstance(sentences, pd.DataFrame):
        if "sentence" not in sentences:
            there = ", ".join(map(str, sentences))
            raise InputError(f"sentences: the column 'sentence' is missing; there are: {there}")
        table = sentences.reset_index(drop=True)
    else:
        table = pd.DataFrame({"sentence": list(sentences)})
    if "sentence_id" not in table:
        table.insert(0, "sentence_id", [str(number) for number in range(1, len(table) + 1)])
    if table.empty:
        raise InputError("sentences: there are none; give at least one")
    empty = [name for name, text in zip(table["sentence_id"], table["sentence"], strict=True) if not _is_text(text)]
    if empty:
        raise InputError(f"sentences: sentence_id {empty[0]!r} has no text; write the sentence, or leave it out")
    if table["sentence_id"].duplicated().any():
        twice = table.loc[table["sentence_id"].duplicated(), "sentence_id"].iloc[0]
        raise InputError(f"sentences: the sentence_id {twice!r} occurs twice; give each sentence its own")
    return table


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _measures(names: Sequence[str], kind: Kind) -> list[str]:
    """Return the names. Raise InputError for a measure that this kind of model does not have here."""
    has_unigrams = kind.name in ("ngram", "lstm")
    known = [name for name in measures_of(kind) if has_unigrams or "unigram_log_prob" not in MEASURES[name].needs]
    for name in names:
        if name not in known:
            raise InputError(f"measures: {kind.name} models have no {name!r} here; there are: {', '.join(known)}")
    return list(dict.fromkeys(names))


def _described(
    model: "str | Path | tuple[PreTrainedModel, PreTrainedTokenizerBase]",
    kind: str | None,
    revision: str | None,
    reading: dict[str, bool | str],
    base: str | Path | None = None,
) -> dict[str, object]:
    """Return the entry that the configuration would have: where the model is, its kind and how it reads sentences."""
    by_name = {declared.name: declared for declared in of_section("models")}
    if kind is not None and kind not in by_name:
        raise InputError(f"kind={kind!r}: must be one of {', '.join(by_name)}")
    if isinstance(model, str | Path):
        place = Path(model).expanduser()
        if base is not None and not adapters.is_adapter(place):
            raise InputError(f"base={str(base)!r}: applies only to an adapter, which {model} is not; leave it out")
        if adapters.is_adapter(place):
            entry: dict[str, object] = dict(adapters.entry_of(place, base))
            if "hub" in entry:
                entry["revision"] = commits.resolve(str(entry["hub"]), revision or entry.get("revision"))
        elif place.is_dir() or model_files.is_gguf(place):
            entry = {"path": str(place)}
        elif isinstance(model, Path) or place.is_file() or model.startswith((".", "/", "~")) or model.count("/") > 1:
            raise InputError(f"{model}: {model_folder.no_folder(place)}")
        else:
            entry = {"hub": model, "revision": commits.resolve(model, revision)}
        if revision and "hub" not in entry:
            raise InputError(f"revision={revision!r}: applies only to a model of the hub; leave it out")
        entry = described_model(entry, kind)
    else:
        if base is not None:
            raise InputError(f"base={str(base)!r}: applies only to the folder of an adapter; leave it out")
        entry = _loaded(model, kind)
    declared = by_name[entry["kind"]]
    defaults = {
        key: it["default"] for key, it in declared.keys.items() if it.get("type") == "boolean" and "default" in it
    }
    choices = {name: it["enum"] for name, it in declared.keys.items() if "enum" in it and name not in PRETRAINED}
    takes = [name for name, it in declared.keys.items() if "boolean" in it.get("type", ()) or name in choices]
    for name, value in reading.items():
        if name == "batch_size":
            raise InputError("batch_size=: batches are as large as is fast, and change no score; leave it out")
        if name not in takes:
            raise InputError(f"{name}=: {declared.name} models do not have it; there are: {', '.join(takes)}")
        if name in choices:
            if value not in choices[name]:
                raise InputError(f"{name}={value!r}: must be one of {', '.join(choices[name])}")
            continue
        takes_text = "string" in declared.keys[name]["type"]
        if not isinstance(value, bool | str if takes_text else bool):
            raise InputError(f"{name}={value!r}: must be True or False{', or a text' * takes_text}")
    return defaults | entry | reading


def _loaded(model: object, kind: str | None) -> dict[str, object]:
    """Return the entry of a loaded model and its tokenizer."""
    try:
        network, _ = model
        architecture, config = type(network).__name__, network.config.to_dict()
    except (TypeError, ValueError, AttributeError) as error:
        alone = " without its tokenizer" if hasattr(model, "get_input_embeddings") else ""
        raise InputError(
            f"model: is a {type(model).__name__}{alone}; give (model, tokenizer), a folder, a name on the hub, or an "
            "n-gram model"
        ) from error
    if fault := model_folder.encoder_decoder(config):
        raise InputError(f"model: {fault}")
    if kind is None:
        fitting = [
            it.name for it in of_section("models") if it.architectures and architecture.endswith(it.architectures)
        ]
        if not fitting:
            raise InputError(f"model: {architecture} does not say which kind it is; give kind='masked' or 'causal'")
        kind = fitting[0]
    return {"kind": kind}


def _described_server(server: str, model: str, reading: dict[str, bool | str]) -> tuple[Kind, dict[str, object]]:
    """Return the kind of models that a server has, and the entry that the configuration would have."""
    (declared,) = (it for it in of_section("models") if "server" in it.keys)
    takes = [name for name in declared.keys if name not in declared.needed]
    for name in reading:
        if name not in takes:
            raise InputError(f"{name}=: a server does not take it; there are: {', '.join(takes)}")
    entry = {"kind": declared.name, "server": server, "name": model} | reading
    declared.check(entry, "score")
    return declared, entry


def _tokens_of_server(table: pd.DataFrame, entry: dict[str, object], kind: Kind) -> tuple[pd.DataFrame, dict]:
    """Return the tokens of a table's sentences, scored by a server, as in the contract TOKENS; and what is recorded."""
    scorer = import_module(f"acceptability.{kind.scoring}").SCORER
    with contextlib.redirect_stdout(io.StringIO()):  # what jobs write into their logs
        tokens, recorded = scorer.score(table, entry | kind.reading(entry))
    for doubt in recorded["doubts"]:
        warnings.warn(doubt, stacklevel=4)
    return tokens, recorded


def _tokens(
    table: pd.DataFrame,
    entry: dict[str, object],
    kind: Kind,
    loaded: "tuple[PreTrainedModel, PreTrainedTokenizerBase] | None",
    options: dict[str, str | bool],
    device: str | None,
) -> tuple[pd.DataFrame, dict]:
    """Return the tokens of a table's sentences, scored with a neural language model, as in the contract TOKENS; and
    what they were made from. Of a loaded model, only how it was scored is known.
    """
    from acceptability.scoring import pretrained

    scorer: Scorer = import_module(f"acceptability.{kind.scoring}").SCORER

    system = {"kind": kind.name, "shards": 1} | options | kind.reading(entry)
    system["exact_savings"] = entry.get("exact_savings", True)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):  # what jobs write into their logs
        if loaded is None:
            where = _device(device) if device else None
            network, tokenizer = pretrained.load(
                _folder(entry), scorer.architecture, options["precision"], where=where, adapter=_adapter(entry)
            )
            tokens, recorded, _ = scorer.score_table(network, tokenizer, table, system)
        else:
            network, tokenizer = loaded
            if device:
                raise InputError("device=: a loaded model stays where it is; move it, or give its folder")
            pretrained.check_tokenizer(tokenizer, scorer.architecture, "model")
            pretrained.check_together(network, tokenizer, scorer.architecture, "model")
            training = network.training
            network.eval()
            try:
                pretrained.try_model(network, tokenizer, scorer.architecture, "model")
                tokens, recorded, _ = scorer.score_table(network, tokenizer, table, system)
            finally:
                network.train(training)
    notes = [line.removeprefix("note: ") for line in said.getvalue().splitlines() if line.startswith("note: ")]
    for doubt in (*notes, *recorded.get("doubts", [])):
        warnings.warn(doubt, stacklevel=4)
    return tokens, ({} if loaded else _origin(entry)) | {"system": system} | recorded


def _origin(entry: dict[str, object]) -> dict:
    """Return what model_files.read_origin does of a model; one of the hub is known by its commit."""
    adapter = _adapter(entry)
    if "hub" not in entry:
        return model_files.read_origin(_folder(entry), adapter)
    origin = {"hub": entry["hub"], "revision": entry["revision"]}
    files = {"adapter": {"files": model_files.checksums(model_files.adapter_files(adapter))}} if adapter else {}
    return origin | files


def _folder(entry: dict[str, object]) -> Path:
    """Return the folder of a model's files, or its GGUF file; those of the hub are in the cache of its own library."""
    if "path" in entry:
        return model_files.gguf_of(Path(str(entry["path"]))) or Path(str(entry["path"]))
    from acceptability.sources import hub

    return hub.cached(str(entry["hub"]), str(entry["revision"]))


def _adapter(entry: dict[str, object]) -> Path | None:
    """Return the folder of the adapter that is merged into a model, if there is one."""
    return Path(str(entry["adapter"])) if "adapter" in entry else None


def _device(name: str):
    """Return a device of PyTorch. Raise InputError where this computer does not have it."""
    import torch

    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise InputError(f"device={name!r}: {str(error).splitlines()[0]}; leave it out, or give 'cpu'") from error
    return device


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
        One row a question, as ``evaluate`` takes it: ``measure, prompt, item`` (the pair or the sentence), ``order``,
        ``repetition`` (where prompts have examples, one for each of their orders), ``score`` (of a choice, ln p of the
        option that stands for the good sentence minus ln p of the other one) and ``listed``, the probability of all
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
        raise InputError("data: give what pairs() or sentences() returns")
    if "forced_choice" in measures and not len(data.pairs):
        raise InputError("measures: forced_choice is about pairs, and there are none; ask for yes_no or rating")
    if not _is_text(system):
        raise InputError(f"system={system!r}: must be 'own', 'none' or the text of a system prompt")
    entry = _described(model, None, revision, reading, base)
    if entry["kind"] != "causal":
        raise InputError(f"model: is {entry['kind']}; only causal models answer prompts")
    source = Path(prompts).expanduser() if prompts else _resource(PROMPTS)
    wanted = prompts_of.asked_for(read_yaml(source), measures, str(source))
    items = prompts_of.items_of_tables(data.sentences, data.pairs)
    way = kinds()["causal"].reading(entry) | {"chat": chat, "exact_savings": True}
    way["system_prompt"] = prompts_of.system_prompt(system)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        loaded = pretrained.load(_folder(entry), asking.CAUSAL, precision, adapter=_adapter(entry))
        answers, recorded = asking.answer(*loaded, wanted, items, way)
    for doubt in recorded["doubts"]:
        warnings.warn(doubt, stacklevel=2)
    answers.attrs[RECORDED] = _origin(entry) | {"system": {"precision": precision} | way} | recorded
    return answers


def _resource(path: str) -> Path:
    """Return a file of the workflow: of the checkout, or of what was installed."""
    package = Path(__file__).parent.parent
    return next(place for place in (package / "workflow_files" / path, package.parents[2] / path) if place.exists())
