"""SmolLM2 as a GGUF file: what it is loaded as, and how near its scores are to those of llama.cpp itself."""

import numpy as np
import pytest

import acceptability
from acceptability.command import entries
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.scoring import pretrained
from acceptability.sources import gguf_header
from helpers import ROOT

# After <|endoftext|>: with the dequantised weights in float32, and by llama.cpp (llama-cpp-python 0.3.36).
SUMS = {
    "The cat sat on the mat.": (-20.9165, -20.3358),
    "The cat sat on mat the.": (-44.8904, -44.4655),
    "Who did the teacher say left early?": (-49.4027, -49.4457),
    "Who did the teacher say that left early?": (-56.5676, -56.8749),
    "The keys to the cabinet are on the table.": (-39.1067, -39.1924),
    "The keys to the cabinet is on the table.": (-43.8835, -44.0485),
    "No student has ever read that book.": (-36.6758, -36.6607),
    "Some student has ever read that book.": (-50.9732, -51.2752),
}


@pytest.fixture(scope="module")
def tokens(smollm2):
    return acceptability.score(list(SUMS), smollm2, beginning="<|endoftext|>", tokens=True)


def test_sums_are_those_of_the_library_and_near_those_of_llama_cpp(tokens):
    sums = tokens.groupby("sentence_id", sort=False)["log_prob"].sum().to_numpy()
    ours, theirs = np.transpose(list(SUMS.values()))
    np.testing.assert_allclose(sums, ours, atol=5e-4)
    lengths = tokens.groupby("sentence_id", sort=False).size().to_numpy()
    assert abs(sums - theirs).max() < 0.6 and (abs(sums - theirs) / lengths).max() < 0.1
    assert (sums[::2] > sums[1::2]).all() and (theirs[::2] > theirs[1::2]).all()


def test_the_file_says_how_it_is_quantised_and_its_label_has_it(smollm2):
    header = gguf_header.read(smollm2)
    assert header.described == {"quantisation": "Q4_1", "tensors": {"Q4_1": 210, "F32": 61, "Q8_0": 1}}
    ((_, entry),) = entries.system_entries({"model": str(smollm2)}, {}, entries.declared_entries(ROOT)).values()
    assert entry["label"] == "smollm2-135m-instruct.q4_1"


def test_its_size_and_its_limit_are_known_before_its_weights_are_loaded(smollm2):
    outline, tokenizer = pretrained.outline(smollm2, CAUSAL)
    assert sum(weight.numel() for weight in outline.parameters()) == 134_515_008
    assert pretrained.limit(outline, tokenizer) == 8192
