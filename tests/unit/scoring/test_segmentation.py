"""Words in languages without spaces, and any segmentation: which tokens make up a word, beside direct sums."""

import numpy as np
import pandas as pd
import pytest
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

from acceptability import segmentation
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import WORDS
from acceptability.datasets.user_pairs.reader import read as read_pairs
from acceptability.datasets.user_sentences.reader import read as read_sentences
from acceptability.errors import InputError
from acceptability.kinds.causal.scoring import SCORER as CAUSAL
from acceptability.kinds.masked.scoring import SCORER as MASKED
from acceptability.scoring import words
from acceptability.scoring.token_scores import scores_of_tokens, with_change_per_nat
from acceptability.scoring.tokenisation import tokeniser
from acceptability.statistics.references import negative_length
from tiny_models import byte_tokenizer, gpt2_tokenizer, other_masked

SEGMENTED = {  # words of sentences in languages with and without spaces
    "zh": ["我", "喜欢", "你", "。"],
    "ja": ["太郎", "が", "花子", "に", "会う", "。"],
    "th": ["ฉัน", "กิน", "ข้าว"],
    "tr": ["Kendime", "hediye", "aldım."],
    "fi": ["Äiti", "ei", "näe", "häntä."],
    "mixed": ["他", "在", "找", "roommate", "了", "👩‍👧", "！"],
}
SPACED = ("tr", "fi")
TEXTS = {name: (" " if name in SPACED else "").join(parts) for name, parts in SEGMENTED.items()}
AROUND = {"beginning": True, "ending": True, "leading_space": False, "exact_savings": False, "as_published": False}


def sentencepiece_tokenizer() -> PreTrainedTokenizerFast:
    """A tokenizer like Llama's: white space is a part of pieces, and characters that it does not know are bytes."""
    symbols = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    known = "▁ 我 喜欢 你。 太 会う 。 ▁hediye K e n d i m a l ▁a"
    pieces = [*symbols, *known.split()]
    model = models.BPE({piece: i for i, piece in enumerate(pieces)}, [], unk_token="<unk>", byte_fallback=True)
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never", split=False)
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    tokenizer.add_tokens(["喜欢", "你。", "会う"])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


def merging_tokenizer() -> PreTrainedTokenizerFast:
    """Byte-level pieces that end and begin within characters."""
    return gpt2_tokenizer([text for text in TEXTS.values() for _ in range(3)], 380)


def network(tokenizer) -> GPT2LMHeadModel:
    torch.manual_seed(1)
    config = GPT2Config(
        vocab_size=len(tokenizer), n_positions=128, n_embd=16, n_layer=2, n_head=2, initializer_range=0.3
    )
    return GPT2LMHeadModel(config).eval()


TOKENIZERS = {
    "bytes": lambda: byte_tokenizer(mask=False),
    "merging": merging_tokenizer,
    "pieces": sentencepiece_tokenizer,
}


def table(names=SEGMENTED, way: str | None = None) -> pd.DataFrame:
    """Sentences with the words above, or by characters or white space."""
    given = {name: segmentation.split(TEXTS[name], way) if way else SEGMENTED[name] for name in names}
    return pd.DataFrame(
        {
            "sentence_id": list(names),
            "sentence": [TEXTS[name] for name in names],
            "rating": np.nan,
            "words": ["\t".join(parts) for parts in given.values()],
        }
    )


def tokens_of(scorer, model, tokenizer, sentences: pd.DataFrame) -> pd.DataFrame:
    return scorer.score_table(model, tokenizer, sentences, AROUND | {"shards": 1})[0]


def surprisals(model, ids: list[int]) -> list[float]:
    """−ln p of each token after the first, one prefix at a time."""
    found = []
    for place in range(1, len(ids)):
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([ids[:place]])).logits[0, -1].double()
        found.append(-float(logits.log_softmax(0)[ids[place]]))
    return found


