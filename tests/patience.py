"""How long tests wait for what should come: only a guard against waiting for ever, never a measure."""

HANGING = 600.0          # [s] for a process of its own; fifty times what one needs on an idle machine
ENDLESS = 3000.0         # [s] for one that does very much, such as to compile and show every scene
MISSING = 120.0          # [s] for one thing to happen in a window or a page


def wait_for_the_page():
    """The 3D page of this process is not taken for dead where a busy machine keeps it waiting."""
    from sandbox.view.page import channel, life
    channel.ANSWER_LIMIT, life.LOAD_LIMIT = MISSING, HANGING
