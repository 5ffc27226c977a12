"""Which token the key ``beginning`` means: by its name, its text, another program's convention, or a chat template."""

import pytest
from tokenizers.processors import TemplateProcessing
from transformers import PreTrainedTokenizerFast

from acceptability.errors import InputError
from acceptability.kinds.causal import beginning_tokens as tokens
from acceptability.kinds.causal import log_probs as causal
from tiny_models import END_OF_TEXT, byte_tokenizer, gpt2_tokenizer

CHATML = "{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>\n{% endfor %}"
LLAMA_3 = "{{ bos_token }}{% for m in messages %}<h>{{ m.role }}</h>{{ m.content }}<e>{% endfor %}"
MISTRAL = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}[INST] {{ m.content }}[/INST]"
    "{% else %} {{ m.content }}{{ eos_token }}{% endif %}{% endfor %}"
)
LLAMA_2 = (
    "{% for m in messages %}{% if m.role == 'user' %}{{ bos_token }}[INST] {{ m.content }} [/INST]"
    "{% else %} {{ m.content }} {{ eos_token }}{% endif %}{% endfor %}"
)
REFUSES = "{{ raise_exception('no turns here') }}"


def bytes_without_bos() -> PreTrainedTokenizerFast:
    return byte_tokenizer(mask=False, bos=False)


def as_smollm2() -> PreTrainedTokenizerFast:
    """GPT-2's tokenizer, whose end-of-text token is its unknown one; turns of a chat are marked by bos and eos."""
    tokenizer = gpt2_tokenizer()
    tokenizer.add_special_tokens({"bos_token": "<|im_start|>", "eos_token": "<|im_end|>"})
    return tokenizer


def texts(tokenizer: PreTrainedTokenizerFast, known: int = 1_000) -> list[str | None]:
    return [tokens.text_of(tokenizer, token) for token in tokens.candidates(tokenizer, known)]


def test_what_each_value_means():
    tokenizer = byte_tokenizer(mask=False)
    assert tokens.token_of(tokenizer, True) == 0
    assert tokens.token_of(tokenizer, False) is None
    assert tokens.token_of(tokenizer, "</s>") == 2
    assert tokens.token_of(tokenizer, "a") == tokenizer.get_vocab()["a"]
    assert (
        tokens.token_of(gpt2_tokenizer(), "\n") == gpt2_tokenizer().get_vocab()["Ċ"]
    )  # by what it is to the tokenizer


def test_the_convention_of_lm_evaluation_harness():
    assert tokens.token_of(byte_tokenizer(mask=False), "harness") == 0
    assert tokens.token_of(bytes_without_bos(), "harness") == 2
    without = bytes_without_bos()
    without.eos_token = None
    with pytest.raises(InputError, match="neither a beginning-of-sequence nor an end-of-text token"):
        tokens.token_of(without, "harness")


def test_what_the_tokenizer_itself_puts_before_a_text():
    tokenizer = byte_tokenizer(mask=False)
    assert tokens.token_of(tokenizer, "tokenizer") is None
    for before, expected in (("</s>", 2), ("<s>", 0)):
        tokenizer.backend_tokenizer.post_processor = TemplateProcessing(
            single=f"{before} $A", special_tokens=[(before, expected)]
        )
        assert tokens.token_of(tokenizer, "tokenizer") == expected
    two = [("<s>", 0), ("</s>", 2)]
    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(single="<s> </s> $A", special_tokens=two)
    with pytest.raises(InputError, match=r"puts 2 tokens before a text \(<s> </s>\), and one at most"):
        tokens.token_of(tokenizer, "tokenizer")


def test_a_text_that_is_not_one_token():
    with pytest.raises(InputError) as caught:
        tokens.token_of(as_smollm2(), "<|endoftxt|>")
    message = str(caught.value)
    assert message.startswith("beginning: '<|endoftxt|>' is not one token of this tokenizer (did you mean")
    assert message.endswith("these are special: <|endoftext|>, <|im_start|>, <|im_end|>")
    with pytest.raises(InputError, match="'dogs' is not one token of this tokenizer; write true"):
        tokens.token_of(byte_tokenizer(mask=False), "dogs")


def test_a_character_that_the_tokenizer_does_not_know_is_no_token():
    tokenizer = byte_tokenizer(mask=False)
    tokenizer.backend_tokenizer.pre_tokenizer = None
    assert tokenizer("ж", add_special_tokens=False)["input_ids"] == [tokenizer.unk_token_id]
    with pytest.raises(InputError, match="is not one token"):
        tokens.token_of(tokenizer, "ж")


@pytest.mark.parametrize("text", ["true", "No", "none"])
def test_a_switch_in_quotation_marks_is_no_token(text):
    with pytest.raises(InputError, match="write true or false without quotation marks"):
        tokens.token_of(byte_tokenizer(mask=False), text)


def test_without_a_token_of_its_own_others_are_named():
    with pytest.raises(InputError, match=r"set beginning: false .*, or name one of its tokens: <pad>, </s>, <unk>"):
        tokens.token_of(bytes_without_bos(), True)


def test_candidates_are_the_tokenizers_own_and_those_that_part_texts():
    assert texts(byte_tokenizer(mask=False)) == ["<s>", "</s>", None]
    assert texts(bytes_without_bos()) == ["</s>", None]  # <pad> and <unk> part nothing
    assert texts(gpt2_tokenizer()) == [END_OF_TEXT, None]
    assert texts(as_smollm2()) == ["<|im_start|>", "<|im_end|>", END_OF_TEXT, None]
    assert texts(as_smollm2(), known=257) == [END_OF_TEXT, None]  # the model has no others
    tokenizer = gpt2_tokenizer()
    tokenizer.add_special_tokens(
        {"additional_special_tokens": ["<|begin_of_text|>", "<｜end▁of▁sentence｜>", "<|pad|>"]}
    )
    assert texts(tokenizer) == [END_OF_TEXT, "<|begin_of_text|>", "<｜end▁of▁sentence｜>", None]


def test_what_is_to_be_written_for_a_token():
    tokenizer = byte_tokenizer(mask=False)
    assert [tokens.setting(tokenizer, token) for token in (None, 0, 2)] == ["false", "true", '"</s>"']


@pytest.mark.parametrize(
    ("template", "suspected"),
    [(CHATML, True), (LLAMA_3, False), (MISTRAL, False), (LLAMA_2, False), (REFUSES, False), (None, False)],
)
def test_a_token_at_every_turn_of_a_chat(template, suspected):
    tokenizer = byte_tokenizer(mask=False)
    tokenizer.chat_template = template
    assert tokens.begins_turns(tokenizer, tokenizer.bos_token_id) is suspected
    assert not tokens.begins_turns(tokenizer, None)


def test_any_token_can_go_before_a_sentence():
    tokenizer = byte_tokenizer(mask=False)
    (after,) = causal.prepare(tokenizer, ["ab"], ["s"], "</s>", False, False)
    (nothing,) = causal.prepare(tokenizer, ["ab"], ["s"], False, False, False)
    assert after.ids == [2, *nothing.ids]
    assert (after.first, after.places, nothing.places) == (1, [1, 2, 3], [1, 2])  # a space, a, b
