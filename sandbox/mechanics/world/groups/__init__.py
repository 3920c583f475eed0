"""Balls that go on together: which they are, as islands, as crowds, or at rest in a heap."""
