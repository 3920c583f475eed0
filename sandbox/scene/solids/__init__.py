"""Bodies from files of meshes: reading, mass, and what touches in place of a mesh."""
