"""A world: bodies, the supports that they stand on, and what happens where they touch.

    World(supports={"table": On(Plane(rim=0.3), Spin("z", "rate")), "floor": laboratory_floor(-0.5)},
          bodies=[Placed(Ball(0.02), Start(at=(0.15, 0.0)), on="table")])

A scene whose `build` returns a World needs no `start` of its own: each body has one.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from sandbox.errors import BadValue
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.joints import BallJoint, Hinge, Spring, String
from sandbox.scene.motions import Motion
from sandbox.scene.start import Start
from sandbox.scene.supports.on import On
from sandbox.scene.supports.surface import Surface
from sandbox.text import N_, _


def _check(value: Any, kinds: Any, where: str, wanted: str):
    if not isinstance(value, kinds):
        raise BadValue(_("world, {where}: got {found}, needs {wanted}").format(
            where=where, found=type(value).__name__, wanted=wanted))


@dataclass(frozen=True)
class Placed:
    """A body of a world, and where and how it starts.

    start   as of a scene with one body;  on  name of the support that it starts on or above: the first if not given
    name    to tell it from the others; by default what it is: ball, disk, ...
    """

    body: Ball | Body
    start: Start
    on: str = ""
    name: str = ""

    def __post_init__(self):
        _check(self.body, (Ball, Body), "body", _("a body"))
        _check(self.start, Start, "start", _("a start"))
        _check(self.on, str, "on", _("the name of a support"))
        _check(self.name, str, "name", _("a text"))

    @property
    def kind(self) -> str:
        """What it is, in a word."""
        return N_("ball") if isinstance(self.body, Ball) else self.body.name


def joint_word(joint: BallJoint | Spring | String) -> str:
    """Returns what such a one is called in sentences."""
    return {BallJoint: _("ball joint"), Spring: _("spring"), String: _("string")}[type(joint)]


AT_ONCE = ("in_turn", "newton", "poisson")


class OnSupport(NamedTuple):
    """One body and the support that it begins on, whatever else is around it."""

    body: Ball | Body
    surface: Surface
    motion: Motion
    contact: Contact


def on_its_support(parts: Any) -> OnSupport | None:
    """Returns the body and its support of what an author's `build` returned; None without a law, or of several bodies.
    """
    if isinstance(parts, World) and len(parts.bodies) == 1:
        on = parts.supports[parts.support_of(parts.bodies[0])]
        return None if on.contact is None else OnSupport(parts.bodies[0].body, on.surface, on.motion, on.contact)
    return OnSupport(*parts) if isinstance(parts, tuple) and len(parts) == len(OnSupport._fields) else None


@dataclass(frozen=True)
class World:
    """Bodies and supports; see the head of this file.

    supports   name -> On
    bodies     Placed, in the order in which they are shown
    contacts   (name, name) of two bodies -> Contact between them; what a body is counts as its name, too, so that
               ("ball", "ball") stands for any two balls; a pair of names counts before one of a name and a kind, that
               before two kinds; of a pair that is not there nothing is said: smooth and elastic. One law is for all.
    joints     what holds them together: BallJoint(...), Spring(...), String(...) of bodies, Hinge(...) of a support
    at_once    what an impact does to contacts that touch already, which rigid bodies leave open: in_turn passes it on
               as if there were a gap of nothing between them, the fastest first; newton and poisson let all that
               touch take part at once, by their laws. Contacts that close at one instant are solved together always.
    """

    supports: Mapping[str, On]
    bodies: tuple[Placed, ...] | list[Placed]
    contacts: Mapping[tuple[str, str], Contact] = field(default_factory=dict)
    joints: tuple | list = ()
    at_once: str = AT_ONCE[0]

    def __post_init__(self):
        _check(self.supports, Mapping, "supports", _("names and their supports"))
        _check(self.bodies, (tuple, list), "bodies", _("a list of bodies"))
        _check(self.contacts, Mapping, "contacts", _("pairs of names and their contacts"))
        _check(self.joints, (tuple, list), "joints", _("a list of joints"))
        if self.at_once not in AT_ONCE:
            raise BadValue(_("world, at_once: got {found!r}, needs one of {known}").format(
                found=self.at_once, known=", ".join(AT_ONCE)))
        object.__setattr__(self, "bodies", tuple(self.bodies))
        object.__setattr__(self, "joints", tuple(self.joints))
        if not self.supports:
            raise BadValue(_("world: has no support"))
        if not self.bodies:
            raise BadValue(_("world: has no body"))
        for name, support in self.supports.items():
            _check(name, str, "supports", _("texts for names"))
            _check(support, On, f"supports, {name!r}", _("a support, On(...)"))
        for i, placed in enumerate(self.bodies):
            _check(placed, Placed, f"bodies, {i + 1}", _("a body with its start, Placed(...)"))
            if placed.on and placed.on not in self.supports:
                raise BadValue(_("world, body '{name}': starts on {found!r}, needs one of {known}").format(
                    name=self.names[i], found=placed.on, known=", ".join(self.supports)))
        self._check_names()
        self._check_contacts()
        self._check_joints()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the bodies are called: their names, or what they are, numbered where there are several."""
        many = Counter(placed.kind for placed in self.bodies if not placed.name)
        counted: Counter[str] = Counter()
        found = []
        for placed in self.bodies:
            name = placed.name or placed.kind
            if not placed.name and many[name] > 1:
                counted[name] += 1
                name = f"{name} {counted[name]}"
            found.append(name)
        return tuple(found)

    def support_of(self, placed: Placed) -> str:
        """Returns the name of the support that a body starts on or above."""
        return placed.on or next(iter(self.supports))

    def _check_names(self):
        known: set[str] = set()
        for name in self.names:
            if name in known:
                raise BadValue(_("world: two bodies are called {name!r}").format(name=name))
            if name in self.supports:
                raise BadValue(_("world: a body and a support are called {name!r}").format(name=name))
            known.add(name)

    def _check_joints(self):
        for joint in self.joints:
            if not isinstance(joint, Hinge | BallJoint | Spring | String):
                raise BadValue(_("world, joints: got {found}, needs Hinge(...), BallJoint(...), Spring(...) or "
                                 "String(...)").format(found=type(joint).__name__))
            if isinstance(joint, Hinge):
                continue
            word = joint_word(joint)
            if joint.ball not in self.names:
                raise BadValue(_("world, {word}: no body is called {found!r}; there are {known}").format(
                    word=word, found=joint.ball, known=", ".join(self.names)))
            if joint.other and joint.other not in (*self.names, *self.supports):
                raise BadValue(_("world, {word} of '{name}': no body or support is called {found!r}; there are "
                                 "{known}").format(word=word, name=joint.ball, found=joint.other,
                                                   known=", ".join((*self.names, *self.supports))))

    def _check_contacts(self):
        known = {*self.names, *(placed.kind for placed in self.bodies)}
        for pair, contact in self.contacts.items():
            if not (isinstance(pair, tuple) and len(pair) == 2):
                raise BadValue(_("world, contacts: got {found!r}, needs two names").format(found=pair))
            for name in pair:
                if name not in known:
                    raise BadValue(_("world, contacts: no body is called {found!r}; there are {known}").format(
                        found=name, known=", ".join(sorted(known))))
            _check(contact, Contact, f"contacts, {pair}", _("a contact"))
