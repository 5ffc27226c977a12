"""Speed of an LSTM language model, beside plain loops of PyTorch: part of `make bench`, and by itself.

The model is brown-lstm of a configuration. Training: ours takes rows of one length; the plain loop takes as many sentences in
random order, padded to the longest, and leaves the padding out of the loss. Scoring: one sentence after the other, with
the whole softmax. Both sides run in turns; times are of the clock and of the processors.
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd
import torch

from acceptability.kinds.registry import kinds
from acceptability.papers.cola.lstm import log_probs as lstm
from acceptability.papers.cola.lstm import training as lstm_training
from acceptability.papers.cola.lstm.recurrent import END, SPECIAL
from acceptability.papers.cola.lstm.scoring import SCORER
from acceptability.reading.load import read_yaml
from acceptability.scoring import checkpoints, loop
from benchmarks import ROOT
from benchmarks.timing import rates_in_turns

ONE_AT_A_TIME = 100  # sentences
SYSTEM = {"kind": "lstm", "beginning": True, "ending": True, "leading_space": False}


def line(name: str, ours: tuple[float, float], theirs: tuple[float, float], goal: str) -> None:
    ratios = " and ".join(f"{a / b:.1f} ×" for a, b in zip(ours, theirs, strict=True))
    print(f"  {name:<21}{theirs[0]:9,.0f}: ours is {ratios} as fast, by clock and processors  {goal}")


def training(
    model, ids: np.ndarray, lengths: np.ndarray, settings: lstm_training.Settings, steps: int, turns: int
) -> None:
    """Steps of both loops in each turn. Tokens are those to be predicted."""
    held_out = lstm_training.rows_of_sentences(ids[: lengths[0]], lengths[:1], settings.sequence)
    plan = lstm_training.plan(model.train(), ids, lengths, held_out, settings)
    parameters = [parameter for _, parameter in checkpoints.trained(model)]
    optimizer = torch.optim.AdamW(parameters, lr=1e-4, weight_decay=0.0, fused=True)
    usual = torch.optim.Adam(model.parameters(), lr=1e-4)
    sentences = np.split(ids, np.cumsum(lengths)[:-1])
    generator = np.random.default_rng(1)
    batches = iter([batch for epoch in range(steps * turns) for batch in plan.batches(epoch)])

    def ours() -> int:
        return sum(loop.descend(plan, optimizer, parameters, next(batches), 0)[2] for _ in range(steps))

    def padded() -> int:
        tokens = 0
        for _ in range(steps):
            chosen = [sentences[n] for n in generator.integers(len(sentences), size=settings.batch_size)]
            rows = np.full((len(chosen), max(map(len, chosen))), SPECIAL.index(END))
            for number, row in enumerate(chosen):
                rows[number, : len(row)] = row
            kept = torch.arange(rows.shape[1] - 1) < torch.tensor([len(row) - 1 for row in chosen])[:, None]
            log_probs, _ = model.log_probs(torch.from_numpy(rows))
            usual.zero_grad()
            (-(log_probs * kept).sum() / kept.sum()).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            usual.step()
            tokens += int(kept.sum())
        return tokens

    mine, theirs = rates_in_turns(ours, padded, turns=turns)
    print(f"training an LSTM       {mine[0]:9,.0f} tokens/s, {settings.threads} threads")
    line("padded batches", mine, theirs, "(goal ≥ 2)")


def scoring(model, tokenizer, sentences: list[str], turns: int) -> None:
    """All sentences, and some of them in a plain loop."""
    table = pd.DataFrame({"sentence_id": [str(number) for number in range(len(sentences))], "sentence": sentences})
    encoded, _ = SCORER.read(tokenizer, table, SYSTEM)
    model.eval()

    def ours() -> int:
        lstm.score(model, encoded, end_of_sentence=True)
        return sum(len(sentence.places) for sentence in encoded)

    def one_at_a_time() -> int:
        few = encoded[:: max(1, len(encoded) // ONE_AT_A_TIME)][:ONE_AT_A_TIME]
        with torch.inference_mode():
            for sentence in few:
                ids = torch.tensor([sentence.ids])
                model(ids[:, :-1]).logits[0].gather(1, ids[0, 1:, None]).sum().item()
        return sum(len(sentence.places) for sentence in few)

    mine, theirs = rates_in_turns(ours, one_at_a_time, turns=turns)
    print(f"scoring with it        {mine[0]:9,.0f} tokens/s")
    line("one at a time", mine, theirs, "(goal ≥ 20)")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", type=Path, required=True, help="results/corpora/brown.txt")
    parser.add_argument("--sentences", type=Path, required=True, help="text file, one sentence a line, to be scored")
    parser.add_argument("--config", type=Path, default=ROOT / "config.yaml", help="file with the model brown-lstm")
    parser.add_argument("--steps", type=int, default=12, help="of training in one turn")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    entry = read_yaml(arguments.config)["models"]["brown-lstm"]
    given = kinds()["lstm"].settings(entry, "training") | {"threads": arguments.threads}
    settings = lstm_training.Settings(**given)
    text = arguments.corpus.read_text(encoding="utf-8").splitlines()
    tokenizer = lstm_training.train_tokenizer(text, settings.vocabulary)
    ids, lengths = lstm_training.encode(tokenizer, text)
    model = lstm_training.new_model(settings, len(tokenizer), ids)
    training(model, ids, lengths, settings, arguments.steps, arguments.turns)
    scoring(model, tokenizer, arguments.sentences.read_text(encoding="utf-8").splitlines(), arguments.turns)


if __name__ == "__main__":
    main()
