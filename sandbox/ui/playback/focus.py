"""Which of several bodies a person looks at: panels, arrows, lines, camera and plots follow it."""

from sandbox.errors import BadValue
from sandbox.film.recipe import MOST_BODIES, MOST_TRAILS, TINTS
from sandbox.qt.core import QObject, pyqtSignal
from sandbox.run.readings import names
from sandbox.schema import Choice, List, Record, Whole
from sandbox.text import _

CHOICES = ("auto", *TINTS)
SHAPE = Record({"body": Whole(0, MOST_BODIES), "trails": List(Whole(0, MOST_BODIES), 0, MOST_TRAILS),
                "tint": Choice(CHOICES)})


class Focus(QObject):
    """The body in focus, and the further bodies whose trails are drawn.

    body      its index;  trails  indices of the others, in the order in which they were chosen
    choice    what balls are to be painted by, one of CHOICES: "auto" is a rack where a scene has one
    """

    changed = pyqtSignal()            # another body, or other names
    trails_changed = pyqtSignal()
    noted = pyqtSignal(str)           # what was switched, in words

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.body, self.trails, self.choice = 0, (), "auto"
        self._is_rack = False
        self._bodies: list = []
        self._scene, self._has_choice = "", False
        self._names: tuple[str, ...] = ()

    # ---- what is known ----------------------------------------------------------------------------------------------

    @property
    def tint(self) -> str:
        """What balls are painted by, one of TINTS."""
        if self.choice != "auto":
            return self.choice
        return "rack" if self._is_rack else "number"

    @property
    def count(self) -> int:
        """How many bodies the present run has, with the scenery among them."""
        return len(self._bodies)

    @property
    def loose(self) -> list[int]:
        """The bodies that are no part of the scenery."""
        return [k for k in range(self.count) if self.is_loose(k)]

    def is_loose(self, body: int) -> bool:
        """Whether a body is one, and not part of the scenery."""
        return names.is_loose(self._bodies, body)

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one body to look at."""
        return self._has_choice

    def name(self, body: int | None = None) -> str:
        """What a body is called, by default the one in focus."""
        return names.name_of(self._bodies, self.body if body is None else body, self.tint, self._names)

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def begin(self, run):
        """Takes another run: of the same scene with as many bodies the choice stays, of another it is the first.

        Who shows the run asks then, and is not told.
        """
        bodies = list(run.bodies)
        if run.scene.id != self._scene or len(bodies) != self.count:
            self.body, self.trails = 0, ()
        self._bodies, self._scene, self._names = bodies, run.scene.id, getattr(run.system, "names", ())
        self._has_choice = names.has_several(bodies)
        self._is_rack = names.is_rack(self._names)

    def choose(self, body: int) -> bool:
        """Looks at a body; returns whether that is another one."""
        if body == self.body or not self.is_loose(body):
            return False
        self.body = body
        self.changed.emit()
        return True

    def step(self, by: int):
        """Looks at the body after, or before; around."""
        loose = self.loose
        if loose:
            now = loose.index(self.body) if self.body in loose else 0
            self.choose(loose[(now + by) % len(loose)])

    def toggle_trail(self, body: int | None = None):
        """Draws the trail of a body, by default that in focus, also when another is looked at; or no longer."""
        body = self.body if body is None else body
        if not self.is_loose(body):
            return
        if body in self.trails:
            self.trails = tuple(k for k in self.trails if k != body)
            text = _("{name}: trail off")
        elif len(self.trails) >= MOST_TRAILS:
            self.noted.emit(_("{count} trails are drawn already: take one away first").format(count=len(self.trails)))
            return
        else:
            self.trails = (*self.trails, body)
            text = _("{name}: trail on")
        self.trails_changed.emit()
        self.noted.emit(text.format(name=self.name(body)))

    def show_trails(self, on: bool):
        """Draws the trails of all bodies, of the first MOST_TRAILS where there are more; or of none but the focus."""
        loose = self.loose
        self.trails = tuple(loose[:MOST_TRAILS]) if on else ()
        self.trails_changed.emit()
        if on and len(loose) > MOST_TRAILS:
            self.noted.emit(_("trails of the first {room} of {count} bodies").format(
                room=MOST_TRAILS, count=len(loose)))

    def set_tint(self, kind: str):
        """Paints balls by one of CHOICES; as a rack of billiards they have other names too."""
        if kind != self.choice:
            self.choice = kind
            self.changed.emit()

    # ---- in set-ups -------------------------------------------------------------------------------------------------

    def save(self) -> dict:
        """Returns the choice as JSON knows it."""
        return {"body": self.body, "trails": list(self.trails), "tint": self.choice}

    def filmed(self) -> dict:
        """Returns the choice by the words of a film's recipe."""
        return {"focus": self.body, "trails": tuple(k for k in self.trails if k != self.body), "tint": self.tint}

    def load(self, plain):
        """Takes what `save` gave of the present run; BadValue where it is none, and nothing changes then."""
        given = SHAPE.take(plain, _("focus"))
        bodies = (given.get("body", 0), *given.get("trails", ()))
        for body in bodies:
            if not self.is_loose(body):
                raise BadValue(_("focus: got body {found}, the run has {count}").format(found=body, count=self.count))
        self.body, self.trails = bodies[0], tuple(dict.fromkeys(bodies[1:]))
        self.choice = given.get("tint", self.choice)
        self.changed.emit()
        self.trails_changed.emit()