@pytest.mark.parametrize("way", [None, "characters"])
@pytest.mark.parametrize("kind", TOKENIZERS)
def test_surprisals_of_words_are_direct_sums(kind, way):
    """Rows are in the order of the text, make it up, and end where tokens do."""
    tokenizer = TOKENIZERS[kind]()
    pieces = {piece for text in TEXTS.values() for piece in tokenizer.tokenize(text)}
    assert kind != "pieces" or {"喜欢", "▁", "<0xE5>"} <= pieces  # the premise: it has pieces of all kinds
    lengths = [end - start for start, end in tokenizer(TEXTS["zh"]).encodings[0].offsets]
    assert kind != "merging" or max(lengths) > 1  # the premise: pieces of two characters
    model, sentences = network(tokenizer), table(way=way)
    found = words.of_tokens(tokens_of(CAUSAL, model, tokenizer, sentences), sentences)
    io.check_table(found, WORDS, "words")
    for name, text in TEXTS.items():
        own = found[found["sentence_id"] == name]
        rows, end = own.iloc[:-1], own.iloc[-1]
        parts = sentences.set_index("sentence_id")["words"][name].split("\t")
        assert "".join("".join(rows["text"]).split()) == "".join(text.split())
        assert end["text"] == tokenizer.eos_token and end["word"] == len(parts) + 1
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        direct = surprisals(model, [tokenizer.bos_token_id, *ids, tokenizer.eos_token_id])
        bounds = np.cumsum(rows["tokens"].to_numpy()).tolist()
        starts = [0, *bounds[:-1]]
        sums = [sum(direct[start:stop]) for start, stop in zip(starts, bounds, strict=True)]
        assert rows["surprisal"].tolist() == pytest.approx(sums, abs=1e-4)
        assert end["surprisal"] == pytest.approx(direct[-1], abs=1e-4)
        sizes = [len(row.replace(" ", "").encode()) for row in rows["text"]]
        assert [sum(sizes[: k + 1]) for k in range(len(sizes))] == [
            len("".join(tokenizer.decode(ids[:stop]).split()).encode()) for stop in bounds
        ]
        if kind == "bytes":  # every byte is a token, so that no token goes across words
            assert rows["text"].tolist() == parts and rows["tokens"].sum() == len(ids)


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([(0, 1), (1, 3), (3, 4)], [(1, 1), (2, 2), (3, 3)]),  # a token a word
        ([(0, 1), (1, 2), (2, 3), (3, 4)], [(1, 1), (2, 2), (2, 2), (3, 3)]),
        ([(0, 2), (2, 3), (3, 4)], [(1, 2), (1, 2), (3, 3)]),  # one goes across two words: 丙 is with them
        ([(0, 2), (2, 4)], [(1, 3), (1, 3)]),  # a chain: 乙 is with 甲, and 丙 with 丁
        ([(0, 1), (0, 1), (0, 2), (1, 3), (3, 4)], [(1, 2), (1, 2), (1, 2), (1, 2), (3, 3)]),  # pieces of a character
        ([(0, 0), (0, 4)], [(1, 3), (1, 3)]),
    ],
)
def test_words_that_a_token_goes_across_are_one(spans, expected):
    assert segmentation.of_tokens("甲乙丙丁", spans, ["甲", "乙丙", "丁"]) == expected


def test_white_space_is_of_the_next_word_and_words_may_have_some():
    assert segmentation.of_characters(" ab  c ", ["ab", "c"]) == [1, 1, 1, 2, 2, 2, 2]
    assert segmentation.of_characters("New York is", ["New York", "is"]) == [1] * 8 + [2] * 3
    # A piece that has the white space before its word is of that word; white space alone is of the next one.
    assert segmentation.of_tokens("ab  c", [(0, 2), (2, 3), (3, 5)], ["ab", "c"]) == [(1, 1), (2, 2), (2, 2)]


