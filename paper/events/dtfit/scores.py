"""Scores that were released with DTFit: a file for each model and measure."""

from acceptability.papers.events.events import scores

__all__ = ["scores"]
