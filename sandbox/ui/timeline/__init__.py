"""The time line under the picture: the last minutes of a run, its marks, its loop and its branches."""
