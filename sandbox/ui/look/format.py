"""Numbers and texts on screen: what is typed, what is shown, and nothing of it taken for markup."""

from html import escape
from math import floor, isfinite, log10

GOOD, FAIR = 1e-10, 1e-6       # relative drift up to here


def typed_number(text: str) -> str:
    """A typed number in the form of Python: a decimal comma and a typographic minus are accepted."""
    text = text.strip().replace("\u2212", "-").replace("\u00a0", "").replace(" ", "")
    if text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    return text


def shown_number(value: float, digits: int = 6) -> str:
    """A number for a field, as short as it can be and rounded to so many digits."""
    return f"{value + 0.0:.{digits}g}"


def exact_number(value: float) -> str:
    """A number with all its digits, as short as it can be."""
    return f"{value:.16g}" if float(f"{value:.16g}") == value else repr(value)


def shown_value(value: float, digits: int = 4) -> str:
    """A number that is read: rounded, — where there is none."""
    # 0 has no sign for people
    return f"{value + 0.0:.{digits}g}" if isfinite(value) else "—"


def shown_small(value: float) -> str:
    """A small number for a meter: 3.2e-15, or 0."""
    if not isfinite(value):
        return "—"
    return f"{value:.1e}".replace("e-0", "e-").replace("e+0", "e+") if value else "0"


def drift_state(drift: float) -> str:
    """The word for a relative drift: "good", "warn" or "bad"."""
    return "good" if drift < GOOD else "warn" if drift < FAIR else "bad"


def tooltip(text: str) -> str:
    """A tooltip that shows the text as it stands, wrapped, never as markup."""
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if text else ""


def menu_text(text: str) -> str:
    """A text for menus: one that holds an ampersand makes no key of it."""
    return text.replace("&", "&&")


class Scale:
    """Positions 0..last of a slider and their values; logarithmic when the range spans more than two decades."""

    def __init__(self, low: float, high: float):
        self.low, self.high = low, high
        self.is_log = low > 0.0 and high/low > 100.0
        self.grain = 10.0**floor(log10((high - low)/400.0))      # values between the ends are multiples of it
        self.last = 600 if self.is_log else min(10_000, max(1, round((high - low)/self.grain)))

    def value(self, position: int) -> float:
        if position <= 0 or position >= self.last:
            return self.low if position <= 0 else self.high
        share = position/self.last
        if self.is_log:
            value = float(f"{self.low*(self.high/self.low)**share:.3g}")
        else:
            value = float(f"{round((self.low + share*(self.high - self.low))/self.grain)*self.grain:.12g}")
        return min(max(value, self.low), self.high)

    def share(self, value: float) -> float:
        """Where a value lies between the ends, 0..1."""
        value = min(max(value, self.low), self.high)
        if self.is_log:
            return log10(value/self.low)/log10(self.high/self.low)
        return (value - self.low)/(self.high - self.low)

    def position(self, value: float) -> int:
        return round(self.share(value)*self.last)
