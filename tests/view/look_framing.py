"""Child process of the page tests: what every preset shows at three instants, by outlines, and by pixels that say
whose they are.

    python look_framing.py PART REPORT
"""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
from look_room import NUMBERS, SCENES, opened, resized
from player import Player, play_part, snapshot

from sandbox.run.peaks import AHEAD, peaks_in
from sandbox.run.rows import concatenated
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.view.pick.eye import Eye, eye_of
from sandbox.view.picture.stage import Stage
from sandbox.view.quality import LOWEST
from tests.effort import some_presets, some_scenes

INSTANTS = (1.0, 4.0, 10.0)      # [s] as it is shown, at its own speed
OPENED = (960, 540)              # [px] of the window in which a scene is opened
SIZE = (480, 270)                # [px] of the picture
FINER = 3                        # pixels for one of the picture: a coin that shows its edge is thinner than one
BODY, SUPPORT = 0, 1             # channels of the pixels
TURNS = np.linspace(0.0, np.pi, 16, endpoint=False)
ACROSS = np.stack((np.cos(TURNS), np.sin(TURNS)))    # (2, n) directions in the picture

# whether the eye is elsewhere than in the picture of the whole
GOES_ALONG = """(function () {
    const a = seen_from(rig.look), b = plainly_seen(rig.look)
    return Math.hypot(...plus(a.centre, b.centre, -1)) + Math.abs(a.range - b.range) > 1e-6*b.range
})()"""

# Solids are drawn again, each in a colour that says what it is, with the page's own meshes, places and camera
IDENTIFIED = r"""(function (bodies, supports, balls) {
    const gl = canvas.selected.__canvas_element.getContext("webgl2"), viewport = gl.getParameter(gl.VIEWPORT)
    set_view()
    const see = room_numbers(), w = FINER*canvas.selected.__width, h = FINER*canvas.selected.__height
    if (!lab.identity) {
        lab.identity = linked(gl, `#version 300 es
            in vec3 pos;
            uniform mat3 axes;
            uniform vec3 from, eye, forward, right, above;
            uniform vec2 lens;
            uniform float near;
            void main(void) {
                vec3 p = from + axes*pos - eye;
                float d = dot(p, forward);
                gl_Position = vec4(dot(p, right)/lens.x, dot(p, above)/lens.y, d - 2.0*near, d);
            }`, `#version 300 es
            precision highp float;
            uniform vec3 tone;
            out vec4 colour;
            void main(void) { colour = vec4(tone, 1.0); }`)
        lab.identity_frame = gl.createFramebuffer()
        gl.bindFramebuffer(gl.FRAMEBUFFER, lab.identity_frame)
        for (const [format, to] of [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]]) {
            const buffer = gl.createRenderbuffer()
            gl.bindRenderbuffer(gl.RENDERBUFFER, buffer)
            gl.renderbufferStorage(gl.RENDERBUFFER, format, w, h)
            gl.framebufferRenderbuffer(gl.FRAMEBUFFER, to, gl.RENDERBUFFER, buffer)
        }
        lab.identity_arrays = {}
    }
    const program = lab.identity, at = uniforms_of(gl, program)
    gl.bindFramebuffer(gl.FRAMEBUFFER, lab.identity_frame)
    gl.viewport(0, 0, w, h)
    gl.useProgram(program)
    gl.enable(gl.DEPTH_TEST)
    gl.disable(gl.BLEND)
    gl.clearColor(0, 0, 0, 1)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    for (const name of ["eye", "forward", "right", "above"]) gl.uniform3fv(at[name], see[name])
    gl.uniform2fv(at.lens, see.lens)
    gl.uniform1f(at.near, 0.02*see.range/see.lens[1])
    function array_of(key, pos, index) {
        if (lab.identity_arrays[key]) return lab.identity_arrays[key]
        const array = gl.createVertexArray(), place = gl.getAttribLocation(program, "pos")
        gl.bindVertexArray(array)
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
        gl.bufferData(gl.ARRAY_BUFFER, pos, gl.STATIC_DRAW)
        gl.enableVertexAttribArray(place)
        gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0)
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, index, gl.STATIC_DRAW)
        gl.bindVertexArray(null)
        return lab.identity_arrays[key] = [array, index.length]
    }
    function draw(shape, from, axes, tone) {
        gl.bindVertexArray(shape[0])
        gl.uniform3fv(at.from, from)
        gl.uniformMatrix3fv(at.axes, false, axes)
        gl.uniform3fv(at.tone, tone)
        gl.drawElements(gl.TRIANGLES, shape[1], gl.UNSIGNED_INT, 0)
    }
    function solid(idx, tone) {
        const thing = glowObjs[idx], x = unit(triple(thing.axis)), y = unit(triple(thing.up)), m = thing.__model
        draw(array_of(idx + " " + m.index.length, m.pos, m.index), triple(thing.pos), [...x, ...y, ...across(x, y)],
             tone)
    }
    // fronts only, as one looks through the near wall of a bowl
    gl.enable(gl.CULL_FACE)
    for (const idx of supports) solid(idx, [0, 1, 0])
    for (const [k, idx] of bodies) solid(idx, [(1 + k % 254)/255, 0, 0])
    gl.disable(gl.CULL_FACE)
    if (balls.length) {
        const corners = [0, 0, 0], index = []
        for (let i = 0; i < 24; i++) {
            corners.push(Math.cos(i*Math.PI/12), Math.sin(i*Math.PI/12), 0)
            index.push(0, 1 + i, 1 + (i + 1) % 24)
        }
        const disc = array_of("disc", new Float32Array(corners), new Uint32Array(index))
        for (const [k, x, y, z, r] of balls)
            draw(disc, [x, y, z], [...see.right.map(c => r*c), ...see.above.map(c => r*c), ...see.forward],
                 [(1 + k % 254)/255, 0, 0])
    }
    gl.bindVertexArray(null)
    const pixels = new Uint8Array(4*w*h)
    gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.bindRenderbuffer(gl.RENDERBUFFER, null)
    gl.viewport(...viewport)
    return pixels.buffer
})(WHICH)"""


