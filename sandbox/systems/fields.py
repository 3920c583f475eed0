"""Compiled fields of surfaces and bodies, from the formulas of their words."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from sandbox.compiling import formula
from sandbox.compiling.jets import NotTraceable
from sandbox.errors import BadValue
from sandbox.mechanics import graph, graph_edge
from sandbox.mechanics import revolution as compiled_surface
from sandbox.scene.bodies import Ball
from sandbox.scene.solids.smooth import Fit
from sandbox.scene.supports.surface import Surface
from sandbox.systems.addresses import address_of
from sandbox.systems.formula_keys import key_of
from sandbox.text import _

# fields by what they were made of, while one system is assembled
_KNOWN: ContextVar[dict | None] = ContextVar("known fields", default=None)
# fields of all runs by what their formulas mean; a scene may make another formula for each value
_MEANT: dict[tuple, Any] = {}
MOST_MEANT = 32


@contextmanager
def each_formula_once() -> Iterator[None]:
    """Within it a formula is followed once, however many supports and states of contact ask for its fields.

    Where all that it means is known (formula_keys.py) it is so in all runs of a process.
    """
    token = _KNOWN.set({})
    try:
        yield
    finally:
        _KNOWN.reset(token)


def _once(make: Callable, functions: tuple, *words):
    """Returns make(), or what it returned before for the same functions and words."""
    known = _KNOWN.get()
    if known is None:
        return make()
    key = (*map(id, functions), *words)
    if key not in known:
        # the functions are kept, so that no other takes the place of their names
        known[key] = _made(make, functions, words), functions
    made, _functions = known[key]
    return made


def _made(make: Callable, functions: tuple, words: tuple):
    """Returns make(), or what an earlier run has for functions that mean the same."""
    key = (*(key_of(function) for function in functions), *words)
    if None in key:
        return make()
    made = _MEANT.get(key)
    if made is None:
        if len(_MEANT) >= MOST_MEANT:
            _MEANT.clear()
        made = _MEANT[key] = make()
    return made


def _formula_fields(form: str, phi, edges: tuple, parameters: int):
    try:
        if form == "profile":
            slopes = formula.profile_source(phi, parameters - 1)
            values = [lambda x, y, z, *s: z - phi((x*x + y*y)**0.5, *s[:-1]), *edges]
        else:
            slopes, values = formula.derivatives_source(phi, parameters), [phi, *edges]
        return formula.load_fields("surface", slopes, formula.values_source(values, parameters))
    except NotTraceable as error:
        raise BadValue(_("surface: {error}").format(error=error)) from error


def shape_fields(h, parameters: int):
    """The module with the field of slopes of a body's support function: a formula's, or that of a fit."""
    if isinstance(h, Fit):
        return formula.load_fields("shape", h.source)
    try:
        return _once(lambda: formula.load_fields("shape", formula.derivatives_source(h, parameters)), (h,), parameters)
    except NotTraceable as error:
        raise BadValue(_("body: {error}").format(error=error)) from error


def surface_fields(surface: Surface):
    """Addresses of slopes and values, and the parameter array, of a surface."""
    if surface.form == "points":
        try:
            parameters = compiled_surface.spline_parameters(*surface.points)
        except ValueError as error:
            raise BadValue(_("surface '{name}': {error}").format(name=surface.name, error=error)) from error
        return address_of(compiled_surface.spline_slopes), address_of(compiled_surface.spline_values), parameters
    if surface.form == "graph":
        return address_of(graph.graph_slopes), address_of(graph.graph_values), np.array(surface.parameters, float)
    if surface.form == "graph edge":
        return (address_of(graph_edge.edge_slopes), address_of(graph_edge.edge_values),
                np.array(surface.parameters, float))
    edges, count = tuple(edge.formula for edge in surface.edges), len(surface.parameters)
    fields = _once(lambda: _formula_fields(surface.form, surface.phi, edges, count), (surface.phi, *edges),
                   surface.form, count)
    return address_of(fields.slopes), address_of(fields.values), np.array(surface.parameters, float)


def check_body(surface: Surface, body):
    """Raises BadValue where a ball is too large for some place of a surface whose every place is known."""
    if surface.graph is not None and isinstance(body, Ball):
        surface.graph.judged(body.radius)
