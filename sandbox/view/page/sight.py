"""JavaScript of what the camera does by itself, as long as nobody has moved it: the rule of framing.

It holds the whole support, and what has left it. Where the body would be smaller than it has to be, the eye comes
nearer along the line through it: the body stays where it would be in the picture of the whole, only larger. Where the
support would hide what has fallen, a camera that follows nothing goes around it, as little as it has to; what lies
below a table is looked at from low down.
"""

SIGHT = r"""
// time in which the camera comes up with a fallen body [s]
const EASE = 0.35
// half the height of the picture where the body is, in radii of the body, at most; of one that has left its support
const LEAST_BODY = 11.2, LEAST_FALLEN = 18
// how far from the middle of the picture a body may reach, over its half: the rest is a margin; what of that is left
// when the eye is far nearer, across and upwards, where arrows need room
const OUTERMOST = 0.92, INNER = [0.7, 0.4], ROUNDS = 8
// share of the distance from which on an eye that is nearer looks no less down
const FLATTEST = 0.3
// how far from the middle the rim of a support may be that is seen from side to side, over half the width
const SIDE = 0.98
// how high in the picture the support may end where there is far less of it, over half the height, and how much higher
// where all of it is seen; how low the body may be for that
const TOP = 0.42, HIGHER = 0.52, LOWEST = -0.6
// The picture goes out for others than the body that is looked at as fast as they part; then it stays as it is for a
// while [s], and comes back slowly, by this power of e a second: bodies that meet and part would have it go near and
// far. What drops out of it faster than BY_LEAPS, as a body that has left its support does, is waited for, too
const STAY = 2, IN = 1, BY_LEAPS = 10
// of half the picture, what is no way off any more
const HARDLY = 1e-4
// by what the camera goes around to see what has fallen, at a time [rad], and how often at most: half around
const AROUND = Math.PI/12, HALF_AROUND = 12
// shares of its slope that the camera has left where nothing is seen from higher up, one after the other
const SLOPES = [1, 0.6, 0.3]

// the camera where it is at home, at a time [s]
function at_ease(t) {
    "use strict";
    return {shift: [0, 0, 0], wider: 1, least: LEAST_BODY, turned: 0, slope: 1, goal: [0, 1], t: t, span: 0,
            half: null, needed: 0, shape: 0, rest: Infinity, late: [0, 0], wanted: null, place: null, seen: null}
}
rig.ease = at_ease(0)

// whether nobody has moved the camera from its first look
function is_at_home() {
    "use strict";
    const home = at_home(rig.mode), near = 1e-6*home[5]
    return rig.look && home.every((x, k) => Math.abs(x - rig.look[k]) <= near)
}

// whether the camera goes along by itself with what happens
function goes_by_itself() {
    "use strict";
    return (rig.mode === "free" || rig.mode === "follow") && is_at_home()
}

// what comes of something for a camera that has gone around to see what has fallen
// way   by which angle it has gone around [rad], and which share of its slope is left
function gone_around(way, what) {
    "use strict";
    const e = rig.ease
    rig.ease = Object.assign(at_ease(0), {turned: way[0], slope: way[1], least: LEAST_FALLEN})
    const found = what()
    rig.ease = e
    return found
}

// where a camera that holds the support and a fallen body has to be: how far it is moved, how much wider it looks
// way   how it has gone around
function held_with(fallen, way) {
    "use strict";
    const w = canvas.selected.__width/canvas.selected.__height
    const first = gone_around(way, () => plainly_seen(rig.look)), right = across(first.forward, first.up)
    const s = rig.home.slice(0, 3), d = plus(fallen, s, -1), held = fitted([rig.home[4], rig.home[5]])
    // what is nearer to the eye than the support is further out in the picture
    const away = first.range*Math.max(1, 1/w)/Math.tan(canvas.selected.__fov/2), ahead = times(d, first.forward)
    const size = Math.max(1, away/Math.max(0.2*away, away + ahead))
    const x = size*times(d, right), y = size*times(d, first.up), r = 1.5*size*fallen[3]
    const ends = (at, half) => [Math.min(-half, at - r), Math.max(half, at + r)]
    const [left, side] = ends(x, held*Math.min(w, 1.5)), [low, high] = ends(y, held)
    const range = 0.56*Math.max(high - low, (side - left)/w)*Math.min(1, w)
    const middle = plus(plus(s, right, 0.5*(left + side)), first.up, 0.5*(low + high))
    return {shift: plus(middle, first.centre, -1), wider: range/first.range,
            view: Object.assign({}, first, {centre: middle, range: range})}
}

// whether the support is before a body, or a part of that, as such a view sees it: a triangle around the support cuts
// the line from the eye to its middle, or to an end of it
function is_hidden(body, view) {
    "use strict";
    const eye = eye_of(view), sight = [across(view.forward, view.up), view.up]
    return [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]].some(ends => {
        const way = sight.reduce((v, axis, k) => plus(v, axis, ends[k]*body[3]), plus(body, eye, -1))
        return rig.hides.some(([one, two, three]) => is_cut(eye, way, one, plus(two, one, -1), plus(three, one, -1)))
    })
}

// whether a line from an eye as long as its way is cut by the triangle that two sides span at a corner
function is_cut(eye, way, corner, one, two) {
    "use strict";
    const n = across(one, two), off = plus(eye, corner, -1), steep = -times(way, n)
    if (steep === 0) return false
    const turned = across(off, way), u = times(two, turned)/steep, v = -times(one, turned)/steep
    const share = times(off, n)/steep
    return u >= 0 && v >= 0 && u + v <= 1 && share > 0 && share < 1
}

// how the camera goes around to see a fallen body: no further than it did where it is seen from there, else as little
// as it has to from there, and down only where it is hidden from all around, as below a table
function around(fallen) {
    "use strict";
    // as it is shown then: from nearer, and aside
    const shown = way => {
        const whole = held_with(fallen, way).view
        return gone_around(way, () => {
            const found = nearness(whole, 0, null)
            return aside(found ? view_of(found, whole) : whole, whole)
        })
    }
    const sees = way => !is_hidden(fallen, shown(way)), now = rig.ease.goal
    if (!rig.hides.length || sees(now)) return now
    for (const slope of SLOPES) for (let k = 0; k <= HALF_AROUND; k++) for (const side of k ? [1, -1] : [1]) {
        const way = [now[0] + side*k*AROUND, slope]
        if (sees(way)) return way
    }
    return [0, 1]
}

// Such a camera goes back until it holds the support and a body that has left it. By simulated time, so that films do
// the same.
// fallen   centre (3) and radius of the body [m], or null;  t  of the state [s]
function ease_after(fallen, t) {
    "use strict";
    const e = rig.ease, span = t - e.t, share = 1 - Math.exp(-Math.abs(span)/EASE)
    let shift = [0, 0, 0], wider = 1, least = LEAST_BODY
    e.span = span
    e.t = t
    if (fallen && goes_by_itself()) {
        // one that follows stays: from another side a long body far below may be too small in a narrow picture
        e.goal = rig.mode === "free" ? around(fallen) : [0, 1]
        const held = held_with(fallen, e.goal)
        shift = held.shift
        wider = held.wider
        least = LEAST_FALLEN
    } else e.goal = [0, 1]
    e.shift = plus(e.shift, plus(shift, e.shift, -1), share)
    e.wider *= Math.pow(wider/e.wider, share)
    e.least += (least - e.least)*share
    e.turned += (e.goal[0] - e.turned)*share
    e.slope += (e.goal[1] - e.slope)*share
}

// what has to be seen: centre (3) and radius [m] of the body that has to be large enough, then of others that may not
// be lost for it; or nothing. What a hand holds does not move the eye.
function keep_near(bodies, is_held) {
    "use strict";
    if (is_held && rig.near) {
        rig.is_held = true
        return
    }
    if (rig.is_held && rig.look) {
        rig.from = view_now()
        rig.since = performance.now()
        rig.ease.half = null
    }
    rig.is_held = is_held
    rig.near = bodies || null
}

// Notes how much of the room about the body is shown, half the height of the picture there [m]: as much as has to be;
// but for what STAY and IN say. By simulated time, so that films do the same.
// is_anew   whether what is shown does not follow from what was shown before: it is seen at once as it has to be
function keep_wide(is_anew) {
    "use strict";
    const e = rig.ease, w = canvas.selected.__width/canvas.selected.__height
    const view = rig.look && rig.near && goes_by_itself() ? plainly_seen(rig.look) : null
    const found = view && nearness(view, 0, null)
    if (!found) {
        e.half = null
        return
    }
    const is_first = is_anew || e.half === null || e.shape !== w || e.span < 0
    if (is_first) Object.assign(e, {late: [0, 0], seen: null})
    const needed = reaching(view, found)
    if (is_first) {
        e.half = needed
        e.rest = Infinity
    } else if (e.span === 0) {
        // the time stands: what is seen more than has to be stays so many times more, as a film goes around it
        e.half = Math.max(needed, e.half*needed/e.needed)
    } else if (needed >= e.half) {
        if (needed > 1.001*e.half) e.rest = 0
        e.half = needed
    } else if (e.rest < Infinity || needed < e.half*Math.exp(-BY_LEAPS*e.span)) {
        // while others part again it stays, too
        if (e.rest === Infinity || rig.near.length > 1 && needed > 1.001*e.needed) e.rest = 0
        const before = Math.max(e.rest, STAY)
        e.rest += e.span
        e.half = Math.max(needed, e.half*Math.exp(-IN*Math.max(0, e.rest - before)))
        if (e.half === needed) e.rest = Infinity
    } else e.half = needed
    e.needed = needed
    e.shape = w
    keep_place(view, found)
}

// half the height of the picture [m] that has to be shown: what was found, or more where the body is elsewhere yet
function reaching(view, found) {
    "use strict";
    const late = rig.ease.late
    if (!late[0] && !late[1]) return found.half
    return Math.max(found.half, nearness(view, 0, found.place.map((x, k) => x + late[k])).half)
}

// The place in the picture that the body has to have goes at once where others leave what has to be seen, or the rim of
// the support is given up. What is more than the body moves before an eye at rest, or an eye moves that goes along with
// it, is made up for with EASE.
// found   what has to be seen
function keep_place(view, found) {
    "use strict";
    const e = rig.ease, of = half => half === found.half ? found : nearness(view, half, null)
    let shown = of(e.half)
    if (e.span > 0 && e.seen) {
        const [x, y, depth] = seen_at(rig.near[0], e.seen.eye, e.seen), lens = Math.tan(canvas.selected.__fov/2)
        const share = Math.exp(-e.span/EASE)
        e.late = [x/e.shape, y].map((off, k) => {
            const own = off/(depth*lens) - e.seen.place[k], step = shown.place[k] - e.wanted[k]
            const late = (e.late[k] - beyond(step, own))*share
            return depth > 0 && Math.abs(late) > HARDLY ? late : 0
        })
    }
    e.wanted = shown.place
    e.place = null
    if (e.late[0] || e.late[1]) {
        e.place = e.wanted.map((x, k) => x + e.late[k])
        // from there others may be further out, and where more is shown another place is wanted
        const half = nearness(view, 0, e.place).half
        if (half > e.half) {
            e.half = e.needed = half
            e.wanted = of(half).place
        }
        shown = nearness(view, e.half, e.place)
        e.late = shown.place.map((x, k) => x - e.wanted[k])
    }
    const seen = view_of(shown, view)
    e.seen = Object.assign({place: shown.place, eye: eye_of(seen)}, seen)
}

// what of a step is beyond what lies between none and another one
function beyond(step, own) { return step - Math.max(Math.min(0, own), Math.min(Math.max(0, own), step)) }

// where the eye of a view is
function eye_of(view) {
    "use strict";
    const cvs = canvas.selected, tall = view.range*Math.max(1, cvs.__height/cvs.__width)
    return plus(view.centre, view.forward, -tall/Math.tan(cvs.__fov/2))
}

// where a body is from an eye [m]: rightwards, upwards, ahead
function seen_at(body, eye, view) {
    "use strict";
    const d = plus(body, eye, -1)
    return [times(d, across(view.forward, view.up)), times(d, view.up), times(d, view.forward)]
}

// how far an eye that is nearer looks up, so that there is floor beyond the support, as there is in the whole picture:
// elevation [rad] where that has `share` of its distance
function lowered(elevation, share) {
    "use strict";
    if (elevation <= 0) return elevation
    return Math.atan(Math.tan(Math.min(elevation, 1.5))*Math.pow(Math.max(share, FLATTEST), rig.home[8]))
}

// forward, up of a view that looks down less for being nearer
function raised(view, share) {
    "use strict";
    const elevation = Math.asin(Math.max(-1, Math.min(1, -view.forward[2])))
    const turn = elevation - lowered(elevation, share), c = Math.cos(turn), s = Math.sin(turn), still = [0, 0, 0]
    return {forward: plus(plus(still, view.forward, c), view.up, s),
            up: plus(plus(still, view.up, c), view.forward, -s)}
}

// where the body has to be in the picture, over half its height, so that the support's far or upper rim is in it
function below_rim(place, half, lens, share, gaze) {
    "use strict";
    let high = place
    for (const point of rig.rim) {
        const off = seen_at(point, rig.near[0], gaze), size = half + off[2]*lens
        if (size > 0) high = Math.min(high, ((TOP + HIGHER*share)*size - off[1])/half)
    }
    return Math.max(high, Math.min(place, LOWEST))
}

// where the body has to be in the picture, over half its width, so that the support's rim is in it from side to side. A
// rim that is too wide, or out of the picture even if the body is at the edge, is given up: the further it is out, the
// more the body goes back to where it stays
function within_rim(place, half, w, lens, gaze) {
    "use strict";
    let low = -Infinity, high = Infinity
    for (const point of rig.rim) {
        const off = seen_at(point, rig.near[0], gaze), wide = (half + off[2]*lens)*w
        if (wide <= 0) return place
        low = Math.max(low, (-SIDE*wide - off[0])/(half*w))
        high = Math.min(high, (SIDE*wide - off[0])/(half*w))
    }
    // the body itself stays where it is seen as a whole
    const out = Math.max(Math.abs(place), OUTERMOST - rig.near[0][3]/(half*w))
    const wanted = low <= high ? Math.max(low, Math.min(high, place)) : 0.5*(low + high)
    const edge = Math.max(-out, Math.min(out, wanted)), beyond = Math.abs(wanted - edge) + Math.max(0, low - high)
    return edge + Math.max(-beyond, Math.min(beyond, place - edge))
}

// what stands in the picture goes aside for what lies over its upper left part, as far as there is room for it: half as
// far as that is wide, for below it the picture is free, and down where the picture is far higher than the support
function aside(view, whole) {
    "use strict";
    if (!rig.covered[0] || !goes_by_itself()) return view
    const w = canvas.selected.__width/canvas.selected.__height, half = view.range*Math.max(1, w)
    const eye = plus(view.centre, view.forward, -view.range*Math.max(1, 1/w)/Math.tan(canvas.selected.__fov/2))
    const high = half/w
    let shift = Math.min(0.5*rig.covered[0], Math.max(1 - rig.home[4]/half, 1 - view.range/whole.range))
    let down = Math.max(0, Math.min(rig.covered[1], 1 - rig.home[5]/high))
    // no body leaves the picture for that, and no rim that is in it
    let rightmost = 0, lowest = 0
    for (const point of rig.rim) {
        const [x, y, depth] = seen_at(point, eye, view), edge = depth*Math.tan(canvas.selected.__fov/2)
        rightmost = edge > 0 ? Math.max(rightmost, x/(edge*w)) : Infinity
        lowest = edge > 0 ? Math.min(lowest, y/edge) : -Infinity
    }
    if (rightmost <= 1) shift = Math.min(shift, Math.max(0, SIDE - rightmost))
    if (lowest >= -1) down = Math.min(down, Math.max(0, SIDE + lowest))
    for (const body of rig.near || []) {
        const [x, y, depth] = seen_at(body, eye, view), edge = depth*Math.tan(canvas.selected.__fov/2)
        if (edge <= 0) continue
        shift = Math.min(shift, OUTERMOST - (x + body[3])/(edge*w))
        down = Math.min(down, OUTERMOST + (y - body[3])/edge)
    }
    const moved = plus(view.centre, across(view.forward, view.up), -Math.max(0, shift)*half)
    return Object.assign({}, view, {centre: plus(moved, view.up, Math.max(0, down)*high)})
}

// how near the eye is to the body where that would be too small, or out of the picture; null where it is no matter
// given   half the height of the picture where the body is [m], 0: as much as has to be
// kept    where the body is instead of where it has to be, over half the picture (2), or null
// share   of its distance in the whole picture;  half  [m];  at, place  where the body is then and now;  right, gaze
function nearness(view, given, kept) {
    "use strict";
    if (!rig.near || !rig.closer) return null
    const cvs = canvas.selected, w = cvs.__width/cvs.__height, lens = Math.tan(cvs.__fov/2), body = rig.near[0]
    const right = across(view.forward, view.up), tall = view.range*Math.max(1, 1/w), edges = [lens*w, lens]
    const from = seen_at(body, plus(view.centre, view.forward, -tall/lens), view), depth = from[2]
    const at = edges.map((edge, k) => from[k]/(depth*edge))
    if (depth < 1e-3*tall) return null
    const closer = rig.mode === "free" ? rig.closer : 1
    const wanted = given ? Math.min(1, given/(depth*lens)) : Math.min(1/closer, rig.ease.least*body[3]/(depth*lens))
    let share = wanted, place = at, gaze = view
    for (let round = 0; round < ROUNDS; round++) {
        // the nearer the eye, the more the body is in the middle; none that is as far as in the whole picture moves it
        // all of it is in the picture, not its middle only, and not at the very edge
        place = at.map((x, k) => {
            const out = Math.max(0, OUTERMOST - body[3]/(share*depth*edges[k]))
            return Math.max(-out, Math.min(out, x))*(INNER[k] + (1 - INNER[k])*share)
        })
        gaze = raised(view, share)
        place[1] = below_rim(place[1], share*depth*lens, lens, share, gaze)
        place[0] = within_rim(place[0], share*depth*lens, w, lens, gaze)
        if (kept) place = place.map((x, k) => {
            const out = Math.max(Math.abs(x), OUTERMOST - body[3]/(share*depth*edges[k]))
            return Math.max(-out, Math.min(out, kept[k]))
        })
        share = wanted
        // the other bodies stay in the picture: each edge is as near as the eye may come
        for (let i = 1; i < rig.near.length && !given; i++) {
            const off = seen_at(rig.near[i], body, gaze)
            for (let k = 0; k < 2; k++) for (const side of [-1, 1]) {
                const needed = side*off[k] + 1.1*rig.near[i][3] - OUTERMOST*edges[k]*off[2]
                share = Math.max(share, needed/(depth*edges[k]*(OUTERMOST - side*place[k])))
            }
        }
        share = Math.min(1, share)
    }
    return {share, at, place, right, gaze, half: share*depth*lens}
}

// the view from such an eye
function view_of(found, view) {
    "use strict";
    if (found.share === 1 && found.place.join() === found.at.join()) return view
    const {place, half, right, gaze} = found, w = canvas.selected.__width/canvas.selected.__height
    return {centre: plus(plus(rig.near[0].slice(0, 3), right, -place[0]*half*w), gaze.up, -place[1]*half),
            forward: gaze.forward, up: gaze.up, range: half*Math.min(1, w)}
}

// the same of more than has to be seen, and of a body that is not yet where it has to be, where keep_wide says so
function nearer(view) {
    "use strict";
    const e = rig.ease, is_kept = e.half !== null && e.shape === canvas.selected.__width/canvas.selected.__height
    const given = is_kept && (e.place || e.half !== e.needed) ? e.half : 0
    const found = goes_by_itself() ? nearness(view, given, is_kept ? e.place : null) : null
    return found ? view_of(found, view) : view
}
"""
