"""Runs after one another in one process, and scenes in others: the same bits, and no more work than there is."""

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from multiprocessing import get_context
from multiprocessing.reduction import ForkingPickler

import numpy as np
import pytest

import sandbox
from sandbox.api.scenes import scene_of
from sandbox.cli.common import HERE
from sandbox.errors import BadValue
from sandbox.run.command import Hold
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Parameter, Plane, Scene, Spin, Start, Surface
from sandbox.systems import kept
from sandbox.systems.contact import layouts
from sandbox.systems.renewed import renewed
from sandbox.text import language, set_language
from tests.patience import HANGING
from tests.work import calls_of

DISHED = '''"""A dish."""
from sandbox.scene import Ball, Parameter, Scene, Spin, Start, Surface

DEPTH = {depth}


def build(p):
    return Ball(radius=0.01), Surface(lambda x, y, z, b: z - DEPTH*b*(x*x + y*y), (1.0,)), Spin("z", rate=1.0)


SCENE = Scene("A dish", (Parameter("x", 0.05, "m", low=0, high=1),), build, lambda p: Start(at=(p.x, 0.0)))
'''


def test_a_row_for_each_instant_in_the_order_in_which_they_were_asked():
    run = sandbox.simulate("turntable", at=[3, 1, 2, 1])
    plain = sandbox.simulate("turntable", at=[1, 2, 3])
    assert run.t.tolist() == [3.0, 1.0, 2.0, 1.0]
    assert np.array_equal(run.centre, plain.centre[[2, 0, 1, 0]]) and run.scale == plain.scale
    assert run.invariants["E_J"].tolist() == plain.invariants["E_J"][[2, 0, 1, 0]].tolist()


def test_instants_after_the_end_have_rows_of_nan():
    run = sandbox.simulate("sleigh", at=[5.0, 0.1, 6.0], until="rim")
    assert run.ended is not None and run.ended.t < 5.0 and run.t.tolist() == [5.0, 0.1, 6.0]
    assert np.isnan(run.centre[[0, 2]]).all() and np.isfinite(run.centre[1]).all()
    assert run.log.rows["step"].tolist() == [-1, 24, -1] and run.mode.tolist() == ["", "ideal", ""]
    plain = sandbox.simulate("sleigh", at=[0.1], duration=6.0, until="rim")
    assert np.array_equal(run.centre[1], plain.centre[0]) and run.scale == plain.scale and run.drift == plain.drift
    # none is reached
    assert np.isnan(sandbox.simulate("sleigh", at=[5.0], until="rim").centre[-1]).all()


@pytest.mark.parametrize(("at", "sentence"), [
    ([1.0, float("nan")], "at, number 2: got nan, needs a finite number of seconds"),
    ([float("inf")], "at, number 1: got inf, needs"), (["soon"], "duration and times need numbers of seconds"),
    ([-1.0], "time -1.0 s: needs to lie between 0 and the duration")])
def test_what_is_no_instant_is_refused(at, sentence):
    with pytest.raises(BadValue, match=sentence):
        sandbox.simulate("turntable", at=at)


def test_what_was_found_once_is_not_found_again(monkeypatch):
    """No formula is followed in a run of which nothing but numbers is new; and it is a matter of few calls."""
    from sandbox.compiling import formula
    sandbox.simulate("turntable", rate=1.0, duration=0.1)

    def traced(*_arguments):
        raise AssertionError("a formula is followed again")
    monkeypatch.setattr(formula, "trace", traced)
    sandbox.simulate("turntable", rate=2.0, x=0.1, duration=0.1)
    # 8,500 where everything was found anew each time, 3,600 when this was written
    calls = calls_of(lambda: sandbox.simulate("turntable", rate=3.0, at=[3.0]))
    assert calls < 5000, calls


LIKE_RUNS = [
    # numbers of a start and of live parameters; sizes; another law; another shape that the same words make
    ("turntable", {"rate": -2.0, "x": 0.1, "vy": 0.2}, {"rate": 5.0, "x": 0.2, "vy": 0.01},
     {"radius": 0.03, "shell": True}),
    ("cone", {"rate": 1.0, "across": 0.2}, {"slope": 0.6}, {"rate": -3.0, "x": 0.2, "radius": 0.02},
     {"slope": 0.6, "radius": 0.015}),
    ("bowl", {"x": 0.05, "vy": 0.1}, {"A": 0.2, "rate": 0.0}, {"smooth": True, "x": 0.05}),
    ("coin", {"theta": 50.0}, {"slips": True, "mu": 0.1}, {"radius": 0.03, "theta": 50.0}),
    ("slipping_turntable", {}, {"rate": 2.0}, {}),
    # supports that move alike in one run and not in another
    ("tilted_turntable", {}, {"slope": 0.1}, {"rate": 0.0, "radius": 0.02}),
    ("incline", {}, {"slope": 12.0, "radius": 0.1}, {"slope": 40.0, "hoop": True})]


