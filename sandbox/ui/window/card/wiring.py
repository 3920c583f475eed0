"""The card of a window: which run it follows, and how what it proposes is done."""

from sandbox.scene.presentation.card import ANEW, HAND
from sandbox.text import _
from sandbox.ui.playback.loading import Request
from sandbox.ui.window import memory
from sandbox.ui.window.card.card import Card
from sandbox.ui.window.card.first_steps import (
    BACK,
    BUILD,
    FIRST_CHALLENGE,
    FORK,
    MORE,
    PLAY,
    FirstSteps,
    Rooms,
    go_back,
)

FEW = 12                 # bodies that a card can stand beside


def add_card(window) -> Card:
    """Returns the card over the picture of a window whose other parts are there."""
    player, commands, view = window.player, window.commands, window.view

    def others():
        return window.projector.clock, window.projector.strip, window.big, window.message, window.inset

    card = Card(view, window.units, memory.is_on(window.settings, "card", True), others)

    def stand_aside():
        if view.reach is not None and player.simulation is not None:
            outline, loose = view.reach.outline(player.focus.body), player.focus.loose
            # of a crowd there is some everywhere
            further = [k for k in loose if k != player.focus.body] if len(loose) <= FEW else []
            window.message.keep_clear(outline)
            window.steer_pad.keep_clear(outline)
            card.keep_clear(outline, [view.reach.outline(k) for k in further])

    steps = FirstSteps(window.settings, rooms_of(window))

    def begin(run, _reason=""):
        card.begin(run, player.focus.body, steps.proposal(run))

    def look():
        if steps.look(player):
            begin(player.simulation)
        card.follow(player.snapshot.t)
        view.set_covered(*card.covered)
        view.set_overlaid(shares_of(view, (card, card.opener, window.challenges.card, window.steer_pad, window.cue_disc,
                                       *others())))
        stand_aside()

    commands["card"].setChecked(card.is_open)
    card.toggled.connect(commands["card"].setChecked)
    card.wanted.connect(lambda: try_it(window))
    player.started.connect(begin)
    player.focus.changed.connect(lambda: player.simulation is not None and begin(player.simulation))
    player.looked.connect(look)
    return card


def rooms_of(window) -> Rooms:
    """What a newcomer finds in a window whose parts are there."""
    return Rooms(lambda: FIRST_CHALLENGE in window.challenges.load(FIRST_CHALLENGE).good,
                 lambda: window.challenges.results.stars(FIRST_CHALLENGE) > 0,
                 lambda: window.challenges.sheet.was_open, lambda: window.bench.is_on)


def shares_of(view, parts) -> list[tuple[float, ...]]:
    """What of a view those of its parts cover that are seen: left, upper, right, lower end over its width and height.
    """
    w, h = max(1, view.width()), max(1, view.height())
    found = [part.geometry() for part in parts if part.isVisibleTo(view)]
    return [tuple(round(x, 3) for x in (one.left()/w, one.top()/h, (one.left() + one.width())/w,
                                        (one.top() + one.height())/h)) for one in found]


def keep_card(window, on: bool):
    """Opens the card or leaves its small button, now and the next time."""
    window.card.set_open(on)
    memory.remember(window.settings, "card", on)


def try_it(window):
    """Does what the card proposes, and lets the run go on so that one sees it."""
    card, player = window.card.card, window.player
    if card is None or player.wanted is None:
        return
    proposal, wanted = card.try_, player.wanted
    # the keys go back to the picture
    window.view.setFocus()
    if proposal.deed == HAND:
        if window.hand is None:
            window.display.refuse(_("This picture cannot be reached into: there is no hand here."))
            return
        window.play()
        if not window.hand.keys.is_holding:
            window.hand.keys.toggle()
        return
    if proposal.deed == BACK:
        go_back(player)
        return
    if proposal.deed == FORK:
        player.travel.go_on_from_here()
        return
    if proposal.deed in (PLAY, MORE, BUILD):
        go_on_to(window, proposal.deed)
        return
    if proposal.deed not in ("", ANEW):
        window.choose_preset(proposal.deed)
        window.play()
        return
    scene = wanted.scene
    changes = {name: scene.parameter(name).check(value, scene.id)
               for name, value in proposal.wanted(wanted.values).items()}
    if all(wanted.values[name] == value for name, value in changes.items()):
        window.display.note(_("It is so already."))
    elif proposal.deed == ANEW:
        window.edits.open(Request(scene, {**wanted.values, **changes}, wanted.preset,
                                  _("begun again, as the card proposes"), keeps=True))
    else:
        for name, value in changes.items():
            window.edits.change(name, value)
    window.display.show_wanted()
    window.play()


def go_on_to(window, deed: str):
    """Opens the first challenge, the list of them, or a bench on which something is about to roll."""
    if deed == PLAY:
        window.challenges.open(window.challenges.load(FIRST_CHALLENGE).good[FIRST_CHALLENGE])
    elif deed == MORE:
        window.commands["challenges"].trigger()
    else:
        window.bench.begin_with_ramp()
        window.bench.when_ready(window.play)
