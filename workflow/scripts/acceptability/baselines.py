"""Scores that need no trained model (pure)."""


def negative_length(sentence: str) -> float:
    """Minus the number of whitespace-separated words: shorter = more acceptable."""
    return -float(len(sentence.split()))