def identified(p: Player) -> np.ndarray:
    """Returns whose the pixels are (n height, n width, 2), n = FINER, top row first: number of a body + 1, whether a
    support.
    """
    stage = p.view._show.stage
    crew = stage.crew
    bodies = [[k, picture.compound.idx] for k, picture in crew.pictures.items() if not picture.is_scenery]
    supports = [idx for idx, _is_round in stage._standing()]
    supports.remove(stage.support.foot.idx)
    balls = [] if crew.balls is None else [[int(k), *centre, float(r)] for k, centre, r in
                                           zip(crew.balls[0], crew.balls[1].tolist(), crew.balls[2], strict=True)]
    source = IDENTIFIED.replace("FINER", str(FINER))
    data = p.ask(source.replace("WHICH", ", ".join(map(json.dumps, (bodies, supports, balls)))))
    width, height = FINER*SIZE[0], FINER*SIZE[1]
    return np.frombuffer(bytes(data), dtype=np.uint8).reshape(height, width, 4)[::-1, :, :2]


def extent(mask: np.ndarray) -> float:
    """Returns how large what is seen of something is, in the direction in which it is largest [px of the picture]."""
    rows = np.flatnonzero(mask.any(axis=1))
    if len(rows) == 0:
        return 0.0
    # the outermost point in any direction is the first or the last one of its row
    found = mask[rows]
    ends = found.argmax(axis=1), mask.shape[1] - 1 - found[:, ::-1].argmax(axis=1)
    points = np.concatenate([np.stack((columns, rows), axis=1) for columns in ends])
    return (float(np.ptp(points @ ACROSS, axis=0).max()) + 1.0)/FINER


