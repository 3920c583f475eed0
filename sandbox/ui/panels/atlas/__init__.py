"""The parts of the panel of maps."""
