"""A sweep as a text that goes to other processes and machines: scene, values, points, outcomes, engine and version."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from sandbox.errors import BadValue
from sandbox.run.engine import engine_hash
from sandbox.run.frames import AUTO, CLOSE, checked_frames
from sandbox.run.headless import checked_times
from sandbox.scene.catalogue import scene_of_text, source_digest
from sandbox.scene.scene import Scene
from sandbox.sweeps.outcomes import KNOWN, USUAL, Outcome, not_known, outcomes_of, outcomes_of_json
from sandbox.sweeps.space import Space, space_of, space_of_json
from sandbox.text import _
from sandbox.version import VERSION


@dataclass(frozen=True)
class Plan:
    """What is run, at which points, and what is kept.

    scene, preset, values   the scene, name of a preset or "", and what is set besides at all points
    space, outcomes         the points; what is kept of each
    duration, step_rate     simulated time of a run [s]; steps per second, or AUTO (run/frames.py)
    engine, program         hash of the engine that is to run it, and version
    """

    scene: Scene
    preset: str
    values: Mapping
    space: Space
    outcomes: tuple[Outcome, ...]
    duration: float
    step_rate: int | str
    engine: str
    program: str = VERSION

    @property
    def refusal(self) -> str:
        """Why no other process can be told what this plan is, or ""."""
        if not self.scene.source:
            return _("scene '{scene}' is of no file: it runs in this process only, with workers=1").format(
                scene=self.scene.id or self.scene.title)
        own = [one.name for one in self.outcomes if one.is_own and one.own is None]
        return _("outcome '{name}': a function of this script or notebook runs in this process only, with workers=1; "
                 "one of a file is said as \"file.py:{name}\"").format(name=own[0]) if own else ""

    @property
    def has_long_frames(self) -> bool:
        """Whether there are runs whose frames are as long as are as exact."""
        return self.step_rate == AUTO and not all(one.many for one in self.outcomes)

    @property
    def goes_elsewhere(self) -> bool:
        """Whether another process can be told what this plan is."""
        return not self.refusal

    @property
    def source(self) -> str:
        """Hash of the text of the scene."""
        return source_digest(self.scene.source)

    @cached_property
    def text(self) -> str:
        """All of it, for another process."""
        return json.dumps({
            "scene": self.scene.id, "source": self.scene.source, "digest": self.source, "preset": self.preset,
            "values": dict(self.values), "space": self.space.as_json,
            "outcomes": [one.as_json for one in self.outcomes], "duration": self.duration,
            "step_rate": self.step_rate, "engine": self.engine, "program": self.program})

    @cached_property
    def described(self) -> "Described":
        """What a file says of it."""
        content = json.loads(self.text)
        del content["source"]
        content["title"] = self.scene.title
        content["outcomes"] = [one.name if one.own is None else
                               [one.own[0], blake2b(one.own[1].encode(), digest_size=16).hexdigest(), one.name]
                               for one in self.outcomes]
        content["own"] = [one.name for one in self.outcomes if one.is_own]
        content["words"] = {p.name: [p.about, p.unit] for p in self.scene.parameters
                            if p.name in {axis.name for axis in self.space.axes}}
        return Described(content)


class Described:
    """What a file says of a sweep, as plain values: no scene is needed to read or to merge it, and none is run.

    content    all of it;  space, outcomes   as of a Plan, the functions of outcomes of one's own left out
    """

    def __init__(self, content: Mapping):
        self.content = content
        self.space = space_of_json(content["space"])
        names = [one if isinstance(one, str) else one[2] for one in content["outcomes"]]
        self.outcomes = tuple(not_known(name) if name in content["own"] else KNOWN[name] for name in names)

    @cached_property
    def text(self) -> str:
        """All of it, for a file."""
        return json.dumps(self.content, sort_keys=True)

    @cached_property
    def key(self) -> str:
        """Hash of all that decides the numbers of the map but the engine, the scene's text and the version."""
        kept = {name: value for name, value in self.content.items() if name not in ("digest", "engine", "program")}
        return blake2b(json.dumps(kept, sort_keys=True).encode(), digest_size=16).hexdigest()


def described(text: str) -> Described:
    """Returns what a file said of a sweep, or raises ValueError, KeyError or TypeError."""
    return Described(json.loads(text))


def plan_of(    # noqa: PLR0913 - what a person says of a sweep
            scene: Scene, preset: str, values: Mapping, vary: Mapping, outcomes=USUAL, *,
            duration: float, sample: str | None = None, seed: int = 0, step_rate: int | str | None = None) -> Plan:
    """Returns a checked plan, or raises BadValue.

    step_rate   None: AUTO, unless an outcome is read at the ends of sub-steps, which are closer at the usual rate
    """
    chosen = scene.preset(str(preset)) if preset else None
    for name in values:
        if name in vary:
            raise BadValue(_("sweep, '{name}': is set to a value and varied at once").format(name=name))
    space = space_of(scene, vary, sample, seed)
    fixed = (dict(chosen.values) if chosen else {}) | dict(values)
    fixed = {name: value for name, value in fixed.items() if name not in vary}
    checked = scene.values(fixed)
    fixed = {name: checked[name] for name in fixed}
    duration, _none = checked_times(duration, ())
    kept = outcomes_of(outcomes, [axis.name for axis in space.axes])
    frames = checked_frames(step_rate, is_long=all(one.name != CLOSE for one in kept))
    return Plan(scene, chosen.name if chosen else "", fixed, space, kept, duration, frames, engine_hash())


def plan_of_text(text: str) -> Plan:
    """Returns the plan that another process has sent, or raises BadValue: a scene that is not what was sent."""
    found = json.loads(text)
    return Plan(scene_of_text(found["scene"], found["source"], found["digest"]), found["preset"], found["values"],
                space_of_json(found["space"]), outcomes_of_json(found["outcomes"]), found["duration"],
                found["step_rate"], found["engine"], found["program"])
