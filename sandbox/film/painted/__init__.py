"""What is painted over the frames of a film: clock and titles, captions, plots, a chart."""
