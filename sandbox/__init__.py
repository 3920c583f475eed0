"""Jacobi Sandbox: bodies that roll, skate, slide and bounce on moving surfaces."""

__version__ = "0.1.0"
