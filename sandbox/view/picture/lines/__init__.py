"""Lines in the picture: trails, chalk, ghosts, pinned runs, futures that were left."""
