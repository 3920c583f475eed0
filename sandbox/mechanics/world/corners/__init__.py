"""A body with corners on supports: it lies on faces, tips over edges, rolls on corners, slides, hits and rests."""
