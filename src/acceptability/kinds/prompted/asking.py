"""Compute the log-probabilities of the options of prompts with causal language models.

The model continues the text of a prompt, or answers it in the tokenizer's chat template (see chat). A prompt's examples
go before it in several orders, each of which makes a question. The probability of an option is the sum over its forms;
that of a form is the product over its tokens. What questions have in common at their beginning goes through the model
once (see kinds.causal.log_probs): instructions and examples for all sentences, and a question for all of its options.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import torch
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.kinds.causal import beginning_tokens, beginnings
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.kinds.prompted import chat as templates
from acceptability.kinds.prompted.chat import CHAT_OFF, Chat
from acceptability.scoring import batches, devices, pretrained, prompts
from acceptability.scoring.pretrained import Encoded
from acceptability.scoring.prompts import Items, Prompt, Question
from acceptability.sources import model_files

AT_ONCE = 2_000  # questions, for the memory's sake
SHARING = 1_024  # tokens of a question that shares its beginning with others: examples are long
RARE = 0.1  # with a smaller share of its probability on the options, a model hardly answers
MEND = "shorten them or the prompts, or use a model that takes more tokens"


def ask(files: list[Path], prompt_list: Sequence[Prompt], items: Items, system: dict) -> tuple[pd.DataFrame, dict]:
    """Return a model's answers as ANSWERS, and what they were made from.

    Parameters:
        files: the model's.
        system: how the model is scored; ``chat``: whether prompts are put in its chat template (None: if it has one);
            and ``system_prompt``, which stands there: a text, ``own`` for the template's own one, or ``none``.
    """
    torch.set_num_threads(system["threads"])
    folder, adapter = model_files.folder_of(files), model_files.adapter_of(files)
    origin = model_files.read_origin(folder, adapter)
    options = {"devices": system["devices"], "adapter": adapter}
    model, tokenizer = pretrained.load(folder, CAUSAL, system["precision"], **options)
    answers, recorded = answer(model, tokenizer, prompt_list, items, system)
    return answers, origin | {"system": system} | recorded | devices.describe(model)


def answer(
    model: PreTrainedModel, tokenizer: Tokenizer, prompt_list: Sequence[Prompt], items: Items, system: dict
) -> tuple[pd.DataFrame, dict]:
    """Return the answers of a model that is ready to score, as ANSWERS, and what is recorded of them.

    ``system`` has ``beginning``, ``exact_savings``, ``chat`` and ``system_prompt``, as in ask. Recorded are what
    chat.settled says or, of a text in no chat template, what beginnings.chosen says, and all ``doubts``.
    """
    chat = None
    around: dict[str, Any] = {}
    if is_chat(tokenizer, system["chat"]):
        chat, around = templates.settled(tokenizer, system["system_prompt"])
        _check_special(tokenizer, [("the system prompt", around["system_prompt"] or "")])
    elif system["system_prompt"] not in (prompts.OWN, prompts.NONE):
        raise InputError("a system prompt needs a chat template, and none is used; write its text into the prompts")
    else:
        texts = [text for _, (text,) in items.sentences]
        _, around = beginnings.chosen(model, tokenizer, texts, system["beginning"])
    beginning = around.get("beginning_token") or False
    questions = list(prompts.questions(prompt_list, items))
    log_probs = []
    with batches.counted(model) as computed:
        for start in range(0, len(questions), AT_ONCE):
            part = questions[start : start + AT_ONCE]
            log_probs += option_log_probs(
                model, tokenizer, part, chat, beginning=beginning, savings=system["exact_savings"]
            )
    table = pd.DataFrame(
        {
            "measure": [question.prompt.measure for question in questions],
            "prompt": [question.prompt.id for question in questions],
            "item": [question.item for question in questions],
            "order": [question.order for question in questions],
            "repetition": [prompts.repetition_of(question) for question in questions],
            "score": [score(*arguments) for arguments in zip(questions, log_probs, strict=True)],
            "listed": [min(1.0, float(np.exp(_sum(list(options.values()))))) for options in log_probs],
            "answer": "",
        }
    )
    warnings = [*around["doubts"], *prompts.examples_asked(prompt_list, items), *doubts(table)]
    for doubt in warnings:
        print(f"warning: {doubt}")
    counts = {"questions": len(questions), "tokens_computed": sum(computed)}
    print("{questions:,} questions, {tokens_computed:,} tokens computed".format(**counts))
    as_asked = {"chat": chat is not None} | around | {"prompts": [prompt.as_written for prompt in prompt_list]}
    return table, as_asked | counts | {"doubts": warnings}


def is_chat(tokenizer: Tokenizer, chat: bool | None) -> bool:
    """Return whether prompts are put in a chat template. InputError where the tokenizer lacks one that is wanted."""
    if chat and tokenizer.chat_template is None:
        raise InputError("the tokenizer has no chat template; set ", CHAT_OFF, ", or leave it out")
    return tokenizer.chat_template is not None if chat is None else chat


def score(question: Question, log_probs: dict[str, float]) -> float:
    """Return the score of a question from the natural log-probabilities of its options.

    yes_no: ln p(yes) − ln p(no). rating: Σ d p(d) / Σ p(d), the expected number. forced_choice: ln p(the option of
    the good sentence) − ln p(the other one).
    """
    if question.prompt.measure == "rating":
        weights = np.exp(np.array(list(log_probs.values())) - max(log_probs.values()))
        return float(np.average([float(option) for option in log_probs], weights=weights))
    return float(sum(question.prompt.value(option, question.order) * value for option, value in log_probs.items()))


def doubts(table: pd.DataFrame) -> list[str]:
    """Return, in words, for which measures, or for which of a measure's prompts, a model hardly answers."""
    lines = []
    for measure, answers in table.groupby("measure", sort=False):
        of_prompts = answers.groupby("prompt", sort=False)["listed"].mean()
        about = {measure: answers["listed"].mean()}
        if about[measure] >= RARE:
            about = {f"{measure}, {prompt}": share for prompt, share in of_prompts.items()}
        lines += [
            f"Asked by prompts ({name}), it gives {share:.1%} of its probability to all listed options together. It "
            "hardly answers, so do not rely on what it seems to prefer."
            for name, share in about.items()
            if share < RARE
        ]
    return lines


