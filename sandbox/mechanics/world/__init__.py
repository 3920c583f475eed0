"""Many balls at once: on supports, in flight, against each other."""
