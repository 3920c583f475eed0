"""The theory of a scene as it is printed: read from its file, checked, written as a page or as Markdown."""
