"""A model of the Hugging Face hub → its files in a folder, and a list of them with checksums."""

import json
from pathlib import Path

from acceptability.errors import reporting
from acceptability.sources import hub
from acceptability.sources.model_files import checksums, model_files
from acceptability.written import write_whole


def main(name: str, revision: str, folder: Path) -> None:
    hub.fetch(name, revision, folder)
    fetched = {"hub": name, "revision": revision, "files": checksums(model_files(folder))}
    write_whole([f"{json.dumps(fetched, indent=2)}\n".encode()], folder / "fetched.json")


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(snakemake.params.hub, snakemake.wildcards.revision, Path(snakemake.params.folder))
