"""The program for other programs: notebooks, scripts and sweeps; `import sandbox` gives what stands here."""

from sandbox.api.cloud import cloud
from sandbox.api.films import record
from sandbox.api.fit import Fit, fit
from sandbox.api.many import simulate_many
from sandbox.api.measurement import Comparison
from sandbox.api.run import Run, read_log
from sandbox.api.scenes import catalogue, scene_from, scene_named
from sandbox.api.simulate import simulate
from sandbox.api.sweep import Map, sweep
from sandbox.errors import BadValue
from sandbox.run.command import Hold

__all__ = ["BadValue", "Comparison", "Fit", "Hold", "Map", "Run", "catalogue", "cloud", "fit", "read_log", "record",
           "scene_from", "scene_named", "simulate", "simulate_many", "sweep"]
