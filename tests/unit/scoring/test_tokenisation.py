import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.scoring.tokenisation import ASCII_WORD, TOKENISERS, WORD, tokeniser


@pytest.mark.parametrize(
    ("tokenisation", "expected"),
    [
        ("whitespace", ["the", "farmer's", "dogs,", "don't", "say", '"bark!"']),
        ("words", ["the", "farmer's", "dogs", ",", "don't", "say", '"', "bark", "!", '"']),
        ("treebank", ["the", "farmer", "'s", "dogs", ",", "do", "n't", "say", "``", "bark", "!", "''"]),
    ],
)
def test_a_sentence_split_in_each_way(tokenisation, expected):
    assert tokeniser(tokenisation, lowercase=True)("The farmer's dogs,  don’t say “bark!”") == expected


def test_capitals_stay_unless_told_otherwise():
    assert tokeniser("words", lowercase=False)("The DOG.") == ["The", "DOG", "."]


def test_words_that_kenlm_reserves_lose_their_brackets():
    tokens = tokeniser("whitespace", lowercase=False)("a <s> b </s> <unk> <UNK> <x>")
    assert tokens == ["a", "s", "b", "s", "unk", "UNK", "<x>"]


@given(st.sampled_from(sorted(TOKENISERS)), st.booleans(), st.text())
def test_tokens_are_what_kenlm_takes_for_one_word_each(tokenisation, lowercase, sentence):
    tokens = tokeniser(tokenisation, lowercase)(sentence)
    assert all(tokens)
    assert " ".join(tokens).split() == tokens
    assert not {"<s>", "</s>", "<unk>", "<UNK>"} & set(tokens)
    assert tokeniser(tokenisation, lowercase)(f" {sentence}\n") == tokens
    assert "\0" not in "".join(tokens)
    assert bool(tokens) == bool(sentence.replace("\0", " ").strip())


def test_marks_belong_to_their_words_and_composed_or_not_is_the_same():
    split = tokeniser("words", lowercase=True)
    assert split("हिन्दी में, लिखो") == ["हिन्दी", "में", ",", "लिखो"]
    assert split("cafe\u0301 İstanbul") == split("café İstanbul") == ["café", "i̇stanbul"]


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_the_quick_way_for_plain_text_is_the_same_way(sentence):
    assert ASCII_WORD.findall(sentence) == WORD.findall(sentence)
