"""Words a scene is written with."""

from sandbox.errors import BadValue
from sandbox.mechanics import precession
from sandbox.scene import friction
from sandbox.scene.beside import Beside
from sandbox.scene.bodies import Ball, Body, Disk, Ellipsoid, Puck, body_from_mesh
from sandbox.scene.boxes import Box
from sandbox.scene.carrying import Circling, Driven, Rotor, Slider
from sandbox.scene.charts.chart import Chart, Curve, Dots, Mark, Region, Track
from sandbox.scene.charts.theory_charts import (
    BladeConvergence,
    BladeExpansion,
    BladeLayer,
    Cloud,
    ConstraintPower,
    ContactClasses,
    ContactPlane,
    DetachmentCount,
    DetachmentRide,
    EffectivePotential,
    Energies,
    FlatDiskFrequency,
    InvariantMeasure,
    KickedDisk,
    KickedRollingDisk,
    PoincareSection,
    PrecessionMap,
    RowConvergence,
    SleighExponents,
    SleighMirror,
    SleighSection,
    SmallOscillations,
    SpringConvergence,
    SuslovPortrait,
    Unrolled,
    WaitingContact,
)
from sandbox.scene.constrained import At, Constrained, Crossing, Integral, Rotation, Row
from sandbox.scene.contact import Contact
from sandbox.scene.controls import Cue, House, Steer
from sandbox.scene.drawn.meshes import mesh
from sandbox.scene.drawn.shapes import Look, box, cylinder, ring
from sandbox.scene.drawn_curve import DrawnCurve, curve_points, curve_text, smooth_curve
from sandbox.scene.friction import *
from sandbox.scene.joints import BallJoint, Hinge, Motor, Spring, String
from sandbox.scene.marks import Flag, Gate, Ring, Timer, Zone
from sandbox.scene.materials import between, material
from sandbox.scene.models.concentrated import inertia_from_ratio
from sandbox.scene.models.flywheel import Flywheel
from sandbox.scene.models.free_turntable import FreeTurntable
from sandbox.scene.models.integraph import Integraph
from sandbox.scene.models.plane_ball import PlaneBall
from sandbox.scene.models.rigid import ON_A_STAND, FixedPoint, Suslov, Veselova, inertia_of, leaning
from sandbox.scene.models.ring_ball import RingBall
from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.scene.models.vakonomic import VakonomicBall
from sandbox.scene.motions import Motion, Signal, Spin, Still, rate_sine
from sandbox.scene.parameter import Parameter
from sandbox.scene.polyhedra import Die, Domino, Hull, Prism, Turned
from sandbox.scene.presentation import papers
from sandbox.scene.presentation.card import ANEW, HAND, Card, Number, Try
from sandbox.scene.presentation.differs import Differs
from sandbox.scene.presentation.papers import Paper
from sandbox.scene.presentation.showing import Showing
from sandbox.scene.realisation import Breakable, Ideal, Penalty, Unilateral, With
from sandbox.scene.realisation import Viscous as ViscousRow
from sandbox.scene.scene import Preset, Scene
from sandbox.scene.start import Start
from sandbox.scene.supports import slabs, surfaces
from sandbox.scene.supports.edges import edges_of
from sandbox.scene.supports.on import On, laboratory_floor
from sandbox.scene.supports.slabs import *
from sandbox.scene.supports.surface import Edge, PaintedLine, PaintedRing, Surface
from sandbox.scene.supports.surfaces import *
from sandbox.scene.typed.graph import GraphSurface
from sandbox.scene.typed.parameter import Formula
from sandbox.scene.world import Placed, World

# a new law of friction or surface names itself in its own file
__all__ = [
    *friction.__all__,
    *slabs.__all__,
    *surfaces.__all__,
    "ANEW",
    "HAND",
    "House",
    "ON_A_STAND",
    "At",
    "BadValue",
    "Ball",
    "BallJoint",
    "Beside",
    "Blade",
    "BladeConvergence",
    "BladeExpansion",
    "BladeLayer",
    "Body",
    "Box",
    "Breakable",
    "Card",
    "Chart",
    "Cloud",
    "Circling",
    "Constrained",
    "ConstraintPower",
    "Contact",
    "ContactClasses",
    "ContactPlane",
    "Crossing",
    "Cue",
    "Curve",
    "DetachmentCount",
    "DetachmentRide",
    "Die",
    "Differs",
    "Disk",
    "Domino",
    "Dots",
    "DrawnCurve",
    "Driven",
    "Edge",
    "EffectivePotential",
    "Ellipsoid",
    "Energies",
    "FixedPoint",
    "Flag",
    "Flywheel",
    "FlatDiskFrequency",
    "Formula",
    "FreeTurntable",
    "Gate",
    "GraphSurface",
    "Hinge",
    "Hull",
    "Ideal",
    "Integral",
    "InvariantMeasure",
    "Integraph",
    "KickedDisk",
    "KickedRollingDisk",
    "Look",
    "Mark",
    "Motion",
    "Motor",
    "Number",
    "On",
    "PaintedLine",
    "PaintedRing",
    "Paper",
    "Parameter",
    "Penalty",
    "Placed",
    "PlaneBall",
    "PoincareSection",
    "PrecessionMap",
    "Preset",
    "Prism",
    "Puck",
    "Region",
    "Ring",
    "RingBall",
    "Rotation",
    "Rotor",
    "Row",
    "RowConvergence",
    "Scene",
    "Showing",
    "Signal",
    "Sleigh",
    "SleighExponents",
    "SleighMirror",
    "SleighSection",
    "Slider",
    "SmallOscillations",
    "Spin",
    "Spring",
    "SpringConvergence",
    "Start",
    "Steer",
    "Still",
    "String",
    "Surface",
    "Suslov",
    "SuslovPortrait",
    "Timer",
    "Track",
    "Try",
    "Turned",
    "Unilateral",
    "With",
    "Unrolled",
    "VakonomicBall",
    "Veselova",
    "ViscousRow",
    "WaitingContact",
    "World",
    "Zone",
    "between",
    "body_from_mesh",
    "box",
    "curve_points",
    "curve_text",
    "cylinder",
    "edges_of",
    "inertia_from_ratio",
    "inertia_of",
    "laboratory_floor",
    "leaning",
    "material",
    "mesh",
    "papers",
    "precession",
    "rate_sine",
    "ring",
    "smooth_curve",
]