def looked_at(p: Player, run) -> dict:
    """What of the rule of framing the present picture says."""
    pixels = identified(p)
    stage = p.view._show.stage
    body, support = pixels[..., BODY], pixels[..., SUPPORT] > 0
    sizes = [extent(body == k) for k in np.unique(body[body > 0])]
    rim = np.concatenate((support[0], support[-1], support[:, 0], support[:, -1]))
    eye = eye_of(json.loads(p.ask(NUMBERS))["eye"])
    focus = stage.crew.measures(stage._focus)
    arrows = {}
    for name in ("velocity", "angular_velocity", "normal", "friction"):
        placed = stage._arrows.placed(name)
        if placed is not None:
            ends = eye.project(np.array((placed[0], placed[0] + placed[1])))
            arrows[name] = {"bodies": float(np.linalg.norm(placed[1]))/(2*focus.size),
                            "px": float(np.linalg.norm(ends[1] - ends[0])),
                            "inside": bool(((ends > 0) & (ends < SIZE)).all())}
    u, v = eye.project(np.asarray(run.snapshot().bodies[stage._focus].centre))[0]
    ends, drawn = projected(eye, stage)
    is_whole = ((ends[:, :2] > 0.0) & (ends[:, 2:] < SIZE)).all(axis=1)
    return {"body": max(sizes, default=0)/SIZE[1], "focus": int((body == stage._focus % 254 + 1).sum()),
            "sizes": [sizes[0], float(drawn[0])] if len(sizes) == len(drawn) == 1 and is_whole[0] else None,
            "at": [u/SIZE[0], v/SIZE[1]], "support": float(support.mean()), "cut": int(rim.sum()),
            "arrows": arrows, "camera": p.view.camera_mode, "open": bool(stage.support.is_open_plane),
            "bodies": len(drawn), "fallen": stage._fallen is not None,
            "reach": float(np.abs(ends[is_whole]/(SIZE + SIZE) - 0.5).max(initial=0.0)*2.0),
            "goes_along": bool(p.ask(GOES_ALONG)),
            "ended": None if run.ended is None else run.ended.sentence}


# The page's own camera, without drawing: its views of states one after the other in pictures of several sizes, and what
# they would be if the eye came no nearer
VIEWS = """(function (camera, closer, sizes, states) {
    const cvs = canvas.selected, kept = [cvs.__width, cvs.__height, Object.assign({}, rig)], out = []
    const told = v => [...v.centre, ...v.forward, ...v.up, v.range, cvs.__width, cvs.__height]
    for (const size of sizes) {
        [cvs.__width, cvs.__height] = size
        Object.assign(rig, {mode: camera, closer: closer, look: null, near: null, from: null, is_held: false,
                            ease: at_ease(0)})
        for (const state of states) {
            posed(state)
            if (!rig.look) rig.look = at_home(camera)
            rig.from = null
            out.push([told(view_now()), told(plainly_seen(rig.look))])
        }
    }
    [cvs.__width, cvs.__height] = kept
    Object.assign(rig, kept[2])
    return JSON.stringify(out)
})(GIVEN)"""
SHAPES = ((480, 270), (640, 480), (400, 480))     # [px] pictures as of a film, of a window, of one between two docks
OF_CAMERA = ("pose", "focus", "ring", "fallen", "near", "t", "home", "rim", "hides", "follows_home")


def projected(eye: Eye, stage: Stage) -> tuple[np.ndarray, np.ndarray]:
    """Returns where bodies that are no part of the scenery are in the picture, as they were shown [px].

    left, upper, right and lower end (n, 4), and how large each is in the direction in which it is largest (n,)
    """
    crew, ends, sizes = stage.crew, [np.zeros((0, 4))], [np.zeros(0)]
    balls = [(one.solid.centre, one.size) for one in crew.pictures.values() if one.solid.radius is not None]
    balls += [] if crew.balls is None else list(zip(*crew.balls[1:], strict=True))
    if balls:
        # a ball as the disc that faces the eye
        centres, radii = np.array([one[0] for one in balls]), np.array([one[1] for one in balls])
        seen = eye.project(centres)
        half = np.abs(eye.project(centres + radii[:, None]*eye.up)[:, 1] - seen[:, 1])[:, None]
        ends.append(np.hstack((seen - half, seen + half)))
        # away from the middle of the picture it is drawn longer, by 1/cos of how far off it is seen
        off = centres - eye.place
        sizes.append(2.0*half[:, 0]*np.linalg.norm(off, axis=1)/(off @ eye.forward))
    for one in crew.pictures.values():
        if one.solid.radius is None and not one.is_scenery:
            seen = eye.project(one.solid.centre + one.solid.points @ one.solid.axes.T)
            ends.append(np.concatenate((seen.min(axis=0), seen.max(axis=0)))[None])
            sizes.append(np.ptp(seen @ ACROSS, axis=0).max()[None])
    return np.vstack(ends), np.concatenate(sizes)


