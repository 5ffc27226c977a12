"""Train in steps that can be interrupted: a rerun ends with the same weights and the same curve.

What is random in a step must follow from its number alone.
"""

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import PreTrainedModel

from acceptability.scoring import checkpoints, onednn

REPORTS = 40  # points of the curve
WARM_UP = 0.05  # of the steps
CHECKPOINT_SECONDS = 60
TRIED = 3  # steps, to see how long one takes
UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


@dataclass(frozen=True)
class Plan:
    """Describe what is trained, and how.

    ``batches`` gives the batches of an epoch, the same ones whenever it is called. ``loss`` is called with a batch and
    the number of the step, and gives the summed loss, what it is the sum of (a number of tokens, say) and how many
    tokens were read. ``evaluate`` gives numbers about held-out data, at the end of each epoch where ``by_epoch`` is
    true, else at equal distances. ``schedule`` gives the optimiser's settings for a step, from its number and that of
    all steps; without it, the learning rate warms up and decays. ``carried`` are tensors, by name, that a step leaves
    for the next one.
    """

    model: PreTrainedModel
    epochs: int
    batches: Callable[[int], list]
    loss: Callable[[Any, int], tuple[torch.Tensor, int, int]]
    evaluate: Callable[[], tuple[float, ...]]
    learning_rate: float  # the greatest one
    clip: float  # the greatest norm of the gradients
    weight_decay: float = 0.0
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-8
    schedule: Callable[[int, int], dict[str, float]] | None = None
    by_epoch: bool = False
    carried: dict[str, torch.Tensor] = field(default_factory=dict)


@dataclass
class State:
    """Describe the state of a training: steps done, tokens seen, the curve, and the loss since its last point."""

    step: int
    tokens: int
    curve: list[tuple[float, ...]]
    loss: float
    counted: int


def learning_rate(highest: float, step: int, steps: int) -> float:
    """Return the learning rate of a step, counted from 0: linear warm-up at first, then linear decay to 0."""
    warm = max(1, math.ceil(WARM_UP * steps))
    return highest * min((step + 1) / warm, (steps - step) / max(1, steps - warm))


def batches_of_one_length(lengths: np.ndarray, tokens: int, seed: int, epoch: int) -> list[np.ndarray]:
    """Return the rows of each batch, in an order drawn from seed and epoch: all rows once, and nothing to be padded.

    A batch has ``tokens`` tokens at most, unless a single row has more.
    """
    generator = np.random.default_rng([seed, epoch])
    shuffled = generator.permutation(len(lengths))
    ordered = shuffled[np.argsort(lengths[shuffled], kind="stable")]
    batches = []
    for rows in np.split(ordered, np.flatnonzero(np.diff(lengths[ordered])) + 1):
        size = max(1, tokens // int(lengths[rows[0]]))
        batches += [rows[start : start + size] for start in range(0, len(rows), size)]
    return [batches[number] for number in generator.permutation(len(batches))]


def cost(plan: Plan, steps: int) -> str:
    """Return how long so many steps will take here, in words. A few steps are taken that change nothing."""
    parameters = [parameter for _, parameter in checkpoints.trained(plan.model)]
    optimizer = torch.optim.AdamW(parameters, lr=0.0, weight_decay=0.0, fused=True)
    carried, seconds = dict(plan.carried), []
    plan.carried.clear()
    for batch in plan.batches(0)[:TRIED]:
        start = time.perf_counter()
        descend(plan, optimizer, parameters, batch, 0)
        seconds.append(time.perf_counter() - start)
    plan.model.zero_grad()
    plan.carried.clear()
    plan.carried.update(carried)
    total = statistics.median(seconds) * steps
    unit, many = next((unit, many) for unit, many in UNITS if total >= many or unit == "seconds")
    size = sum(parameter.numel() for parameter in parameters)
    return f"{size:,} parameters to train, {steps:,} steps to take: about {total / many:.1f} {unit} on this machine"


@onednn.linear_layers()
def run(
    plan: Plan, checkpoint: Path, identity: str, progress: Callable[[int, int], None], seconds: float
) -> list[tuple[float, ...]]:
    """Train the plan's model in place with AdamW; returns the curve.

    Every ``seconds`` a checkpoint is written; a training of the same ``identity`` goes on from it. The caller removes
    it when it has kept the model. ``progress`` is called after each step with its number and that of all steps.
    A point of the curve is: steps and tokens since the start, the mean loss since the point before, what ``evaluate``
    gives.
    """
    parameters = [parameter for _, parameter in checkpoints.trained(plan.model)]
    optimizer = torch.optim.AdamW(
        parameters, lr=plan.learning_rate, betas=plan.betas, eps=plan.eps, weight_decay=plan.weight_decay, fused=True
    )
    per_epoch = [len(plan.batches(epoch)) for epoch in range(plan.epochs)]
    steps = sum(per_epoch)
    saved_state = checkpoints.load(checkpoint, plan.model, optimizer, identity, plan.carried)
    state = State(**saved_state) if saved_state else State(0, 0, [], 0.0, 0)
    print(f"\n{cost(plan, steps - state.step)}")  # in a line of its own, below a bar of progress
    if plan.by_epoch:
        points = set(accumulate(per_epoch))
    else:
        points = {math.ceil(steps * point / REPORTS) for point in range(1, REPORTS + 1)}
    schedule = plan.schedule or (lambda step, steps: {"lr": learning_rate(plan.learning_rate, step, steps)})
    first, saved = 0, time.monotonic()
    for epoch, count in enumerate(per_epoch):
        if state.step < first + count:
            for batch in plan.batches(epoch)[state.step - first :]:
                for group in optimizer.param_groups:
                    group.update(schedule(state.step, steps))
                total, counted, tokens = descend(plan, optimizer, parameters, batch, state.step)
                state.step += 1
                state.tokens += tokens
                state.loss += total
                state.counted += counted
                if state.step in points:
                    state.curve.append((state.step, state.tokens, state.loss / state.counted, *plan.evaluate()))
                    state.loss, state.counted = 0.0, 0
                progress(state.step, steps)
                if time.monotonic() - saved >= seconds:
                    checkpoints.save(checkpoint, plan.model, optimizer, asdict(state), identity, plan.carried)
                    saved = time.monotonic()
        first += count
    return state.curve


def descend(
    plan: Plan, optimizer: torch.optim.AdamW, parameters: list[torch.nn.Parameter], batch: Any, step: int
) -> tuple[float, int, int]:
    """Learn from one batch, in one step of the optimiser. Return loss, count and tokens as Plan.loss does."""
    total, counted, tokens = plan.loss(batch, step)
    optimizer.zero_grad()
    (total / counted).backward()
    for parameter in parameters:  # what the batch did not reach takes the step, too: all have taken equally many
        if parameter.grad is None:
            parameter.grad = torch.zeros_like(parameter)
    torch.nn.utils.clip_grad_norm_(parameters, plan.clip)
    optimizer.step()
    return total.item(), counted, tokens
