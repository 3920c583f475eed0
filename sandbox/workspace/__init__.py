"""Set-ups as files and as codes: what a person made of a scene, kept and given to others."""
