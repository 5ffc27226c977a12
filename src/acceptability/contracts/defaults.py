"""Declare the defaults that the package and the configuration's schema share."""

THRESHOLDS = (0.5, 1, 5)  # of δ, in standard deviations
TIE = 0.0001  # nats: log-probabilities that differ by no more are the same
LEVEL = 0.05  # of a test: a p below it is significant
