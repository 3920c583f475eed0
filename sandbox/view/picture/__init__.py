"""Pictures of bodies, supports, lines and arrows as vpython objects."""
