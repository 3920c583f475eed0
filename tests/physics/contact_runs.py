"""A run of one body in contact, and what several tests of contacts share."""

import numpy as np

from sandbox.scene import Contensou, Coulomb, Ellipsoid, Rough, Smooth, TwoTerm, Viscous
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.integration import Integration

H = 1/240
G = 9.81
PEBBLE = Ellipsoid(0.08, 0.05, 0.04, 0.5, np.array([[5e-4, 2e-5, 1e-5], [2e-5, 8e-4, -3e-5], [1e-5, -3e-5, 9e-4]]),
                   (0.01, -0.005, 0.008))
LAWS = {"smooth": Smooth(), "rough": Rough(), "coulomb": Coulomb(0.3), "static": Coulomb(0.2, 0.4),
        "viscous": Viscous(2.0), "two-term": TwoTerm(0.2, 0.3), "patch": Contensou(0.3, 0.01)}


def run_of(body, surface, motion, contact, start):
    return Integration(assemble_contact(body, surface, motion, contact, start), H)


def first_event(run) -> tuple:
    """Advances an Integration to its first event; returns that, and a copy at the step before."""
    while True:
        before = run.copy()
        run.advance(1)
        news = run.news()
        if news:
            return news[0], before