@pytest.mark.parametrize(("scene", "values"), [(scene, values) for scene, *values in LIKE_RUNS])
def test_what_is_laid_out_once_has_the_bits_of_what_is_laid_out_anew(scene, values):
    """Whatever other values a system was laid out for before, and in whichever order."""
    def seen(one):
        run = sandbox.simulate(scene, at=[0.0, 0.3], **one)
        return run.centre.tobytes(), run.quaternion.tobytes(), run.E_J.tobytes(), run.mode.tolist()
    anew = []
    for one in values:
        kept._KEPT.clear()
        layouts._KEPT.clear()
        anew.append(seen(one))
    assert len(set(map(str, anew))) > 1
    for order in (range(len(values)), reversed(range(len(values)))):
        kept._KEPT.clear()
        assert all(seen(values[i]) == anew[i] for i in order)


def test_a_run_of_other_numbers_lays_nothing_out_again(monkeypatch):
    from sandbox.systems.supports import assembly
    sandbox.simulate("turntable", duration=0.1)

    def laid_out(*_words):
        raise AssertionError("laid out again")
    monkeypatch.setattr(assembly, "_laid_out_anew", laid_out)
    run = sandbox.simulate("turntable", radius=0.02, rate=1.25, x=0.11, vy=-0.02, spin=3.0, at=[0.0, 0.5])
    other = sandbox.simulate("turntable", radius=0.03, shell=True, rate=1.25, x=0.11, vy=-0.02, at=[0.0, 0.5])
    # a hollow ball goes round at 2/5 of the rate
    turned = np.arctan2(*other.velocity[:, 1::-1].T)
    assert abs(turned[1] - turned[0] - 2/5*1.25*0.5) < 1e-12 and other.centre[0, 2] == 0.03
    assert run.parameters["rate"] == 1.25 and run.centre[0].tolist() == [0.11, 0.0, 0.02]
    # the closed form of the turned table, beside what the kept numbers would give
    k = 2/7*1.25
    x, y = 0.11 - (-0.02)*(1.0 - np.cos(0.5*k))/k, -0.02*np.sin(0.5*k)/k
    assert np.hypot(*(run.centre[1, :2] - (x, y))) < 1e-12


def test_a_kept_system_shows_the_words_of_its_own_run():
    """Names, looks and outlines are of this run, though its numbers were found by another."""
    def scene(name: str, reach: float):
        def build(p):
            surface = Surface(lambda x, y, z: z, (), name=name, sharpest=float("inf"), growth=0.0,
                              outline=lambda n: [(reach*i/(n - 1), 0.0) for i in range(n)])
            return Ball(radius=0.01), surface, Spin("z", rate=1.0)
        return Scene(name, (Parameter("x", 0.05, "m", low=0, high=1),), build, lambda p: Start(at=(p.x, 0.0)))
    runs = [Simulation(scene(name, reach)) for name, reach in (("one", 1.0), ("two", 2.0))]
    assert [run.system.surface.name for run in runs] == ["one", "two"]
    assert [run.system.surface.meridian(2)[-1, 0] for run in runs] == [1.0, 2.0]


def test_rows_are_differentiated_once(monkeypatch):
    """Numbers of a sleigh are written to their places; the same bits as where all is derived anew."""
    from sandbox.systems.rows import structure
    values = ({"spin": 1.0}, {"spin": 2.0, "rate": 1.5, "offset": 0.12})
    anew = []
    for one in values:
        structure._KEPT.clear()
        anew.append(sandbox.simulate("sleigh", at=[0.2], **one).centre.tobytes())
    structure._KEPT.clear()
    sandbox.simulate("sleigh", duration=0.1)

    def traced(*_arguments):
        raise AssertionError("formulas are followed again")
    monkeypatch.setattr(structure, "_traced", traced)
    assert [sandbox.simulate("sleigh", at=[0.2], **one).centre.tobytes() for one in values] == anew


