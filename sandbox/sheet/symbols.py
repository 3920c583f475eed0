r"""Symbols of parameters in TeX: `\p{rate}` in a formula of a scene becomes `{\Omega}`."""

import re
from collections.abc import Mapping

from sandbox import markdown
from sandbox.scene.parameter import Parameter
from sandbox.scene.presentation.names import NAMES

SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta",
         "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
         "σ": "sigma", "τ": "tau", "φ": "varphi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta",
         "Θ": "Theta", "Λ": "Lambda", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega"}
COORDINATE = re.compile(r"([A-Za-z])_?([xyz\d])")      # of names without a symbol of their own: vx, v_0


WORDS = r"\textit{"        # begins the symbol of one that has none


def has_symbol(parameter: Parameter) -> bool:
    """Returns whether people know a parameter by a symbol."""
    return not symbol_of(parameter).startswith(WORDS)


def symbol_of(parameter: Parameter) -> str:
    """Returns the symbol of a parameter in TeX; one that has none is written with the words of its name."""
    symbol = parameter.symbol or ("" if parameter.title else NAMES.get(parameter.name, ("", ""))[1])
    if symbol:
        return tex_of(symbol)
    if found := COORDINATE.fullmatch(parameter.name):
        return f"{found[1]}_{found[2]}"
    if len(parameter.name) == 1:
        return parameter.name
    return WORDS + parameter.name.replace("_", " ") + "}"


def tex_of(symbol: str) -> str:
    """Returns a symbol as people write it, "μ₀", "N*", in TeX."""
    text = re.sub("[₀-₉]+", lambda found: "_{" + found[0].translate(SUBSCRIPTS) + "}", symbol)
    text = text.replace("*", "^*").replace("′", "'")
    return "".join(rf"\{GREEK[letter]} " if letter in GREEK else letter for letter in text).strip()


def with_symbols(formula: str, symbols: Mapping[str, str]) -> str:
    r"""Returns a formula with symbols in place of `\p{name}`, in braces as an argument stands."""
    return markdown.PARAMETER.sub(lambda found: "{" + symbols.get(found[1], found[1]) + "}", formula)
