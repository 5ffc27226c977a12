"""Find the modules of the package that a script imports. A digest of them is a parameter of its rule, since Snakemake
does not see imports.
"""

import ast
import hashlib
import os
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from acceptability import installation, papers
from acceptability.sources.digests import of_file

PACKAGE = "acceptability"
# How tables are read, written and checked changes no score: an edit there must not train or score anything again.
PLUMBING = ("errors", "adapter", "contracts", "written")
# To parse the code of the whole package takes a second of each run, so its imports are found by expressions. A test
# compares both. Words that name no module are harmless.
GUARDED = re.compile(r"^([ \t]*)if TYPE_CHECKING:.*\n(?:\1[ \t]+.*\n|[ \t]*\n)*", re.MULTILINE)
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+)?import[ \t]+(\((?:#.*|[^)#])*\)|(?:\\\n|.)*)", re.MULTILINE)
content = cache(of_file)


def come_first_in_jobs() -> None:
    """Let jobs look for the package where this one is before they look where another version may be installed."""
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if str(installation.SOURCE) not in folders:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(installation.SOURCE), *filter(None, folders)])


def quote_python() -> None:
    """Quote the path of Python, which Snakemake writes unquoted into commands of jobs; it may contain spaces."""
    if Path(sys.executable).exists():  # not quoted yet
        sys.executable = shlex.quote(sys.executable)


@cache
def imported(path: Path, module: str = "") -> frozenset[str]:
    """Return the names of the package's modules that a file imports, without the package's: ``statistics.criteria``.

    Imports that only annotations need (``if TYPE_CHECKING:``) are left out. ``module`` is its own name, which relative
    imports begin from.
    """
    text, names = path.read_text(encoding="utf-8"), set()
    for level, start, words in parsed(text) if module.startswith("papers.") else matched(text):
        above = [PACKAGE, *module.split(".")][:-level] if level else []
        start = ".".join([*above, *filter(None, [start])])
        names |= {start} | {f"{start}.{word}" for word in words} if start else {*words}
    below = {name.removeprefix(f"{PACKAGE}.") for name in names if name.startswith(f"{PACKAGE}.")}
    return frozenset(name for name in below if file_of(name).is_file())


def matched(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield, for each import in formatted code: the number of its dots, the words after *from*, and after *import*."""
    for start, imports in IMPORT.findall(GUARDED.sub("", text)):
        level = len(start) - len(start.lstrip("."))
        yield level, start[level:], re.findall(r"[.\w]+", re.sub("#.*", "", imports))


def parsed(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the same for any code."""
    for node in _executed(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield getattr(node, "level", 0), getattr(node, "module", "") or "", [alias.name for alias in node.names]


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all statements in it, except for those that only annotations need."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) or (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            continue
        yield from _executed(child)


@cache
def file_of(module: str) -> Path:
    """Return the path of a module's file, whether or not it is there; a publication's is in its folder."""
    room, _, name = module.partition(".")
    of_paper = papers.path_of(name) if room == "papers" and name else None
    return of_paper or installation.PACKAGE / f"{module.replace('.', '/')}.py"


@cache
def needed(*starts: str, plumbing: bool = True) -> tuple[str, ...]:
    """Return the names of the modules that scripts or modules need, directly or through others, in alphabetical order.

    Parameters:
        starts: names of scripts (``draw_figure.py``), or of modules (``figures.criteria``), which are returned too.
        plumbing: whether to return modules that cannot change a score (PLUMBING) and what only they import.
    """
    seen: set[str] = set()
    todo: set[str] = set()
    for start in starts:
        todo |= imported(installation.SCRIPTS / start) if start.endswith(".py") else {start}
    while todo:
        module = todo.pop()
        if plumbing or module.split(".")[0] not in PLUMBING:
            seen.add(module)
            todo |= imported(file_of(module), module) - seen
    return tuple(sorted(seen))


def files(*starts: str, plumbing: bool = True) -> dict[str, Path]:
    """Return the code of these modules, and style sheets of the same name. Paths are by names that do not depend on
    where the package and the folders of publications are.

    Parameters as in needed.
    """
    return {
        f"{PACKAGE}/{module.replace('.', '/').rpartition('/')[0]}/{path.name}".replace("//", "/"): path
        for module in needed(*starts, plumbing=plumbing)
        for path in _files_of(module)
    }


@cache
def _files_of(module: str) -> list[Path]:
    path = file_of(module)
    packages = path.parent.glob("__init__.py") if module.startswith("papers.") else ()
    return sorted([*path.parent.glob(f"{path.stem}.*"), *packages])


@cache
def digest(*starts: str, plumbing: bool = True) -> str:
    """Return a digest of the names and contents of ``files``; it changes where they do, whatever their dates are.

    Parameters as in needed.
    """
    total = hashlib.sha256()
    for name, path in files(*starts, plumbing=plumbing).items():
        total.update(f"{name} {content(path)}\n".encode())
    return total.hexdigest()[:16]
