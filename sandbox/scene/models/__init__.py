"""Ready systems in words: sleigh, integraph, ball on a plane, body with a fixed point."""
