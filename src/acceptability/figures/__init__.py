"""Provide what figures share, such as style and layout, and write the page to explore pairs."""
