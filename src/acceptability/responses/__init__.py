"""Turn results of experiments into ratings and choices, with one module for each platform."""
