"""From frames to files: kinds of files, encoders, names, and what killed processes left."""
