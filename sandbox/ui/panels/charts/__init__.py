"""What the panel of charts is made of."""
