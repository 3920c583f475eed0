"""A lesson before a class: what happens at which key, and the board that shows it below the picture."""