def option_log_probs(
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    questions: Sequence[Question],
    chat: Chat | None,
    beginning: bool | str,
    savings: bool = True,
) -> list[dict[str, float]]:
    """Return the natural log-probability of each option of each question: that one of its forms comes next.

    ``beginning``, as in beginning_tokens.token_of, is about a text that is in no chat template; templates have their
    own. Raises InputError where a sentence contains a special token, or where a form's tokens cannot be told from the
    question's. So it does where options have the same tokens, or a question is too long for the model.
    """
    _check_special(tokenizer, ((question.item, question.text) for question in questions))
    token = None if chat else beginning_tokens.token_of(tokenizer, beginning)
    start = [] if token is None else [token]
    rows, owners = [], []
    for number, (question, before, tails_by_option) in enumerate(_tokens(tokenizer, questions, chat)):
        for option, tails in tails_by_option.items():
            rows += [_encoded(f"{question.item} ({question.prompt.id})", [*start, *before], tail) for tail in tails]
            owners += [(number, option)] * len(tails)
    pretrained.check_known(model, rows)
    lengths = [len(row.ids) for row in rows]
    pretrained.admit(rows, lengths, causal.limit(model, tokenizer), "refuse", MEND)
    scored = causal.score(model, tokenizer, rows, savings=savings, sharing=min(SHARING, max(lengths)))
    forms: list[dict[str, list[float]]] = [{} for _ in questions]
    for (number, option), columns in zip(owners, scored, strict=True):
        forms[number].setdefault(option, []).append(float(columns["log_prob"].sum()))
    return [{option: _sum(values) for option, values in of_question.items()} for of_question in forms]


def _sum(log_probs: list[float]) -> float:
    """Return the logarithm of the sum of probabilities, from their logarithms."""
    return float(np.logaddexp.reduce(log_probs))


def _check_special(tokenizer: Tokenizer, texts: Iterable[tuple[str, str]]) -> None:
    """Raise InputError for the first text, after its name, with a special token in it: it would not be read as text."""
    special = {str(token) for token in tokenizer.added_tokens_decoder.values() if token.special}
    for name, text in texts:
        if held := [token for token in special - {tokenizer.unk_token} if token in text]:
            raise InputError(
                f"{name}: contains {held[0]}, which this tokenizer does not treat as text; write it differently"
            )


def _tokens(tokenizer: Tokenizer, questions: Sequence[Question], chat: Chat | None):
    """Yield each question with its tokens and, by option, the tokens of its different forms after these."""
    texts = [
        templates.filled(tokenizer, chat, question.asked, question.shown) if chat else question.text
        for question in questions
    ]
    befores = _ids(tokenizer, texts)
    forms = [
        [(option, form) for option, option_forms in question.prompt.options.items() for form in option_forms]
        for question in questions
    ]
    wholes = iter(
        _ids(
            tokenizer,
            [text + form for text, question_forms in zip(texts, forms, strict=True) for _, form in question_forms],
        )
    )
    known: set[tuple] = set()  # what has been checked: most questions have the same forms
    for question, before, question_forms in zip(questions, befores, forms, strict=True):
        tails: dict[str, dict[tuple[int, ...], str]] = {option: {} for option in question.prompt.options}
        for option, form in question_forms:
            whole = next(wholes)
            if whole[: len(before)] != before or len(whole) == len(before):
                raise InputError(
                    f"the prompt {question.prompt.id}: the tokenizer joins the end of its text with the form {form!r}; "
                    "end the template with a punctuation mark, or change the form"
                )
            tails[option].setdefault(tuple(whole[len(before) :]), form)
        key = question.prompt.id, tuple((option, *forms_by_ids) for option, forms_by_ids in tails.items())
        if key not in known:
            _check_apart(question.prompt, tails)
            known.add(key)
        yield question, before, {option: list(forms_by_ids) for option, forms_by_ids in tails.items()}


def _check_apart(prompt: Prompt, tails: dict[str, dict[tuple[int, ...], str]]) -> None:
    """Raise InputError where a form's tokens are those of another option's, or the first ones of another form's."""
    written = [(option, ids, form) for option, forms_by_ids in tails.items() for ids, form in forms_by_ids.items()]
    for (option, ids, form), (other, longer, whole) in permutations(written, 2):
        if longer[: len(ids)] == ids:
            raise InputError(
                f"the prompt {prompt.id}: to its tokenizer, {whole!r} ({other}) begins with all of {form!r} ({option}) "
                "and their probabilities cannot be told apart; write other forms"
            )


def _ids(tokenizer: Tokenizer, texts: list[str]) -> list[list[int]]:
    return tokenizer(texts, add_special_tokens=False, verbose=False)["input_ids"] if texts else []


def _encoded(name: str, before: list[int], tail: tuple[int, ...]) -> Encoded:
    """Return a question with one form, of which only the form's tokens are scored."""
    ids = [*before, *tail]
    places = list(range(len(before), len(ids)))
    zeros, ones = [0] * len(tail), [1] * len(tail)
    return Encoded(name, ids, len(before), len(ids) - 1, places, [""] * len(tail), zeros, ones, ones)
