"""Asking a causal model, beside the same questions one at a time: a prompt of 40 tokens is computed once for all.

The model has random weights and GPT-2's tokenizer has pieces of the prompts alone, so only times and equal results are
of interest. One at a time: a pass of the library's model for each form of each option; and, since these options are one
token each, a pass for each question, from whose last place all options are read.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
import torch
from transformers import GPT2Config, GPT2LMHeadModel

from acceptability.kinds.prompted import asking
from acceptability.scoring import batches, prompts
from acceptability.scoring.prompts import Prompt, Question
from tiny_models import gpt2_tokenizer

GOAL = 4  # × as fast as a pass for each question and form
SHAPE = {"n_embd": 384, "n_layer": 6, "n_head": 6, "n_positions": 256}
OPTIONS = {"yes": (" Yes", " yes"), "no": (" No", " no")}
INSTRUCTION = (
    "You will read one sentence of English. Please judge whether a native speaker of the language would find that this "
    "sentence is well formed and natural, whatever it says, and answer with a single word, which is either Yes or No."
)


def questions_about(sentences: int) -> list[Question]:
    """Return a question about each of so many sentences, in which the instruction comes first."""
    nouns, verbs = ("boy", "girl", "child", "dog", "cat"), ("sees", "likes", "hears", "finds")
    texts = [f"The {nouns[n % 5]} {verbs[n % 4]} {n} of the {nouns[n // 5 % 5]}s." for n in range(sentences)]
    prompt = Prompt("long", "en", "yes_no", f"{INSTRUCTION}\nSentence: {{sentence}}\nAnswer:", OPTIONS, "none")
    return list(prompts.questions([prompt], prompts.items_of([(str(n), text) for n, text in enumerate(texts)], [])))


def tokenizer_of(questions: list[Question]):
    """Return a tokenizer whose pieces are the words of the questions and of the options."""
    texts = [question.text for question in questions]
    return gpt2_tokenizer([*texts, *(form for forms in OPTIONS.values() for form in forms)] * 2, 1_000)


def one_at_a_time(model, tokenizer, questions: list[Question], every_form: bool) -> np.ndarray:
    """Return log p of each option, from a pass for each question, or for each form of each option."""
    found = []
    with torch.inference_mode():
        for question in questions:
            before = [tokenizer.bos_token_id, *tokenizer(question.text)["input_ids"]]
            forms = {form: tokenizer(form)["input_ids"] for forms in OPTIONS.values() for form in forms}
            if every_form:
                p = {}
                for form, ids in forms.items():
                    logits = model(input_ids=torch.tensor([[*before, *ids]])).logits[0, len(before) - 1 : -1]
                    p[form] = float(logits.log_softmax(-1)[range(len(ids)), ids].sum())
            else:
                logits = model(input_ids=torch.tensor([before])).logits[0, -1].log_softmax(-1)
                p = {form: float(logits[ids[0]]) for form, ids in forms.items()}
            found.append([np.logaddexp.reduce([p[form] for form in own]) for own in OPTIONS.values()])
    return np.array(found)


def seconds(work: Callable[[], object]) -> tuple[float, object]:
    """Return how long something took, and what it gave."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sentences", type=int, default=400)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(1)
    questions = questions_about(arguments.sentences)
    tokenizer = tokenizer_of(questions)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=len(tokenizer), bos_token_id=0, eos_token_id=0, **SHAPE)).eval()
    shared = len(tokenizer(INSTRUCTION)["input_ids"])
    whole = np.mean([len(tokenizer(question.text)["input_ids"]) for question in questions])
    print(f"{len(questions)} questions of {whole:.0f} tokens, of which {shared} are the instruction")
    with batches.counted(model) as counts:
        ours, found = seconds(lambda: asking.option_log_probs(model, tokenizer, questions, None, beginning=True))
    found = np.array([list(options.values()) for options in found])
    print(f"asked together         {ours:6.2f} s, {sum(counts):,} tokens computed")
    for every_form, said in ((True, "a pass for each form"), (False, "a pass for each question")):
        with batches.counted(model) as counts:
            theirs, expected = seconds(lambda each=every_form: one_at_a_time(model, tokenizer, questions, each))
        apart = np.abs(found - expected).max()
        goal = f"  (goal ≥ {GOAL})" if every_form else ""
        print(
            f"{said:<22} {theirs:6.2f} s, {len(counts):,} passes: {theirs / ours:.1f} × as long{goal}; "
            f"log-probabilities differ by {apart:.1e} at most (goal ≤ 1e-5)"
        )


if __name__ == "__main__":
    main()
