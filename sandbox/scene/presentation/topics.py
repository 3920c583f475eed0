"""What scenes are about, in the order of lists, and for whom."""

from sandbox.text import said

# topic of a Scene -> its heading
TOPICS = {"tables": said("Balls on turning tables"), "surfaces": said("Balls on curved surfaces"),
          "contact": said("Friction and impacts"), "blades": said("Skates and sleighs"),
          "bodies": said("Bodies that spin"), "crowds": said("Several bodies"), "": said("Other scenes")}
# level of a Scene -> its name
LEVELS = {"school": said("school"), "university": said("university"), "research": said("research"), "": ""}


def in_order(scenes):
    """Returns scenes by topics, and within a topic the easy ones first; else as they come."""
    topics, levels = list(TOPICS), ["school", "university", "research", ""]
    return sorted(scenes, key=lambda scene: (topics.index(scene.topic), levels.index(scene.level)))
