"""Train and score each kind of model, in a folder with its keys, needs and settings."""
