"""Declare each column of the main table once: where it is shown, its heading and its cells.

To add a column, write a function that returns its cells and declare it in BESIDE_SHARES or AFTER_SHARES. It appears in
every place of ``shown_in`` without further edits. The HTML page shows these cells while all pairs are chosen; it
computes shares, chance, ties and numbers of pairs itself, for any pairs and any δ. The PDF is its first page, which
paper/opening.typ lays out.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import pandas as pd

from acceptability.analyses.criteria.manifest import BASELINES
from acceptability.contracts.systems import row_keys
from acceptability.rounding import percent, right_of, short_of_one, shown
from acceptability.statistics.criteria import MANY_TIES
from acceptability.tables.text import by_criterion, criterion_name, interval, p_or_dash, plus_minus

SCREEN, CSV, LATEX, PAGE, PDF = PLACES = ("screen", "csv", "latex", "page", "pdf")


@dataclass(frozen=True)
class Metrics:
    """Bundle the tables from which the cells of the main table are computed.

    Parameters:
        criteria: the table CRITERIA.
        systems: the rows (``system/measure``) that are systems, not references; None: all.
        against_chance, fits, restart_shares: the tables AGAINST_CHANCE, FITS of sentences and RESTART_SHARES; None:
            there are none.
        restart_rows: the row of each system of ``restart_shares``.
        ties_missed: whether a tie is missed, as in publications. Otherwise, it counts as half.
    """

    criteria: pd.DataFrame
    systems: Collection[str] | None = None
    against_chance: pd.DataFrame | None = None
    fits: pd.DataFrame | None = None
    restart_shares: pd.DataFrame | None = None
    restart_rows: Mapping[str, str] = field(default_factory=dict)
    ties_missed: bool = False

    @property
    def corrected(self) -> pd.DataFrame:
        """Return the rows of the corrected variant, by row."""
        criteria = self.criteria[self.criteria["variant"] == "corrected"]
        return criteria.set_index(row_keys(criteria))

    @property
    def blimp_rows(self) -> pd.DataFrame:
        """Return the rows of the BLiMP criterion, by row."""
        return self.corrected.query("criterion == 'blimp'")

    @property
    def rated(self) -> bool:
        """Return whether the pairs have human ratings, so that there is an ADC."""
        return bool(self.corrected["criterion"].eq("adc").any())

    @property
    def smallest(self) -> str:
        """Return the name of the ADC at the smallest δ."""
        return criterion_name("adc", self.corrected["threshold"].min())

    def of_systems(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Return those of the rows that are systems."""
        return rows if self.systems is None else rows[rows.index.isin(list(self.systems))]

    def tests(self, criterion: str) -> pd.DataFrame | None:
        """Return the rows of AGAINST_CHANCE for a criterion, by row; None if there are no tests."""
        if self.against_chance is None:
            return None
        tests = dict(by_criterion(self.against_chance))[criterion]
        return tests.set_index(row_keys(tests))

    @property
    def partial(self) -> bool:
        """Return whether any row leaves pairs unanswered."""
        return bool((self.blimp_rows["unanswered"] > 0).any())

    @property
    def many_ties(self) -> bool:
        """Return whether any system has many ties."""
        rows = self.of_systems(self.blimp_rows)
        return bool((rows["ties"] / rows["pairs"] >= MANY_TIES).any())


Parts = Iterable[tuple[str, pd.DataFrame]]


def each(metrics: Metrics) -> Parts:
    """Yield the name and the corrected rows of each criterion and δ."""
    return by_criterion(metrics.corrected)


def blimp(metrics: Metrics) -> Parts:
    """Yield the BLiMP criterion alone."""
    return [part for part in each(metrics) if part[0] == "BLiMP"]


def smallest(metrics: Metrics) -> Parts:
    """Yield the ADC at the smallest δ alone."""
    return [part for part in each(metrics) if part[0] == metrics.smallest]


