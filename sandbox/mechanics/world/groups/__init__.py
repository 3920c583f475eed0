"""Balls that go on together: which they are, as islands, as stepped groups, or at rest in a heap."""
