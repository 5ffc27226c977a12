"""Chat templates put system prompts, thoughts and examples around a question, and some refuse a system prompt."""

import pytest

from acceptability.errors import InputError
from acceptability.kinds.prompted import chat as templates
from tiny_models import gpt2_tokenizer

TURNS = "{% for m in messages %}<{{ m.role }}>{{ m.content }}</>{% endfor %}"
ANSWER = "{% if add_generation_prompt %}<assistant>{% endif %}"
PLAIN = TURNS + ANSWER
OWN = "{% if messages[0].role != 'system' %}<system>Be good.</>{% endif %}" + PLAIN
UNLESS_EMPTY = OWN.replace("!= 'system'", "!= 'system' or not messages[0].content")
SYSTEM = "{{ messages[0].content if messages[0].role == 'system' }}"
HEADED = (
    f"<|start|>system<|end|>\n\nCutting Knowledge Date: 2023\nToday: May\n\n{SYSTEM}<|done|>"
    "{% for m in messages if m.role != 'system' %}<|start|>{{ m.role }}<|end|>\n\n{{ m.content }}<|done|>{% endfor %}"
    "<|start|>assistant<|end|>"
)
INSTRUCTION = (
    "{{ messages[0].content if messages[0].role == 'system' else 'Be good.' }}{% for m in messages %}"
    "{% if m.role != 'system' %} ### {{ m.role.title() }} asks:\n{{ m.content }}\n{% endif %}{% endfor %}### Answer:"
)
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}" + PLAIN
LEFT_OUT = PLAIN.replace("in messages", "in messages if m.role != 'system'")
ALWAYS = f"<system>Be good.{SYSTEM}</>{LEFT_OUT}"
MERGED = (
    "{% set first = messages[0].content + ' ' if messages[0].role == 'system' else '' %}"
    "{% for m in messages if m.role != 'system' %}<{{ m.role }}>{{ first if loop.first }}{{ m.content }}</>{% endfor %}"
) + ANSWER
SWITCH = PLAIN + "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
SWITCH_IN_SYSTEM = (
    "<system>{{ '/no_think' if enable_thinking is defined and not enable_thinking else '/think' }}</>" + PLAIN
)
OPENED = PLAIN + "<think>\n"
KNOWN = PLAIN.replace("m.content", "m.content.split('</think>')[-1]")
ENDLESS = "{% for a in range(1000) %}{% for b in range(1000) %}{{ messages[0].content }}{% endfor %}{% endfor %}"


def tokenizer(template: str | dict[str, str]):
    made = gpt2_tokenizer()
    made.chat_template = template
    return made


def as_asked(template: str, system: str = "own", **more) -> str:
    """Return a question as it goes into the model."""
    tokens = tokenizer(template)
    chat, _ = templates.settled(tokens, system)
    return templates.filled(tokens, chat, "Well?", **more)


def recorded(template: str, system: str = "own") -> dict:
    return templates.settled(tokenizer(template), system)[1]


@pytest.mark.parametrize(
    ("template", "system", "expected", "stands_there"),
    [
        (PLAIN, "own", "<user>Well?</><assistant>", None),
        (PLAIN, "none", "<user>Well?</><assistant>", None),
        (PLAIN, "Be brief.", "<system>Be brief.</><user>Well?</><assistant>", "Be brief."),
        (OWN, "own", "<system>Be good.</><user>Well?</><assistant>", "Be good."),
        (OWN, "none", "<system></><user>Well?</><assistant>", None),
        (OWN, "Be brief.", "<system>Be brief.</><user>Well?</><assistant>", "Be brief."),
        (NO_SYSTEM, "own", "<user>Well?</><assistant>", None),
        (NO_SYSTEM, "none", "<user>Well?</><assistant>", None),
        (LEFT_OUT, "none", "<user>Well?</><assistant>", None),
        (MERGED, "Be brief.", "<user>Be brief. Well?</><assistant>", "Be brief."),
        (MERGED, "none", "<user>Well?</><assistant>", None),
        (PLAIN, "user", "<system>user</><user>Well?</><assistant>", "user"),
        (INSTRUCTION, "none", " ### User asks:\nWell?\n### Answer:", None),
        (ALWAYS, "own", "<system>Be good.</><user>Well?</><assistant>", None),
        (ALWAYS, "Be brief.", "<system>Be good.Be brief.</><user>Well?</><assistant>", "Be brief."),
    ],
)
def test_the_system_prompt_is_the_template_s_own_or_none_or_a_text(template, system, expected, stands_there):
    assert as_asked(template, system) == expected
    made = recorded(template, system)
    assert made["system_prompt"] == stands_there
    assert made["asked_as"] == expected.replace("Well?", "{question}")


