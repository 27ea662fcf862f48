"""A position as people see it."""
