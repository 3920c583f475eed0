"""PAPERS: the folders of the program, what it remembers between starts, and what it writes down when it fails."""
