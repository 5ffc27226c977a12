"""The lines of docs/coming.md: rows of its tables and blocks of code, by the program that one comes from."""

import re
import warnings
from pathlib import Path

from helpers import ROOT
from tiny_models import bert, of_letters, save, save_gpt2, t5_letters, wordpiece_tokenizer

PAGE = (ROOT / "docs/coming.md").read_text(encoding="utf-8")
SECTIONS = dict(zip(*[iter(re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)[1:])] * 2, strict=True))
ROW = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)
START = re.search(r"^```python\n(import acceptability\n.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[1]
SENTENCES = ["The dog is sleeping.", "The dog are sleeping.", "Cats sleep.", "Dogs bark.", "Dogs barks.", "I am."]


def blocks(program: str, language: str = "python") -> list[str]:
    """Return the blocks of code in the section about a program."""
    return re.findall(rf"^```{language}\n(.*?)^```", SECTIONS[program], re.DOTALL | re.MULTILINE)


def rows(program: str) -> list[tuple[str, str]]:
    """Return of each row of the tables about a program its line there, and the line here."""
    return ROW.findall(SECTIONS[program])


def save_models(folder: Path) -> dict[str, str]:
    """Save a tiny model for each name of a model on the page, and return their folders."""
    shape = {"n_positions": 64, "n_embd": 32, "n_layer": 2, "n_head": 2, "initializer_range": 0.3}
    save_gpt2(folder / "gpt2", SENTENCES, size=300, seed=1, **shape)
    save(folder / "bert-base-cased", bert(), wordpiece_tokenizer())
    save(folder / "t5-small", of_letters("t5"), t5_letters())
    for file in folder.glob("*/tokenizer_config.json"):  # the plain class, which an older transformers has, too
        file.write_text(file.read_text(encoding="utf-8").replace("TokenizersBackend", "PreTrainedTokenizerFast"))
    return {name: str(folder / name) for name in ("gpt2", "bert-base-cased", "t5-small")}


def with_models(code: str, models: dict[str, str]) -> str:
    """Return code of the page with folders in place of the names of models."""
    for name, folder in models.items():
        code = code.replace(f'"{name}"', repr(folder))
    return code


def names_after(code: list[str], models: dict[str, str]) -> dict[str, object]:
    """Return the names that lines of the page know after its first block and these further ones have run."""
    made: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(with_models("\n".join([START, *code]), models), made)
    return made
