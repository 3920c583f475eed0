"""Pictures of supports, each kind of surface in a file of its own."""
