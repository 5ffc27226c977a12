"""The printed numbers of Hu et al. (2020), from the released decisions; the study is off by default."""

from pathlib import Path

import pandas as pd

from claims_page import assert_as_on_the_page
from helpers import MIRROR, copy_checkout, run_workflow


def test_the_page_of_claims_has_the_numbers_of_the_run(tmp_path):
    folder = copy_checkout(tmp_path / "checkout")
    table = "results/tables/sg2020/reproduction.csv"
    run_workflow(folder, "--config", "studies=[sg2020]", "--", table, mirror=str(Path(MIRROR).resolve()))
    assert_as_on_the_page("sg2020", pd.read_csv(folder / table, dtype=str, keep_default_na=False))
