"""Systems that are kept by the words of a body and its supports: the next run of like words writes numbers only.

What is laid out hangs neither on where the body starts nor on the values of live parameters, which are numbers at known
places, nor on what things look like. Sizes and masses, and the numbers of surfaces and motions, are written anew where
they are others than those that are kept.
"""

from array import array
from collections.abc import Mapping
from dataclasses import fields
from threading import Lock
from typing import Any, NamedTuple, TypeVar

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction.law import Law
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.motions import ZERO, Motion
from sandbox.scene.supports.surface import Surface
from sandbox.systems.addresses import is_listing
from sandbox.systems.formula_keys import NoKey, meaning
from sandbox.systems.protocol import LiveSignal

Kept = TypeVar("Kept")



class Key(NamedTuple):
    """What the numbers of a body and its supports hang on, bit by bit.

    layout    what decides which functions there are, and which places numbers have
    body      the numbers of the body;  supports  those of each surface and its motion
    """

    layout: tuple
    body: tuple
    supports: tuple[tuple, ...]


class Found(NamedTuple):
    """A system that is kept, with the key that it was laid out for."""

    key: Key
    system: Any


# systems by their layouts, the oldest given up first; of several supports one has some 10 kB
_KEPT: dict[tuple, Found] = {}
MOST_KEPT = 64
_LOCK = Lock()

_OF_CONTACT = tuple(one.name for one in fields(Contact) if one.name != "friction")
_OF_LAW = tuple(one.name for one in fields(Law) if one.name not in ("numbers", "s"))


def known(key: Key | None) -> Found | None:
    """Returns what is kept of the layout of a key, None where there is nothing. Nobody may write to it."""
    return None if key is None else _KEPT.get(key.layout)


def keep(key: Key | None, found: Kept) -> Kept:
    """Keeps what belongs to a key, where it has one, and returns it; nobody may write to it from now on."""
    if key is not None:
        with _LOCK:
            while len(_KEPT) >= MOST_KEPT:
                del _KEPT[next(iter(_KEPT))]
            _KEPT[key.layout] = Found(key, found)
    return found


def put_live(p: np.ndarray, live: Mapping[str, LiveSignal], values: Mapping):
    """Writes the values of live parameters to their places in p."""
    for name, first in live.items():
        for signal in (first, *first.more):
            p[signal.place + lay.SIGNAL_C + signal.order] = float(values[name])


# ---- keys ------------------------------------------------------------------------------------------------------------

def key_of(kind: str | tuple[str, ...], body: Ball | Body,
           *supports: tuple[Surface, Motion, Contact | None]) -> Key | None:
    """Returns all that the numbers of a body and its supports hang on; None where nobody can say.

    kind   of what is laid out
    """
    if is_listing():
        return None
    motions: dict[int, tuple[tuple, tuple]] = {}
    try:
        body_layout, body_numbers = _of_body(body)
        layout: list[Any] = [kind, body_layout]
        numbers = []
        for surface, motion, contact in supports:
            # edges move as what they are the edges of
            if id(motion) not in motions:
                motions[id(motion)] = _of_motion(motion)
            moves, as_numbers = motions[id(motion)]
            layout += (_layout_of_surface(surface), moves, _of_contact(contact))
            numbers.append((_bits(*surface.parameters, surface.sharpest, surface.growth, surface.tilt, *surface.origin,
                                  *surface.tilt_axis), as_numbers))
        return Key(tuple(layout), body_numbers, tuple(numbers))
    except (NoKey, RecursionError, TypeError, ValueError, AttributeError, BadValue):
        # what is no word is refused where it is read
        return None


def _bits(*numbers) -> bytes:
    return array("d", numbers).tobytes()


def _of_body(body: Ball | Body) -> tuple[tuple, tuple]:
    """Returns what decides about functions and places, and the numbers."""
    if body.carried:
        raise NoKey
    if type(body) is Ball:
        return (Ball,), (_bits(body.radius, body.m, body.I),)
    if type(body) is not Body:
        raise NoKey
    return ((Body, meaning(body.h), len(body.parameters), bool(body.can_tip), body.bulged is not None),
            (_bits(*body.parameters), np.asarray(body.inertia, float).tobytes(), _bits(*body.mass_centre),
             _bits(body.mass, body.size)))


def _layout_of_surface(surface: Surface) -> tuple:
    if type(surface) is not Surface or surface.graph is not None:
        raise NoKey
    return (surface.form, surface.defines, meaning(surface.phi), len(surface.parameters),
            tuple(meaning(edge.formula) for edge in surface.edges),
            meaning(surface.points) if surface.form == "points" else ())


def _of_motion(motion: Motion) -> tuple[tuple, tuple]:
    """Returns which signals there are, steered by what, and the numbers."""
    if type(motion) is not Motion:
        raise NoKey
    signals = [signal for signal in (motion.angle, motion.tilt, motion.second_tilt, *motion.shift)
               if signal is not ZERO]
    if any(signal.order not in (0, 1) for signal in signals):
        raise NoKey
    return (tuple(None if signal is ZERO else (signal.live, signal.order, signal.limit) for signal in (
        motion.angle, motion.tilt, motion.second_tilt, *motion.shift)),
            (_bits(*motion.axis, *motion.tilt_axis, *motion.second_axis, *motion.point, *motion.gravity),
             *(_bits(*signal.coefficients, signal.sine, signal.cosine, signal.nu) for signal in signals)))


def _of_contact(contact: Contact | None) -> tuple | None:
    if contact is None:
        return None
    law = contact.friction
    if type(contact) is not Contact or type(law) is not Law:
        raise NoKey
    return (law.numbers, _bits(*law.s), tuple(meaning(getattr(law, name)) for name in _OF_LAW),
            tuple(meaning(getattr(contact, name)) for name in _OF_CONTACT))
