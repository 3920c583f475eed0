"""The panels around the picture: one file for each, and the parts that they are made of."""
