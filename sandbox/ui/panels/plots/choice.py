"""What is plotted, as settings and files remember it: "drift speed plane=x,y span=60"."""

from collections.abc import Container

MOST = 4                                # plots over time
SPANS = (10.0, 60.0, 600.0)             # [s]
SPAN = 60.0
LONGEST = 1000                          # letters


class PlotChoice:
    """Keys of quantities: over time, slot by slot, and of the plane.

    A key that the present run does not have stays remembered for the next one that has it.
    """

    def __init__(self, text: str = ""):
        self.keys: list[str] = []
        self.plane, self.span = ("", ""), SPAN
        self.take(text)

    def take(self, text: str):
        """Takes what `save` gave; what cannot be understood is left out."""
        self.keys, self.plane, self.span = [], ("", ""), SPAN
        for word in text[:LONGEST].split():
            name, equals, value = word.partition("=")
            if equals and name == "plane":
                x, comma, y = value.partition(",")
                self.plane = (x, y) if comma and x and y else ("", "")
            elif equals and name == "span":
                self.span = next((span for span in SPANS if value == f"{span:g}"), SPAN)
            elif not equals and word not in self.keys:
                self.keys.append(word)

    def save(self) -> str:
        """Returns all of it as a text."""
        words = [*self.keys, *(["plane=" + ",".join(self.plane)] if all(self.plane) else []),
                 *([f"span={self.span:g}"] if self.span != SPAN else [])]
        return " ".join(words)

    def over_time(self, known: Container[str]) -> list[str]:
        """Returns the keys of the plots over time that a run has, at most MOST."""
        return [key for key in self.keys if key in known][:MOST]

    def in_plane(self, known: Container[str]) -> tuple[str, str] | None:
        """Returns the keys of the plane, None where a run does not have them."""
        return self.plane if all(key in known for key in self.plane) else None

    def put(self, slot: int, key: str, known: Container[str]):
        """Puts a key into the slot of the plots that a run has; "" empties it."""
        shown = self.over_time(known)
        if key in shown and shown.index(key) != slot:
            # it is there already: the two change places
            other = self.keys.index(key)
            if slot < len(shown):
                place = self.keys.index(shown[slot])
                self.keys[place], self.keys[other] = self.keys[other], self.keys[place]
            return
        if slot < len(shown):
            place = self.keys.index(shown[slot])
            self.keys[place:place + 1] = [key] if key else []
        elif key:
            if len(shown) >= MOST:
                return
            self.keys = [one for one in self.keys if one != key]
            self.keys.append(key)
            # those that no run had for long make room
            self.keys = [one for one in self.keys if one in known] + [one for one in self.keys if one not in known][-8:]
