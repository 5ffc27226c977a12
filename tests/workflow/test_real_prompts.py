"""SmolLM2, a real model of 135 million parameters, asked by prompts: it answers by habit, as models of its size do.

What depends on these sentences is held loosely; what is so of any sentences (it always names the first of two, and says
no) is held exactly, and some log-probabilities are those of a loop of our own over transformers.
"""

from dataclasses import replace

import numpy as np
import pytest
import torch
from test_real_model import CLEAR

from acceptability.kinds.prompted import asking
from acceptability.kinds.prompted import chat as templates
from acceptability.scoring import pretrained, prompts
from acceptability.scoring.answers import scores_of_items

YES_NO = {
    "id": "grammatical",
    "language": "en",
    "measure": "yes_no",
    "study": "none",
    "template": "Is the following sentence grammatical? Answer Yes or No.\nSentence: {sentence}\nAnswer:",
    "options": {"yes": [" Yes", "Yes", " yes", "yes"], "no": [" No", "No", " no", "no"]},
}
CHOICE = YES_NO | {
    "id": "better",
    "measure": "forced_choice",
    "template": "Which of these two sentences is more acceptable English? Answer 1 or 2.\n1: {first}\n2: {second}\n"
    "Answer:",
    "options": {"first": [" 1", "1"], "second": [" 2", "2"]},
}
SHOWN = [  # as in docs/prompts.md
    ("The boy sleeps.", "yes"),
    ("The boy sleep.", "no"),
    ("We saw them yesterday.", "yes"),
    ("Us saw they yesterday.", "no"),
]
OWN = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"
ITEMS = prompts.items_of(
    [(f"{number}-{side}", text) for number, pair in enumerate(CLEAR) for side, text in zip("gb", pair, strict=True)],
    [(str(number), f"{number}-g", f"{number}-b") for number in range(len(CLEAR))],
)
SOME = prompts.Items(ITEMS.sentences[:14], ITEMS.pairs[:7])
TWO = prompts.Items(ITEMS.sentences[:2], [])
ASKED = prompts.checked([YES_NO, CHOICE], "here")
EXAMPLES = [{"sentence": sentence, "answer": answer} for sentence, answer in SHOWN]
SHOWING = {  # of turns, two are enough
    way: prompts.checked([YES_NO | {"examples": examples}], "here")
    for way, examples in {"plain": EXAMPLES, "own": EXAMPLES[:2]}.items()
}
WAYS = {
    "plain": {"chat": False, "system_prompt": "own"},
    "own": {"chat": None, "system_prompt": "own"},
    "none": {"chat": None, "system_prompt": "none"},
}


@pytest.fixture(scope="module")
def loaded(smollm2):
    return pretrained.load(smollm2, asking.CAUSAL)


def ask(loaded, way: str, asked=ASKED, items=ITEMS):
    return asking.answer(*loaded, asked, items, {"beginning": False, "exact_savings": True} | WAYS[way])


@pytest.fixture(scope="module")
def answered(loaded):
    """Return the answers about all clear pairs in the template itself, about some otherwise, and what is recorded, by way."""
    return {way: ask(loaded, way, items=ITEMS if way == "own" else SOME) for way in WAYS}


@pytest.fixture(scope="module")
def with_examples(loaded):
    """Return the answers to the prompt of yes or no with examples about two sentences, by way of asking."""
    return {way: ask(loaded, way, SHOWING[way], TWO)[0] for way in SHOWING}


def of(answered, way: str, measure: str):
    return answered[way][0].query("measure == @measure")


@pytest.mark.parametrize(("way", "number"), [("own", 40), ("none", 14)])
def test_in_its_chat_template_it_always_names_the_first_sentence_and_never_says_yes(answered, way, number):
    choices = of(answered, way, "forced_choice")
    names_first = choices["score"] * np.where(choices["order"] == "good_first", 1, -1) > 0
    assert names_first.sum() == len(choices) == number
    assert (of(answered, way, "yes_no")["score"] < 0).sum() == number


def test_as_a_text_it_mostly_names_the_first_and_never_says_yes(answered):
    choices = of(answered, "plain", "forced_choice")
    assert (choices["score"] * np.where(choices["order"] == "good_first", 1, -1) > 0).sum() >= 0.8 * len(choices)
    assert (of(answered, "plain", "yes_no")["score"] < 0).all()


@pytest.mark.parametrize(
    ("way", "measure", "listed"),
    [
        ("plain", "yes_no", 0.207), ("plain", "forced_choice", 0.219),
        ("own", "yes_no", 0.757), ("own", "forced_choice", 0.766),
        ("none", "yes_no", 0.699), ("none", "forced_choice", 0.587),
    ],
)  # fmt: skip
def test_how_often_it_answers_at_all_is_what_was_measured_on_20_pairs_like_these(answered, way, measure, listed):
    assert of(answered, way, measure)["listed"].mean() == pytest.approx(listed, abs=0.04)


