"""The chapter's pairs, built again from their sources as for the paper."""

from acceptability.studies.adc.tables import pair_construction

__all__ = ["pair_construction"]
