"""How bodies look where the picture is more than the convex hull that touches."""
