"""What the run was made from and with → one JSON file."""

import json
from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analyses.ceiling import compute as ceiling
from acceptability.contracts import io
from acceptability.errors import reporting
from acceptability.plan import provenance
from acceptability.sources import digests
from acceptability.statistics import restarts, uncertainty
from acceptability.studies import claims

SEEDS = {  # fixed in the program, for what any dataset may need
    "sign flips": uncertainty.SEED,
    "bootstraps of claims": claims.SEED,
    "halves of participants": ceiling.SEED,
    "bootstraps of restarts and labels": restarts.SEED,
}


def main(
    program: dict,
    config: str,
    registered: dict,
    publications: dict,
    seeds: dict,
    own: list[Path],
    made: list[Path],
    others: list[str],
    requirements: list[Path],
    to: Path,
) -> None:
    """``same_everywhere`` holds what no machine changes, ``here`` the rest; ``others`` are models not made here."""
    described = [json.loads(io.read_text(path)) for path in made]
    inputs = registered | publications | {str(path): digests.of_given(path) for path in own}
    for path, entry in zip(made, described, strict=True):
        if path.stem in others:
            weights = {name: sum for name, sum in entry.get("files", {}).items() if name.endswith(".safetensors")}
            inputs |= {f"{path.stem}/{name}": sum for name, sum in weights.items()}
    same = {"commit": program["commit"], "config": config, "inputs": inputs}
    here = {
        "dirty": program["dirty"],
        "seeds": SEEDS | seeds,
        "devices": provenance.devices(described),
        "packages": provenance.packages("\n".join(map(io.read_text, requirements))),
    }
    io.write_text(json.dumps({"same_everywhere": same, "here": here}, indent=2, ensure_ascii=False) + "\n", to)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
