"""Parse formulas that compare the surprisals of regions, such as ``(3;%right%) < (3;%wrong%)``.

formula: truth; truth: comparison { ("&" | "|") comparison }, not both signs without brackets
comparison: sum ("<" | ">" | "=") sum, or a truth in brackets; sum: term { ("+" | "-") term }
term: reference, number or a sum in brackets; reference: "(" (region | "*") ";" "%" condition "%" ")"
Brackets are ``( )`` or ``[ ]``. ``*`` is the sum of all regions of a condition.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

TOKEN = re.compile(
    r"\s*(?:(?P<reference>\(\s*(?P<region>\*|\d+)\s*;\s*%(?P<condition>[^%]+)%\s*\))|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<sign><=|>=|==|!=|[-+<>=&|()\[\]]))"
)
CLOSING = {"(": ")", "[": "]"}
DEEPEST = 100  # brackets in brackets
LONGEST = 200  # signs + and - of a formula


class FormulaError(Exception):
    """Report what is wrong in a formula, and at which of its characters."""

    def __init__(self, fault: str, formula: str, place: int) -> None:
        super().__init__(f"{fault}\n    {formula}\n    {' ' * place}^")


@dataclass(frozen=True)
class Reference:
    """Name a region of a condition, or all of its regions (None); ``place`` is where in the formula."""

    region: int | None
    condition: str
    place: int


@dataclass(frozen=True)
class Number:
    """Contain a number of bits."""

    value: float


@dataclass(frozen=True)
class Sum:
    """Add or subtract (``sign``) two numbers."""

    sign: str
    left: "Node"
    right: "Node"


@dataclass(frozen=True)
class Comparison:
    """Compare two numbers by ``sign``: ``<``, ``>`` or ``=``."""

    sign: str
    left: "Node"
    right: "Node"


@dataclass(frozen=True)
class Junction:
    """Join truths: all of them (``&``), or any (``|``)."""

    sign: str
    parts: "tuple[Node, ...]"


Node: TypeAlias = Reference | Number | Sum | Comparison | Junction


def is_truth(node: Node) -> bool:
    """Return whether an expression is true or false; otherwise it is a number."""
    return isinstance(node, Comparison | Junction)


def parse(formula: str) -> Node:
    """Return the tree of a formula. FormulaError for what has no meaning."""
    tree = _Parser(formula).parsed()
    if not is_truth(tree):
        raise FormulaError("is a number; compare it with something, as in … > 0", formula, 0)
    return tree


class _Parser:
    """Descend through a formula from the weakest signs, which are ``&`` and ``|``, to references."""

    def __init__(self, formula: str) -> None:
        self.formula, self.at, self.depth, self.sums = formula, 0, 0, 0
        self.match: re.Match | None = None
        self._next()

    def parsed(self) -> Node:
        tree = self._truth()
        if self.sign in CLOSING.values():
            raise self._error(f"the {self.sign} closes no bracket; remove it")
        if self.match:
            raise self._error("a sign such as < or & is missing before this")
        return tree

    @property
    def sign(self) -> str:
        return (self.match and self.match["sign"]) or ""

    @property
    def place(self) -> int:
        whole = self.match.group() if self.match else ""
        return self.match.start() + len(whole) - len(whole.lstrip()) if self.match else len(self.formula)

    def _error(self, fault: str, place: int | None = None) -> FormulaError:
        return FormulaError(fault, self.formula, self.place if place is None else place)

    def _next(self) -> None:
        self.match = TOKEN.match(self.formula, self.at)
        rest = self.formula[self.at :]
        if not self.match and rest.strip():
            begin = self.at + len(rest) - len(rest.lstrip())
            raise self._error("is neither (region;%condition%), a number, nor one of < > = & | + - ( ) [ ]", begin)
        self.at = self.match.end() if self.match else len(self.formula)
        if self.sign in ("<=", ">=", "==", "!="):
            raise self._error(f"there is no {self.sign}; write <, > or =")

    def _truth(self) -> Node:
        begin, first = self.place, self._comparison()
        parts, join = [first], self.sign
        while self.sign in ("&", "|"):
            if self.sign != join:
                raise self._error("& and | are mixed; put brackets around the parts that belong together")
            if not is_truth(parts[-1]):
                raise self._error(f"{join} joins comparisons, and this is a number", begin)
            self._next()
            begin = self.place
            parts.append(self._comparison())
        if len(parts) == 1:
            return first
        if not is_truth(parts[-1]):
            raise self._error(f"{join} joins comparisons, and this is a number", begin)
        return Junction(join, tuple(parts))

    def _comparison(self) -> Node:
        begin, left = self.place, self._sum()
        if self.sign not in ("<", ">", "="):
            return left
        sign = self.sign
        self._next()
        middle, right = self.place, self._sum()
        for side, place in ((left, begin), (right, middle)):
            if is_truth(side):
                raise self._error(f"{sign} compares numbers, and this is a comparison", place)
        if self.sign in ("<", ">", "="):
            raise self._error("one comparison at a time; join two by &")
        return Comparison(sign, left, right)

    def _sum(self) -> Node:
        begin, total = self.place, self._term()
        while self.sign in ("+", "-"):
            sign, self.sums = self.sign, self.sums + 1
            if self.sums > LONGEST:
                raise self._error(f"has more than {LONGEST} signs + and -; write * for all regions of a condition")
            self._next()
            place, term = self.place, self._term()
            for side, start in ((total, begin), (term, place)):
                if is_truth(side):
                    raise self._error(f"{sign} needs numbers, and this is a comparison", start)
            total = Sum(sign, total, term)
        return total

    def _term(self) -> Node:
        match, place = self.match, self.place
        if match and match["reference"]:
            self._next()
            region = None if match["region"] == "*" else int(match["region"])
            if region == 0:
                raise self._error("regions are numbered from 1", place)
            return Reference(region, match["condition"].strip(), place)
        minus = self.sign == "-"
        if minus:
            self._next()
        if self.match and self.match["number"]:
            value = float(self.match["number"])
            self._next()
            return Number(-value if minus else value)
        if minus or self.sign not in CLOSING:
            missing = "the formula is empty" if not self.formula.strip() else "a region or a number is missing here"
            raise self._error(missing)
        opening, self.depth = self.sign, self.depth + 1
        if self.depth > DEEPEST:
            raise self._error(f"has more than {DEEPEST} brackets in each other")
        self._next()
        inner = self._truth()
        if self.sign in CLOSING.values() and self.sign != CLOSING[opening]:
            raise self._error(f"a {opening} is closed by {self.sign}")
        if self.sign != CLOSING[opening]:
            raise self._error(f"this {opening} is not closed", place)
        self.depth -= 1
        self._next()
        return inner


def parts_of(node: Node) -> tuple[Node, ...]:
    """Return the expressions right below one."""
    if isinstance(node, Junction):
        return node.parts
    return (node.left, node.right) if isinstance(node, Sum | Comparison) else ()


def nodes_of(node: Node) -> Iterator[Node]:
    """Yield an expression and all below it, in the order of the formula."""
    yield node
    for part in parts_of(node):
        yield from nodes_of(part)