def test_a_system_prompt_that_the_template_writes_unasked_is_said():
    (doubt,) = recorded(OWN)["doubts"]
    assert "a system prompt of its own before each question: “Be good.”" in doubt and "set system: none" in doubt
    assert recorded(OWN, "none")["doubts"] == recorded(OWN, "Be brief.")["doubts"] == recorded(PLAIN)["doubts"] == []


def test_a_template_that_writes_the_date_is_named():
    _, doubt = recorded("{{ strftime_now('%Y') }}" + PLAIN)["doubts"]
    assert "may write today's date" in doubt


@pytest.mark.parametrize(
    ("template", "system", "message"),
    [
        (NO_SYSTEM, "Be brief.", r"does not take messages of system, user \(System role not supported\)"),
        (LEFT_OUT, "Be brief.", "leaves out the system prompt"),
        (LEFT_OUT, "user", "leaves out the system prompt"),
        (UNLESS_EMPTY, "none", "always adds a text of its own, “Be good.”; set system: own"),
        (ALWAYS, "none", "always adds a text of its own, “Be good.”; set system: own"),
        (HEADED, "none", "of its own, “Cutting Knowledge Date: 2023 Today: May”; set system: own"),
        ({"one": PLAIN, "two": PLAIN}, "own", "several chat templates and none called default; set chat: false"),
        (PLAIN.replace("m.content", "m.content | upper"), "own", "changes the text of a question"),
        ("{{ messages.nothing.more }}", "own", "does not take messages of user"),
        ("{{ raise_exception('') }}", "own", r"does not take messages of user \(TemplateError\)"),
        ("{{ 1 / 0 }}", "own", r"\(division by zero\)"),
        ("{% for number in range(10 ** 6) %}a{% endfor %}", "own", r"\(Range too big"),
        (ENDLESS, "own", r"\(it writes more than 1,048,576 characters\)"),
        ("{% set text %}" + ENDLESS + "{% endset %}" + PLAIN, "own", r"\(it writes more than 1,048,576 characters\)"),
    ],
)
def test_what_a_template_cannot_say_is_refused(template, system, message):
    with pytest.raises(InputError, match=message) as refused:
        templates.settled(tokenizer(template), system)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("template", "text"), [(ALWAYS, "Be good."), (HEADED, "Cutting Knowledge Date: 2023 Today: May")]
)
def test_a_text_that_a_template_adds_to_any_system_prompt_is_said(template, text):
    for system in ("own", "Be brief."):
        assert recorded(template, system)["doubts"] == [
            f"Its chat template writes “{text}” before each question, besides any system prompt."
        ]


@pytest.mark.parametrize(
    ("template", "end", "said"),
    [
        (PLAIN, "<assistant>", None),
        (SWITCH, "<assistant><think>\n\n</think>\n\n", "enable_thinking: false"),
        (SWITCH_IN_SYSTEM, "</no_think>", "enable_thinking: false"),
        (OPENED, "<assistant><think>\n\n</think>\n\n", "</think> was put after the <think> of its template"),
        (OPENED.rstrip(), "<assistant><think>\n\n</think>\n\n", "</think> was put after the <think> of its template"),
        (KNOWN, "<assistant><think>\n\n</think>\n\n", "an empty <think> </think> was put before the answer"),
        (SWITCH + "<think>\n", None, "enable_thinking: false"),
    ],
)
def test_a_thinking_model_is_asked_to_answer_without_thinking(template, end, said):
    asked = as_asked(template)
    if end == "</no_think>":
        assert asked == "<system>/no_think</><user>Well?</><assistant>"
    elif end:
        assert asked == f"<user>Well?</>{end}"
    made = recorded(template)
    assert made["thinking"] == said and made["asked_as"] == asked.replace("Well?", "{question}")
    assert [said in doubt for doubt in made["doubts"]] == ([True] if said else [])


def test_examples_are_earlier_turns_without_a_space_before_the_answer():
    asked = as_asked(OWN, "none", examples=[("One?", " Yes"), ("Two?", " No")])
    assert asked == ("<system></><user>One?</><assistant>Yes</><user>Two?</><assistant>No</><user>Well?</><assistant>")
    assert as_asked(KNOWN, examples=[("One?", " Yes")]).count("<think>") == 1  # before the answer that is asked for
