"""Find out what a tokenizer's chat template puts around a question, and around the examples before it.

Two things of a template change answers and are easily overlooked. Some write a system prompt of their own where none is
given, or more text around any that is. And those of models that think before they answer leave room for thoughts, so
that an answer is improbable directly after the question. Thinking is therefore switched off, or an empty thought is put
there.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.kinds.causal import tries
from acceptability.messages import KEY, Message, setting
from acceptability.scoring import chat_templates, prompts
from acceptability.scoring.prompts import NONE, OWN

CHAT_OFF = setting("chat", False, KEY)
SWITCH = "enable_thinking"  # the variable by which templates of thinking models are told whether to think
BEGINS, ENDS = "<think>", "</think>"
PROBE, SYSTEM_PROBE = "{question}", "§"
TODAY = "strftime_now"  # the function by which a template writes the date
# Marks of turns, which are no text: <|im_start|>, [INST], the name of a role alone or in a line, and a switch.
MARKS = re.compile(
    r"<+[^<>\s]+>+|\[/?\w+\]|^\W*(?:system|developer|user|human|assistant|model)\b\W*$|/(?:no_)?think\b", re.I | re.M
)
SHOWN = 300  # characters of a template's text in a message


@dataclass(frozen=True)
class Chat:
    """Describe how a chat template is filled.

    system: the text of the system message; None: there is no such message.
    options: values of variables that the template has.
    thought: what is put after the template, before the answer.
    """

    system: str | None
    options: Mapping[str, bool]
    thought: str


def settled(tokenizer: Tokenizer, system: str) -> tuple[Chat, dict]:
    """Return how the tokenizer's chat template is filled, and what is recorded of it.

    ``system`` is the text of a system prompt, or OWN or NONE. Recorded are the ``system_prompt`` that stands there, or
    None; how ``thinking`` is left out, or None where the template has no thoughts; ``asked_as``, the whole text with
    {question} in place of a question; and the ``doubts``. Raises InputError where the template cannot be filled so.
    """
    try:
        template = tokenizer.get_chat_template()
    except ValueError as error:
        raise InputError("its tokenizer has several chat templates and none called default; set ", CHAT_OFF) from error
    options = {SWITCH: False} if SWITCH in template else {}
    template_system = _own(tokenizer, options)
    message = {OWN: None, NONE: "" if template_system else None}.get(system, system)
    probe = message and SYSTEM_PROBE
    before, _, after = filled(tokenizer, Chat(probe, options, ""), PROBE).rpartition(PROBE)
    if probe and probe not in before:
        raise InputError("its chat template leaves out the system prompt; write it into the prompts (system: own)")
    stands_there = (template_system if system == OWN else message) or None
    system_text = probe or stands_there
    more = _text(before.replace(system_text, "\n") if system_text else before, _between(tokenizer, options))
    if system == NONE and more:
        raise InputError(f"its chat template always adds a text of its own, {more}; set system: own")
    thought, thinking = _thought(template, after)
    chat = Chat(message, options, thought)
    recorded = {
        "system_prompt": stands_there,
        "thinking": thinking,
        "asked_as": filled(tokenizer, chat, PROBE),
    }
    return chat, recorded | {
        "doubts": list(_doubts(template, template_system if system == OWN else "", more, thinking))
    }


def filled(tokenizer: Tokenizer, chat: Chat, question: str, examples: Sequence[tuple[str, str]] = ()) -> str:
    """Return a question in the chat template, up to where the answer begins.

    ``examples`` are questions, each as it is asked and as it is answered, which are earlier turns.
    """
    messages = _system(chat.system) + prompts.messages(question, examples)
    return _rendered(tokenizer, messages, chat.options) + chat.thought


def _system(content: str | None) -> list[dict[str, str]]:
    return [] if content is None else [{"role": "system", "content": content}]


def _rendered(tokenizer: Tokenizer, messages: list[dict[str, str]], options: Mapping[str, bool]) -> str:
    """Return messages in the chat template. InputError where it refuses them, or changes what is asked."""
    try:
        text = chat_templates.filled(tokenizer, messages, add_generation_prompt=True, **options)
    except InputError as error:
        roles = ", ".join(dict.fromkeys(message["role"] for message in messages))
        raise InputError(
            f"its chat template does not take messages of {roles} ({error}); leave out the system prompt (",
            setting("system", "own", KEY, option="SYSTEM_PROMPT"),
            ") or the examples, or set ",
            CHAT_OFF,
        ) from error
    if messages[-1]["content"].strip() not in text:
        raise InputError("its chat template changes the text of a question; set ", CHAT_OFF)
    return text


def _own(tokenizer: Tokenizer, options: Mapping[str, bool]) -> str:
    """Return the system prompt that a template writes where none is given: the part that a given one replaces.

    It is empty where there is none, or the template takes none.
    """
    question = prompts.messages(PROBE)
    without = _rendered(tokenizer, question, options)
    try:
        with_system = _rendered(tokenizer, _system(SYSTEM_PROBE) + question, options)
    except InputError:
        return ""
    same = tries.common(without, with_system)
    without, with_system = without[same:], with_system[same:]
    return without[: len(without) - tries.common(without[::-1], with_system[::-1])].strip()


def _between(tokenizer: Tokenizer, options: Mapping[str, bool]) -> str:
    """Return what the template writes between an answer and the next question; empty if it takes one question only."""
    turns = prompts.messages(PROBE, [(PROBE, SYSTEM_PROBE)])
    try:
        return _rendered(tokenizer, turns, options).rpartition(PROBE)[0].partition(SYSTEM_PROBE)[2]
    except InputError:
        return ""


def _text(before: str, between: str) -> str:
    """Return, in quotation marks, the text that stands before a question; empty where there are only marks of turns.

    ``between`` ends with what begins any question's turn.
    """
    before, between = (MARKS.sub("\n", MARKS.sub("\n", text)) for text in (before, between))  # then roles are alone
    text = " ".join(before[: len(before) - tries.common(before[::-1], between[::-1])].split())
    return f"“{textwrap.shorten(text, SHOWN, placeholder=' …')}”" if re.search(r"\w", text) else ""


def _thought(template: str, after: str) -> tuple[str, str | None]:
    """Return the text that ends a model's thoughts before they begin, and the words for it.

    The words are None where no thoughts are known. ``after`` is what the template writes after the question.
    """
    if ENDS in after:
        return "", f"{SWITCH}: false" if SWITCH in template else "the template leaves thoughts out"
    if after.rstrip().endswith(BEGINS):
        lines = after.count("\n", len(after.rstrip()))
        return "\n" * max(0, 2 - lines) + f"{ENDS}\n\n", f"{ENDS} was put after the {BEGINS} of its template"
    if SWITCH in template:
        return "", f"{SWITCH}: false"
    if BEGINS in template or ENDS in template:
        return f"{BEGINS}\n\n{ENDS}\n\n", f"an empty {BEGINS} {ENDS} was put before the answer"
    return "", None


def _doubts(template: str, template_system: str, more: str, thinking: str | None) -> Iterator[str]:
    """Yield what a reader of the answers should know of the template."""
    if template_system:
        yield Message(
            f"Its chat template puts a system prompt of its own before each question: “{template_system}”. "
            "To ask without one, or with another, set ",
            setting(
                "system",
                "none",
                "{yaml} (SYSTEM_PROMPT= for make score)",
                option="SYSTEM_PROMPT",
                more=" or a text",
            ),
            ".",
        )
    if more:
        yield f"Its chat template writes {more} before each question, besides any system prompt."
    if thinking:
        yield f"It is a model that thinks before it answers, and is asked to answer without thinking ({thinking})."
    if TODAY in template:
        yield "Its chat template may write today's date before a question, so that answers may differ from day to day."