def once(metrics: Metrics) -> Parts:
    """Yield the BLiMP criterion's rows, for a column that belongs to no criterion."""
    return [("", metrics.blimp_rows)]


def variants(metrics: Metrics) -> Parts:
    """Yield the rows of the ADC in each variant that a study declares, by variant and δ."""
    criteria = metrics.criteria.set_index(row_keys(metrics.criteria))
    others = criteria[(criteria["variant"] != "corrected") & (criteria["criterion"] != "blimp")]
    for variant, of_variant in others.groupby("variant", sort=False):
        for name, part in by_criterion(of_variant):
            yield f"{name}, {variant.replace('_', ' ')}", part


@dataclass(frozen=True)
class Column:
    """Describe a column of the main table.

    Parameters:
        key: names the column where programs read it, such as on the HTML page.
        heading: ``{criterion}`` is replaced by the criterion's name, ``{delta}`` by its δ, and ``{strict}`` by
            ``, strict`` if ties are missed and a system has many.
        cells: takes the metrics and the rows of the criterion; returns texts by row, or the frame of ``numbers``;
            None if these data do not need the column.
        shown_in: some of PLACES.
        criteria: yields the criteria that the column is shown for.
        late_in_latex: whether LaTeX shows the column after the others.
        on_page: what the HTML page shows when the pointer is over the heading.
    """

    key: str
    heading: str
    cells: Callable[[Metrics, pd.DataFrame], pd.Series | pd.DataFrame | None]
    shown_in: Collection[str]
    criteria: Callable[[Metrics], Parts] = once
    late_in_latex: bool = False
    on_page: str = ""


@dataclass(frozen=True)
class Filled:
    """Describe a column with its heading and cells for some data.

    Parameters:
        column: its declaration.
        heading: the heading with the criterion's name.
        cells: by row: ``text``, ``low`` and ``high`` (the 95 % interval, or NaN) and ``sd`` (of one draw, or NaN).
    """

    column: Column
    heading: str
    cells: pd.DataFrame

    @property
    def texts(self) -> pd.Series:
        """Return the cells with their intervals and standard deviations, by row."""
        return self.cells["text"] + self.cells.apply(interval, axis=1) + plus_minus(self.cells["sd"])


def numbers(rows: pd.DataFrame, value: str, low: str, high: str, sd: pd.Series | float = float("nan")) -> pd.DataFrame:
    """Return cells with intervals; ``value``, ``low`` and ``high`` name columns of ``rows``."""
    ends = rows[[low, high]].set_axis(["low", "high"], axis=1)
    return ends.assign(text=rows[value].map(lambda number: short_of_one(number, 3)), sd=sd)


def _three_decimals(values: pd.Series) -> pd.Series:
    return values.map(lambda value: short_of_one(value, 3))


def share(metrics: Metrics, rows: pd.DataFrame) -> pd.DataFrame:
    """Return the shares; those of random references with the SD of one draw."""
    drawn = rows["ties"].isna()
    sd = rows["chance_sd"].where(drawn & rows["chance_sd"].gt(0)) if "chance_sd" in rows else float("nan")
    if metrics.ties_missed:
        return numbers(rows, "share", "low", "high", sd)
    return numbers(rows, "share_ties_half", "half_low", "half_high", sd)


def _with_other_ties(metrics: Metrics, shares: pd.Series) -> pd.Series | None:
    """Return shares that treat ties in another way, for the PDF: where any system has many, and there is no r."""
    return _three_decimals(shares) if metrics.many_ties and metrics.fits is None else None


