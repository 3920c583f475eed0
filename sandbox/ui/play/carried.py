"""The challenge that is played, as it stands in set-ups and share codes: who opens one finds the challenge with it."""

from collections.abc import Callable
from hashlib import blake2b

from sandbox.errors import BadValue
from sandbox.scene.catalogue import ID
from sandbox.scene.goals.challenge import Challenge, Challenges, challenge_of
from sandbox.schema import Kept, Number, Record, Table, Text
from sandbox.text import _
from sandbox.ui.play.session import Session

SHAPE = Record({"id": Text(40, ID, "[a-z0-9_]{1,40}"), "table": Table(Kept(), 100),
                "guesses": Table(Number(-1e9, 1e9), 10)})
NAME, MARK = 30, 4           # letters that are left of a name that is taken; [bytes] that tell two challenges apart


class CarriedChallenge:
    """What of a session stands in set-ups.

    load_all()   the challenges that the list has;  scene_named(id)   a scene, or BadValue
    """

    def __init__(self, session: Session, load_all: Callable[[], Challenges], scene_named: Callable):
        self._session, self._load_all, self._scene_named = session, load_all, scene_named

    def save(self) -> dict | None:
        """Returns the present challenge with what is guessed in it, None where none is played."""
        challenge = self._session.challenge
        if challenge is None:
            return None
        return {"id": challenge.id, "table": dict(challenge.told),
                "guesses": {name: float(self._session.tried[name]) for name in challenge.guesses}}

    def mark(self):
        """What is another when another challenge is played."""
        return self._session.challenge.id if self._session.challenge is not None else ""

    def load(self, value):
        """The run that is shown is one of the challenge in a set-up; BadValue where there is none in it."""
        told = SHAPE.take(value, _("set-up, '{name}'").format(name="challenge"))
        if not {"id", "table"} <= told.keys():
            raise BadValue(_("set-up, 'challenge': needs 'id' and 'table'"))
        challenge = self._named(told["id"], told["table"])
        self._session.take_over(challenge, self._scene_named(challenge.scene), told.get("guesses", {}))

    def _named(self, name: str, table: dict) -> Challenge:
        """Returns a challenge under its own name, or, where another one has that here, under one of its own."""
        ours = self._load_all().good.get(name)
        if ours is None or dict(ours.told) != table:
            mark = blake2b(repr(sorted(table.items())).encode(), digest_size=MARK).hexdigest()
            name = f"{name[:NAME].rstrip('_')}_{mark}"
        return challenge_of(name, table, self._scene_named)
