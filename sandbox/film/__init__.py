"""Films: what is to be filmed, the frames of it, what is written over them, and the encoder.

    recipe    what a film shows, as plain numbers, and the file beside it
    exact     a stretch of a run, drawn again state by state
    live      what the person sees
    overlay   clock, legend and title, painted over a frame
    encoder   frames in, a file out that can be played whatever happens
"""
