"""Goals: what is to be reached in a run, written in a small language of its own, and challenges, which have one."""
