"""The sound of films: where it is in the file, in slow motion too, and that the picture is what it was."""

import av
import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.film.encoding.encoder import Encoder
from sandbox.film.encoding.formats import SOUND_RATE, check_sound
from sandbox.film.plan import plan_of
from sandbox.film.recipe import Recipe
from sandbox.film.soundtrack import FilmClock
from sandbox.run.simulation import Simulation
from tests.shipped import shipped

CATALOGUE = shipped()
SIZE = (64, 48)
CODEC = {"mp4": 1024, "mov": 1024, "webm": 960}     # samples of a frame of its codec


class Click:
    """Silence with one knock that begins at a sample."""

    def __init__(self, at: int, n: int):
        self._samples, self._at = np.zeros((n, 2), np.int16), 0
        after = np.arange(3000)
        self._samples[at:at + 3000] = (20_000*np.cos(2*np.pi*1500*after/SOUND_RATE)*np.exp(-after/600))[:, None]

    def samples(self, until: int) -> np.ndarray:
        found, self._at = self._samples[self._at:max(until, self._at)], max(until, self._at)
        return found


def made(path, frames: int, sound=None, fps=30):
    encoder = Encoder(path, SIZE, fps, sound=sound)
    for k in range(frames):
        assert encoder.put(np.full((SIZE[1], SIZE[0], 4), 3*k % 256, np.uint8)), encoder.trouble
    assert encoder.close() and not encoder.trouble
    return encoder


def heard(path):
    """The samples (n,) of the left side as a player has them, from the film's time 0 on."""
    with av.open(str(path)) as film:
        frames = list(film.decode(audio=0))
    parts = [frame.to_ndarray() for frame in frames]
    left = np.concatenate([part[0] if frame.format.is_planar else part[0, ::2]
                           for frame, part in zip(frames, parts, strict=True)]).astype(float)
    lead = round(float(frames[0].pts*frames[0].time_base)*SOUND_RATE)
    return left[-lead:] if lead < 0 else np.concatenate((np.zeros(lead), left))


def onset(samples) -> int:
    return int(np.flatnonzero(np.abs(samples) > 0.3*np.abs(samples).max())[0])


@pytest.mark.parametrize("kind", ["mp4", "mov", "webm"])
def test_an_impact_is_in_the_file_where_it_was_made(tmp_path, kind):
    encoder = made(tmp_path / f"a.{kind}", 60, Click(40_321, 96_000))
    assert encoder.frames == 60
    samples = heard(encoder.path)
    # a hundredth of the codec's frame: codecs smear what begins at once
    assert abs(onset(samples) - 40_321) <= CODEC[kind]//100
    with av.open(str(encoder.path)) as film:
        assert sum(1 for _frame in film.decode(video=0)) == 60
    # as long as the picture, to the codec's frame
    assert 0 <= len(samples) - 96_000 <= 2*CODEC[kind]


@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_the_same_film_with_sound_has_the_same_bytes_and_the_same_picture(tmp_path, kind):
    one, other = (made(tmp_path / f"{name}.{kind}", 40, Click(9_000, 64_000)) for name in "ab")
    silent = made(tmp_path / f"c.{kind}", 40)
    assert one.path.read_bytes() == other.path.read_bytes() and one.digest == silent.digest
    with av.open(str(silent.path)) as film:
        assert not film.streams.audio


def test_a_film_of_one_frame_is_too_short_to_be_heard_and_a_film_all_the_same(tmp_path):
    assert made(tmp_path / "a.mp4", 1, Click(0, 4000), fps=60).frames == 1


@pytest.mark.parametrize("kind", ["gif", "png"])
def test_pictures_have_no_sound(kind):
    check_sound(f"a.{kind}", False)
    with pytest.raises(BadValue, match=r"\.mp4, \.mov, \.webm"):
        check_sound(f"a.{kind}", True)


def track_of_film(tmp_path, **options):
    """The samples of a film of bounces, its plan, and the instants of the impacts."""
    scene = CATALOGUE.get("bounce")
    preset = scene.preset("Infinitely many bounces")
    recipe = Recipe("bounce", preset.name, scene.values(preset.values), size=SIZE, fps=30, sound=True, **options)
    run = Simulation(scene, recipe.values, preset=preset.name)
    plan = plan_of(recipe, run)
    assert run.step == 0
    ahead = Simulation(scene, recipe.values, preset=preset.name)
    ahead.advance(int(recipe.end*240) + 1)
    times = [event.t for event in ahead.events if event.kind == "impact" and recipe.begin < event.t < recipe.end]
    return recipe, plan, times


@pytest.mark.parametrize("options", [
    {"end": 2.2}, {"begin": 1.0, "end": 2.2}, {"end": 2.2, "title": "Bounces"}, {"end": 2.2, "speed": 0.25},
    {"end": 2.2, "slow": {"kinds": ("impact",), "speed": 0.125, "before": 0.5, "after": 1.5}}])
def test_each_impact_is_heard_when_its_instant_is_seen(tmp_path, options):
    recipe, plan, times = track_of_film(tmp_path, **options)
    clock = FilmClock(recipe, plan.timing)
    assert times
    if recipe.slow is None:
        # by hand: at one speed
        assert [clock.shown(t) for t in times] == pytest.approx(
            [recipe.card_frames/30 + (t - recipe.begin)/recipe.speed for t in times], abs=1e-9)
    for k in (0, 1, len(plan.timing) - 1):
        assert clock.shown(float(plan.timing.times[k])) == pytest.approx((recipe.card_frames + k)/30, abs=1e-9)
    last = clock.shown(recipe.end)
    samples = plan.sound.samples(int(last*SOUND_RATE))[:, 0].astype(float)
    for t in times:
        k = int(clock.shown(t)*SOUND_RATE + 0.5)
        assert np.abs(samples[k + 1:k + 600]).max() > 20*np.abs(samples[k - 300:k + 1]).max()


def test_two_runs_beside_each_other_are_heard_on_their_sides(tmp_path):
    scene = CATALOGUE.get("bounce")
    values = scene.values(scene.preset("Infinitely many bounces").values)
    recipe = Recipe("bounce", values=values, size=SIZE, fps=30, sound=True, end=2.0)
    left = Simulation(scene, values)
    right = Simulation(scene, scene.values(scene.preset("Sliding to rolling: 5/7").values))
    samples = plan_of(recipe, left, beside=right).sound.samples(2*SOUND_RATE).astype(float)
    impact = next(event.t for event in _run_to(left, 2.0).events if event.kind == "impact")
    k = int(impact*SOUND_RATE)
    knock, slide = samples[k:k + 1500], samples[200:3000]
    assert np.abs(knock[:, 0]).max() > 1.2*np.abs(knock[:, 1]).max()
    assert np.sqrt((slide[:, 1]**2).mean()) > 1.2*np.sqrt((slide[:, 0]**2).mean()) > 0.0


def _run_to(run, t):
    run.advance(int(t*240))
    return run
