"""Compare two folders of results, file by file: python tests/support/compare_results.py OLD NEW.

Prints the files that only one of them has and those whose bytes differ, and exits with 1 if there are any. Logs, times
of benchmarks, checkpoints, compiled tools and records, which differ from run to run, are left out. With ``--except PATTERN`` (as
often as needed), files whose path matches are counted but not listed.
"""

import argparse
import sys
from fnmatch import fnmatch
from pathlib import Path

IGNORED = ("logs/*", "benchmarks/*", "checkpoints/*", "tools/*", "record/*", "ro-crate-metadata.json")


def files(folder: Path) -> dict[str, Path]:
    """Return the files below a folder by their path, without those of IGNORED."""
    every = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: path for name, path in every.items() if not any(fnmatch(name, pattern) for pattern in IGNORED)}


def main() -> int:
    """Compare the folders that the command line names, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--except", dest="excepted", action="append", default=[], metavar="PATTERN")
    asked = parser.parse_args()
    old, new = files(asked.old), files(asked.new)
    differing = [name for name in old if name in new and old[name].read_bytes() != new[name].read_bytes()]
    lists = {"only in OLD": sorted(old.keys() - new), "only in NEW": sorted(new.keys() - old), "differ": differing}
    unexpected = 0
    for what, names in lists.items():
        listed = [name for name in names if not any(fnmatch(name, pattern) for pattern in asked.excepted)]
        print(f"{what}: {len(names)}, of which {len(names) - len(listed)} excepted")
        print(*(f"  {name}" for name in listed), sep="\n", end="\n" if listed else "")
        unexpected += len(listed)
    print(f"equal: {len(old.keys() & new) - len(differing)} files")
    return int(unexpected > 0)


if __name__ == "__main__":
    sys.exit(main())
