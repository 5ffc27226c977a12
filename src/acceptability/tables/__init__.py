"""Provide what tables share: cells, LaTeX, signatures, the words of checks, and the script for R."""
