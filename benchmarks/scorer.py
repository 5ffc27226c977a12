"""Scores sentences with a model and prints the seconds for one: a side of benchmarks.

Our way, of a causal model also without exact savings, or a plain loop. That scores one sentence after the other; of a
masked model, one masked copy after the other. A causal model's sentences have a space before them, in a loop only if
that is asked for.
"""

import argparse
import json
from functools import partial
from pathlib import Path

import torch

from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.kinds.masked import log_probs as masked
from acceptability.kinds.masked.scoring import MASKED
from acceptability.scoring import pretrained
from benchmarks.timing import worked


def ours(kind: str, model, tokenizer, sentences: list[str], savings: bool = True) -> list[float]:
    if kind == "masked":
        encoded = pretrained.encode(tokenizer, sentences, sentences)
        scored = masked.score(model, tokenizer, encoded, ["log_prob"])
    else:
        encoded = causal.prepare(tokenizer, sentences, sentences, beginning=True, ending=False, leading_space=True)
        scored = causal.score(model, tokenizer, encoded, savings=savings)
    return [float(columns["log_prob"].sum()) for columns in scored]


def loop(kind: str, model, tokenizer, sentences: list[str]) -> list[float]:
    sums = []
    with torch.inference_mode():
        for sentence in sentences:
            ids = tokenizer(sentence, return_tensors="pt")["input_ids"].to(model.device)
            found = []
            if kind == "causal":
                ids = torch.cat([torch.full_like(ids[:, :1], tokenizer.bos_token_id), ids], dim=1)
                chances = model(input_ids=ids).logits[0, :-1].log_softmax(dim=1)
                found.append(float(chances.gather(1, ids[0, 1:, None]).sum()))
            for place in range(1, ids.shape[1] - 1) if kind == "masked" else ():
                copy = ids.clone()
                copy[0, place] = tokenizer.mask_token_id
                found.append(float(model(input_ids=copy).logits.softmax(dim=2)[0, place, ids[0, place]].log()))
            sums.append(sum(found))
    return sums


WAYS = {"ours": ours, "no-savings": partial(ours, savings=False), "loop": loop}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("way", choices=list(WAYS))
    parser.add_argument("kind", choices=["masked", "causal"])
    parser.add_argument("model", type=Path, help="folder of the model")
    parser.add_argument("sentences", type=Path, help="text file, one sentence a line")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--first", type=int, help="how many of the sentences; all by default")
    parser.add_argument("--precision", choices=["float32", "tf32", "bfloat16"], default="float32")
    parser.add_argument("--space", action="store_true", help="put a space before the sentences of a loop")
    parser.add_argument("--to", type=Path, help="JSON file that the scores go to, natural log-probabilities")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    architecture = {"masked": MASKED, "causal": CAUSAL}[arguments.kind]
    model, tokenizer = pretrained.load(arguments.model, architecture, arguments.precision)
    sentences = arguments.sentences.read_text(encoding="utf-8").splitlines()[: arguments.first]
    if arguments.space and arguments.way == "loop":
        sentences = [f" {sentence}" for sentence in sentences]
    score = WAYS[arguments.way]
    score(arguments.kind, model, tokenizer, sentences[:2])
    sums: list[float] = []
    taken = worked(lambda: sums.extend(score(arguments.kind, model, tokenizer, sentences)), len(sentences))
    if arguments.to:
        arguments.to.write_text(json.dumps(sums), encoding="utf-8")
    print(json.dumps(taken))


if __name__ == "__main__":
    main()
