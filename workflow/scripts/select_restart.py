"""All restarts of a classifier → the one that scores sentences, with its weights."""

import json
import shutil
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import MARGINS
from acceptability.errors import reporting
from acceptability.scoring import decisions


def main(labelled: Path, margins: dict[str, Path], variant: str, folder: Path) -> None:
    """``variant`` says whether the best on the test set is taken (as_published) or on dev (corrected)."""
    table = io.read_table(labelled, SENTENCES).set_index("sentence_id")
    columns = {}
    for restart, path in margins.items():
        found = io.read_table(path, MARGINS).set_index("sentence_id")["margin"]
        columns[restart] = decisions.decide(found.loc[table.index])
    chosen = decisions.select(pd.DataFrame(columns, index=table.index), table["label"], table["split"])[variant]
    print(f"restart {chosen} has the highest MCC on {decisions.SELECTED_ON[variant]}")
    source = margins[chosen].parent
    for name in ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(source / name, folder / name)
    provenance = json.loads(io.read_text(source / "provenance.json"))
    provenance |= {"selected_on": decisions.SELECTED_ON[variant], "restarts": list(margins)}
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", folder / "provenance.json")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        params = snakemake.params
        main(
            labelled=Path(snakemake.input.labelled),
            margins=dict(zip(map(str, params.restarts), map(Path, snakemake.input.margins), strict=True)),
            variant=params.variant,
            folder=Path(snakemake.output.weights).parent,
        )
