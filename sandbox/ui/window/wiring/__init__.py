"""Which parts of the window know each other: what each may use of the others, and who listens to whom."""
