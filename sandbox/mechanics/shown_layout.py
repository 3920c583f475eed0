"""Which numbers are shown of bodies and supports, and in which order they stand in rows: names and places only."""

# how many numbers each quantity of a body and of a support is, in their order
BODY = (("centre", 3), ("velocity", 3), ("angular_velocity", 3), ("quaternion", 4), ("contact", 3), ("normal", 3),
        ("N", 1), ("F", 3))
SUPPORT = (("position", 3), ("quaternion", 4), ("angular_velocity", 3))


def _places_of(layout) -> tuple[dict[str, int | slice], int]:
    """Returns the places of each quantity, and how many places there are."""
    taken, size = {}, 0
    for name, count in layout:
        taken[name] = size if count == 1 else slice(size, size + count)
        size += count
    return taken, size


# name -> its place among the numbers of a body or a support, its places where it has several
IN_BODY, BODY_SIZE = _places_of(BODY)
IN_SUPPORT, SUPPORT_SIZE = _places_of(SUPPORT)


def first_of(place: int | slice) -> int:
    """Returns the first of the places of a quantity."""
    return place.start if isinstance(place, slice) else place
