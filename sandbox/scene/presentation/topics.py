"""What scenes are about, in the order of lists, and for whom."""

from sandbox.text import N_

# topic of a Scene -> its heading
TOPICS = {"tables": N_("Balls on turning tables"), "surfaces": N_("Balls on curved surfaces"),
          "contact": N_("Friction and impacts"), "blades": N_("Skates and sleighs"),
          "bodies": N_("Bodies that spin"), "crowds": N_("Several bodies"), "": N_("Other scenes")}
# level of a Scene -> its name
LEVELS = {"school": N_("school"), "university": N_("university"), "research": N_("research"), "": ""}


def in_order(scenes):
    """Returns scenes by topics, and within a topic the easy ones first; else as they come."""
    topics, levels = list(TOPICS), ["school", "university", "research", ""]
    return sorted(scenes, key=lambda scene: (topics.index(scene.topic), levels.index(scene.level)))
