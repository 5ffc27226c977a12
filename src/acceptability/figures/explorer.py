"""Make the page to explore pairs in a browser: its data, chart and HTML, and the files beside it.

It reads and writes nothing but Vega-Lite in the user's cache.

The criteria are those of ``criteria`` in its corrected variant; the page computes them itself, at any δ. Deltas
keep all their digits, so that its counts are those of the tables.

The data are cut into parts: one for each dataset, and one for the tokens of each of its systems. A part is inside the
page if there is room. The others are files beside it, which the page loads when they are needed. They are scripts,
because a page that is opened from a disk may load nothing else.
"""

import base64
import gzip
import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache
from string import Template
from types import MappingProxyType

import altair as alt
import pandas as pd
import vl_convert

from acceptability.contracts import io
from acceptability.contracts.systems import row_keys
from acceptability.sources.kept import place
from acceptability.statistics.levels import with_pairs
from acceptability.statistics.phenomena import phenomenon_names

# Safe for colour-blind readers, and dark enough for signs beside text; shapes tell the same.
VERDICTS = {
    "adc": ("#0072B2", "circle"),
    "blimp": ("#AD4A00", "triangle-up"),
    "neither": ("#000000", "M-0.7,-0.7L0.7,0.7M0.7,-0.7L-0.7,0.7"),
}


# Bytes. Snakemake's report holds the page as an address of the kind ``data:``, in base64, and Chromium opens none that
# is longer than 2 MiB.
PAGE_AT_MOST = 1_570_000