def test_masked_models_mask_the_rest_of_the_named_word():
    """Of RoBERTa's kind, whose own words are what its tokenizer splits off: here, a whole Chinese clause."""
    model, tokenizer = other_masked("roberta")
    sentences = table(["zh"])
    plain = tokens_of(MASKED, model, tokenizer, sentences.drop(columns="words"))
    named = tokens_of(MASKED, model, tokenizer, sentences)
    assert plain["log_prob"].tolist() == pytest.approx(named["log_prob"].tolist(), abs=1e-5)
    ids = tokenizer(TEXTS["zh"])["input_ids"]
    places = [k for k, token in enumerate(ids) if token not in tokenizer.all_special_ids]
    lengths = [len(word.encode()) for word in SEGMENTED["zh"]]
    lengths[0] += len(places) - sum(lengths)  # the space that this tokenizer adds
    number = np.repeat(range(len(lengths)), lengths)
    direct = []
    for k, place in enumerate(places):
        masked = [tokenizer.mask_token_id if at in places[k:] and number[places.index(at)] == number[k] else token
                  for at, token in enumerate(ids)]  # fmt: skip
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([masked])).logits[0, place].double()
        direct.append(float(logits.log_softmax(0)[ids[place]]))
    assert named["log_prob_word_l2r"].tolist() == pytest.approx(direct, abs=1e-4)
    found = words.of_tokens(named, sentences)
    sums = [-sum(direct[k] for k in range(len(places)) if number[k] == word) for word in range(len(lengths))]
    assert found["text"].tolist() == SEGMENTED["zh"] and found["surprisal"].tolist() == pytest.approx(sums, abs=1e-4)


@pytest.mark.parametrize("name", ["zh", "ja", "th", "mixed"])
def test_a_sentence_is_never_one_word(name):
    sentences = table([name]).drop(columns="words")
    tokens = pd.DataFrame(
        {"sentence_id": name, "position": [1, 2], "token": ["a", "b"], "log_prob": [-1.0, -2.0], "oov": 0, "written": 1}
        | {"unigram_log_prob": -3.0}
    )
    message = rf"sentence_id '{name}': is in \w+ script, which has no spaces .*WORDS= for make"
    with pytest.raises(InputError, match=message):
        words.of_tokens(tokens, sentences)
    with pytest.raises(InputError, match="which has no spaces between words, and slor_as_published counts words"):
        scores_of_tokens(sentences, tokens, ["slor_as_published"])
    assert scores_of_tokens(sentences, tokens, ["slor"])["score"].tolist() == [(-3 + 6) / 2]
    counted = scores_of_tokens(table([name]), tokens, ["slor_as_published"])
    assert counted["score"].tolist() == [3 / (len(SEGMENTED[name]) + 2)]


def test_scores_from_elsewhere_need_no_words():
    """How much a nat changes a score is known of sums, and of what is divided by characters or bytes."""
    sentences = table(["zh", "tr"]).drop(columns="words")
    measures = ["log_prob", "mean_lp", "mean_lp_characters", "mean_lp_bytes"]
    scores = pd.DataFrame([(name, measure, -1.0) for name in ("zh", "tr") for measure in measures])
    found = with_change_per_nat(scores.set_axis(["sentence_id", "measure", "score"], axis=1), sentences)
    expected = [1, np.nan, 1 / 5, 1 / 15, 1, 1 / 5, 1 / 21, 1 / 22]
    assert found["change_per_nat"].tolist() == pytest.approx(expected, nan_ok=True)


def test_shorter_is_better_counts_characters_where_there_are_no_spaces():
    assert negative_length("我喜欢你。") == -5 and negative_length("He likes you.") == -3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e\u0301te\u0301", ["e\u0301", "t", "e\u0301"]),  # combining marks
        ("น้ำ", ["น้ำ"] if len(segmentation.characters("น้ำ")) == 1 else ["น้", "ำ"]),
        ("你好！", ["你", "好", "！"]),  # full-width punctuation
        ("ＡＢ　Ｃ", ["Ａ", "Ｂ", "Ｃ"]),  # and its white space
        ("👩‍👩‍👧👍🏽", ["👩‍👩‍👧", "👍🏽"]),  # one emoji of five code points, one of two
        ("a b", ["a", "b"]),
    ],
)
def test_characters_are_what_readers_see(text, expected):
    assert segmentation.split(text, "characters") == expected


