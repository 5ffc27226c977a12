"""Name the suites that the authors left out, and the circuits of the others."""

LEFT_OUT = ("fgd-embed3", "fgd-embed4", "nn-nv-rpl")  # suites
CIRCUITS = {  # by the first part of a suite's name
    "number": "Agreement",
    "center": "Center embedding",
    "mvrr": "Garden path",
    "npz": "Garden path",
    "subordination": "Gross syntactic state",
    "npi": "Licensing",
    "reflexive": "Licensing",
    "cleft": "Long-distance dependencies",
    "fgd": "Long-distance dependencies",
}


def circuit(suite: str) -> str:
    """Return the circuit of a suite."""
    return CIRCUITS[suite.split("_")[0]]
