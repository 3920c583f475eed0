"""The teacher's page of a lesson, as Markdown: what it is for, minute by minute, questions with answers, keys."""

from collections.abc import Iterator

from sandbox.scene.lessons.lesson import Lesson, Step
from sandbox.scene.lessons.voting import LETTERS
from sandbox.text import _

RIGHT = "✓"


def page_of(lesson: Lesson) -> str:
    """Returns the page in the language of the moment."""
    return "\n".join(_lines(lesson)) + "\n"


def _lines(lesson: Lesson) -> Iterator[str]:
    yield f"# {_(lesson.title)}"
    yield ""
    yield _(lesson.text)
    yield ""
    yield _("{minutes:.0f} minutes; for the teacher, not for the class.").format(minutes=lesson.minutes)
    for heading, lines in ((_("What the class learns"), lesson.aims), (_("What is needed"), lesson.needs)):
        if lines:
            yield from ("", f"## {heading}", "", *(f"- {_(line)}" for line in lines))
    yield from ("", f"## {_('Minute by minute')}", "", f"| {_('minute')} | {_('step')} |", "| --- | --- |")
    passed = 0.0
    for step in lesson.steps:
        yield f"| {passed:g} | {_(step.title)} |"
        passed += step.minutes
    yield f"| {passed:g} | {_('end')} |"
    for number, step in enumerate(lesson.steps, start=1):
        yield from _of_step(step, number)
    yield from ("", f"## {_('Keys')}", "")
    yield from (f"- {line}" for line in (
        _("PageDown, PageUp: the next step, the one before. A clicker sends these keys."),
        _("A to D and digits: so many hands for this answer. K: from then on each press of A to D is a vote itself."),
        _("Enter: closes the vote, so that people talk; once more: the second vote. Both are shown side by side."),
        _("Space: reveals, the run begins; without a vote it takes two presses. Then it plays and waits. Home: again."),
        _("Full stop: the clock. B: dark, while no vote is open. Esc: leaves; the window is as it was before.")))
    if lesson.sources:
        yield from ("", f"## {_('Sources')}", "", *(f"- {_(line)}" for line in lesson.sources))


def _of_step(step: Step, number: int) -> Iterator[str]:
    yield from ("", f"## {number}. {_(step.title)}", "")
    shown = ", ".join(filter(None, (step.scene, step.preset and _(step.preset))))
    if shown:
        yield _("Shown: {scene}.").format(scene=shown)
    if step.challenge:
        yield _("Challenge: {name}.").format(name=step.challenge)
    if step.caption:
        yield from ("", f"> {_(step.caption)}")
    if step.question is not None:
        yield from ("", f"**{_(step.question.text)}** ({step.question.seconds} s)", "")
        for place, answer in enumerate(step.question.answers):
            mark = f" {RIGHT}" if place == step.question.right else ""
            yield f"- {LETTERS[place]}: {_(answer)}{mark}"
        if step.question.right is None:
            yield from ("", _("None of the answers is the right one."))
    if step.reveal is not None and step.reveal.text:
        yield from ("", f"{_('Reveal')}: {_(step.reveal.text)}")
    if step.note:
        yield from ("", _(step.note))