def sentences_in_pairs(sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the ids and texts of sentences that are in a pair, in the order of a dataset's parts."""
    used = sentences["sentence_id"].isin([*pairs["good_id"], *pairs["bad_id"]])
    return sentences.loc[used, ["sentence_id", "sentence"]]


def describe_dataset(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    columns: pd.DataFrame,
    labels: Mapping[str, str],
    scored: list[str],
    deciding: Collection[str] = (),
    stated: Sequence[Mapping] = (),
    sentences_of_rows: Mapping[str, str] = MappingProxyType({}),
) -> dict:
    """Describe a dataset to the page, except for its tokens, ready for JSON.

    Parameters:
        sentences: those of sentences_in_pairs.
        pairs: the table of pairs.
        columns: deltas in standard deviations, ``human`` and ``system/measure``, indexed by ``pair_id``.
        labels: the label of each ``system/measure`` and system.
        scored: the systems that score tokens.
        deciding: rows of which only decisions are known: they have no deltas to draw or to compare.
        stated: the columns of the main table about all pairs, as ``columns_of_page`` returns them.
        sentences_of_rows: by row, its sentence for a paper.

    Returns:
        ``rated`` (has any pair a human delta?); the texts ``sentences``, ``phenomena`` and ``paradigms``, each once;
        the phenomena's names for readers (``names``); the ids of all ``pairs``; ``good``, ``bad``, ``phenomenon`` and
        ``paradigm``, their numbers for each pair; ``marks``, if there are any, of the good and of the bad sentences;
        ``human``, each pair's human delta; ``rows``, of each system/measure its name, its label, each pair's model
        delta, whether it only ``decides``, and its ``sentence``; the ``columns`` of ``stated``; and ``tokens``, name
        and label of each system that scores tokens. None is a missing delta.
    """
    number = pd.Series(range(len(sentences)), index=sentences["sentence_id"])
    phenomenon, phenomena = pd.factorize(pairs["phenomenon"])
    paradigm, paradigms = pd.factorize(pairs["paradigm"])
    columns = columns.reindex(pairs["pair_id"])

    def deltas(column: str) -> list[float | None]:
        return [None if pd.isna(delta) else float(delta) for delta in columns[column]]

    return {
        "rated": bool(columns["human"].notna().any()),
        "sentences": sentences["sentence"].tolist(),
        "phenomena": list(phenomena),
        "names": phenomenon_names(pairs)[phenomena].tolist(),
        "paradigms": list(paradigms),
        "pairs": pairs["pair_id"].tolist(),
        "good": number[pairs["good_id"]].tolist(),
        "bad": number[pairs["bad_id"]].tolist(),
        "phenomenon": phenomenon.tolist(),
        "paradigm": paradigm.tolist(),
        "human": deltas("human"),
        "rows": [
            {"row": row, "label": labels[row], "model": deltas(row)}
            | ({"decides": True} if row in deciding else {})
            | ({"sentence": sentences_of_rows[row]} if row in sentences_of_rows else {})
            for row in columns.columns.drop("human")
        ],
        "columns": list(stated),
        "tokens": [{"system": system, "label": labels[system]} for system in scored],
    } | ({"marks": {side: pairs[f"{side}_mark"].tolist() for side in ("good", "bad")}} if "bad_mark" in pairs else {})


def describe_shares(
    levels: pd.DataFrame, pairs: pd.DataFrame, labels: Mapping[str, str], others: Mapping[str, str]
) -> dict:
    """Describe the shares of all pairs and of each phenomenon to the page, ready for JSON; a tie counts as half.

    Parameters:
        levels: the table BY_LEVEL.
        pairs: the table of pairs.
        labels: of systems with scores or decisions, by ``system/measure``.
        others: of people, and of systems of which only shares of paradigms are known.

    Returns:
        The labels of ``systems``; and ``lines``, with the number of the ``phenomenon`` (None: all pairs), its number of
        ``pairs``, what its intervals are ``over``, and a cell for each system: the share, the two ends of its interval
        (None: it has none) and its number of pairs; None where the system has no share.
    """
    rows = with_pairs(labels, others, levels[levels["level"] == "phenomenon"])
    levels = levels.assign(row=row_keys(levels))
    levels = levels[levels["row"].isin(rows)]
    groups: dict[tuple[str, str], int | None] = {("all", "all"): None}
    groups |= {("phenomenon", name): number for number, name in enumerate(pairs["phenomenon"].unique())}
    lines = []
    for (level, name), number in groups.items():
        line = levels[(levels["level"] == level) & (levels["group"] == name)].set_index("row")
        if line.empty:  # no pair of it counts
            continue
        cells = line[["share_ties_half", "half_low", "half_high", "pairs"]].astype(object)
        cells = cells.where(cells.notna(), None).T.to_dict("list")
        over = " or ".join(line["over"].unique())
        line = {"phenomenon": number, "pairs": int(line["pairs"].max()), "over": over}
        lines.append(line | {"cells": [cells.get(row) for row in rows]})
    return {"systems": list(rows.values()), "lines": lines}


def describe_tokens(table: pd.DataFrame, sentences: pd.DataFrame) -> dict:
    """Describe a system's tokens of the sentences of sentences_in_pairs, one after the other, ready for JSON.

    Returns:
        ``vocabulary``, their texts, each once; ``lengths``, how many tokens each sentence has; of each token its
        text's number (``tokens``) and ``log_probs``, in hundredths; the places of the ``unknown`` ones; and of each
        sentence the sum of its log-probabilities, in hundredths too (``sums``).
    """
    number = pd.Index(sentences["sentence_id"]).get_indexer(table["sentence_id"])  # -1: not in a pair
    table = table.assign(number=number)[number >= 0].sort_values(["number", "position"], ignore_index=True)
    tokens, vocabulary = pd.factorize(table["token"])
    by_sentence = table.groupby("number")["log_prob"].agg(["size", "sum"]).reindex(range(len(sentences)), fill_value=0)
    return {
        "vocabulary": list(vocabulary),
        "lengths": by_sentence["size"].tolist(),
        "tokens": tokens.tolist(),
        "log_probs": _hundredths(table["log_prob"]),
        "unknown": table.index[table["oov"] == 1].tolist(),
        "sums": _hundredths(by_sentence["sum"]),
    }


def _hundredths(log_probs: pd.Series) -> list[int]:
    return (100 * log_probs).round().astype(int).tolist()


def part_name(dataset: str, system: str | None = None) -> str:
    """Name a dataset's part, or a system's tokens of it, by its path as a file beside the page."""
    return f"data/{dataset}.js" if system is None else f"data/{dataset}/{system}.js"


def scatter() -> dict:
    """Return the chart in Vega-Lite: model delta to the right; human delta, or another system's, upwards.

    The page fills the data set ``pairs`` (``pair, human, model, upwards``); sets the signals below (δ, the pair under
    the pointer, the axes' ends and titles, and whether the band is drawn). It defines the function ``verdict(human,
    model, delta)``, which gives a key of VERDICTS. The shaded band is where the ADC is met. Titles of axes cannot be
    signals in Vega-Lite: here they name signals, and the page puts these in their place.
    """
    signals = {"delta": 1, "pointed": -1, "band": 1, "x_title": "", "y_title": ""}
    signals |= {"x_min": -1, "x_max": 1, "y_min": -1, "y_max": 1}

    def axis(name: str) -> dict:
        scale = alt.Scale(domain=[alt.ExprRef(f"{name}_min"), alt.ExprRef(f"{name}_max")], nice=False)
        ticks = alt.Axis(tickCount=6, labelOverlap=True, labelSeparation=8, grid=False)
        return {"title": f"{name}_title", "scale": scale, "axis": ticks}

    x, y = axis("x"), axis("y")
    # The band's corners, above and below 0: it begins at 0, bends at δ and ends outside the chart.
    corners = alt.Data(values=[{"side": side, "corner": corner} for side in (-1, 1) for corner in range(3)])
    band = (
        alt.Chart(corners)
        .transform_calculate(at="[0, delta, 1000][datum.corner]")
        .transform_calculate(
            x="datum.side * datum.at",
            inner="datum.side * max(0, datum.at - delta)",
            outer="datum.side * (datum.at + delta)",
        )
        .mark_area(clip=True, color="#dce6ec", opacity=alt.ExprRef("band"))
        .encode(x=alt.X("x:Q", **x), y=alt.Y("inner:Q", **y), y2="outer:Q", detail="side:N")
    )
    zero = alt.Chart(alt.Data(values=[{"zero": 0}]))
    lines = [
        zero.mark_rule(color="#888", clip=True).encode(x=alt.X("zero:Q", **x)),
        zero.mark_rule(color="#888", clip=True).encode(y=alt.Y("zero:Q", **y)),
    ]
    colours, shapes = map(list, zip(*VERDICTS.values(), strict=True))
    points = (
        alt.Chart(alt.NamedData("pairs"))
        .transform_calculate(verdict="verdict(datum.human, datum.model, delta)")
        .mark_point(opacity=0.75)
        .encode(
            x=alt.X("model:Q", **x),
            y=alt.Y("upwards:Q", **y),
            color=alt.Color("verdict:N", scale=alt.Scale(domain=list(VERDICTS), range=colours), legend=None),
            shape=alt.Shape("verdict:N", scale=alt.Scale(domain=list(VERDICTS), range=shapes), legend=None),
            size=alt.condition("datum.pair === pointed", alt.value(200), alt.value(32)),
            strokeWidth=alt.condition("datum.pair === pointed", alt.value(3), alt.value(1.4)),
        )
    )
    chart = alt.layer(band, *lines, points, width="container", height="container")
    chart = chart.add_params(*(alt.param(name=name, value=value) for name, value in signals.items()))
    chart = chart.properties(description="The pairs by their deltas; the table of pairs has the same values")
    chart = chart.configure(font="system-ui, sans-serif")  # before the next: it forgets all other settings
    return chart.configure_axis(labelFontSize=13, titleFontSize=13, titleFontWeight="normal").to_dict()


def page(
    labels: Mapping[str, str],
    parts: Mapping[str, str],
    thresholds: list[float],
    assets: Mapping[str, str],
    at_most: int = PAGE_AT_MOST,
    understood: Mapping[str, Sequence[str]] | None = None,
    signatures: Mapping[str, Sequence[str]] | None = None,
) -> tuple[str, dict[str, str]]:
    """Return the page, and the texts of the files beside it by their paths from the page's folder.

    Each part is inside the page if there is room left. Vega-Lite is always inside: nothing comes from a network.

    Parameters:
        labels: the label of each dataset.
        parts: the packed parts by name, those first that the page needs most.
        thresholds: the δ that are one click away.
        assets: the texts of page.html, page.css and the scripts, by name.
        at_most: how many bytes the page may have.
        understood: what was not plain in the user's table, by dataset.
        signatures: of the systems of each dataset.
    """
    colours = {key: colour for key, (colour, _) in VERDICTS.items()}
    lists = {"understood": understood or {}, "signatures": signatures or {}}
    datasets = [
        {"key": key, "label": label} | {name: list(lines[key]) for name, lines in lists.items() if lines.get(key)}
        for key, label in labels.items()
    ]
    contents = {"chart": scatter(), "verdicts": colours, "thresholds": thresholds, "datasets": datasets}
    fill = {
        "style": assets["page.css"],
        "script": "\n".join(text for name, text in assets.items() if name.endswith(".js")),
        "library": _library(),
        "contents": pack(contents),
    }
    html = Template(assets["page.html"])
    room = at_most - len(html.substitute(fill, parts="").encode())
    inside, files = [], {}
    for name, packed in parts.items():
        element = f'<script type="text/plain" id="{name}">{packed}</script>\n'
        if len(element) <= room:
            room -= len(element)
            inside.append(element)
        else:
            files[name] = f'receive("{name}", "{packed}");\n'
    return html.substitute(fill, parts="".join(inside)), files


@cache
def _library() -> str:
    """Return Vega-Lite of the version that Altair writes, with all it needs to draw, packed.

    Bundling takes seconds, so that what came of it is kept in the user's cache, by its versions.
    """
    version = "_".join(alt.SCHEMA_VERSION.split(".")[:2])  # v6.4.1 is v6_4 to vl-convert
    cached = place(f"vega-embed-{version}-by-vl-convert-{vl_convert.__version__}.txt")
    with suppress(OSError, ValueError, EOFError, zlib.error):  # it is not there, or damaged
        packed = cached.read_text(encoding="ascii")
        gzip.decompress(base64.b64decode(packed, validate=True))  # has a checksum
        return packed
    packed = _packed(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=version))
    with suppress(OSError):  # a home that cannot be written
        cached.parent.mkdir(parents=True, exist_ok=True)
        io.write_text(packed, cached)
    return packed


def pack(described: dict) -> str:
    """Pack a description as JSON."""
    return _packed(json.dumps(described, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def _packed(text: str) -> str:
    """Pack a text by gzip, in base64: letters and digits that cannot end the element they are in.

    At level 9, large datasets would take about ten times as long and a tenth less room.
    """
    return base64.b64encode(gzip.compress(text.encode(), compresslevel=4, mtime=0)).decode()
