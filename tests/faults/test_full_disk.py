"""A disk that is full, or may not be written to: one clear line, and a rerun with room ends as if nothing had been."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from helpers import files_below, small_checkout, snakemake, snakemake_command
from helpers import results_of as results

THOROUGH = "ACCEPTABILITY_KILLS" in os.environ
TARGETS = ["results/tables/mine/criteria.csv", "results/figures/mine/criteria.pdf", "results/explorer/index.html"]
IN_A_NAMESPACE = ["unshare", "--mount", "sh", "-euc"]


@pytest.fixture(autouse=True)
def may_mount():
    """These tests mount a small file system that only they see."""
    command = [*IN_A_NAMESPACE, "mount -t tmpfs none /mnt"]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs Linux and the right to mount (root): a small file system stands in for the full disk")


@pytest.fixture
def small(tmp_path) -> Path:
    return small_checkout(tmp_path / "checkout")


def within(folder: Path, script: str) -> subprocess.CompletedProcess:
    """Run a script in a checkout whose results lie on a file system of their own; "$@" is the workflow."""
    (folder / "results").mkdir(exist_ok=True)
    return subprocess.run(
        [*IN_A_NAMESPACE, script, "sh", *snakemake_command(*TARGETS)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )


def pages_of(files: dict[str, bytes]) -> int:
    """Return how many pages of 4 kB these files need."""
    return sum(-(-len(data) // 4096) for data in files.values())


@pytest.mark.skipif(not THOROUGH, reason="slow: `make test-thorough`")
@pytest.mark.parametrize("share", [0.02, 0.6])
def test_a_full_disk(small, share):
    """It is full at once, or in the middle; then it has room."""
    undisturbed = snakemake(small, *TARGETS)
    assert undisturbed.returncode == 0, undisturbed.stdout
    expected = results(small)
    (small / "results/tools").rename(small / "tools")
    tools, pages = (pages_of(files_below(small / name)) for name in ("tools", "results"))
    shutil.rmtree(small / "results")
    run = within(
        small,
        f"mount -t tmpfs -o size={4 * (tools + max(6, int(share * pages)))}k none results; "
        'cp --archive tools results; if "$@"; then exit 9; fi; '
        'mount -o remount,size=64m results; echo "now there is room"; "$@"; cp -r results made',
    )
    assert run.returncode == 0, run.stdout
    full, _ = run.stdout.split("now there is room")
    assert "No space left on device" in full, full
    assert "Traceback" not in full, full
    assert not list((small / "made").rglob("*.part"))
    assert results(small, "made") == expected


def test_results_that_may_only_be_read(small):
    run = within(small, 'mount -t tmpfs none results; touch results/mine; mount -o remount,ro results; "$@"')
    assert run.returncode != 0
    assert "error: results: cannot be written to" in run.stdout, run.stdout
    assert "Traceback" not in run.stdout
    assert not [name for name in files_below(small / "results") if not name.startswith("tools/")]
