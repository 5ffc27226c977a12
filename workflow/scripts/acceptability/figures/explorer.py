"""The page to explore pairs in a browser: tables → data, chart and HTML of one self-contained file (pure).

The criteria are those of ``criteria`` in its corrected variant; the page computes them itself, at any δ. Deltas
keep all their digits, so that its counts are those of the tables.
"""

import base64
import gzip
import json
from functools import cache
from string import Template

import altair as alt
import pandas as pd
import vl_convert

from acceptability.analysis.phenomena import phenomenon_names

# Okabe & Ito's palette, safe for colour-blind readers; shapes tell the same.
VERDICTS = {
    "adc": ("#0072B2", "circle"),
    "blimp": ("#E69F00", "triangle-up"),
    "neither": ("#000000", "M-0.7,-0.7L0.7,0.7M0.7,-0.7L-0.7,0.7"),
}


# Over all systems and datasets of a page: some 4 bytes each. With more, browsers would not open the page where
# Snakemake's report holds it (see page).
TOKENS_AT_MOST = 150_000


def describe_dataset(
    key: str,
    label: str,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    columns: pd.DataFrame,
    labels: dict[str, str],
    tokens: dict[str, pd.DataFrame],
) -> dict:
    """What the page knows of a dataset, ready for JSON.

    Takes the tables ``sentences`` and ``pairs``; deltas in the columns ``human`` and ``system/measure``, indexed by
    ``pair_id`` (see ``systems.read_delta_columns``), in standard deviations; the table ``tokens`` of each system that
    scores tokens; and the label of each ``system/measure`` and of each of these systems.
    Gives ``key``; ``label``; ``rated`` (has any pair a human delta?); the texts ``sentences`` and ``phenomena``, each
    once; the phenomena's names for readers (``names``); the ids of all ``pairs``; ``good``, ``bad`` and
    ``phenomenon``, their numbers for each pair; ``human``, each pair's human delta; ``rows``, of each system/measure
    its name, its label and each pair's model delta; and ``tokens``, see _describe_tokens. None is a missing delta.
    """
    used = sentences[sentences["sentence_id"].isin([*pairs["good_id"], *pairs["bad_id"]])]
    number = {sentence_id: place for place, sentence_id in enumerate(used["sentence_id"])}
    phenomenon, phenomena = pd.factorize(pairs["phenomenon"])
    columns = columns.reindex(pairs["pair_id"])

    def deltas(column: str) -> list[float | None]:
        return [None if pd.isna(delta) else float(delta) for delta in columns[column]]

    return {
        "key": key,
        "label": label,
        "rated": bool(columns["human"].notna().any()),
        "sentences": used["sentence"].tolist(),
        "phenomena": list(phenomena),
        "names": phenomenon_names(pairs)[phenomena].tolist(),
        "pairs": pairs["pair_id"].tolist(),
        "good": pairs["good_id"].map(number).tolist(),
        "bad": pairs["bad_id"].map(number).tolist(),
        "phenomenon": phenomenon.tolist(),
        "human": deltas("human"),
        "rows": [{"row": row, "label": labels[row], "model": deltas(row)} for row in columns.columns.drop("human")],
        "tokens": [
            {"system": system, "label": labels[system]} | _describe_tokens(table, number)
            for system, table in tokens.items()
        ],
    }


def _describe_tokens(table: pd.DataFrame, number: dict[str, int]) -> dict:
    """A system's tokens of the numbered sentences, one after the other.

    Gives ``vocabulary``, their texts, each once; ``lengths``, how many tokens each sentence has; of each token its
    text's number (``tokens``) and ``log_probs``, in hundredths; the places of the ``unknown`` ones; and of each
    sentence the sum of its log-probabilities, in hundredths too (``sums``).
    """
    table = table.assign(number=table["sentence_id"].map(number)).dropna(subset="number")
    table = table.sort_values(["number", "position"], ignore_index=True)
    tokens, vocabulary = pd.factorize(table["token"])
    of_sentences = table.groupby("number")["log_prob"].agg(["size", "sum"]).reindex(range(len(number)), fill_value=0)
    return {
        "vocabulary": list(vocabulary),
        "lengths": of_sentences["size"].tolist(),
        "tokens": tokens.tolist(),
        "log_probs": _hundredths(table["log_prob"]),
        "unknown": table.index[table["oov"] == 1].tolist(),
        "sums": _hundredths(of_sentences["sum"]),
    }


def _hundredths(log_probs: pd.Series) -> list[int]:
    return (100 * log_probs).round().astype(int).tolist()


def _within_limit(datasets: list[dict]) -> list[dict]:
    """The same, with the tokens of as many systems as the page has room for; of others, how many are ``left_out``."""
    room = TOKENS_AT_MOST
    kept = []
    for dataset in datasets:
        systems = []
        for scored in dataset["tokens"]:
            count = len(scored["tokens"])
            fits = count <= room
            room -= count if fits else 0
            systems.append(scored if fits else {key: scored[key] for key in ("system", "label")} | {"left_out": count})
        kept.append(dataset | {"tokens": systems})
    return kept


def scatter() -> dict:
    """Vega-Lite specification of the chart: model delta to the right; human delta, or another system's, upwards.

    The page fills the data set ``pairs`` (``pair, human, model, upwards``); sets δ, the pair under the pointer, the
    axes' ends and titles, and whether the band is drawn (the signals below); and defines the function
    ``verdict(human, model, delta)``, which gives a key of VERDICTS. The shaded band is where the ADC is met. Titles
    of axes cannot be signals in Vega-Lite: here they name signals, and the page puts these in their place.
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
    colours, shapes = (list(of_all) for of_all in zip(*VERDICTS.values(), strict=True))
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


def page(datasets: list[dict], thresholds: list[float], parts: dict[str, str]) -> str:
    """The whole page: ``datasets`` as described above, the δ that are one click away, and what the page is made of.

    ``parts`` are the texts of page.html, page.css and the scripts, by name. Vega-Lite is written into the page too:
    nothing is loaded from elsewhere. Library and data are packed, because Snakemake's report holds the page as an
    address of the kind ``data:``, and Chromium opens none that is longer than 2 MiB.
    """
    colours = {key: colour for key, (colour, _) in VERDICTS.items()}
    data = {"chart": scatter(), "verdicts": colours, "thresholds": thresholds, "tokens_at_most": TOKENS_AT_MOST}
    data |= {"datasets": _within_limit(datasets)}
    return Template(parts["page.html"]).substitute(
        style=parts["page.css"],
        script="\n".join(text for name, text in parts.items() if name.endswith(".js")),
        library=_library(),
        data=_packed(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))),
    )


@cache
def _library() -> str:
    """Vega-Lite of the version that Altair writes, with all it needs to draw, packed; bundling takes seconds."""
    version = "_".join(alt.SCHEMA_VERSION.split(".")[:2])  # v6.4.1 is v6_4 to vl-convert
    return _packed(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=version))


def _packed(text: str) -> str:
    """The same in UTF-8, by gzip, in base64: letters and digits that cannot end the element they stand in."""
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
