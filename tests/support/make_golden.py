"""Makes what tests compare with. Look at what has changed before you commit it.

    python tests/support/make_golden.py figures

draws tests/fixtures/figures/*.png again (tests/support/golden_figures.py).

    python tests/support/make_golden.py minicons <python of an environment with envs/separate/minicons.txt> <folder of a masked model>

asks minicons about some sentences and writes tests/fixtures/minicons/*.json: for the tiny BERT and the tiny GPT-2 of
tests/support/tiny_models.py and for the given model, whose weights are named by checksum.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from acceptability.sources.model_files import checksums  # noqa: E402

FIXTURES = ROOT / "tests/fixtures/minicons"


def copy_for_minicons(folder: Path, target: Path) -> Path:
    """The model with a tokenizer class that the older library knows."""
    shutil.copytree(folder, target)
    path = target / "tokenizer_config.json"
    path.write_text(path.read_text().replace("TokenizersBackend", "PreTrainedTokenizerFast"))
    return target


def minicons(python: str, model: Path) -> None:
    from tiny_models import bert, gpt2, gpt2_tokenizer, save, wordpiece_tokenizer

    with tempfile.TemporaryDirectory() as temporary:
        scratch = Path(temporary)
        tiny = save(scratch / "tiny", bert(), wordpiece_tokenizer())
        causal = save(scratch / "tiny-causal", gpt2(), gpt2_tokenizer())
        for name, kind, folder in (("tiny", "masked", tiny), ("causal", "causal", causal), ("model", "masked", model)):
            theirs = copy_for_minicons(folder, scratch / name / "copy")
            command = [python, ROOT / "benchmarks/rival_minicons.py", theirs, FIXTURES / "sentences.txt"]
            command += ["--kind", kind, "--values"]
            answer = json.loads(
                subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
            )
            for measured in ("seconds", "wall", "cpu"):
                del answer[measured]
            answer["weights"] = checksums([folder / "model.safetensors"])["model.safetensors"]
            (FIXTURES / f"{name}.json").write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["figures"]:
            import golden_figures

            golden_figures.renew()
        case ["minicons", python, model]:
            minicons(python, Path(model))
        case _:
            sys.exit(__doc__)
