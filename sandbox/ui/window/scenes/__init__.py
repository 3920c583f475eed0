"""What a window does with scenes beside playing them."""
