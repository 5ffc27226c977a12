"""Causal models that are asked: every log-probability is that of a direct computation in transformers."""

import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from tokenizers import normalizers
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

from acceptability.errors import InputError
from acceptability.kinds.causal import tries
from acceptability.kinds.prompted import asking
from acceptability.reading.load import read_yaml
from acceptability.scoring import batches, prompts
from acceptability.sources.model_files import model_files
from helpers import ROOT
from tiny_models import END_OF_TEXT, gpt2_tokenizer, save

PROMPTS = [
    prompt
    for path in sorted((ROOT / "resources/prompts").glob("*.yaml"))
    for prompt in prompts.checked(read_yaml(path), path.stem)
]
CHOICE, YES_NO, RATING = (
    next(prompt for prompt in PROMPTS if prompt.measure == measure) for measure in ("forced_choice", "yes_no", "rating")
)
SENTENCES = [
    ("a.good", "The boy sleeps."),
    ("a.bad", "The boy sleep."),
    ("b.good", "The girls see the {first} boy."),
    ("b.bad", "The girls sees the {first} boy."),
]
ITEMS = prompts.items_of(SENTENCES, [("a", "a.good", "a.bad"), ("b", "b.good", "b.bad")])
CHAT = (
    "{% for message in messages %}{{ bos_token }}[{{ message['role'] }}] {{ message['content'] }} [/]{% endfor %}"
    "{% if add_generation_prompt %}{{ '\\n' }}{% endif %}"
)
SETTINGS = {"beginning": True, "exact_savings": True, "chat": None}
SHAPE = {"vocab_size": 400, "bos_token_id": 0, "eos_token_id": 0, "initializer_range": 0.3}


def tokenizer(chat: bool = False):
    """Its pieces are learnt from the prompts, so that some options are one token, and others several."""
    made = gpt2_tokenizer([*(prompt.template for prompt in PROMPTS), *(" Yes 1 7" for _ in range(50))], 400)
    made.chat_template = CHAT if chat else None
    return made


def gpt2(positions: int = 256):
    torch.manual_seed(1)
    return GPT2LMHeadModel(GPT2Config(**SHAPE, n_positions=positions, n_embd=16, n_layer=2, n_head=2)).eval()


def llama():
    torch.manual_seed(1)
    shape = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(**SHAPE, **shape, num_key_value_heads=1, max_position_embeddings=256)).eval()


@pytest.fixture(scope="module", params=["gpt2", "llama with a chat template"])
def both(request):
    """Two models with their tokenizers, and whether these have a chat template; tests leave them as they are."""
    chat = request.param != "gpt2"
    return llama() if chat else gpt2(), tokenizer(chat), chat


@pytest.fixture(scope="module")
def plain():
    """A model and its tokenizer, which tests leave as they are."""
    return gpt2(), tokenizer()


def asked(model, tokens, chosen, sentences, **more):
    """The log-probabilities of the options of some prompts about sentences."""
    questions = list(prompts.questions(chosen, prompts.items_of(sentences, [])))
    return asking.option_log_probs(model, tokens, questions, False, beginning=True, **more)


def direct(model, tokens, text: str, form: str) -> float:
    """Natural log p of a form after a text, from one forward pass over both, token by token."""
    before, whole = (tokens(it, add_special_tokens=False)["input_ids"] for it in (text, text + form))
    assert whole[: len(before)] == before
    with torch.inference_mode():
        log_probs = model(torch.tensor([whole])).logits[0].double().log_softmax(-1)
    return sum(log_probs[place - 1, whole[place]].item() for place in range(len(before), len(whole)))


def written_out(tokens, text: str, chat: bool) -> str:
    """The text as it goes into the model, with the beginning of the sequence: written by hand."""
    return f"{END_OF_TEXT}[user] {text} [/]\n" if chat else f"{END_OF_TEXT}{text}"


def test_each_option_of_each_prompt_has_its_probability(both):
    model, tokens, chat = both
    questions = list(prompts.questions(PROMPTS, ITEMS))
    assert {question.order for question in questions} == {"", "good_first", "bad_first"}
    found = asking.option_log_probs(model, tokens, questions, chat, beginning=True)
    lengths = set()
    for question, log_probs in zip(questions, found, strict=True):
        text = written_out(tokens, question.text, chat)
        assert list(log_probs) == list(question.prompt.options)
        for option, forms in question.prompt.options.items():
            lengths |= {len(tokens(form, add_special_tokens=False)["input_ids"]) for form in forms}
            expected = np.logaddexp.reduce([direct(model, tokens, text, form) for form in forms])
            assert log_probs[option] == pytest.approx(expected, abs=1e-5), (question, option)
    assert 1 in lengths and max(lengths) > 1


