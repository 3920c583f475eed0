"""A contact at one instant: its state, Ivanov's classes, the decision what follows, and impacts."""
