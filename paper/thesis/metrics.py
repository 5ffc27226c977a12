"""The chapter's pairs, built again from their sources as for the paper."""

from acceptability.papers.adc.metrics import pair_construction

__all__ = ["pair_construction"]
