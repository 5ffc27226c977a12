"""Causal models that are asked: every log-probability is that of a direct computation in transformers."""

import re
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import torch
from tokenizers import normalizers
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

import acceptability
from acceptability.errors import InputError
from acceptability.kinds.causal import tries
from acceptability.kinds.prompted import asking
from acceptability.kinds.prompted import chat as templates
from acceptability.reading.load import read_yaml
from acceptability.scoring import batches, prompts
from acceptability.scoring.answers import scores_of_items
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
SETTINGS = {"beginning": True, "exact_savings": True, "chat": None, "system_prompt": "own"}
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
    return asking.option_log_probs(model, tokens, questions, None, beginning=True, **more)


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
    filled = templates.settled(tokens, "own")[0] if chat else None
    found = asking.option_log_probs(model, tokens, questions, filled, beginning=True)
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
    assert counts[0] == len(tries.build(ids).tokens)  # what comes after is a sample of rows, to check the model


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
        (f"Boys {END_OF_TEXT}.", {}, r"a: contains <\|endoftext\|>"),
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


# Examples.

SHOWN = (("The dog barks.", "yes"), ("The dog bark.", "no"), ("The cats bark.", "yes"), ("The cats barks.", "no"))
FEW = replace(YES_NO, examples=tuple(prompts.Example((text,), answer) for text, answer in SHOWN))
ORDERS = ("abcd", "bcda", "cdab", "dabc")  # of the four examples, by hand


def as_text(order: str, sentence: str) -> str:
    """Return the examples in an order and then the question, in one text that is written by hand."""
    parts = [(SHOWN["abcd".index(letter)][0], f" {SHOWN['abcd'.index(letter)][1].title()}\n\n") for letter in order]
    return "".join(YES_NO.template.replace("{sentence}", text) + end for text, end in [*parts, (sentence, "")])


def as_turns(order: str, sentence: str) -> str:
    """Return a question after examples as turns of a chat, in which no space stands before an answer."""
    turns = [SHOWN["abcd".index(letter)] for letter in order]
    said = [(YES_NO.template.replace("{sentence}", text), answer.title()) for text, answer in turns]
    said = "".join(f"{END_OF_TEXT}[user] {asked} [/]{END_OF_TEXT}[assistant] {answer} [/]" for asked, answer in said)
    return f"{said}{END_OF_TEXT}[user] {YES_NO.template.replace('{sentence}', sentence)} [/]\n"


@pytest.mark.parametrize("chat", [False, True])
def test_examples_go_before_a_question_in_each_rotation_and_the_score_is_the_mean(chat):
    model, tokens = gpt2(positions=512), tokenizer(chat)
    answers, recorded = asking.answer(model, tokens, [FEW], ITEMS, SETTINGS)
    assert answers.groupby("item")["repetition"].apply(list).tolist() == [[1, 2, 3, 4]] * 4
    expected = []
    for order in ORDERS:
        text = as_turns(order, "The boy sleep.") if chat else END_OF_TEXT + as_text(order, "The boy sleep.")
        p = {o: sum(np.exp(direct(model, tokens, text, f)) for f in forms) for o, forms in FEW.options.items()}
        expected.append(np.log(p["yes"] / p["no"]))
    own = answers.query("item == 'a.bad'")["score"].tolist()
    assert own == pytest.approx(expected, abs=1e-4) and np.ptp(own) > 0.01
    scores = scores_of_items(answers).set_index("item")["score"]
    assert scores["a.bad"] == pytest.approx(np.mean(expected), abs=1e-4)
    assert recorded["prompts"][0]["examples"] == [{"sentence": text, "answer": answer} for text, answer in SHOWN]


def test_an_example_that_is_asked_about_is_named(plain):
    _, recorded = asking.answer(*plain, [YES_NO], ITEMS, SETTINGS)
    assert not any("examples" in doubt for doubt in recorded["doubts"])
    same = replace(YES_NO, examples=(prompts.Example(("The boy sleep.",), "no"),))
    _, recorded = asking.answer(*plain, [same], ITEMS, SETTINGS)
    assert recorded["doubts"][0].startswith(
        f"The prompt {YES_NO.id} shows sentences as examples that are asked about, too, such as “The boy sleep.”"
    )


