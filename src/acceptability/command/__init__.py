"""Turn the options of ``make score`` and ``make check`` into a configuration; ``request.py`` calls the modules."""
