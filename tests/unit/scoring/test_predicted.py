"""Logits are turned into log-probabilities without a loss of digits."""

import pytest
import torch

from acceptability.scoring import predicted


@pytest.mark.parametrize("offset", [0.0, -100.0, 300.0])
def test_log_probs_are_those_in_double_precision_wherever_logits_lie(offset):
    logits = torch.randn((50, 20_000), generator=torch.Generator().manual_seed(1)) * 3 + offset
    row = torch.arange(50).repeat(2)
    token = torch.cat([logits.argmax(dim=1), torch.arange(50)])
    exact = logits.double().log_softmax(dim=1)[row, token]
    differences = predicted.log_probs(logits, row, token).double() - exact
    assert differences.abs().max() < 5e-6
    assert abs(differences.mean()) < 2e-7