def file(folder, *lines, name="t.csv"):
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_column_names_words(tmp_path):
    pairs = file(
        tmp_path,
        "good,bad,good_words,bad_words",
        "我喜欢你。,我你喜欢。,我|喜欢|你|。,我 你 喜欢 。",
        "He left.,Left he.,,",
    )
    made = read_pairs(pairs).sentences
    io.check_table(made, SENTENCES, "t.csv")
    assert made["words"].tolist() == ["我\t喜欢\t你\t。", "我\t你\t喜欢\t。", "", ""]
    assert segmentation.of_table(made).tolist() == [["我", "喜欢", "你", "。"], ["我", "你", "喜欢", "。"], ["He", "left."], ["Left", "he."]]  # fmt: skip
    path = file(tmp_path, "sentence,words,regions", "ฉันกิน ข้าว,ฉัน|กิน|ข้าว,s v o", "New York grows,New York|grows,s v")
    made = read_sentences(path).sentences
    assert made["words"].tolist() == ["ฉัน\tกิน\tข้าว", "New York\tgrows"]  # white space within a word stays
    assert "words" not in read_pairs(file(tmp_path, "good,bad", "He left.,Left he.")).sentences


def test_characters_or_white_space_are_words(tmp_path):
    path = file(tmp_path, "good,bad", "我喜欢你。,我你喜欢。")
    assert read_pairs(path, words="characters").sentences["words"].tolist()[0] == "我\t喜\t欢\t你\t。"
    path = file(tmp_path, "sentence", "我 喜欢 你。")
    assert read_sentences(path, words="whitespace").sentences["words"].tolist() == ["我\t喜欢\t你。"]


@pytest.mark.parametrize(
    ("lines", "way", "message"),
    [
        (["good,bad,good_words", "甲乙,乙甲,甲|丙"], None, r"row 2: good_words are not the words of the .*\| between"),
        (["good,bad,good_words", "甲乙,乙甲,甲"], None, "row 2: good_words are not the words of the sentence"),
        (["good,bad,good_words", "甲乙,乙甲,甲|乙"], "characters", "has a column good_words, and words: characters contradicts it"),
        (["good,bad,good_words,good_regions", "甲乙,乙甲,甲|乙,s v o"], None, "good_regions has 3 names for 2 words"),
    ],
)  # fmt: skip
def test_words_that_are_not_those_of_the_sentence(tmp_path, lines, way, message):
    with pytest.raises(InputError, match=message) as caught:
        read_pairs(file(tmp_path, *lines), words=way)
    assert "\n" not in str(caught.value)


def test_n_gram_models_take_words_that_a_table_names():
    sentences = pd.DataFrame({"sentence_id": ["x"], "sentence": ["我 喜欢 你"], "words": ["我\t喜欢\t你"]})
    rows = pd.DataFrame(
        {"sentence_id": "x", "position": [1, 2, 3], "token": ["我", "喜欢", "你"], "log_prob": [-1.0, -2, -4], "oov": 0}
    )
    found = words.of_tokens(rows, sentences, tokeniser("whitespace", lowercase=False))
    assert found["text"].tolist() == ["我", "喜欢", "你"] and found["surprisal"].tolist() == [1, 2, 4]


def test_models_that_split_at_white_space_get_it_between_known_words():
    sentences = pd.DataFrame({"sentence_id": list("abc")})
    sentences["sentence"] = ["我喜欢 New York。", "He likes 豆腐 a lot.", "We like it."]
    spaced = segmentation.spaced(sentences.assign(words=["我\t喜欢\tNew York\t。", "", ""]), "it counts words")
    assert spaced == ["我 喜欢 New York 。", "He likes 豆腐 a lot.", "We like it."]
    assert segmentation.spaced(sentences[1:], "it counts words") == ["He likes 豆腐 a lot.", "We like it."]
    with pytest.raises(InputError, match="sentence_id 'a': is in Chinese script.*it counts words; write"):
        segmentation.spaced(sentences.assign(sentence=["我喜欢你。", "x", "y"]), "it counts words")
