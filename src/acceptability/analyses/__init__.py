"""Compute, tabulate and draw each analysis, in a folder that says what it reads, computes and shows."""
