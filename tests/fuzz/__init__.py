"""Random runs of every scene: values within their limits, live changes, ways back and forth, looks between steps."""
