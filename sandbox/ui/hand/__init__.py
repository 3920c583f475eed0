"""The hand: what the mouse, a finger or the keys do to bodies and supports in the picture."""
