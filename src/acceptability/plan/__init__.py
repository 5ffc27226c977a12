"""Work out what a run computes from the configuration and the studies; begin with ``plan.py``."""
