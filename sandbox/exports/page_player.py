"""JavaScript of the page that plays a run: it moves the picture's objects and draws its lines as they were recorded."""

PLAYER = r"""
const reel = {at: -1, t: 0, playing: false, speed: 1, since: 0, off: {}, sounds: false, anew: true, laid: {}, key: {},
              frames: {}}

function wholes(text) {
    "use strict";
    return new Int32Array(floats(text).buffer)
}

function unpack() {
    "use strict";
    for (const name in RUN.frames) reel.frames[name] = floats(RUN.frames[name])
    reel.lines = {}
    for (const name in RUN.drawn) {
        const line = RUN.drawn[name]
        reel.lines[name] = {pieces: floats(line.pieces), pens: floats(line.pens), counts: wholes(line.counts)}
        reel.laid[name] = 0
    }
    for (const name in RUN.keys) {
        reel.key[name] = -1
        for (const key of RUN.keys[name]) key.pieces = floats(key.pieces)
    }
    reel.order = RUN.objects.solids.concat(Object.values(RUN.objects.arrows))
}

function begin_time() { return reel.frames.t[0] }
function end_time() { return reel.frames.t[RUN.count - 1] }

// the instant before or at t: all but the last are evenly spaced
function frame_at(t) {
    "use strict";
    const times = reel.frames.t
    let low = 0, high = RUN.count - 1
    while (low < high) {
        const middle = (low + high + 1) >> 1
        if (times[middle] <= t + 1e-6) low = middle
        else high = middle - 1
    }
    return low
}

function piece(pieces, i) { return Array.from(pieces.subarray(15*i, 15*i + 15)) }

function wiped(name) {
    "use strict";
    const line = ink.lines[name]
    line.data.fill(0)
    line.used = 0
    line.first = 0
    line.last = line.count - 1
}

// draws trail and chalk line up to an instant: onwards by the pieces since, backwards by those still to be seen
function lay(name, frame) {
    "use strict";
    const line = reel.lines[name], to = line.counts[frame], pen = Array.from(line.pens.subarray(3*frame, 3*frame + 3))
    let from = reel.laid[name]
    if (to < from) {
        wiped(name)
        from = Math.max(0, to - 12*ink.lines[name].count)
    }
    const pieces = []
    for (let i = from; i < to; i++) pieces.push(piece(line.pieces, i))
    reel.laid[name] = to
    if (reel.off[name]) pen[1] = 0
    drawn({[name]: {pen: pen, pieces: pieces}})
}

// draws a line that changes as a whole as it is at an instant: what theory predicted, and what holds bodies
function foretell(name, frame) {
    "use strict";
    const keys = RUN.keys[name]
    let newest = -1, high = keys.length - 1
    while (newest < high) {
        const middle = (newest + high + 1) >> 1
        if (keys[middle].frame <= frame) newest = middle
        else high = middle - 1
    }
    const is_off = reel.off.ghost && name !== "arms"
    const pen = newest < 0 || is_off ? [0, 0, 0] : keys[newest].pen
    const pieces = []
    if (newest !== reel.key[name]) {
        wiped(name)
        reel.key[name] = newest
        if (newest >= 0) {
            const all = keys[newest].pieces
            for (let i = 0; i < all.length/15; i++) pieces.push(piece(all, i))
        }
    }
    drawn({[name]: {pen: pen, pieces: pieces}})
}

// numbers between two instants; what turns by more than a right angle from one to the next is not mixed
function mixed_pose(a, b, k) {
    "use strict";
    const turn = a[3]*b[3] + a[4]*b[4] + a[5]*b[5], up = a[6]*b[6] + a[7]*b[7] + a[8]*b[8]
    const axis = Math.hypot(a[3], a[4], a[5])*Math.hypot(b[3], b[4], b[5])
    if (k <= 0 || turn < 0.3*axis || up < 0.3) return a
    return a.map((x, i) => x + k*(b[i] - x))
}

function show() {
    "use strict";
    const frame = frame_at(reel.t), next = Math.min(RUN.count - 1, frame + 1), f = reel.frames, n = reel.order.length
    const span = f.t[next] - f.t[frame], k = span > 0 ? Math.min(1, Math.max(0, (reel.t - f.t[frame])/span)) : 0
    const solids = RUN.objects.solids.length
    lab.touched = performance.now()
    for (let i = 0; i < n; i++) {
        const thing = glowObjs[reel.order[i]], at = 9*(n*frame + i), to = 9*(n*next + i)
        const m = mixed_pose(Array.from(f.moves.subarray(at, at + 9)), f.moves.subarray(to, to + 9), k)
        thing.pos = vec(m[0], m[1], m[2])
        thing.axis = vec(m[3], m[4], m[5])
        thing.up = vec(m[6], m[7], m[8])
        if (i < solids) continue
        const a = 2*((n - solids)*frame + i - solids), name = Object.keys(RUN.objects.arrows)[i - solids]
        const is_on = f.arrows[a] > 0 && !reel.off[name.split(" ")[0]], thick = f.arrows[a + 1]
        if (is_on && name.endsWith(" stub")) thing.radius = 0.5*thick
        else if (is_on && Math.abs(thing.shaftwidth - thick) > 1e-9) {
            thing.shaftwidth = thick
            thing.headwidth = 2.6*thick
            thing.headlength = 3.2*thick
        }
        if (thing.visible !== is_on) thing.visible = is_on
    }
    const shadows = [], wide = f.shadows.length/RUN.count, one = RUN.shadow
    for (let i = 0; i < wide; i += one)
        shadows.push(Array.from(f.shadows.subarray(wide*frame + i, wide*frame + i + one)))
    const near = [], room = f.near.length/RUN.count
    for (let i = 0; i < room; i += 4) near.push(Array.from(f.near.subarray(room*frame + i, room*frame + i + 4)))
    // the first place is that of the body if it has fallen; a radius of 0: none is there
    const fallen = near.shift()
    posed({pose: Array.from(f.pose.subarray(12*frame, 12*frame + 12)), bodies: shadows, t: reel.t,
           near: near.filter(body => body[3] > 0), fallen: fallen[3] > 0 ? fallen : null})
    outline_bodies()
    for (const name in reel.lines) lay(name, frame)
    for (const name in RUN.keys) foretell(name, frame)
    reel.at = frame
    events = []
    tell()
}

// what is heard from one instant to another, both of the run, while it plays
function sound(from, to) {
    "use strict";
    if (!reel.sounds || !sounding.node) return
    const first = frame_at(from), last = frame_at(to)
    for (let k = reel.anew ? last : first + 1; k <= last; k++) {
        sounding.take(Object.assign(sounding.slower(RUN.sounds[k], reel.speed), {anew: reel.anew}))
        reel.anew = false
    }
}

function hush() {
    "use strict";
    reel.anew = true
    sounding.silence()
}

function visit(t) {
    "use strict";
    hush()
    reel.t = Math.min(end_time(), Math.max(begin_time(), t))
    show()
}

function play(on) {
    "use strict";
    if (on && reel.t >= end_time()) reel.t = begin_time()
    reel.playing = on
    hush()
    reel.since = performance.now()
    show()
}

function tick(now) {
    "use strict";
    window.requestAnimationFrame(tick)
    if (!reel.playing) return
    const passed = Math.min(0.25, Math.max(0, (now - reel.since)/1000))
    reel.since = now
    const before = reel.t
    reel.t = Math.min(end_time(), reel.t + passed*reel.speed)
    sound(before, reel.t)
    if (reel.t >= end_time()) reel.playing = false
    show()
}

function step(by) {
    "use strict";
    reel.playing = false
    visit(reel.frames.t[Math.min(RUN.count - 1, Math.max(0, reel.at + by))])
}
"""
