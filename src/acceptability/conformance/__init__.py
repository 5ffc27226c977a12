"""Find the convention that scores follow, by a kit of tiny models or by a model itself (docs/conventions.md)."""