def judged(eye: Eye, whole: Eye, stage: Stage) -> dict:
    """What of the rule of framing a view says, by the outlines of bodies and supports alone.

    whole   the view that all of the support would have
    """
    size = np.array((eye.width, eye.height))
    ends, across = projected(eye, stage)
    is_there = ((ends[:, :2] < size) & (ends[:, 2:] > 0.0)).all(axis=1)
    # how far the bodies reach from the middle of the picture to its edge
    reach = np.abs(ends[is_there].reshape(-1, 2) - 0.5*size)/(0.5*size)
    position, axes = stage._support_pose
    rim = eye.project(stage.support.outline @ axes.T + position)
    beyond = np.maximum(-rim, rim - size)
    plain_ends, plain = projected(whole, stage)
    return {"body": float(across[is_there].max(initial=0.0)/eye.height),
            "whole": float(plain.max(initial=0.0)/eye.height),
            "cut": bool((plain_ends[:, :2] < 0.01*size).any() or (plain_ends[:, 2:] > 0.99*size).any()),
            "there": int(is_there.sum()),
            "bodies": len(ends), "reach": float(reach.max(initial=0.0)), "beyond": float(np.nanmax(beyond))/eye.height,
            "goes_along": bool(np.linalg.norm(eye.place - whole.place) > 1e-6*whole.distance),
            "open": bool(stage.support.is_open_plane),
            "fallen": stage._fallen is not None}


def judged_views(p: Player, shown, run, states: list) -> list[dict]:
    """What of the rule of framing the views of a run say in pictures of several shapes.

    By the page's own camera and by the outlines of what stands in its view: without drawing. The page may show
    anything; it gets no further frame before another scene is opened.

    shown    how the preset is shown (Scene.shown);  states   snapshots of the start and of the three instants
    """
    # vpython's objects, of which there is one set, are those of another stage from here on
    p.view._show.stage, p.view._show.has_changes = None, False
    stage = Stage(run.surfaces, run.bodies, LOWEST, *SIZE, states[0])
    stage.show(states[0])
    first = {**stage.page_setup(), **stage.changes()}
    given = [{key: first[key] for key in OF_CAMERA if key in first}]
    for state in states[1:]:
        stage.show(state)
        changes = stage.changes()
        given.append({key: changes[key] for key in OF_CAMERA if key in changes})
    told = json.loads(p.ask(VIEWS.replace("GIVEN", ", ".join(map(json.dumps, (
        shown.camera, shown.closer, SHAPES, given))))))
    found = []
    for k, state in enumerate(states[1:]):
        stage.show(state)
        for number, shape in enumerate(SHAPES):
            eye, whole = map(eye_of, told[number*len(given) + k + 1])
            found.append({"shape": shape, "instant": INSTANTS[k], "camera": shown.camera,
                          "closer": shown.closer, **judged(eye, whole, stage)})
    return found


class Passed:
    """A run of a preset that has passed, as it was at the start and at the instants: `now` says at which of them.

    Runs are made by another thread while the page draws those before (`passed_ahead`): they take half of the time.
    """

    def __init__(self, scene, preset):
        run = Simulation(scene, preset.values)
        parts, speed = run.collect(), scene.shown(preset.name).speed
        self.states, self._ends, self.now = [run.snapshot()], [None], 0
        for instant in INSTANTS:
            run.advance(max(0, round(instant*speed*run.step_rate) - run.step))
            self.states.append(run.snapshot())
            self._ends.append(run.ended)
        run.advance(max(0, round(AHEAD*run.step_rate) - run.step))
        rows = concatenated(parts)
        # the scales of its arrows, as they are looked up ahead
        self.peaks = peaks_in(rows[:int(np.searchsorted(rows.step, round(AHEAD*run.step_rate), side="right"))])
        self.surfaces, self.bodies, self.system = run.surfaces, run.bodies, run.system

    @property
    def ended(self):
        return self._ends[self.now]

    def snapshot(self):
        return self.states[self.now]


