"""Charts painted with Qt at any size: for the window, pictures, films and files. `paint_chart` is the way in."""
