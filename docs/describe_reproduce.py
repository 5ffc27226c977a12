"""Write docs/reproduce.md: claims, with command, expected number, file and test of each. `make docs` runs it.

Claims are listed in docs/reproduce.csv. Expected numbers come from paper/*/printed, minutes from docs/minutes.csv.
"""

import csv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/reproduce.md"
HEAD = """# Check a claim

For reviewers: each row is a number that a publication prints, and the command that recomputes it. This page is
written by `docs/describe_reproduce.py`, from the printed numbers in `paper/*/printed` and from measured times.

## Three claims in ten minutes

You need Linux or macOS with Python 3.11 to 3.14, `make` and a C++ compiler ([Install](install.md)). Type in the
project's folder:

```
{quick}
```

It sets up the packages (2 minutes), fetches {megabytes} MB, and recomputes the paper. Then open
`results/tables/{study}/reproduction.csv`. It has one row for each printed number, with the recomputed number in the
columns `journal` and `corrected` (two versions of the authors' data) and a verdict. These rows should contain:

{table}
The same numbers are in `results/reports/{study}.pdf`. This command recomputes all tables from the scores and ratings
that the run has recorded, without any model, and reports which are equal:

```
make verify RECORD=.
```

**Without a network.** The same commands work in the folder of an unpacked bundle
([Run without a network](running.md#run-without-a-network)), which needs the same system and Python as the computer that
made it. One file of the paper may not be passed on, so five numbers about it have the verdict *file not fetched*. The
other papers need more such files: `FETCH.tsv` of the bundle lists them, and `BUNDLE.txt` says where to put them.

## All claims

| claim | command | processor minutes | expected | file | test |
| --- | --- | --- | --- | --- | --- |
{rows}
The file `results/tables/<study>/reproduction.csv` has all printed numbers of a study: {counts}.
Some cannot be recomputed from what the authors released; the column `verdict` says so.

Processor minutes are the sum over all cores, without setting up the packages: divide them by the number of your cores.
They were measured on {machine}, on {day}.
"""


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def printed(study: str) -> list[dict[str, str]]:
    """Return all numbers that a study's publication prints."""
    return [row for path in sorted((ROOT / f"paper/{study}/printed").glob("*.csv")) for row in read(path)]


def expected(claim: dict[str, str]) -> str:
    """Return the printed number of a claim. Raises ValueError if there is not exactly one."""
    (row,) = (row for row in printed(claim["study"]) if (row["place"], row["item"]) == (claim["place"], claim["item"]))
    return row["printed"]


def command(claim: dict[str, str]) -> str:
    """Return what recomputes a claim."""
    return f"make paper STUDIES={claim['study']}"


def table(claims: list[dict[str, str]]) -> str:
    """Return the rows of reproduction.csv that have claims."""
    rows = [f"| {one['place']} | {one['item']} | {expected(one)} |\n" for one in claims]
    return f"| place | item | printed |\n| --- | --- | --- |\n{''.join(rows)}"


def row_of(claim: dict[str, str], times: dict[str, dict[str, str]]) -> str:
    """Return a claim's row of the long table."""
    minutes = times[command(claim)]["processor_minutes"] if command(claim) in times else "not measured"
    file = f"`results/tables/{claim['study']}/reproduction.csv`: {claim['place']}, {claim['item']}"
    return f"| {claim['claim']} | `{command(claim)}` | {minutes} | {expected(claim)} | {file} | `{claim['test']}` |\n"


def page() -> str:
    """Return the page."""
    claims, measured = read(ROOT / "docs/reproduce.csv"), read(ROOT / "docs/minutes.csv")
    times = {row["command"]: row for row in measured}
    quick = [claim for claim in claims if claim["quick"]]
    study = quick[0]["study"]
    counts = {name: len(printed(name)) for name in dict.fromkeys(claim["study"] for claim in claims)}
    machine, day = (" and ".join(sorted({row[key] for row in measured})) for key in ("machine", "measured"))
    return HEAD.format(
        quick=command(quick[0]),
        study=study,
        megabytes=times[command(quick[0])]["megabytes"],
        table=table(quick),
        rows="".join(row_of(claim, times) for claim in claims),
        counts=", ".join(f"{number} of `{name}`" for name, number in counts.items()),
        machine=machine,
        day=day,
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
