"""What a scene says of itself: card, topic, how a preset is shown, what people call its parameters."""