def test_answers_are_scores_of_these_probabilities(both):
    model, tokens, chat = both
    answers, recorded = asking.answer(model, tokens, PROMPTS, ITEMS, SETTINGS)
    assert recorded["chat"] is chat and len(answers) == 3 * 2 * 2 + 6 * 4
    by_question = answers.set_index(["prompt", "item", "order"])
    for prompt, item, order, texts in (
        (CHOICE, "b", "bad_first", ITEMS.pairs[1][1]),
        (YES_NO, "a.bad", "", ITEMS.sentences[1][1]),
        (RATING, "b.good", "", ITEMS.sentences[2][1]),
    ):
        text = written_out(tokens, prompt.text(texts, order), chat)
        p = {o: sum(np.exp(direct(model, tokens, text, f)) for f in forms) for o, forms in prompt.options.items()}
        row = by_question.loc[(prompt.id, item, order)]
        assert row["listed"] == pytest.approx(sum(p.values()), abs=1e-5)
        expected = {
            "forced_choice": lambda p=p: np.log(p["second"] / p["first"]),  # the good sentence stands second
            "yes_no": lambda p=p: np.log(p["yes"] / p["no"]),
            "rating": lambda p=p: sum(int(d) * p[d] for d in p) / sum(p.values()),
        }[prompt.measure]()
        assert row["score"] == pytest.approx(expected, abs=1e-4)


def test_what_questions_share_is_computed_once_and_makes_no_difference(plain):
    """80 sentences, 3 prompts of yes or no with 8 forms: all but the sentences and what follows them is shared."""
    sentences = [(str(n), f"The boy sees {n} girls.") for n in range(80)]
    chosen = [prompt for prompt in PROMPTS if prompt.measure == "yes_no"]
    found = {}
    for savings in (True, False):
        with batches.counted(plain[0]) as counts:
            log_probs = asked(*plain, chosen, sentences, savings=savings)
        found[savings] = np.array([list(options.values()) for options in log_probs]), sum(counts)
    np.testing.assert_allclose(found[True][0], found[False][0], rtol=0, atol=1e-5)
    assert found[False][1] > 8 * found[True][1]


def test_tokens_that_nothing_follows_are_not_computed(plain):
    """A question's options of one token are read from one place."""
    model, tokens = plain
    prompt = replace(YES_NO, options={"yes": (" Y",), "no": (" 1", " 7")})
    questions = prompts.questions([prompt], prompts.items_of(SENTENCES, []))
    assert all(len(tokens(form)["input_ids"]) == 1 for form in (" 1", " 7"))
    with batches.counted(model) as counts:
        asked(model, tokens, [prompt], SENTENCES)
    ids = [[0, *tokens(question.text)["input_ids"], *tokens(" Y")["input_ids"][:-1]] for question in questions]
    assert counts[-1] == len(tries.build(ids).tokens)  # what comes before is a sample of rows, to check the model


def test_forms_that_a_tokenizer_cannot_tell_apart_count_once_or_are_refused():
    model, tokens = gpt2(), tokenizer()
    tokens.backend_tokenizer.normalizer = normalizers.Lowercase()
    twice = replace(YES_NO, options={"yes": (" Yes", " YES"), "no": (" No",)})
    once = replace(YES_NO, options={"yes": (" yes",), "no": (" No",)})
    assert asked(model, tokens, [twice], SENTENCES[:1]) == asked(model, tokens, [once], SENTENCES[:1])
    same = replace(YES_NO, options={"yes": (" Yes",), "no": (" YES",)})
    with pytest.raises(InputError, match=r"' YES' \(no\) begins with all of ' Yes' \(yes\)"):
        asked(model, tokens, [same], SENTENCES[:1])


@pytest.mark.parametrize(
    ("text", "changed", "message"),
    [
        (f"Boys {END_OF_TEXT}.", {}, r"a: holds <\|endoftext\|>"),
        ("Boys " * 300, {}, "more tokens than the 256 that"),
        (
            "Boys.",
            {"template": "{sentence} Ye", "options": {"yes": ("s",), "no": (" No",)}},
            "joins the end of its text",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(text, changed, message):
    model, tokens = gpt2(), tokenizer()
    tokens.unk_token = None
    with pytest.raises(InputError, match=message):
        asked(model, tokens, [replace(YES_NO, **changed)], [("a", text)])


def test_the_chat_template_is_used_where_there_is_one_unless_the_entry_says_otherwise():
    with_one, without = tokenizer(chat=True), tokenizer()
    assert [asking.is_chat(with_one, wanted) for wanted in (None, True, False)] == [True, True, False]
    assert [asking.is_chat(without, wanted) for wanted in (None, False)] == [False, False]
    with pytest.raises(InputError, match="has no chat template"):
        asking.is_chat(without, True)


def test_a_model_that_hardly_answers_says_so(plain):
    answers, recorded = asking.answer(*plain, PROMPTS, ITEMS, SETTINGS)
    listed = answers.groupby("measure")["listed"].mean()
    rare = {measure for measure, share in listed.items() if share < asking.RARE}
    assert rare and {re.search(r"\((\w+)\)", doubt)[1] for doubt in recorded["doubts"]} == rare


def test_a_model_whose_weights_are_not_kept_is_asked_like_any_other(plain, tmp_path):
    """Such a model is given as its folder, another one as its files; the first answers are those of the model itself."""
    folder = save(tmp_path / "gpt2", *plain)
    system = SETTINGS | {"threads": 1, "precision": "float32", "devices": "one"}
    as_files, of_files = asking.ask(model_files(folder), [YES_NO], ITEMS, system)
    as_folder, of_folder = asking.ask([folder], [YES_NO], ITEMS, system)
    expected, _ = asking.answer(*plain, [YES_NO], ITEMS, SETTINGS)
    assert as_folder["score"].tolist() == as_files["score"].tolist()
    assert as_files["score"].tolist() == pytest.approx(expected["score"].tolist(), abs=1e-4)
    assert of_folder == of_files
