"""Compiled fields of surfaces and bodies, from the formulas of their words."""

import numpy as np

from sandbox.compiling import formula
from sandbox.compiling.jets import NotTraceable
from sandbox.errors import BadValue
from sandbox.mechanics import graph, graph_edge
from sandbox.mechanics import revolution as compiled_surface
from sandbox.scene.bodies import Ball
from sandbox.scene.surface import Surface
from sandbox.text import _


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
    try:
        return formula.load_fields("shape", formula.derivatives_source(h, parameters))
    except NotTraceable as error:
        raise BadValue(_("body: {error}").format(error=error)) from error


def surface_fields(surface: Surface):
    """Addresses of slopes and values, and the parameter array, of a surface."""
    if surface.form == "points":
        try:
            parameters = compiled_surface.spline_parameters(*surface.points)
        except ValueError as error:
            raise BadValue(_("surface '{name}': {error}").format(name=surface.name, error=error)) from error
        return compiled_surface.spline_slopes.address, compiled_surface.spline_values.address, parameters
    if surface.form == "graph":
        return graph.graph_slopes.address, graph.graph_values.address, np.array(surface.parameters, float)
    if surface.form == "graph edge":
        return graph_edge.edge_slopes.address, graph_edge.edge_values.address, np.array(surface.parameters, float)
    fields = _formula_fields(surface.form, surface.phi, tuple(edge.formula for edge in surface.edges),
                             len(surface.parameters))
    return fields.slopes.address, fields.values.address, np.array(surface.parameters, float)


def check_body(surface: Surface, body):
    """Raises BadValue where a ball is too large for some place of a surface whose every place is known."""
    if surface.graph is not None and isinstance(body, Ball):
        surface.graph.judged(body.radius)
