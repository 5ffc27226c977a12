"""Compare printed numbers and claims with recomputed ones."""