def passed_ahead(scenes, of_these):
    """Yields scene, number of a preset, preset, and its run of the presets that are tried: of these scenes those that
    are drawn by their texts, too, of others the first.
    """
    jobs = [(scene, number, preset) for scene in scenes for number, preset in enumerate(some_presets(scene), start=1)
            if number == 1 or scene.id in of_these]
    pool = ThreadPoolExecutor(1)
    try:
        runs = [pool.submit(Passed, scene, preset) for scene, _number, preset in jobs]
        for job in jobs:
            # what was looked at is not kept
            yield *job, runs.pop(0).result()
    finally:
        pool.shutdown(cancel_futures=True)


def presets(chosen=(), at_start=None, also=None) -> dict:
    """Presets of all scenes, or of those chosen, at the three instants: the first one as it is drawn ("drawn"), at each
    change of one scene of three; it and others by their outlines ("outlined"): all others for a release, one of these
    scenes at each change.

    at_start   at_start(p, scene, run), what is asked of a first preset at its start, in a window of the usual size
    also       also(p, scene, run), what else is asked of it at the first instant; it may switch arrows and the trail
    """
    p, drawn, outlined = Player(), {}, {}
    scenes = [scene for name, scene in load_catalogue(SCENES).scenes.items() if not chosen or name in chosen]
    of_these = {scene.id for scene in some_scenes(scenes, 3, "drawn")}
    for scene, number, preset, run in passed_ahead(scenes, of_these):
        shown, title = scene.shown(preset.name), f"{scene.id}: {preset.name}"
        if number == 1 and scene.id in of_these:
            p.window.resize(*OPENED)
            opened(p, scene, run=run)
            resized(p, OPENED)
            if at_start is not None:
                at_start(p, scene, run)
            resized(p, SIZE)
            show_arrows(p, run)
            p.view.expect_arrows(run.peaks)
            drawn[title] = [drawn_at(p, scene, run, k, shown.closer, also if k == 1 else None)
                            for k in range(1, len(INSTANTS) + 1)]
        outlined[title] = judged_views(p, shown, run, run.states)
        # the next scene is opened without arrows
        p.view.expect_arrows({})
        for arrow in run.system.arrows:
            p.view.set_arrow(arrow, False)
    return {"drawn": drawn, "outlined": outlined, "signals": p.signals, "problems": p.view._page.problems}


def drawn_at(p: Player, scene, run: Passed, k: int, closer: float, also) -> dict:
    """What of the rule of framing the picture of a run at an instant says, and `also` what else is asked there."""
    run.now = k
    # a second time: the camera has come up with what it follows
    for _turn in range(2):
        p.frame(run.snapshot())
    p.glide(run.snapshot())
    p.wait(lambda: not p.view._channel.is_busy)
    found = {**looked_at(p, run), "closer": closer}
    if also is not None:
        also(p, scene, run)
        show_arrows(p, run)
    return found


def show_arrows(p: Player, run):
    """All arrows that a run has."""
    for arrow in ("velocity", "angular_velocity", "normal", "friction"):
        p.view.set_arrow(arrow, arrow in run.system.arrows)


