"""Systems of a body on a support."""
