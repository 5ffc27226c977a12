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
    r"|(?P<sign><=|>=|==|!=|[-+<>=&|()\[\]])|(?P<end>$)|(?P<other>.))",
    re.DOTALL,
)
CLOSING = {"(": ")", "[": "]"}
JOINING, COMPARING, ADDING = ("&", "|"), ("<", ">", "="), ("+", "-")  # the weakest signs come first
NEEDED = {  # the fault of a part of another kind
    JOINING: "{} joins comparisons, and this is a number",
    COMPARING: "{} compares numbers, and this is a comparison",
    ADDING: "{} needs numbers, and this is a comparison",
}
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
class Operation:
    """Join expressions by a sign: truths (JOINING), or two numbers, which makes a truth (COMPARING) or a number."""

    sign: str
    parts: "tuple[Node, ...]"


Node: TypeAlias = Reference | float | Operation


def parse(formula: str) -> Operation:
    """Return the tree of a formula. FormulaError for what has no meaning."""
    tree = _Parser(formula).parsed()
    if not isinstance(tree, Operation) or tree.sign in ADDING:
        raise FormulaError("is a number; compare it with something, as in … > 0", formula, 0)
    return tree


class _Parser:
    """Descend through a formula from the weakest signs, which are ``&`` and ``|``, to references."""

    match: re.Match[str]

    def __init__(self, formula: str) -> None:
        self.formula, self.depth, self.sums = formula, 0, 0
        self._next(0)

    def parsed(self) -> Node:
        tree = self._joined(JOINING, COMPARING, ADDING)
        if self.sign in CLOSING.values():
            raise self._error(f"the {self.sign} closes no bracket; remove it")
        if self.kind != "end":
            raise self._error("a sign such as < or & is missing before this")
        return tree

    def _error(self, fault: str, place: int | None = None) -> FormulaError:
        return FormulaError(fault, self.formula, self.place if place is None else place)

    def _next(self, at: int | None = None) -> None:
        """Go on to the next reference, number or sign."""
        match = TOKEN.match(self.formula, self.match.end() if at is None else at)
        assert match and match.lastgroup
        self.match, self.kind, self.place = match, match.lastgroup, match.start(match.lastgroup)
        self.sign = match["sign"] or ""
        if self.kind == "other":
            raise self._error("is neither (region;%condition%), a number, nor one of < > = & | + - ( ) [ ]")
        if len(self.sign) > 1:
            raise self._error(f"there is no {self.sign}; write <, > or =")

    def _joined(self, signs: tuple[str, ...], *stronger: tuple[str, ...]) -> Node:
        """Return expressions of the stronger signs, joined by one of these signs, or a single one."""
        parts, places, sign = [], [self.place], ""
        while True:
            parts.append(self._joined(*stronger) if stronger else self._term())
            for part, place in zip(parts, places, strict=True) if sign else ():
                is_number = not isinstance(part, Operation) or part.sign in ADDING
                if is_number == (signs == JOINING):
                    raise self._error(NEEDED[signs].format(sign), place)
            if sign and signs == ADDING:  # from left to right
                parts, places = [Operation(sign, tuple(parts))], places[:1]
            if self.sign not in signs:
                return Operation(sign, tuple(parts)) if parts[1:] else parts[0]
            self.sums += signs == ADDING
            if signs == JOINING and sign not in ("", self.sign):
                raise self._error("& and | are mixed; put brackets around the parts that belong together")
            if signs == COMPARING and sign:
                raise self._error("one comparison at a time; join two by &")
            if self.sums > LONGEST:
                raise self._error(f"has more than {LONGEST} signs + and -; write * for all regions of a condition")
            sign = self.sign
            self._next()
            places.append(self.place)

    def _term(self) -> Node:
        match, place = self.match, self.place
        if self.kind == "reference":
            self._next()
            region = None if match["region"] == "*" else int(match["region"])
            if region == 0:
                raise self._error("regions are numbered from 1", place)
            return Reference(region, match["condition"].strip(), place)
        if minus := self.sign == "-":
            self._next()
        if self.kind == "number":
            value = float(self.match["number"])
            self._next()
            return -value if minus else value
        if minus or self.sign not in CLOSING:
            missing = "the formula is empty" if not self.formula.strip() else "a region or a number is missing here"
            raise self._error(missing)
        return self._in_brackets()

    def _in_brackets(self) -> Node:
        opening, place = self.sign, self.place
        self.depth += 1
        if self.depth > DEEPEST:
            raise self._error(f"has more than {DEEPEST} brackets in each other")
        self._next()
        inner = self._joined(JOINING, COMPARING, ADDING)
        if self.sign in CLOSING.values() and self.sign != CLOSING[opening]:
            raise self._error(f"a {opening} is closed by {self.sign}")
        if self.sign != CLOSING[opening]:
            raise self._error(f"this {opening} is not closed", place)
        self.depth -= 1
        self._next()
        return inner


def nodes_of(node: Node) -> Iterator[Node]:
    """Yield an expression and all below it, in the order of the formula."""
    yield node
    for part in node.parts if isinstance(node, Operation) else ():
        yield from nodes_of(part)


def references(*trees: Node) -> list[Reference]:
    """Return all references of formulas."""
    return [node for tree in trees for node in nodes_of(tree) if isinstance(node, Reference)]


def comparisons(tree: Node) -> list[Operation]:
    """Return the comparisons ``<`` and ``>`` of a formula, which equal sums make false."""
    return [node for node in nodes_of(tree) if isinstance(node, Operation) and node.sign in ("<", ">")]
