"""Pages of text and formulas beside the picture, without server and network, and their way to PDF."""
