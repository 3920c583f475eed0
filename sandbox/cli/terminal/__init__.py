"""What a command prints, how it says how far it is, and how it hears that it is to end."""
