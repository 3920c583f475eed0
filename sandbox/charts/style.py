"""How charts look: colours of the two themes, height of letters, thickness of lines."""

from dataclasses import dataclass

# theme -> colours: ground, text, text of less weight, grid, the present motion, and of curves in their order
COLOURS = {
    "dark": ("#161d27", "#e8edf3", "#a9b6c4", "#2f3b4a", "#ff8a65",
             ("#56b4e9", "#e69f00", "#35b58c", "#cc79a7", "#f0e442", "#9aa7ff")),
    "projector": ("#ffffff", "#10151c", "#3a4756", "#c3ccd6", "#b3261e",
                  ("#0065ad", "#9a5b00", "#00734f", "#93386b", "#6b6200", "#4646b4"))}
LETTERS = 13.0          # [px] height of letters on a screen
VEIL = 0.22             # opacity of a shaded region


@dataclass(frozen=True)
class ChartLook:
    """Colours "#rrggbb", height of letters [px], thickness of a curve [px]; see COLOURS."""

    ground: str
    text: str
    dim: str
    grid: str
    now: str
    tones: tuple[str, ...]
    letters: float = LETTERS
    line: float = 2.0

    def tone(self, number: int) -> str:
        """Returns the colour of the curve of that number, that of the present motion for a negative one."""
        return self.now if number < 0 else self.tones[number % len(self.tones)]


def look_of(theme: str, letters: float = LETTERS) -> ChartLook:
    """Returns the look of a theme, "dark" or "projector", with letters of that height [px]."""
    return ChartLook(*COLOURS[theme], letters=letters, line=max(1.5, 2.0*letters/LETTERS))
