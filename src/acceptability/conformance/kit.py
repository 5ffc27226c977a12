"""Write the conformance kit, three tiny models and 60 sentences, and read the scores that are expected of them.

Weights are drawn when they are asked for, by a generator that gives the same numbers with every version and on every
machine; a checksum confirms them. benchmarks/conformance_kit.py makes the other files.
"""

import hashlib
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.errors import InputError

DATA = Path(__file__).with_name("kit")
FILES = ("config.json", "tokenizer.json", "tokenizer_config.json")
WEIGHTS = "model.safetensors"
HEADER = "header.gguf"  # what precedes the weights in a GGUF file of the models that llama.cpp has, too
SENTENCES = "sentences.csv"


@cache
def models() -> pd.DataFrame:
    """Return the ``kind`` of each model of the kit, the ``seed`` of its weights and their ``sha256``."""
    return io.read_raw_tsv(DATA / "models.tsv").set_index("model")


def sentences() -> dict[str, str]:
    """Return the texts of the kit by their ids."""
    return _sentences().set_index("sentence_id")["sentence"].to_dict()


def tests() -> dict[str, str]:
    """Return what each sentence of the kit tests, by its id."""
    return _sentences().set_index("sentence_id")["tests"].to_dict()


@cache
def expected() -> pd.DataFrame:
    """Return ``model, convention, sentence_id, log_prob, tokens``: the sum, natural, and how many tokens it has.

    ``log_prob`` is missing where no token is counted.
    """
    table = io.read_raw_tsv(DATA / "expected.tsv")
    return table.assign(log_prob=io.numbers(table["log_prob"]), tokens=table["tokens"].astype(int))


def write(folder: Path) -> list[Path]:
    """Write the models and the sentences into a folder, and return what was written."""
    from safetensors.numpy import save_file

    written = []
    for name, row in models().iterrows():
        (folder / str(name)).mkdir(parents=True, exist_ok=True)
        for file in FILES:
            shutil.copyfile(DATA / str(name) / file, folder / str(name) / file)
        drawn = weights(str(name), int(row["seed"]))
        if digest(drawn) != row["sha256"]:
            raise InputError(f"{name}: weights differ from those of the kit; install a supported version of NumPy")
        save_file(drawn, folder / str(name) / WEIGHTS, metadata={"format": "pt"})
        written.append(folder / str(name))
        if (header := DATA / str(name) / HEADER).is_file():
            written.append(folder / f"{name}.gguf")
            written[-1].write_bytes(header.read_bytes() + _in_gguf(str(name), drawn))
    shutil.copyfile(DATA / SENTENCES, folder / SENTENCES)
    return [*written, folder / SENTENCES]


def weights(model: str, seed: int) -> dict[str, np.ndarray]:
    """Return the weights of a model of the kit, drawn with a seed."""
    generator, drawn = np.random.RandomState(seed), {}  # its numbers never change
    for row in _weights(model).itertuples(index=False):
        low, high = float(row.low), float(row.high)
        uniform = generator.random_sample(tuple(map(int, row.shape.split("x"))))
        drawn[row.tensor] = (low + (high - low) * uniform).astype(np.float32)
    return drawn


def digest(drawn: Mapping[str, np.ndarray]) -> str:
    """Return the SHA-256 of weights, in the order of their names."""
    total = hashlib.sha256()
    for name, values in sorted(drawn.items()):
        total.update(name.encode() + values.astype("<f4").tobytes())
    return total.hexdigest()


def _in_gguf(model: str, drawn: Mapping[str, np.ndarray]) -> bytes:
    """Return weights as a GGUF file has them: some matrices transposed, some with their rows paired within heads."""
    content = b""
    for row in _weights(model).itertuples(index=False):
        values = drawn[row.tensor].astype("<f4")
        if row.layout == "transposed":
            values = values.T
        elif row.layout:
            values = values.reshape(int(row.layout), 2, -1, values.shape[1]).swapaxes(1, 2)
        content += values.tobytes()
    return content


def _weights(model: str) -> pd.DataFrame:
    table = io.read_raw_tsv(DATA / "weights.tsv")
    return table[table["model"] == model]


@cache
def _sentences() -> pd.DataFrame:
    return io.read_raw_csv(DATA / SENTENCES)