def beside_half(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the shares with ties missed, where they otherwise count as half."""
    return None if metrics.ties_missed else _with_other_ties(metrics, rows["share"])


def beside_missed(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the shares with ties as half, where they are otherwise missed."""
    return _with_other_ties(metrics, rows["share_ties_half"]) if metrics.ties_missed else None


def met_unrated(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the shares with ties met, without ratings."""
    return None if metrics.rated else _with_other_ties(metrics, rows["share_ties_met"])


def right(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return how many pairs are right by the BLiMP criterion."""
    if (tests := metrics.tests("BLiMP")) is None:
        return None
    return pd.Series(list(map(right_of, tests["right"], tests["pairs"])), tests.index)


def p_of_half(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the p of half of the pairs being right."""
    return None if (tests := metrics.tests("BLiMP")) is None else tests["p"].map(p_or_dash)


def p_of_chance(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the p of the ADC's share at the smallest δ being chance."""
    return None if (tests := metrics.tests(metrics.smallest)) is None else tests["p"].map(p_or_dash)


def chance(metrics: Metrics, rows: pd.DataFrame) -> pd.Series:
    """Return chance; what is random has no deltas of its own."""
    return _three_decimals(rows.loc[rows["ties"].notna(), "chance"])


def above_chance(metrics: Metrics, rows: pd.DataFrame) -> pd.DataFrame:
    """Return the share above chance."""
    return numbers(rows[rows["ties"].notna()], "excess", "excess_low", "excess_high")


def correlation(metrics: Metrics, rows: pd.DataFrame) -> pd.DataFrame | None:
    """Return Pearson's r with the ratings of sentences."""
    if metrics.fits is None:
        return None
    return numbers(metrics.fits[metrics.fits["pearson_r"].notna()].set_index("row"), "pearson_r", "low", "high")


def correlation_alone(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return Pearson's r without its interval."""
    cells = correlation(metrics, rows)
    return None if cells is None else cells["text"]


def ties(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the share of ties where any system has many."""
    return (rows["ties"] / rows["pairs"]).map(lambda share: percent(share, 1)) if metrics.many_ties else None


def strict(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the shares with ties missed where any system has many."""
    return _three_decimals(rows["share"]) if metrics.many_ties else None


def of_variant(metrics: Metrics, rows: pd.DataFrame) -> pd.Series:
    """Return the shares in a variant."""
    return _three_decimals(rows["share"])


def ties_met(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the shares with ties met where any system has many."""
    return _three_decimals(rows["share_ties_met"]) if metrics.many_ties else None


def over_phenomena(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the intervals over phenomena where phenomena are parts of clusters."""
    ends = rows[["low_over_phenomena", "high_over_phenomena"]].set_axis(["low", "high"], axis=1)
    return ends.apply(interval, axis=1).str.strip() if ends["low"].notna().any() else None


def restarts(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the SD between restarts: BLiMP criterion, ADC at the smallest δ, how many restarts, and of what."""
    if metrics.restart_shares is None:
        return None
    cells: dict[str, str] = {}
    for (system, kind), group in metrics.restart_shares.groupby(["system", "of"], sort=False):
        least = group[group["threshold"] == group["threshold"].min()]
        sds = [*group.loc[group["criterion"] == "blimp", "sd"], *least["sd"]]
        only = ", labels" if kind == "labels" else ""
        text = f"{', '.join(shown(sd, 3) for sd in sds)} ({group['restarts'].iloc[0]}{only})"
        row = metrics.restart_rows[system]
        if row not in cells or not only:
            cells[row] = text
    return pd.Series(cells, dtype=str)


def number_of_pairs(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return how many pairs each row covers, where any covers a part."""
    return rows["pairs"].map("{:,}".format) if metrics.partial else None


def _of_part(metrics: Metrics, rows: pd.DataFrame) -> pd.DataFrame:
    systems = metrics.of_systems(rows)
    return systems[systems["unanswered"] > 0]


def unanswered(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return the share of the pairs that a system leaves unanswered."""
    shares = _of_part(metrics, rows)["unanswered"]
    return shares.map(lambda share: percent(share, 1)) if metrics.partial else None


def unanswered_half(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
    """Return a system's share if the pairs that it leaves unanswered were half."""
    return _three_decimals(_of_part(metrics, rows)["share_unanswered_half"]) if metrics.partial else None


def _baseline(name: str) -> Callable[[Metrics, pd.DataFrame], pd.Series | None]:
    """Return the cells of one of BASELINES: what it reaches on the pairs of each row that covers a part of them."""

    def cells(metrics: Metrics, rows: pd.DataFrame) -> pd.Series | None:
        part = _of_part(metrics, rows) if metrics.partial else rows[:0]
        part = part[part["oracle"].notna()] if len(part) else part
        return _three_decimals(part[name]) if len(part) else None

    return cells


BESIDE_SHARES = (  # of one criterion after the other
    Column("share", "{criterion}{strict}", share, (SCREEN, CSV, LATEX, PDF), each),
    Column("strict", "strict", beside_half, (PDF,), each),
    Column("ties_half", "ties half", beside_missed, (PDF,), each),
    Column("right", "Pairs right", right, (SCREEN, CSV, PDF), blimp),
    Column(
        "p",
        "p (50 %)",
        p_of_half,
        (SCREEN, CSV, PAGE),
        blimp,
        on_page="Two-sided p of half of all pairs being right by chance",
    ),
    Column("p", "p", p_of_half, (PDF,), blimp),
    Column("chance", "Chance", chance, (SCREEN, CSV, LATEX), smallest, late_in_latex=True),
    Column("above_chance", "Above chance", above_chance, (SCREEN, CSV, LATEX), smallest, late_in_latex=True),
    Column("p_of_chance", "p (chance)", p_of_chance, (SCREEN, CSV), smallest),
)
AFTER_SHARES = (
    Column(
        "r",
        "r with ratings",
        correlation,
        (SCREEN, CSV, PAGE),
        on_page="Pearson’s r of the scores with the ratings of all sentences, with its 95 % interval",
    ),
    Column("r", "r", correlation_alone, (PDF,)),
    Column("ties", "Ties, %", ties, (CSV, LATEX), late_in_latex=True),
    Column("strict", "{criterion}, strict", strict, (CSV,), each),
    Column("ties_met", "BLiMP, ties met", ties_met, (CSV,)),
    Column("ties_met", "ties met", met_unrated, (PDF,)),
    Column("over_phenomena", "{criterion}, over phenomena", over_phenomena, (CSV,), each),
    Column("variant", "{criterion}", of_variant, (CSV,), variants),
    Column("restarts", "Restarts, SD", restarts, (CSV,)),
    Column("pairs", "Number of pairs", number_of_pairs, (CSV, LATEX, PDF)),
    Column("unanswered", "Unanswered, %", unanswered, (CSV, LATEX, PDF)),
    Column("unanswered_half", "BLiMP, unanswered half", unanswered_half, (CSV, LATEX, PDF)),
    *(Column(name, f"{label}, {{delta}}", _baseline(name), (CSV,), smallest) for name, label in BASELINES.items()),
)


def filled(metrics: Metrics, place: str) -> list[Filled]:
    """Return the columns that a place shows of some data, in order.

    Parameters:
        place: one of PLACES.
    """
    beside = [(criterion, column) for criterion, _ in each(metrics) for column in BESIDE_SHARES]
    columns = [*beside, *((None, column) for column in AFTER_SHARES)]
    return [entry for only, column in columns if place in column.shown_in for entry in _fill(column, metrics, only)]


def _fill(column: Column, metrics: Metrics, only: str | None) -> Iterator[Filled]:
    strict = ", strict" if metrics.ties_missed and metrics.many_ties else ""
    for criterion, rows in column.criteria(metrics):
        if only not in (None, criterion) or (cells := column.cells(metrics, rows)) is None:
            continue
        if isinstance(cells, pd.Series):
            cells = pd.DataFrame({"text": cells, "low": None, "high": None, "sd": float("nan")})
        delta = criterion.removeprefix("ADC, ")
        heading = column.heading.format(criterion=criterion, delta=delta, strict=strict)
        yield Filled(column, heading, cells)
