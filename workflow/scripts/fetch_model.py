"""A model of the Hugging Face hub → its files in a folder, and a list of them with checksums."""

import json
from pathlib import Path

from acceptability.errors import reporting
from acceptability.sources import hub
from acceptability.sources.model_files import checksums, model_files


def main(name: str, revision: str, folder: Path) -> None:
    hub.fetch(name, revision, folder)
    fetched = {"hub": name, "revision": revision, "files": checksums(model_files(folder))}
    (folder / "fetched.json").write_text(json.dumps(fetched, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(snakemake.params.hub, snakemake.wildcards.revision, Path(snakemake.params.folder))
