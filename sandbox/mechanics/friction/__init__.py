"""Laws of friction at a contact: one file for each, what all have in common, and what becomes of it in motion.

A law is one compiled function, called by the equations of motion and by what happens between modes alike.
"""
