"""Read the datasets and corpora that users bring, and list all kinds of datasets, also those of publications."""
