"""Recompute the printed numbers of studies without quantities of their own, from tables that all datasets have."""
