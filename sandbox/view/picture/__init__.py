"""What is drawn of bodies and supports."""