# What stands before a question.


def test_what_begins_a_text_is_settled_as_for_sentences_and_a_template_has_its_own(plain):
    model, tokens = plain
    _, after = asking.answer(model, tokens, [YES_NO], ITEMS, SETTINGS | {"beginning": END_OF_TEXT})
    _, bare = asking.answer(model, tokens, [YES_NO], ITEMS, SETTINGS | {"beginning": False})
    _, tried = asking.answer(model, tokens, [YES_NO], ITEMS, SETTINGS | {"beginning": "auto"})
    assert [made["beginning_token"] for made in (after, bare)] == [END_OF_TEXT, None]
    assert tried["beginning_token"] in (END_OF_TEXT, None) and tried["beginning_chosen"]["sentences"] == 4
    _, chat = asking.answer(model, tokenizer(chat=True), [YES_NO], ITEMS, SETTINGS | {"beginning": "auto"})
    assert "beginning_token" not in chat and chat["asked_as"] == f"{END_OF_TEXT}[user] {{question}} [/]\n"


def test_a_text_without_the_beginning_has_the_probabilities_of_a_text_without_it(plain):
    model, tokens = plain
    (question, *_) = prompts.questions([YES_NO], ITEMS)
    (found,) = asking.option_log_probs(model, tokens, [question], None, beginning=False)
    forms = YES_NO.options["yes"]
    expected = np.logaddexp.reduce([direct(model, tokens, question.text, form) for form in forms])
    assert found["yes"] == pytest.approx(expected, abs=1e-5)


def test_a_system_prompt_needs_a_chat_template_and_is_text(plain):
    with pytest.raises(InputError, match="needs a chat template, and none is used"):
        asking.answer(*plain, [YES_NO], ITEMS, SETTINGS | {"system_prompt": "Be brief."})
    tokens = tokenizer(chat=True)
    tokens.unk_token = None
    with pytest.raises(InputError, match=r"the system prompt: contains <\|endoftext\|>"):
        asking.answer(plain[0], tokens, [YES_NO], ITEMS, SETTINGS | {"system_prompt": f"Be {END_OF_TEXT}."})
    _, recorded = asking.answer(
        gpt2(), tokenizer(chat=True), [YES_NO], ITEMS, SETTINGS | {"system_prompt": "Be brief."}
    )
    assert recorded["system_prompt"] == "Be brief."
    assert recorded["asked_as"].startswith(f"{END_OF_TEXT}[system] Be brief. [/]{END_OF_TEXT}[user] {{question}}")


def test_python_takes_a_system_prompt(tmp_path, plain):
    pairs = acceptability.pairs(pd.DataFrame({"good": ["The boy sleeps."], "bad": ["The boy sleep."]}))
    folder = save(tmp_path / "chat", plain[0], tokenizer(chat=True))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        own, none, brief = (
            acceptability.ask(pairs, folder, "yes_no", system=system) for system in ("own", "none", "Be brief.")
        )
    assert own["score"].tolist() == none["score"].tolist() != brief["score"].tolist()
    with pytest.raises(InputError, match="system=None: must be 'own', 'none' or the text of a system prompt"):
        acceptability.ask(pairs, folder, "yes_no", system=None)


def test_one_wording_that_is_hardly_answered_is_named_where_the_others_are_answered():
    listed = [0.6, 0.5, 0.02, 0.04]
    table = pd.DataFrame({"measure": "yes_no", "prompt": ["well", "well", "badly", "badly"], "listed": listed})
    (doubt,) = asking.doubts(table)
    assert doubt.startswith("Asked by prompts (yes_no, badly), it gives 3.0% of its probability")
    (doubt,) = asking.doubts(table.assign(listed=[0.1, 0.1, 0.02, 0.02]))
    assert doubt.startswith("Asked by prompts (yes_no), it gives 6.0%")
