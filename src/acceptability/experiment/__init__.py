"""Write experiments for the browser and for other platforms, and simulate answers."""
