"""Runs for other programs: tables at any rate, models that move for Blender, a page that plays a run in any browser."""