def test_rows_with_another_formula_or_number_of_kinds_are_derived_anew():
    """What a formula has enclosed, a word, and a row's realisation belong to what is derived."""
    from sandbox.scene import At, Constrained

    def made(power: int):
        def build(p):
            return Constrained(("x",), lambda t, q, v, p: 0.5*p.m*v[0]**2,
                               potential=lambda t, q, p: p.m*q[0]**power, parameters={"m": 1.0})
        return Scene("One", (Parameter("x", 0.5, "m", low=0, high=1),), build, lambda p: At((p.x,), (0.0,)))
    energies = [sandbox.simulate(made(power), at=[0.0], x=x).E_J[0]
                for power, x in ((2, 0.5), (2, 0.25), (4, 0.5), (2, 0.5))]
    assert energies == [0.25, 0.0625, 0.0625, 0.25]


def test_a_formula_is_followed_again_when_what_it_reads_is_another():
    def dish(x, y, z, scale):
        return z - bend*scale*(x*x + y*y)

    def build(p):
        return Ball(radius=0.01), Surface(dish, (1.0,)), Spin("z", rate=1.0)

    scene = Scene("Dish", (Parameter("x", 0.05, "m", low=0, high=1),), build, lambda p: Start(at=(p.x, 0.0)))
    heights = []
    for bend in (1.0, 2.0, 1.0):      # noqa: B007 - the formula reads it
        heights.append(sandbox.simulate(scene, at=[0.0]).contact[0, 2])
    assert heights == [0.05**2, 2.0*0.05**2, 0.05**2]


def test_a_file_is_run_again_when_its_text_is_another(tmp_path):
    path = tmp_path / "dish.py"
    heights = []
    for depth in (1.0, 2.0):
        path.write_text(DISHED.format(depth=depth), encoding="utf-8")
        heights.append(sandbox.simulate(path, at=[0.0]).contact[0, 2])
        assert sandbox.simulate(path, at=[0.0]).contact[0, 2] == heights[-1]
    assert heights == [0.05**2, 2.0*0.05**2]


def end_of(scene) -> bytes:
    return sandbox.simulate(scene, at=[0.5]).centre.tobytes()


def test_scenes_go_to_other_processes_as_their_text(tmp_path):
    path = tmp_path / "dish.py"
    path.write_text(DISHED.format(depth=1.0), encoding="utf-8")
    scenes = [sandbox.scene_named("turntable"), sandbox.scene_named("sleigh"), sandbox.scene_from(path)]
    path.unlink()
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        found = list(pool.map(end_of, scenes))
    assert found == [end_of(scene) for scene in scenes]


def test_every_scene_goes_to_another_process(tmp_path):
    scenes = sandbox.catalogue().scenes
    (tmp_path / "all").write_bytes(bytes(ForkingPickler.dumps(list(scenes.values()))))
    code = ("from multiprocessing.reduction import ForkingPickler\n"
            f"found = ForkingPickler.loads(open({str(tmp_path / 'all')!r}, 'rb').read())\n"
            "print(*[(scene.id, len(scene.presets), scene.title) for scene in found], sep='\\n')")
    done = subprocess.run([sys.executable, "-c", code], cwd=HERE, text=True, capture_output=True, timeout=HANGING)
    assert done.stdout.splitlines() == [str((scene.id, len(scene.presets), scene.title))
                                        for scene in scenes.values()], done.stderr


def test_a_scene_that_no_file_gives_is_refused_elsewhere():
    scene = sandbox.scene_named("turntable")
    own = Scene("Of a script", (), lambda p: (Ball(radius=0.01), Plane(rim=0.2), Spin("z", rate=1.0)),
                lambda p: Start(at=(0.05, 0.0)))
    for changed in (own, replace(scene, title="Another")):
        with pytest.raises(BadValue, match="only a scene as its file gives it goes to another process"):
            ForkingPickler.dumps(changed)


def bits_of(scene, **words) -> tuple:
    """All numbers of a run."""
    run = sandbox.simulate(scene, **words)
    arrays = [*run.bodies.values(), *run.supports.values(), *run.invariants.values(), run.E_J, run.ledger, run.t]
    return (*(one.tobytes() for one in arrays if one.dtype.kind == "f"), run.mode.tolist(), run.events, run.drift)


@pytest.mark.parametrize(("scene", "live"), [
    ("turntable", ("rate", 8.0)), ("coin_on_turntable", ("rate", 4.0)), ("sleigh", None), ("bowl", None),
    ("balls_on_free_turntable", None), ("bounce", None)])
