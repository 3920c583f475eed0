"""What the panel of tools is made of."""
