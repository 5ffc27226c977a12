"""The chapter's pairs, built again from their sources as for the paper."""

from acceptability.papers.adc.tables import pair_construction

__all__ = ["pair_construction"]
