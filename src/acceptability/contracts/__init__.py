"""Declare the tables that pass between rules, with their columns and paths; read, check and write them."""