def test_the_next_run_of_a_start_writes_numbers_only(monkeypatch, scene, live):
    """A run leaves nothing in what is kept of it, steered or not, and neither does one with a hand."""
    from sandbox.run import simulation
    from sandbox.systems import kept
    kept._KEPT.clear()
    first = bits_of(scene, duration=1.0)
    if live is not None:
        sandbox.simulate(scene, duration=1.0, live=[(0.2, *live)])
    sandbox.simulate(scene, duration=0.5, live=[(0.1, "hand", Hold(0, (0.0, 0.0, 0.0), (0.1, 0.2, 0.3)))])

    def assembled(*_arguments):
        raise AssertionError("it is derived again")
    with monkeypatch.context() as patch:
        patch.setattr(kept, "assemble_scene", assembled)
        assert bits_of(scene, duration=1.0) == first
        with pytest.raises(AssertionError, match="derived again"):
            simulation.Simulation(sandbox.scene_named(scene), {}, start=Start(at=(0.1, 0.0)))
    kept._KEPT.clear()
    assert bits_of(scene, duration=1.0) == first


def test_what_a_start_hangs_on_is_derived_anew():
    """The sign of a zero, the kind of a number, a word of the start, another scene of that name; a few are kept."""
    from sandbox.systems import kept
    scene = sandbox.scene_named("turntable")
    values = scene.values()
    starts = [None, Start(at=(0.15, 0.0)), Start(at=(0.15, -0.0)), Start(at=(0.15, 0.0), spin=1.0)]
    keys = [kept._key(scene, values, start) for start in starts]
    keys += [kept._key(scene, {**values, "vx": vx}, None) for vx in (-0.0, 1.0, 1)]
    keys.append(kept._key(replace(scene), values, None))
    assert None not in keys and len(set(keys)) == len(keys)
    assert kept._key(replace(scene, source=""), values, None) is None
    for x in np.linspace(0.05, 0.2, 2*kept.MOST_KEPT):
        sandbox.simulate("turntable", x=float(x), duration=0.01)
    assert len(kept._KEPT) == kept.MOST_KEPT


def test_sentences_of_a_start_are_in_the_present_language():
    from sandbox.systems import kept
    scene = sandbox.scene_named("turntable")
    keys, before = set(), language()
    try:
        for code in ("en", "ru"):
            set_language(code)
            keys.add(kept._key(scene, scene.values(), None))
    finally:
        set_language(before)
    assert len(keys) == 2


def test_a_known_start_is_a_matter_of_few_calls():
    """1,200 when this was written, with 3,600 for a new one."""
    sandbox.simulate("turntable", rate=3.0, duration=3.0)
    calls = calls_of(lambda: sandbox.simulate("turntable", rate=3.0, duration=3.0))
    assert calls < 1800, calls


def test_a_run_that_is_given_back_as_rows_is_the_same_run():
    """Of rows nobody asks for meters, or goes back in them; what is shown of the run later has all that."""
    from sandbox.run.headless import passed
    from sandbox.run.simulation import Simulation
    scene = sandbox.scene_named("turntable")
    metered, plain = Simulation(scene), Simulation(scene, is_shown=False)
    assert [meter.name for meter in metered.meters] == list(scene.watched(scene.values())) and plain.meters == ()
    (rows, ended), (others, ended_too) = passed(metered, 1.0), passed(plain, 1.0)
    assert ended is None and ended_too is None and metered.drift == plain.drift
    assert rows.bodies.tobytes() == others.bodies.tobytes()
    assert {name: x.tolist() for name, x in rows.invariants.items()} == {
        name: x.tolist() for name, x in others.invariants.items()}
    assert metered.go_to(120) and not plain.go_to(120) and plain.go_to(0)
    assert plain.ghost([0.5]) is None
    shown = sandbox.simulate(scene, duration=0.1)._make()
    assert shown.meters != () and shown.ghost([0.5]) is not None


def test_a_system_is_renewed_as_replace_does_it():
    """What a system has found out in one run does not come along, and the fields that are not named do."""
    system = Simulation(scene_of("turntable"), is_shown=False).system
    system._found.append("something")
    one, other = renewed(system, mode="floor/flight"), replace(system, mode="floor/flight")
    for part in fields(system):
        mine, its = getattr(one, part.name), getattr(other, part.name)
        assert mine is its or part.name == "_found" and mine == its == [], part.name
    assert one.mode == "floor/flight" and system.mode == "table/ball"
    assert one._found is not system._found
