"""Read the tables that people bring: bytes → text → cells → columns → roles → values → checked tables."""
