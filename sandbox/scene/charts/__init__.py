"""Words for charts: those that a scene makes, and those that the theory draws by itself."""
