"""The released suites → sentences in regions."""

from pathlib import Path
from tempfile import TemporaryDirectory

from acceptability.datasets.dataset import Dataset
from acceptability.datasets.user_suites import reader
from acceptability.papers.sg2020.circuits import LEFT_OUT
from acceptability.sources.folders import read_folder


def read(suites: Path) -> Dataset:
    """Read the suites of SyntaxGym's JSON in an archive, without those that the authors left out."""
    with TemporaryDirectory() as folder:
        for name, content in read_folder(suites).items():
            if Path(name).stem not in LEFT_OUT:
                (Path(folder) / Path(name).name).write_bytes(content)
        return reader.read(folder)
