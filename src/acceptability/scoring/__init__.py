"""Provide what kinds of models share to score sentences, and define the measures."""
