"""A body among several supports: one may hold it, the others are watched."""