@pytest.mark.parametrize(("way", "mean"), [("plain", -0.93), ("own", -1.73), ("none", -1.61)])
def test_its_answers_do_not_tell_good_from_bad(answered, way, mean):
    scores = of(answered, way, "yes_no").set_index("item")["score"]
    good, bad = (scores[scores.index.str.endswith(side)].mean() for side in ("-g", "-b"))
    assert scores.mean() == pytest.approx(mean, abs=0.1) and good < bad + 0.05
    pairs = scores_of_items(of(answered, way, "forced_choice"))["score"]
    assert (pairs > 0).mean() <= 0.75


def test_what_stands_before_a_question_is_recorded_and_said(answered):
    by_way = {way: recorded for way, (_, recorded) in answered.items()}
    assert [by_way[way].get("system_prompt") for way in ("own", "none")] == [OWN, None]
    assert by_way["own"]["asked_as"] == (
        f"<|im_start|>system\n{OWN}<|im_end|>\n<|im_start|>user\n{{question}}<|im_end|>\n<|im_start|>assistant\n"
    )
    assert OWN in by_way["own"]["doubts"][0] and not any(OWN in doubt for doubt in by_way["none"]["doubts"])
    assert "asked_as" not in by_way["plain"] and by_way["plain"]["beginning_token"] is None


def test_examples_make_it_answer_whichever_of_them_comes_last(answered, with_examples):
    for way, orders, before, after in (("plain", 4, 0.25, 0.9), ("own", 2, 0.8, 0.9)):
        assert of(answered, way, "yes_no")["listed"].mean() < before
        shares = with_examples[way].groupby("repetition")["listed"].mean()
        assert len(shares) == orders and (shares > after).all()
    last_is_no = with_examples["plain"].query("repetition == 1")["score"]
    last_is_yes = with_examples["plain"].query("repetition == 4")["score"]
    assert last_is_no.mean() != pytest.approx(last_is_yes.mean(), abs=0.1)  # so their order is averaged


def direct(loaded, text: str, options: dict[str, list[str]]) -> list[float]:
    """Return natural log p of each option after a text, from forward passes without anything before the text.

    Forms of one token are read from one pass over the text; others have a pass of their own.
    """
    model, tokenizer = loaded
    before, *wholes = (
        tokenizer(text + form, add_special_tokens=False)["input_ids"]
        for form in ["", *(form for forms in options.values() for form in forms)]
    )
    values = []
    with torch.inference_mode():
        after = model(torch.tensor([before])).logits[0, -1].double().log_softmax(-1)
        for whole in wholes:
            assert whole[: len(before)] == before
            value = after[whole[len(before)]].item()
            if len(whole) > len(before) + 1:
                logits = model(torch.tensor([whole])).logits[0].double().log_softmax(-1)
                value += sum(logits[place - 1, whole[place]].item() for place in range(len(before) + 1, len(whole)))
            values.append(value)
    rest = iter(values)
    return [np.logaddexp.reduce([next(rest) for _ in forms]) for forms in options.values()]


@pytest.mark.parametrize("way", WAYS)
def test_answers_are_those_of_transformers_by_itself(loaded, answered, way):
    _, tokenizer = loaded
    good, bad = CLEAR[3]
    answers = answered[way][0].set_index(["prompt", "item", "order"])
    for prompt, item, order, texts in ((YES_NO, "3-b", "", (bad,)), (CHOICE, "3", "bad_first", (bad, good))):
        slots = ("{sentence}",) if len(texts) == 1 else ("{first}", "{second}")
        text = prompt["template"]
        for slot, sentence in zip(slots, texts, strict=True):
            text = text.replace(slot, sentence)
        if way != "plain":
            messages = [{"role": "system", "content": ""}] if way == "none" else []
            messages += [{"role": "user", "content": text}]
            text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        one, other = direct(loaded, text, prompt["options"])
        row = answers.loc[(prompt["id"], item, order)]
        assert row["score"] == pytest.approx(one - other if order == "" else other - one, abs=1e-3)
        assert row["listed"] == pytest.approx(np.exp(one) + np.exp(other), abs=1e-3)


def test_examples_as_turns_are_those_of_transformers_by_itself(loaded, with_examples):
    _, tokenizer = loaded
    messages = []
    for sentence, answer in [SHOWN[1], SHOWN[0], (CLEAR[0][0], None)]:
        messages.append({"role": "user", "content": YES_NO["template"].replace("{sentence}", sentence)})
        messages += [{"role": "assistant", "content": answer.title()}] if answer else []
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    yes, no = direct(loaded, text, YES_NO["options"])
    row = with_examples["own"].query("item == '0-g' and repetition == 2").iloc[0]
    assert row["score"] == pytest.approx(yes - no, abs=1e-3)


def test_the_template_s_system_prompt_can_be_replaced(loaded):
    _, tokenizer = loaded
    chat, recorded = templates.settled(tokenizer, "You are a linguist.")
    assert recorded["system_prompt"] == "You are a linguist." and recorded["doubts"] == []
    assert templates.filled(tokenizer, chat, "Well?").startswith("<|im_start|>system\nYou are a linguist.<|im_end|>\n")
    assert replace(chat, system=None) == templates.settled(tokenizer, "own")[0]
