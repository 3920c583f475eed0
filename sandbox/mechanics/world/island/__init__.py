"""A few balls and free supports that touch lastingly: their motion together, from event to event."""
