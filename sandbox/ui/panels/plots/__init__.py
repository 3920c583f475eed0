"""What the panel of plots is made of."""
