"""Scores that were released with EventsAdapt: a file for each model and measure."""

from acceptability.papers.events.events import scores

__all__ = ["scores"]
