"""A challenge made of a run: where a body is now is the goal, one thing is made free, and the run itself wins.

What is free is a number in which the run differs from its preset, or what was done while it ran: by the hand, or by
steering live parameters.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.run.command import HAND
from sandbox.run.judge import check_run, check_start, judged, verdict_of
from sandbox.run.simulation import Simulation
from sandbox.scene.controls import Steer
from sandbox.scene.goals.challenge import Challenge, challenge_of
from sandbox.text import N_, _

GOALS = {"ring": N_("come through the ring where it is now"),
         "zone": N_("be in the circle where it is now, at the end"),
         "stays": N_("stay for a second in the circle where it is now"),
         "rests": N_("come to rest in the circle where it is now")}
CONDITIONS = {"ring": "passes(here{within})", "zone": "in(here{within})", "stays": "stays(here, 1 s{within})",
              "rests": "in(here{within}) and rests()"}
STEERED = "steered"          # what is free where live parameters were changed while it ran
SHARES = (1.0, 0.3, 0.1)     # of the mark's radius, for one, two, three stars
LONGER = 0.5                 # [s] that a try may take longer to come through a ring
ENDING = ".toml"


@dataclass(frozen=True)
class Wish:
    """What a person asks for.

    title, text   for those who play it;  free   name of the parameter that they set, HAND or STEERED
    goal          one of GOALS;  body  whose centre it is, from 0;  radius  of the mark [m]
    """

    title: str
    text: str
    free: str
    goal: str
    radius: float
    body: int = 0


def free_in(run: Simulation) -> list[str]:
    """Returns the parameters that can be made free: numbers in which the run differs from its preset."""
    first = run.scene.values(run.scene.preset(run.preset).values if run.preset else None)
    return [p.name for p in run.scene.parameters if p.name in run.start_values
            and isinstance(run.start_values[p.name], int | float) and not p.is_switch
            and run.start_values[p.name] != first[p.name]]


def ways_in(run: Simulation) -> list[str]:
    """Returns all that can be made free: parameters, then HAND and STEERED where these moved the run."""
    done = {one.name for one in _done(run)}
    steered = done & set(run.live)
    return [*free_in(run), *([HAND] if done == {HAND} else []), *([STEERED] if done and done == steered else [])]


def _done(run: Simulation) -> list:
    """What was done to a run up to now."""
    return [one for one in run.commands if one.step <= run.step]


def _free(run: Simulation, wish: Wish) -> tuple[list[str], str]:
    """The free parameters of a wish, and how they are set."""
    if wish.free == HAND:
        return [], "hand"
    if wish.free != STEERED:
        return [wish.free], "place"
    names = sorted({one.name for one in _done(run)})
    steers = {name for one in run.scene.controls if isinstance(one, Steer) for name in (one.name_x, one.name_y)}
    return names, "steer" if set(names) <= steers else "knob"


def told_of(run: Simulation, wish: Wish) -> dict:
    """Returns the table of the challenge that a wish makes of a run as it stands; BadValue where it can be none."""
    first = run.scene.values(run.scene.preset(run.preset).values if run.preset else None)
    changed = {name: value for name, value in run.start_values.items() if value != first[name] and name != wish.free}
    drawn = [name for name, value in changed.items() if isinstance(value, str)]
    if drawn:
        raise BadValue(_("a challenge has numbers alone: '{name}' is none").format(name=drawn[0]))
    if wish.free not in ways_in(run):
        raise BadValue(_("'{name}' is as the preset has it: change it first, so that there is something to be found"
                         ).format(name=wish.free))
    centre = [round(float(x), 6) for x in run.snapshot().bodies[wish.body].centre]
    free, by = _free(run, wish)
    kind = "ring" if wish.goal == "ring" else "zone"
    condition = CONDITIONS[wish.goal]
    t = run.t
    return {"schema": 1, "title": wish.title, "text": wish.text, "scene": run.scene.id,
            **({"preset": run.preset} if run.preset else {}), "values": changed, "free": free, "by": [by],
            "marks": {"here": {kind: centre, "radius": wish.radius, "body": wish.body + 1}},
            "goal": condition.format(within=""), "until": round(t + (LONGER if wish.goal == "ring" else 0.0), 4),
            "stars": [condition.format(within=f", within={share*wish.radius!r}") for share in SHARES],
            "why": wish.text}


def toml_of(told: dict) -> str:
    """Returns the text of a challenge's file."""
    return "".join(f"{key} = {_written(value)}\n" for key, value in told.items())


def _written(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # TOML wants DEL escaped as well
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    return repr(float(value)) if isinstance(value, float) else repr(int(value))


def made_of(run: Simulation, wish: Wish, name: str, scene_named: Callable) -> tuple[Challenge, str]:
    """Returns the challenge and the text of its file; BadValue unless this run wins it, and its beginning does not."""
    told = told_of(run, wish)
    challenge = challenge_of(name, told, scene_named)
    commands = _done(run)

    def make() -> Simulation:
        again = Simulation(run.scene, dict(run.start_values), run.step_rate, challenge.preset)
        again.replay(commands)
        return again
    check_run(challenge, run)
    check_start(challenge, run.scene)
    won = verdict_of(challenge, make, {})
    if won.stars < len(SHARES):
        raise BadValue(_("this run does not win it: {sentence}").format(sentence=won.sentence))
    if judged(challenge, {}, run.scene).stars:
        raise BadValue(_("it is won without doing anything: make the mark smaller, or another parameter free"))
    return challenge, toml_of(told)


def keep(text: str, title: str, folder: Path) -> Path:
    """Writes the file of a challenge into a folder, under a name that is not taken; OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (name_of(title, {one.stem for one in folder.glob(f"*{ENDING}")}) + ENDING)
    with replaced(path) as file:
        file.write(text)
    return path


def name_of(title: str, taken: set[str]) -> str:
    """Returns an id for a challenge of this title that is not taken."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:30] or "own"
    count = 1
    name = plain
    while name in taken:
        count += 1
        name = f"{plain}_{count}"
    return name