def near() -> dict:
    """A small ball on a wide table: how large it is and where, while it moves, while a hand holds it, and then."""
    p, out, radius = Player(), {"seen": []}, 0.006
    p.open(body=SimpleNamespace(radius=radius))

    def look(x: float) -> np.ndarray:
        p.frame(snapshot(0.0, x=x))
        p.wait(lambda: not p.view._channel.is_busy)
        return np.array(json.loads(p.ask(NUMBERS))["eye"])

    for x in (-0.28, -0.1, 0.0, 0.2):
        eye, centre = eye_of(look(x).tolist()), snapshot(0.0, x=x).bodies[0].centre
        whole = json.loads(p.ask("JSON.stringify((v => [...v.centre, ...v.forward, ...v.up, v.range, canvas.selected."
                                 "__width, canvas.selected.__height])(plainly_seen(rig.look)))"))
        out["seen"].append({"share": 2*radius/eye.pixel(centre)/eye.height,
                            "at": (eye.project(centre)[0]/(eye.width, eye.height)).tolist(),
                            "whole": (eye_of(whole).project(centre)[0]/(eye.width, eye.height)).tolist()})
    # what lies over the left part of the picture, as the card does, takes no room from what is seen
    out["aside"] = []
    for x in (0.0, 0.28):
        for share in (0.4, 0.0):
            p.view.set_covered(share, 0.0)
            look(x)
            p.glide(snapshot(0.0, x=x))
            eye = eye_of(look(x).tolist())
            out["aside"].append(float(eye.project(snapshot(0.0, x=x).bodies[0].centre)[0][0]/eye.width))
    before = look(0.1)
    p.view.reach.pointer._is_held = True
    out["held"] = float(np.abs(look(-0.2) - before).max())
    p.view.reach.pointer._is_held = False
    p.frame(snapshot(0.0, x=-0.2))
    p.wait(lambda: not p.view._channel.is_busy)
    p.glide(snapshot(0.0, x=-0.2))
    after = look(-0.2)
    out["let go"] = float(np.abs(after - before).max())
    # who turns the camera takes it from where it is, and it goes along no more
    p.ask("orbit(20, 0); 0")
    out["taken"] = float(np.abs(look(-0.2)[[0, 1, 2, 9]] - after[[0, 1, 2, 9]]).max())
    out["hers"] = float(np.abs(look(0.2)[[0, 1, 2, 9]] - after[[0, 1, 2, 9]]).max())
    # and down, where the picture is far higher than the table
    p.open()
    p.window.resize(480, 540)
    p.wait(lambda: p.view.width() == 480)
    out["down"] = []
    for high in (0.5, 0.0):
        p.view.set_covered(0.4*(high > 0.0), high)
        p.settle(snapshot(0.0, x=0.0), 0.3)
        eye = eye_of(look(0.0).tolist())
        out["down"].append(float(eye.project(snapshot(0.0, x=0.0).bodies[0].centre)[0][1]/eye.height))
    out["problems"] = p.view._page.problems
    return out


# scenes left alone until [s] what they show has fallen from its table and lies behind it, and what lies over the left
# and upper part of the picture
FALLEN = {"sleigh": (4.0, (0.0, 0.0)), "flywheel_sleigh": (12.0, (0.38, 0.5))}


def below(p: Player, snapshot):
    """Shows the body of a state on the floor below the middle of its table for some time; returns a run that is so."""
    body = snapshot.bodies[0]
    there = replace(snapshot, bodies=(replace(body, centre=np.array((0.2, 0.1, body.centre[2]))),))
    for _ in range(60):
        there = replace(there, t=there.t + 0.1)
        p.frame(there)
    p.glide(there)
    p.wait(lambda: not p.view._channel.is_busy)
    return SimpleNamespace(snapshot=lambda: there, ended=None)


def behind() -> dict:
    """What is seen of bodies that have fallen behind their tables, and where the camera is before and after it is
    taken."""
    p, out = Player(), {}
    p.window.resize(*SIZE)
    known = load_catalogue(SCENES).scenes
    for name, (until, covered) in FALLEN.items():
        run = opened(p, known[name])
        p.view.set_covered(*covered)
        while run.t < until:
            run.advance(run.step_rate//20)
            p.frame(run.snapshot())
        p.glide(run.snapshot())
        p.wait(lambda: not p.view._channel.is_busy)
        out[name] = looked_at(p, run)
    out["below its table"] = looked_at(p, below(p, run.snapshot()))
    view = "JSON.stringify(Object.values(view_now()).flat())"
    before = json.loads(p.ask(view))
    p.ask("taken_over(); 0")
    after = json.loads(p.ask(view))
    return {"seen": out, "taken": max(abs(a - b) for a, b in zip(before, after, strict=True)),
            "problems": p.view._page.problems}


if __name__ == "__main__":
    play_part(globals())
