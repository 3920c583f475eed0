"""When too much happens within a frame for one thing after the other: small steps carry it from there (stepping/)."""

from sandbox.compiling.compiled import compiled
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import met as meet
from sandbox.mechanics.world.events.advance import linked_count
from sandbox.mechanics.world.groups.gathering import is_stepped, size_of
from sandbox.mechanics.world.impact.hits import closing_speed
from sandbox.mechanics.world.impact.striking import restitution_of
from sandbox.mechanics.world.met import met_at
from sandbox.mechanics.world.segments.segment import ball_of, state_of, working_of
from sandbox.mechanics.world.stepping.task import SHARE

# segments of one ball within a frame after which it goes on by small steps, with what is near: by itself, together with
# others. So a frame comes to its end: whatever happens begins a segment of a ball that had fewer, or adds one to a
# stepped group, which none leaves before the end
MANY, MANY_TOGETHER = 24, 20
# groups of more balls than SMALL go on by small steps where their segments in a frame, each counted by the cube of the
# balls, as its cost grows, would come to more than MOST_BURDEN: that of MANY_TOGETHER segments of so small a group. Not
# before they had FEWEST: what comes from outside, to whatever touches, is found where it happens
SMALL, FEWEST = 4, 1
MOST_BURDEN = MANY_TOGETHER*float(SMALL**3)
# hits of a ball within a frame that give back less than gravity gives in a sub-step, after which it goes on by small
# steps where such hits lead from it to more balls than SMALL: a sub-step takes them as what they are, all at once
MANY_FEEBLE = 6
# so many balls that a stepped group of them would take seconds for a frame (2,400 together take 9) have none
MOST_STEPPED = 3000


@compiled
def has_stepping(p):
    """Whether balls to which too much happens go on together by small steps."""
    return p[at.JOINTS] == 0.0 and p[at.SHAPED] == 0.0 and p[at.BALLS] <= MOST_STEPPED


@compiled
def is_too_much(p, y, b):
    """Whether the ball b goes on by small steps from now on: it does so already, or too much happens to it.

    Never where there are joints or bodies that are no balls, or too many balls for stepped groups.
    """
    if not has_stepping(p):
        return False
    ball = working_of(p, b)
    if is_stepped(state_of(y, b)) or (
            has_bursts(p) and ball[at.FEEBLE] > MANY_FEEBLE and working_of(p, led_to(p, b))[at.LED_COUNT] > SMALL):
        return True
    return ball[at.STAMP] > (MANY_TOGETHER if ball[at.LINK] >= 0.0 else MANY)


@compiled
def has_bursts(p):
    """Whether bursts of hits go on by small steps: not where a support is free, which joins all that touch it, and
    whose momentum hits keep to rounding, small steps to first order."""
    return has_stepping(p) and p[at.FREE_SUPPORTS] == 0.0


@compiled
def is_burst(p, i, j):
    """Whether too much has happened to the groups of the balls i and j, -1 for none, for one more segment of both."""
    if not has_bursts(p):
        return False
    ball = working_of(p, i)
    largest = linked_count(p, int(ball[at.HEAD_OF]))
    count = largest
    if j >= 0 and working_of(p, j)[at.MARK] != ball[at.MARK]:
        other = linked_count(p, int(working_of(p, j)[at.HEAD_OF]))
        if other > largest:
            largest, ball = other, working_of(p, j)
        count += other
    return count > SMALL and ball[at.STAMP] > FEWEST and ball[at.BURDEN] + float(count)**3 > MOST_BURDEN


@compiled
def led_to(p, b):
    """The one of the balls that feeble hits lead to from the ball b that stands for all of them."""
    while int(working_of(p, b)[at.LED_TO]) != b:
        b = int(working_of(p, b)[at.LED_TO])
    return b


@compiled
def note_feeble(p, calls, y, i, j, t):
    """Counts a hit of two balls that gives back next to nothing."""
    if not has_bursts(p):
        return
    if not gives_next_to_nothing(p, calls, y, i, j, t):
        return
    one, two = working_of(p, i), working_of(p, j)
    one[at.FEEBLE], two[at.FEEBLE] = one[at.FEEBLE] + 1.0, two[at.FEEBLE] + 1.0
    first, second = led_to(p, i), led_to(p, j)
    if first != second:
        working_of(p, second)[at.LED_TO] = float(first)
        working_of(p, first)[at.LED_COUNT] += working_of(p, second)[at.LED_COUNT]


@compiled
def gives_next_to_nothing(p, calls, y, i, other, t):
    """Whether a hit of the ball i gives back less than gravity gives in a sub-step; `other`: a ball, or -2 - s."""
    a, g = ball_of(p, i)[at.RADIUS], size_of(p, at.GRAVITY)
    return -restitution_of(p, i, other)*closing_speed(p, calls, y, i, other, t) < SHARE*(g*a)**0.5


@compiled
def is_heap_at_once(p, calls, y, met, changed, t):
    """Whether the feeble hits of one instant (met.py) would make islands of more balls than small steps would wait for.

    So begin heaps whose balls touch at the start. An island of them would be decided as one, and gone on with again
    for each ball that is asked whether it meets one of them; the next contacts of the same instant would end it.
    changed     chain of the balls that take part, brought to t
    """
    if not has_bursts(p) or not met[meet.COUNT] > 1.0:
        return False
    balls, b = 0, changed
    while b >= 0:
        balls += 1
        b = int(working_of(p, b)[at.CHANGED])
    if not float(balls)**3 > MOST_BURDEN:
        return False
    for m in range(int(met[meet.COUNT])):
        contact = met_at(met, m)
        if not gives_next_to_nothing(p, calls, y, int(contact[meet.ONE]), int(contact[meet.OTHER]), t):
            return False
    return True
