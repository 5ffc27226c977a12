"""Linking functions that are fitted to ratings: what they are fitted on, and their check."""

from collections.abc import Mapping

from acceptability.config.schema import known
from acceptability.config.systems import able, declared, fitted_from, systems_of
from acceptability.errors import InputError
from acceptability.scoring.measures import MEASURES


def inputs(config: Mapping, dataset: str, key: str) -> dict[str, str]:
    """The files with lp (``log_probs``), and with u and the lengths (``unigrams``): of tokens, or of scores."""
    system, unigrams = fitted_from(config["fitted"][key])
    folder = "tokens" if has_tokens(config, key) else "scores"
    return {
        "log_probs": f"results/scores/{dataset}/{system}.csv",
        "unigrams": f"results/{folder}/{dataset}/{unigrams}.csv",
    }


def has_tokens(config: Mapping, key: str) -> bool:
    """Are u and the lengths those of tokens that are scored here?"""
    unigrams = fitted_from(config["fitted"][key])[1]
    return any(unigrams in config.get(section, {}) for section in ("ngram", "models"))


def on(config: Mapping, dataset: str) -> list[str]:
    """Those that run on a dataset."""
    return [key for key in systems_of(config, dataset) if key in config.get("fitted", {})]


def check(config: Mapping, where: str) -> None:
    """Raise InputError for what cannot be fitted."""
    for key, entry in config.get("fitted", {}).items():
        place, sources = f"{where}: fitted.{key}", fitted_from(entry)
        for name, system in zip(("row", "unigrams"), sources, strict=True):
            known(system, declared(config), f"{place}.{name}: the system")
            if config["run"] != "all" and key in config["run"] and system not in config["run"]:
                raise InputError(f"{place}.{name}: {system} must run too; add it to run")
        _check_row(declared(config)[sources[0]]["measures"], entry["row"], f"{place}.row")
        _check_unigrams(config, sources[1], f"{place}.unigrams")
        runs = config["run"] == "all" or key in config["run"]
        if runs and not any(key in able(config, dataset) for dataset in config["datasets"]):
            raise InputError(
                f"{place}: is fitted to human ratings, and no dataset that {' and '.join(dict.fromkeys(sources))} can "
                "score has any; add ratings, or remove this entry"
            )


def _check_row(measures: list[str], row: str, place: str) -> None:
    """Raise InputError unless a row is one of a system's measures, and sums log-probabilities."""
    system, _, measure = row.partition("/")
    sums = [name for name in measures if _is_log_prob(name)]
    if not sums:
        raise InputError(f"{place}: {system} has no sums of log-probabilities; name another system")
    if measure in measures and measure not in sums:
        raise InputError(f"{place}: {measure!r} is no sum of log-probabilities; name one of: {', '.join(sums)}")
    known(measure, sums, f"{place}: the summed log-probability")


def _is_log_prob(measure: str) -> bool:
    """Is it a sentence's log-probability? Of one that the registry does not know, nobody can say."""
    found = MEASURES.get(measure)
    return found is None or (found.is_sum and found.is_log and measure != "unigram_log_prob")


def _check_unigrams(config: Mapping, system: str, place: str) -> None:
    """Raise InputError unless a system says how frequent the words are, and how long the sentence is."""
    measures, model = declared(config)[system]["measures"], config.get("models", {}).get(system)
    if model is not None:
        if model["kind"] != "lstm" and "unigrams" not in model:
            raise InputError(f"{place}: {system} has no unigram log-probabilities; give it the key unigrams: a corpus")
    elif system not in config.get("ngram", {}) and not (
        "unigram_log_prob" in measures or {"log_prob", "slor"} <= set(measures)
    ):
        raise InputError(
            f"{place}: {system} has no unigram log-probabilities: its scores are neither unigram_log_prob nor log_prob "
            "and slor; name another system under unigrams"
        )
