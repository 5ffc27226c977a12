"""Scores that were released of these sentences: GPT-2's surprisals of words."""

from acceptability.papers.released.words import scores

__all__ = ["scores"]
