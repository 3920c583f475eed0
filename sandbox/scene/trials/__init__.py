"""Unknown scene files are tried in processes of their own before they are loaded."""
