"""The theory of one scene: the blocks of its docstring in the language of the moment, each looked through.

A block that cannot be shown as it is meant keeps its text, with the sentence that says why: the scene runs all the
same.
"""

from dataclasses import dataclass, replace

from sandbox import markdown
from sandbox.errors import BadValue
from sandbox.markdown import Block, blocks_of, fields_of, formula_of, formulas_of, title_of
from sandbox.scene.parameter import Parameter
from sandbox.scene.presentation.card import KINDS, READINGS
from sandbox.scene.presentation.papers import named_place
from sandbox.scene.scene import Scene
from sandbox.sheet.symbols import symbol_of
from sandbox.text import N_, _

SEE, ASK, REFERENCES = N_("What to see"), N_("Ask the class"), N_("References")
IN_PAPERS = N_("In the papers")       # made of the scene's places of papers
# headings in the order in which they stand, each optional
HEADINGS = (N_("Assumptions"), N_("Derivation"), N_("What is conserved"), SEE, ASK, IN_PAPERS, REFERENCES)
LONGEST = 200_000        # letters of a docstring: one that is longer is shown up to there


@dataclass(frozen=True)
class ShownBlock:
    """A block as it is shown.

    kind, text   as of a Block; the text in the language of the moment, of a FORMULA the TeX alone
    name         of a heading: its English words, by which it is known;  fault  why it cannot be shown as it is meant
    """

    kind: str
    text: str
    name: str = ""
    fault: str = ""


@dataclass(frozen=True)
class TheorySheet:
    """The theory of a scene.

    title     of the scene;  lead  the first line of its docstring, without the title before its colon, or ""
    parts     the blocks
    symbols   TeX by names of parameters;  used  parameters that the theory speaks of, in the order in which it does
    others    the other parameters;  fields  live numbers that it shows: "p.rate", "r.speed"
    """

    scene: Scene
    title: str
    lead: str
    parts: tuple[ShownBlock, ...]
    symbols: dict[str, str]
    used: tuple[Parameter, ...]
    others: tuple[Parameter, ...]
    fields: tuple[str, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        """Why parts cannot be shown as they are meant."""
        return tuple(part.fault for part in self.parts if part.fault)


def sheet_of(scene: Scene) -> TheorySheet:
    """Returns the theory of a scene in the language of the moment."""
    told = scene.about[:LONGEST]
    known = {parameter.name: parameter for parameter in scene.parameters}
    parts, names, fields = [], [], []
    for block in blocks_of(told):
        part = _part_of(block)
        try:
            found = _fields_of(part)
            own = _check(part, found, scene)
        except BadValue as error:
            fault = _("scene '{scene}', theory, line {line} ({text!r}): {error}").format(
                scene=scene.id or scene.title, line=block.line, text=block.text[:markdown.SHOWN], error=error)
            part, found, own = replace(part, fault=fault), [], []
        parts.append(part)
        fields += found
        names += own
    parts = _with_papers(parts, scene)
    used = [known[name] for name in dict.fromkeys(names)]
    symbols = {p.name: symbol_of(p) for p in scene.parameters}
    return TheorySheet(scene, _(scene.title), _lead(told, _(scene.title)), tuple(parts), symbols, tuple(used),
                       tuple(p for p in scene.parameters if p not in used), tuple(dict.fromkeys(fields)))


def _with_papers(parts: list[ShownBlock], scene: Scene) -> list[ShownBlock]:
    """Returns the blocks with those of the places of papers that the scene shows, before the references."""
    places = [(named_place(row.place), _(row.about)) for row in scene.papers]
    if not places:
        return parts
    end = next((k for k, part in enumerate(parts) if part.name == REFERENCES), len(parts))
    items = [ShownBlock(markdown.ITEM, f"**{place}**: " + about.replace("*", r"\*"))
             for place, about in dict.fromkeys(places)]
    return [*parts[:end], ShownBlock(markdown.HEADING, _(IN_PAPERS), name=IN_PAPERS), *items, *parts[end:]]


def _lead(told: str, title: str) -> str:
    """The sentence below the title, "" where it is no other one."""
    text = _(title_of(told))
    lead = (text.partition(": ")[2] or text).strip()
    return "" if lead.rstrip(".") == title else lead[:1].upper() + lead[1:]


def _part_of(block: Block) -> ShownBlock:
    """Returns a block in the language of the moment."""
    if block.kind == markdown.HEADING:
        return ShownBlock(markdown.HEADING, _(block.text), name=block.text)
    if block.kind in (markdown.TEXT, markdown.ITEM):
        return ShownBlock(block.kind, _(block.text))
    return ShownBlock(block.kind, block.text)


def _fields_of(part: ShownBlock) -> list[str]:
    return fields_of(part.text) if part.kind in (markdown.TEXT, markdown.ITEM) else []


def _check(part: ShownBlock, fields: list[str], scene: Scene) -> list[str]:
    """Returns the parameters that a part speaks of; BadValue where it names what there is not."""
    if part.kind == markdown.FORMULA:
        formulas = [formula_of(Block(markdown.FORMULA, part.text, 0))]
    else:
        formulas = formulas_of(part.text) if part.kind in (markdown.TEXT, markdown.ITEM) else []
    known = [parameter.name for parameter in scene.parameters]
    named = [name for formula in formulas for name in markdown.PARAMETER.findall(formula)]
    named += [field[2:] for field in fields if field.startswith("p.")]
    for name in named:
        if name not in known:
            raise BadValue(_("no parameter {found!r}; there are: {known}").format(
                found=name[:markdown.SHOWN], known=", ".join(known) or _("none")))
    own = scene.card.numbers if scene.card is not None else {}
    for field in fields:
        kind, _colon, rest = field.removeprefix("r.").partition(":")
        is_reading = field.startswith("r.") and (kind in READINGS and not rest or kind in KINDS and bool(rest))
        if not (field.startswith("p.") or is_reading or field in own):
            raise BadValue(_("no number {found!r}; there are: {known}").format(found=field[:markdown.SHOWN],
                                                                               known=", ".join(
                ["p." + (known[0] if known else "x"), "…", *(f"r.{name}" for name in READINGS), *own])))
    return named
