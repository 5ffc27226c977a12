"""Give Python users the functions of ``import acceptability``: scores and evaluations (docs/python.md)."""
