"""Films: their recipe, their frames, the text painted over these, and the encoder.

    recipe    what a film shows, as plain numbers, and the file that keeps it beside the film
    exact     films of a stretch of a run, drawn again state by state
    live      films of the window's view while it plays
    overlay   clock, legend and title, painted over a frame
    encoder   compresses frames into a file that stays playable whatever happens
"""
