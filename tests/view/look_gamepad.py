"""Child process of the page tests: what the page of the picture tells of gamepads, real ones and one that is made up.

    python look_gamepad.py PART REPORT
"""

import json

from player import Player, play_part

from sandbox.ui.hand.gamepad import STICK

NONE, TWO = "[null, null]", "[null, {connected: true, axes: [0.5, -0.75, 0, 0]}]"
OTHERS = "[{connected: false, axes: [1, 1]}, {connected: true, axes: [1]}]"


def told(p: Player):
    """The answer to the question of a window, as Python has it."""
    answers = []
    p.view.run_beside(STICK, answers.append)
    p.wait(lambda: bool(answers))
    return answers[0]


def sticks() -> dict:
    """The engine has the interface; a pad in any place counts, one that left or has no stick does not."""
    p = Player()
    p.open()
    out = {"kind": p.ask("typeof navigator.getGamepads"), "own": told(p), "made_up": []}
    for pads in (NONE, TWO, OTHERS):
        p.ask(f"navigator.getGamepads = () => ({pads}); 0")
        out["made_up"].append(told(p))
    p.ask("navigator.getGamepads = undefined; 0")
    out["without"] = told(p)
    out["problems"] = list(p.view._page.problems)
    return json.loads(json.dumps(out))


if __name__ == "__main__":
    play_part(globals())
