"""Write docs/reproduce.md: claims, with command, expected number, file and test of each. `make docs` runs it.

Claims are listed in docs/reproduce.csv, with the recomputed numbers and the verdict that a run gives. The numbers of
verdicts are in docs/verdicts.csv. Tests of tests/reproduction compare both with the run. Printed numbers come from
paper/*/printed, minutes from docs/minutes.csv.
"""

import csv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/reproduce.md"
HEAD = """# Check a claim

For reviewers: each row is a number that a publication (or its authors' notebook) prints, the command that recomputes
it, and its result. This page is written by `docs/describe_reproduce.py`, from the printed numbers in
`paper/*/printed`, from results that tests compare with a run, and from measured times.

## Three claims in ten minutes

You need Linux, macOS or Windows with WSL, Python 3.11 to 3.14, `make` and a C++ compiler ([Install](install.md)).
Type in the project's folder:

```
{quick}
```

It sets up the packages ({set_up} minutes), fetches {megabytes} MB, and recomputes the paper. Then open
`results/tables/{study}/reproduction.csv`. It has one row for each printed number, with the recomputed number in the
columns `journal` and `corrected` (two versions of the authors' data) and a verdict. These rows should contain, rounded:

{table}
*journal only*: the number comes out with the journal's version of the data, and does not with the corrected one.

The same numbers are in `results/reports/{study}.pdf`. This command recomputes all tables from the scores and ratings
that the run has recorded, without any model. It also compiles the report again, and reports which files are equal. It
takes about {verification} minutes:

```
{verify}
```

**Without a network.** The same commands work in the folder of an unpacked bundle
([Run without a network](running.md#run-without-a-network)), which needs the same system and Python as the computer that
made it. Even with a network, {unfetched} numbers of the paper have the verdict *file not fetched*, because the systems'
outputs are not fetched by default. In the bundle, numbers that need files that may not be redistributed also have this
verdict. `FETCH.tsv` of the bundle lists these files, and `BUNDLE.txt` says where to put them.

## Selected claims

Two columns of each `reproduction.csv` contain the recomputed numbers, which are rounded here. The first is `journal`
for `blimp` and `as_published` (by the published computation) for other studies. It is empty if a study has only one
computation. The second is `corrected`.

| claim | command | processor minutes | printed | `journal` or `as_published` | `corrected` | verdict | file | test |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}
## All printed numbers

The file `results/tables/<study>/reproduction.csv` has all numbers of a study that are compared. They do not all come
out: this table has the number of rows with each [verdict](numbers.md#verdicts) in a run with default settings.

{verdicts}
Some rows are not of the paper itself, and its report counts them separately:

{parts}
Processor minutes are the sum over all cores, without setting up the packages: divide them by the number of your cores.
All times were measured on {machine}, on {day}.
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
    rows = [f"| {one['place']} | {one['item']} | {expected(one)} | {recomputed(one)} |\n" for one in claims]
    head = "| place | item | printed | journal | corrected | verdict |\n| --- | --- | --- | --- | --- | --- |\n"
    return f"{head}{''.join(rows)}"


def recomputed(claim: dict[str, str]) -> str:
    """Return the cells of a claim's recomputed numbers and verdict."""
    return f"{claim['published']} | {claim['corrected']} | *{claim['verdict']}*"


def table_of_verdicts(verdicts: list[dict[str, str]]) -> str:
    """Return a table with the number of each verdict (row) in each study (column)."""
    numbers = {(row["verdict"], row["study"]): row["numbers"] for row in verdicts}
    studies, names = (list(dict.fromkeys(row[key] for row in verdicts)) for key in ("study", "verdict"))
    sums = {study: str(sum(int(row["numbers"]) for row in verdicts if row["study"] == study)) for study in studies}
    rows = [[name, *(numbers.get((name, study), "") for study in studies)] for name in names]
    head = ["verdict", *(f"`{study}`" for study in studies)]
    lines = [head, ["---"] * len(head), *rows, ["all", *sums.values()]]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def parts_of(study: str) -> str:
    """Return how many rows of a study are of the paper itself and how many are not, or "" where all are."""
    rows = printed(study)
    of_pdf = sum(row["place"].endswith("(corrected PDF)") for row in rows)
    checks = sum(row["kind"] == "check" for row in rows)
    others = [f"{of_pdf} of its corrected PDF"] * bool(of_pdf)
    others += [f"{checks} checks (comparisons that the paper does not make)"] * bool(checks)
    return f"- `{study}`: {len(rows) - of_pdf - checks} of the paper, {' and '.join(others)}\n" if others else ""


def row_of(claim: dict[str, str], times: dict[str, dict[str, str]]) -> str:
    """Return a claim's row of the long table."""
    minutes = times[command(claim)]["processor_minutes"] if command(claim) in times else "not measured"
    file = f"`results/tables/{claim['study']}/reproduction.csv`: {claim['place']}, {claim['item']}"
    numbers = f"{expected(claim)} | {recomputed(claim)}"
    return f"| {claim['claim']} | `{command(claim)}` | {minutes} | {numbers} | {file} | `{claim['test']}` |\n"


def page() -> str:
    """Return the page."""
    claims, measured = read(ROOT / "docs/reproduce.csv"), read(ROOT / "docs/minutes.csv")
    times = {row["command"]: row for row in measured}
    verify = "make verify RECORD=."
    quick = [claim for claim in claims if claim["quick"]]
    study = quick[0]["study"]
    verdicts = read(ROOT / "docs/verdicts.csv")
    (unfetched,) = (row["numbers"] for row in verdicts if (row["study"], row["verdict"]) == (study, "file not fetched"))
    machine, day = (" and ".join(sorted({row[key] for row in measured})) for key in ("machine", "measured"))
    return HEAD.format(
        quick=command(quick[0]),
        study=study,
        set_up=times["make .venv/installed"]["minutes"],
        megabytes=times[command(quick[0])]["megabytes"],
        verify=verify,
        verification=times[verify]["minutes"],
        table=table(quick),
        rows="".join(row_of(claim, times) for claim in claims),
        unfetched=unfetched,
        verdicts=table_of_verdicts(verdicts),
        parts="".join(parts_of(name) for name in dict.fromkeys(row["study"] for row in verdicts)),
        machine=machine,
        day=day,
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
