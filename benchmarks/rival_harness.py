"""Decisions of lm-evaluation-harness on BLiMP, in its own environment (envs/separate/lm_eval.txt): the other side of a comparison.

    python rival_harness.py <folder of a causal model> <folder of BLiMP's JSON lines> <output> [threads] [batch size]

The tasks are its own; only where they read the pairs is changed. The output is one JSON object: for each paradigm the
scores of both sentences of each pair, the good one first, and whether the pair counts as correct. The last line that is
printed says how long its scoring took: seconds of the clock and of processors for one sentence.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path


def tasks(paradigms: Path) -> list[dict]:
    """The harness's tasks of these names, reading local files."""
    return [
        {
            "task": f"blimp_{path.stem}",
            "dataset_path": "json",
            "dataset_kwargs": {"data_files": {"train": str(path.absolute())}},
        }
        for path in sorted(paradigms.glob("*.jsonl"))
    ]


def main(model: str, paradigms: str, to: str, threads: str = "", batch: str = "256") -> None:
    import torch
    from lm_eval import simple_evaluate
    from lm_eval.models.huggingface import HFLM

    class Timed(HFLM):
        def loglikelihood(self, requests, *rest, **options):
            wall, cpu = time.perf_counter(), time.process_time()
            scored = super().loglikelihood(requests, *rest, **options)
            taken.update(wall=time.perf_counter() - wall, cpu=time.process_time() - cpu, of=len(requests))
            return scored

    taken: dict[str, float] = {}
    torch.set_num_threads(int(threads or torch.get_num_threads()))
    found = simple_evaluate(
        model=Timed(pretrained=model, dtype="float32", device="cpu", batch_size=int(batch)),
        tasks=[{"group": "pairs", "task": tasks(Path(paradigms))}],
        bootstrap_iters=0,
    )
    decided = {}
    for task, samples in found["samples"].items():
        rows = sorted(samples, key=lambda sample: sample["doc_id"])
        decided[task.removeprefix("blimp_")] = [
            {"scores": [float(score) for score, _ in row["filtered_resps"]], "correct": row["acc"]} for row in rows
        ]
    Path(to).write_text(json.dumps(decided), encoding="utf-8")
    print(json.dumps({kind: taken[kind] / taken["of"] for kind in ("wall", "cpu")}))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as cache:  # nothing is fetched, and nothing stays
        os.environ |= {"HF_HOME": cache, "HF_HUB_OFFLINE": "1"}
        main(*sys.argv[1:])
