"""Classifiers on an encoder judge sentences as other classifiers do, once the library knows their networks."""

from acceptability.kinds.classifier.scoring import judge, load
from acceptability.kinds.lstm import recurrent

__all__ = ["judge", "load", "recurrent"]
