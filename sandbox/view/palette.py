"""Colours of the picture; bodies, lines and arrows differ for colour-blind eyes too (Okabe and Ito)."""

from dataclasses import dataclass

from sandbox.text import _


def rgb(text: str) -> tuple[float, float, float]:
    """Returns '#rrggbb' as three numbers 0..1."""
    return tuple(int(text[i:i + 2], 16)/255 for i in (1, 3, 5))


def mix(a, b, share: float) -> tuple[float, float, float]:
    """Returns the colour between a (share 0) and b (share 1)."""
    return tuple((1 - share)*x + share*y for x, y in zip(a, b, strict=True))


def luminance(colour) -> float:
    """Returns the relative luminance 0..1 of a colour in sRGB (WCAG 2.1)."""
    linear = [c/12.92 if c <= 0.03928 else ((c + 0.055)/1.055)**2.4 for c in colour]
    return 0.2126*linear[0] + 0.7152*linear[1] + 0.0722*linear[2]


def contrast(a, b) -> float:
    """Returns the contrast of two colours, 1..21 (WCAG 2.1)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05)/(low + 0.05)


# backdrop: dark edge, a pool of light on the floor, shade below the support; light on the wall, lines of the floor
NIGHT, DUSK, GLOW, UNDER = rgb("#10151c"), rgb("#1d2836"), rgb("#35475d"), rgb("#0a0d12")
HAZE, SEAM = rgb("#33465c"), rgb("#5d748f")

# support: two tones, one sector apart so that its turning shows, rim and metal below
CREAM, SAND, ACCENT = rgb("#e4ddcd"), rgb("#c3b79f"), rgb("#e69f00")
RIM, RIM_DARK, METAL = rgb("#566273"), rgb("#39424e"), rgb("#3c4756")

# bodies and shadows
BALL, BALL_LIGHT, BALL_CAP = rgb("#2f97d8"), rgb("#f7f8f9"), rgb("#d55e00")
# of models side by side
BODIES = (BALL, rgb("#d55e00"), rgb("#009e73"), rgb("#cc79a7"), rgb("#e69f00"), rgb("#56b4e9"))
STEEL, INK = rgb("#8d99a8"), rgb("#2b3340")

# ink on the support, which is light in every theme; only the theory is black, no arrow or body is: it differs from the
# trail for eyes that see no colours too, and its white edge separates it from a shadow
TRAIL = rgb("#0072b2")
# the same blue as it is drawn: dark on light supports, darker on those between, light with dark edges on dark ones
TRAILS = rgb("#003e74"), rgb("#00264d"), rgb("#bde6ff")
GHOST, GHOST_EDGE = rgb("#000000"), rgb("#ffffff")
# futures that were left, told apart by their numbers in the time line too
LEFT, LEFT_EDGE = (rgb("#d55e00"), rgb("#009e73"), rgb("#cc79a7")), rgb("#ffffff")
TOOL = rgb("#fff3b0")
MARK = rgb("#f7b32b")
FOCUS = rgb("#fff3b0")          # the ring around the body in focus
CHALK, CHALK_EDGE = rgb("#ffffff"), rgb("#2b3340")

# pinned runs and measurements, in the order of their colours in the plots; the sixth is that of a frozen reference
PINS = tuple(rgb(tone) for tone in ("#ff6e4a", "#00a878", "#cc79a7", "#e69f00", "#56b4e9", "#a9b6c4", "#e8edf3",
                                    "#5b6b7d"))

ARROWS = {"velocity": rgb("#009e73"), "angular_velocity": rgb("#cc79a7"),
          "normal": rgb("#f0e442"), "friction": rgb("#d55e00")}


BACKDROP = ("night", "dusk", "glow", "under", "haze", "seam")


@dataclass(frozen=True)
class Tones:
    """Colours of a theme: backdrop, pattern of the support, marks on the floor, arrows."""

    night: tuple
    dusk: tuple
    glow: tuple
    under: tuple
    haze: tuple
    seam: tuple
    cream: tuple
    sand: tuple
    mark: tuple
    main_mark: tuple
    arrows: dict

    @property
    def letters(self) -> tuple:
        """What stands out from the backdrop."""
        return CREAM if sum(self.night) < 1.5 else INK

    def of_page(self) -> dict:
        """Returns the tones of the backdrop, 0..255."""
        return {name: [round(255*c) for c in getattr(self, name)] for name in BACKDROP}


# a projector in daylight: white ground, dark marks, a stronger pattern, no light yellow
THEMES = {
    "dark": Tones(NIGHT, DUSK, GLOW, UNDER, HAZE, SEAM, CREAM, SAND, mix(DUSK, GLOW, 0.8), mix(GLOW, CREAM, 0.35),
                  ARROWS),
    "projector": Tones(rgb("#ffffff"), rgb("#f5f7fa"), rgb("#e9eef3"), rgb("#b9c4d0"), rgb("#e3e9f0"),
                       rgb("#93a3b4"), rgb("#dcd3bd"), rgb("#a99a7c"),
                       rgb("#8795a5"), rgb("#3f4c5b"),
                       {**ARROWS, "velocity": rgb("#00805a"), "angular_velocity": rgb("#b04a86"),
                        "normal": rgb("#c79a00")})}


def to_hex(colour) -> str:
    """Returns three numbers 0..1 as '#rrggbb'."""
    return "#" + "".join(f"{round(255*c):02x}" for c in colour)


def legend(theme: str = "dark") -> list[tuple[str, str, str, str]]:
    """Returns (text, '#rrggbb', kind, name) of each line and arrow, the text in the present language.

    kind   "line", "dashes", "arrow" or "scale" of colours
    name   of its switch: "tint", "trail", "chalk", "ghost" or that of an arrow
    """
    arrows = THEMES[theme].arrows
    return [
        (_("Speed of a ball"), to_hex(TRAIL), "scale", "tint"),
        (_("Trail"), to_hex(TRAIL), "line", "trail"),
        (_("Chalk line on the table"), to_hex(CHALK), "line", "chalk"),
        (_("Theory (dashed)"), to_hex(GHOST), "dashes", "ghost"),
        (_("Velocity v"), to_hex(arrows["velocity"]), "arrow", "velocity"),
        (_("Angular velocity"), to_hex(arrows["angular_velocity"]), "arrow", "angular_velocity"),
        (_("Normal force N"), to_hex(arrows["normal"]), "arrow", "normal"),
        (_("Friction F"), to_hex(arrows["friction"]), "arrow", "friction"),
    ]
