"""Families of parts, and what the parts of a document make together."""

# families of parts, in the order in which they are written
VALUE, SUPPORT, BODY, LAW, JOINT, SYSTEM, START = "value", "support", "body", "law", "joint", "system", "start"
# what measures and feels nothing: the scene has it, not its world
MARK = "mark"
ALL = (VALUE, SUPPORT, BODY, LAW, JOINT, SYSTEM, START, MARK)
# what build returns: a world; the words of one body on one support; one system; a list of them
WORLD, TOGETHER, ALONE, SEVERAL = "world", "together", "alone", "several"
FORMS = (WORLD, TOGETHER, ALONE, SEVERAL)
