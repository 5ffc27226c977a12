"""Fetch registered files and models of the hub; read archives, files of models and released scores."""
