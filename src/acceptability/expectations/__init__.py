"""Read suites of sentences in regions, and the formulas that compare the surprisals of regions."""
