"""All sentences of LI-Adger fall into words, each token into one, by tokenizers of every kind."""

import os
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import AutoTokenizer, BertTokenizerFast

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import TOKENS, WORDS
from acceptability.kinds.causal import log_probs as causal
from acceptability.scoring import pretrained, words
from acceptability.scoring.tokenisation import tokeniser
from tiny_models import gpt2_tokenizer

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@pytest.fixture
def sentences(results) -> pd.DataFrame:
    return io.read_table(results / "sentences/li-adger.csv", SENTENCES)


def check(tokens: pd.DataFrame, sentences: pd.DataFrame, tokenise: Callable | None = None, end: str = "") -> None:
    """Words join to sentences, and have all tokens, each once; surprisals have the sentences' sums."""
    found = io.check_table(words.of_tokens(tokens, sentences, tokenise), WORDS, "words")
    texts = found.groupby("sentence_id", sort=False)["text"].agg(" ".join)
    expected = sentences.set_index("sentence_id")["sentence"].str.split().str.join(" ") + (f" {end}" if end else "")
    assert len(texts) == 4178 and texts.to_dict() == expected.to_dict()
    by_word, by_token = found.groupby("sentence_id"), tokens.groupby("sentence_id")
    assert by_word["tokens"].sum().equals(by_token.size().rename("tokens"))
    assert (found["tokens"] > 0).all()
    np.testing.assert_allclose(by_word["surprisal"].sum(), -by_token["log_prob"].sum(), rtol=1e-12)


def test_words_of_the_brown_trigram(results, sentences):
    tokens = io.read_table(results / "tokens/li-adger/brown-trigram.csv", TOKENS)
    check(tokens, sentences, tokeniser("words", lowercase=True), end="</s>")


@pytest.mark.parametrize("name", ["words", "whitespace", "treebank"])
def test_words_of_every_tokenisation(sentences, name):
    tokenise = tokeniser(name, lowercase=False)
    tokens = sentences["sentence"].map(tokenise)
    table = pd.DataFrame({"sentence_id": sentences["sentence_id"], "token": tokens}).explode("token")
    table["position"] = table.groupby("sentence_id").cumcount() + 1
    table = table.reset_index(drop=True)
    check(table.assign(log_prob=drawn(len(table))), sentences, tokenise)


def drawn(count: int) -> np.ndarray:
    return -np.random.default_rng(1).exponential(5, count)


def wordpieces(texts: list[str]) -> BertTokenizerFast:
    """BERT's uncased tokenizer, of the model that was named or trained on these sentences."""
    if folder := os.environ.get("ACCEPTABILITY_MODEL"):
        return AutoTokenizer.from_pretrained(folder)
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=1_000, special_tokens=SPECIAL, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return BertTokenizerFast(tokenizer_object=tokenizer)


@pytest.mark.parametrize("kind", ["masked", "causal", "causal with a space"])
def test_words_of_language_models(sentences, kind):
    texts, names = sentences["sentence"].tolist(), sentences["sentence_id"].tolist()
    if kind == "masked":
        tokenizer = wordpieces(texts)
        encoded, end = pretrained.encode(tokenizer, texts, names), ""
    else:
        tokenizer = gpt2_tokenizer(texts, 1_000)
        encoded, end = causal.prepare(tokenizer, texts, names, True, True, "space" in kind), tokenizer.eos_token
    distinct = list({pretrained.identity(sentence): sentence for sentence in encoded}.values())
    scored = [{"log_prob": drawn(len(sentence.places))} for sentence in distinct]
    check(pretrained.token_table(encoded, distinct, scored, tokenizer.unk_token_id), sentences, end=end)
