"""Compute what analyses share: criteria, clusters and intervals, references, specifications."""
