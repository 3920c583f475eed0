"""Several bodies with flat faces, and balls: what touches what by which features, and how all go on together."""
