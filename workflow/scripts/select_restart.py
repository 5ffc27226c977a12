"""All restarts of a classifier → the one that scores sentences, with its weights."""

import json
import shutil
from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import MARGINS
from acceptability.errors import reporting
from acceptability.scoring import decisions
from acceptability.sources.model_files import TRAINED


def main(
    labelled: Path, margins: list[Path], restarts: list[str], variant: str, to_config: Path, to_provenance: Path
) -> None:
    """``variant`` says whether the best on the test set is taken (as_published) or on dev (corrected)."""
    table = io.read_table(labelled, SENTENCES).set_index("sentence_id")
    files = dict(zip(restarts, margins, strict=True))
    decided = decisions.gather({name: io.read_table(path, MARGINS) for name, path in files.items()}, table.index)
    judged = table.loc[decided.index]
    best = decisions.select(decided, judged["label"], judged["split"])[variant]
    print(f"restart {best} has the highest MCC on {decisions.SELECTED_ON[variant]}")
    for name in TRAINED:
        shutil.copyfile(files[best].parent / name, to_config.parent / name)
    provenance = json.loads(io.read_text(files[best].parent / "provenance.json"))
    provenance |= {"selected_on": decisions.SELECTED_ON[variant], "restarts": restarts}
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
