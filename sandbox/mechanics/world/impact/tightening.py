"""Strings that come to their length: the impact along them, and what it sets off."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.groups import gather, joint_of
from sandbox.mechanics.world.groups.islands import pack, write_motion, write_strings
from sandbox.mechanics.world.impact.settling import settle_impacts, settle_modes
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import contact_of, dot, touch_of
from sandbox.mechanics.world.island.tasks import HIT, ask
from sandbox.mechanics.world.log import log_event
from sandbox.mechanics.world.neighbours import island_of


@compiled
def tighten(p, calls, y, b, changed, t):
    """The impact at all strings of the group of the ball b that are at their length at t, and what it sets off.

    Along a string nothing is given back: its ends move apart no more.
    """
    island, ledger = island_of(p), part(y, int(p[at.LEDGER_AT]))
    gather(p, y, b)
    if not pack(p, y, b, island):
        return
    island[here.HITS], island[here.HIT_LAW] = 0.0, at.NEWTON
    ask(HIT, p, calls, island, t, t)
    for m in range(int(island[here.HITS])):
        k = int(island[here.HIT_AT + m])
        contact = contact_of(island, k)
        if contact[here.DOES] != at.OPEN:
            continue
        contact[here.DOES] = at.SLIPS
        joint = joint_of(p, int(contact[here.JOINT]) - 1)
        ledger[at.IMPACTS] += 1.0
        log_event(p, t, at.TIGHTENED, int(joint[at.JOINT_BALL]), int(joint[at.JOINT_OTHER]),
                  -dot(touch_of(island, k), here.NORMAL, touch_of(island, k), here.SLIP), -island[here.HIT_GAINS + m])
    for m in range(int(island[here.HITS])):
        ledger[at.LOST] -= island[here.HIT_GAINS + m]
    write_motion(p, y, b, island)
    write_strings(p, y, island)
    settle_impacts(p, calls, y, changed, t)
    settle_modes(p, calls, y, changed, t)
