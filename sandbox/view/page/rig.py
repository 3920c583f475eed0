"""JavaScript of the camera: its place in each mode, how the mouse moves it, how it glides from one mode to another.

A look is [x, y, z, azimuth, elevation, range]: the point looked at, in the frame of the mode, two angles [rad] and
vpython's `range` [m]. Frames: the laboratory, the laboratory about the body in focus ("follow"), the support ("table").
"""

RIG = r"""
const GLIDE = 600, NEAREST = 0.04, FARTHEST = 6, ALONE = 10, NEARBY = 18
const rig = {mode: "free", look: null, home: null, elevation: null, from: null, since: 0, reported: "", seen: "",
             p: [0, 0, 0], axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], bodies: [], focus: [0, 0, 0, 1], ring: null,
             lamp: null, shadows: true, closer: 1, turn: 0, eased: null, ease: null,
             near: null, rim: [], hides: [], covered: [0, 0], is_held: false, fine: false,
             drawn: null, arrow: null}

function plus(a, b, k) { return [a[0] + k*b[0], a[1] + k*b[1], a[2] + k*b[2]] }
function times(a, b) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
function across(a, b) { return [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]] }
function unit(a) { const s = Math.hypot(a[0], a[1], a[2]); return [a[0]/s, a[1]/s, a[2]/s] }
function triple(v) { return [v.x, v.y, v.z] }

function into(axes, v) { return [times(axes[0], v), times(axes[1], v), times(axes[2], v)] }
function back(axes, v) { return plus(plus(plus([0, 0, 0], axes[0], v[0]), axes[1], v[1]), axes[2], v[2]) }

// what moves the support and the bodies; comes with every frame
function posed(message) {
    "use strict";
    if (!message.pose) return
    // who has not moved the camera sees what has come to be there
    const goes_along = message.follows_home && rig.look && rig.look.join() === at_home(rig.mode).join()
    // from where it is: with another home the camera would not be at it any more
    const was = goes_along ? view_now() : null
    rig.home = message.home || rig.home
    rig.rim = message.rim || rig.rim
    rig.hides = message.hides || rig.hides
    rig.p = message.pose.slice(0, 3)
    rig.axes = [3, 6, 9].map(k => message.pose.slice(k, k + 3))
    rig.bodies = message.bodies
    rig.left = message.left
    rig.ring = message.ring
    rig.arrow = message.arrow
    rig.focus = message.focus || message.bodies[0].slice(0, 4)
    if (goes_along) {
        reset_view(false)
        // others may part faster than it glides
        rig.from = rig.near && rig.near.length > 1 ? null : Object.assign(was, {goes_along: true})
    }
    if (rig.look) ease_after(message.fallen, message.t)
    const near = rig.near
    keep_near(message.near, message.is_held === undefined ? rig.is_held : message.is_held)
    keep_wide(message.is_anew)
    // such a glide goes along with the body
    if (rig.from && rig.from.goes_along && near && rig.near)
        rig.from.centre = plus(rig.from.centre, plus(rig.near[0], near[0], -1), 1)
}

// origin and axes of the frame that the camera stands in
function frame() {
    "use strict";
    const laboratory = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    if (rig.mode === "table") return [rig.p, rig.axes]
    if (rig.mode === "follow") return [rig.eased || rig.focus.slice(0, 3), laboratory]
    return [[0, 0, 0], laboratory]
}

// the view that a look means, without what the camera does by itself: centre, forward, up, range, in the laboratory
function plainly_seen(look) {
    "use strict";
    const turned = look[3] + rig.turn + rig.ease.turned, high = look[4]*rig.ease.slope
    const ca = Math.cos(turned), sa = Math.sin(turned), ce = Math.cos(high), se = Math.sin(high)
    const at = frame()
    return {centre: plus(plus(at[0], into(at[1], look.slice(0, 3)), 1), rig.ease.shift, 1),
            forward: into(at[1], [sa*ce, ca*ce, -se]), up: into(at[1], [sa*se, ca*se, ce]),
            range: look[5]*rig.ease.wider}
}

// the same as it is shown
function seen_from(look) {
    "use strict";
    const whole = plainly_seen(look)
    return aside(nearer(whole), whole)
}

// what parts of the picture's width and height something covers at the left, from above; the camera glides to where it
// looks then
function cover(shares) {
    "use strict";
    if (rig.look && shares.join() !== rig.covered.join()) {
        rig.from = view_now()
        rig.since = performance.now()
    }
    rig.covered = shares
}

// what a person turns is where the camera is now, and hers from then on
function taken_over() {
    "use strict";
    const now = seen_from(rig.look), at = frame()
    rig.look.splice(0, 3, ...back(at[1], plus(now.centre, at[0], -1)))
    rig.look[3] += rig.ease.turned
    rig.look[4] = Math.asin(Math.max(-1, Math.min(1, -back(at[1], now.forward)[2])))
    rig.look[5] = now.range
    rig.ease = at_ease(rig.ease.t)
}

// the view of this moment, on its way from the one before to that of the present look
function view_now() {
    "use strict";
    const goal = seen_from(rig.look), s = rig.from ? Math.min(1, (performance.now() - rig.since)/GLIDE) : 1
    if (s >= 1) { rig.from = null; return goal }
    const a = rig.from, k = s*s*(3 - 2*s)
    const mixed = (u, v) => plus(plus([0, 0, 0], u, 1 - k), v, k)
    let forward = mixed(a.forward, goal.forward)
    if (times(forward, forward) < 1e-4) forward = a.up         // from behind to before: over the top
    forward = unit(forward)
    let up = mixed(a.up, goal.up)
    up = plus(up, forward, -times(up, forward))
    if (times(up, up) < 1e-6) up = plus(goal.up, forward, -times(goal.up, forward))
    return {centre: mixed(a.centre, goal.centre), forward: forward, up: unit(up),
            range: a.range*Math.pow(goal.range/a.range, k)}
}

function set_view() {
    "use strict";
    if (!rig.look) return
    const cvs = canvas.selected, view = rig.drawn = view_now()
    cvs.__center = vec(...view.centre)
    cvs.__axis = vec(...view.forward)
    cvs.__up = vec(...view.up)
    cvs.__range = view.range
}

// home: look of the reset camera in the laboratory, and the range in which the support fits from above
function at_home(mode) {
    "use strict";
    const h = rig.home
    if (mode === "top") return [h[0], h[1], h[2], 0, Math.PI/2, fitted([h[6], h[7]])]
    const range = fitted([h[4], h[5]])
    // a body that is followed has at least a tenth of the picture's height; of several one, and what is near it
    const beside = (rig.ring ? NEARBY : ALONE)*rig.focus[3]
    if (mode === "follow") {
        const near = Math.min(0.75*range/rig.closer, beside)
        return [0, 0, 0, 0, lowered(h[3], near/range), near]
    }
    if (mode === "table") return [...back(rig.axes, plus(h, rig.p, -1)), 0, h[3], range]
    return [...h.slice(0, 3), 0, h[3], range]
}

function fitted(fit) {
    "use strict";
    const w = Math.max(2, canvas.selected.__width), h = Math.max(2, canvas.selected.__height)
    return w >= h ? Math.max(fit[0]*h/w, fit[1]) : Math.max(fit[0], fit[1]*w/h)
}

function reset_view(glides) {
    "use strict";
    rig.from = glides && rig.look ? view_now() : null
    rig.since = performance.now()
    rig.look = at_home(rig.mode)
    rig.elevation = null
}

// another mode: the azimuth is kept, so that the picture does not turn about; the rest comes from home
function set_mode(mode) {
    "use strict";
    if (mode === rig.mode) return
    const now = view_now(), old = rig.look, was = rig.mode
    rig.mode = mode
    const axes = frame()[1], f = back(axes, now.forward), u = back(axes, now.up)
    const look = at_home(mode)
    if (mode === "top") {
        rig.elevation = old[4]
    } else {
        look[3] = Math.abs(f[2]) > 0.999 ? Math.atan2(u[0], u[1]) : Math.atan2(f[0], f[1])
        if (was !== "top") look[4] = old[4]
        else if (rig.elevation !== null) look[4] = rig.elevation
        if (mode === "free" && was === "follow") look.splice(0, 3, ...now.centre)
        if (was === "free" && mode === "follow") look[5] = Math.min(old[5], look[5])
    }
    rig.look = look
    rig.from = now
    rig.since = performance.now()
}

function orbit(dx, dy) {
    "use strict";
    const edge = Math.PI/2
    taken_over()
    rig.look[3] += 0.01*dx
    rig.look[4] = Math.max(-0.98*edge, Math.min(edge, rig.look[4] + 0.01*dy))
}

function zoom_by(factor) {
    "use strict";
    taken_over()
    rig.look[5] = bounded(rig.look[5]*factor)
}

// a range that is neither too near nor too far
function bounded(range) {
    "use strict";
    const most = at_home("free")[5]
    return Math.max(NEAREST*most, Math.min(FARTHEST*most, range))
}

function slide(dx, dy) {
    "use strict";
    taken_over()
    const cvs = canvas.selected, axes = frame()[1], view = seen_from(rig.look)
    const scale = 2*view.range/Math.min(cvs.__width, cvs.__height)
    const step = plus(plus([0, 0, 0], across(view.forward, view.up), -dx*scale), view.up, dy*scale)
    rig.look.splice(0, 3, ...plus(rig.look, back(axes, step), 1))
}

// a look from a file, of the present mode
function looked(at) {
    "use strict";
    rig.from = null
    // where the camera went by itself is no part of it
    rig.ease = at_ease(rig.ease.t)
    rig.look = at.slice()
    rig.look[5] = bounded(rig.look[5])
}

// what a film's camera does in its next frame: a look of the present mode, a turn about its point, the point followed
function steered(path) {
    "use strict";
    rig.turn = path.turn
    rig.eased = path.eased || null
    if (path.look) rig.look = path.look
}

// what Python has to remember for a page that dies: mode and look, once after each change; and where the eye is now,
// which Python needs to know what is under the mouse
function changed_look() {
    "use strict";
    if (!rig.look) return {}
    const home = is_at_home(), text = rig.mode + rig.look.join() + home, cvs = canvas.selected, view = view_now()
    const out = {}
    const eye = [...view.centre, ...view.forward, ...view.up, view.range, cvs.__width, cvs.__height]
    if (text !== rig.reported) out.look = {mode: rig.mode, at: rig.look, home: home}
    if (eye.join() !== rig.seen) out.eye = eye
    rig.reported = text
    rig.seen = eye.join()
    return out
}
"""
