"""Record a run as a Workflow Run RO-Crate, and recompute the tables of a record without a model."""
