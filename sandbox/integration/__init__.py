"""Any hybrid system in time: the 8th-order step, sub-steps, guards, located events, statuses with their sentences."""
