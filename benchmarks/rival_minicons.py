"""Log-probabilities of tokens by minicons, in its own environment (envs/separate/minicons.txt): the other side of comparisons.

Prints one JSON object: the version, for each ``batch`` size the seconds that scoring took (for the last one also those
of the clock and of processors for one sentence), and for each sentence the log-probability of each token. Of a masked
model: for plain masking and for masking the rest of the word. Of a causal one: after its beginning-of-sequence token,
without and with the end-of-text token; and by default, which is without either.
"""

import argparse
import json
import time
from functools import partial
from importlib.metadata import version

import torch
from minicons import scorer


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model", help="folder of the model")
    parser.add_argument("sentences", help="text file, one sentence a line")
    parser.add_argument("--kind", choices=["masked", "causal"], default="masked")
    parser.add_argument("--batch", type=int, nargs="+", default=[10])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--values", action="store_true", help="print the log-probabilities too")
    parser.add_argument("--sums", help="file for the log-probabilities of sentences after the token that begins them")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    with open(arguments.sentences, encoding="utf-8") as file:
        sentences = file.read().splitlines()
    given = list(sentences)
    if not arguments.values:
        sentences.sort(key=len)  # it pads the sentences of a batch to one length
    masked = arguments.kind == "masked"
    model = (scorer.MaskedLMScorer if masked else scorer.IncrementalLMScorer)(arguments.model, device)
    model.token_score(sentences[:1])
    score, sums = model.token_score, []
    if arguments.sums:
        score = partial(model.sequence_score, reduction=lambda values: values.sum().item(), bos_token=True)
    seconds = {}
    for batch in arguments.batch:
        start, cpu, sums[:] = time.perf_counter(), time.process_time(), []
        for first in range(0, len(sentences), batch):
            scored = score(sentences[first : first + batch])
            sums += scored if arguments.sums else []
        seconds[batch] = time.perf_counter() - start
    cpu, wall = (time.process_time() - cpu) / len(sentences), seconds[batch] / len(sentences)
    answer = {"minicons": version("minicons"), "transformers": version("transformers"), "seconds": seconds}
    answer |= {"wall": wall, "cpu": cpu}
    if arguments.sums:
        by_text = dict(zip(sentences, sums, strict=True))
        with open(arguments.sums, "w", encoding="utf-8") as file:
            json.dump([by_text[sentence] for sentence in given], file)
    if arguments.values and masked:
        for way, metric in (("log_prob", "original"), ("log_prob_word_l2r", "within_word_l2r")):
            scored = (model.token_score([sentence], PLL_metric=metric)[0] for sentence in sentences)
            answer[way] = [[value for _, value in sentence] for sentence in scored]
    elif arguments.values:
        ways = {
            "log_prob": (True, False),
            "log_prob_with_ending": (True, True),
            "log_prob_without_beginning": (False, False),
        }
        for way, (beginning, ending) in ways.items():
            read = (model.prepare_text([sentence], bos_token=beginning, eos_token=ending) for sentence in sentences)
            answer[way] = [model.compute_stats(sentence)[0] for sentence in read]
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
