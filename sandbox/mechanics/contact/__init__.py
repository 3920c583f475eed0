"""A body on a support: geometry, friction, and one file for each thing that it can do there."""
