"""Scores that were released with EventsAdapt: a file for each model and measure."""

from acceptability.datasets.dtfit.events import scores

__all__ = ["scores"]
