"""JavaScript of the page: names in the picture stand beside what they name, and not on one another."""

NAMES = r"""
// between a name and the disc of what it names [px]; how far that is from it at most, over the height of the picture;
// offsets of a name that is left out
const GAP = 4, FARTHEST_NAME = 0.2, NOWHERE = [-1e6, 0]

// where a name of size [width, height] that belongs to the point x, y stands, by the offsets that its label would have:
// its box [left, top, right, bottom], as vpython's label paints it
function name_box(x, y, offset, size, height, border) {
    "use strict";
    const upper = 0.4*height, [ox, oy] = offset, [w, h] = size
    let left = x + ox - w/2, top = y - oy - h/2
    if (Math.abs(oy) > Math.abs(ox)) top = oy > 0 ? y - oy - h - border : y - oy + border
    else left = ox > 0 ? x + ox + border : x + ox - w - border
    return [left - border, top - border, left + w + border, top + h + border]
}

// begins the names of a picture: where they may not lie, which is where the window lays something over the picture, or
// should not
function names_begun(labels) {
    "use strict";
    lettered(labels)
    lab.named = []
    lab.discs = []
    lab.arrow = null
    // most scenes name nothing
    if (!labels.some(label => label.__visible !== false && label.__text)) return
    const cvs = canvas.selected, w = cvs.__width, h = cvs.__height
    lab.named = (lab.overlaid || []).map(([left, top, right, bottom]) => [w*left, h*top, w*right, h*bottom])
    Object.assign(lab, seen_bodies())
}

// letters as much larger as the picture is larger than the window that they are meant for; what is named stands about
// where it stood in the last picture
function lettered(labels) {
    "use strict";
    lab.pointed = labels.filter(label => label.__visible !== false && label.points_at)
    for (const label of labels) {
        if (label.__height !== label.drawn_height) label.plain_height = label.__height
        label.__height = label.drawn_height = (lab.letters || 1)*label.plain_height
    }
}

// what bodies are in the picture, as the eye sees them for which it is drawn: discs [x, y, radius], that of the one in
// focus first, with the ring around it; and the arrow of its velocity, two ends [x, y], or null
function seen_bodies() {
    "use strict";
    const cvs = canvas.selected
    if (!rig.look || !rig.near) return {discs: [], arrow: null}
    const view = rig.drawn || view_now(), w = cvs.__width, h = cvs.__height, lens = Math.tan(cvs.__fov/2)
    const eye = eye_of(view), scale = lab.letters || 1
    function at(point) {
        const [x, y, depth] = seen_at(point, eye, view), size = 0.5*h/(depth*lens)
        return depth > 0 ? [0.5*w + x*size, 0.5*h - y*size, size] : null
    }
    // marks of a challenge lie on the ground, and a name may stand on one
    const discs = rig.near.filter(body => body.length < 5).map((body, k) => {
        const [x, y, size] = at(body) || [-1e6, -1e6, 0]
        return [x, y, k === 0 && rig.ring ? Math.max(rig.ring[3]*size, scale*SMALLEST) + 3*scale : body[3]*size]
    })
    const ends = rig.arrow ? [at(rig.arrow.slice(0, 3)), at(rig.arrow.slice(3))] : []
    return {discs: discs, arrow: ends[0] && ends[1] ? ends : null}
}

// whether a line between two points [x, y] comes nearer to a box than `gap` [px]
function meets(box, ends, gap) {
    "use strict";
    const [p, q] = ends, low = [box[0] - gap, box[1] - gap], high = [box[2] + gap, box[3] + gap]
    let first = 0, last = 1
    for (let k = 0; k < 2; k++) {
        const way = q[k] - p[k]
        if (way === 0 && (p[k] < low[k] || p[k] > high[k])) return false
        if (way === 0) continue
        const [u, v] = [(low[k] - p[k])/way, (high[k] - p[k])/way]
        first = Math.max(first, Math.min(u, v))
        last = Math.min(last, Math.max(u, v))
    }
    return first <= last
}

// how much of a box lies on discs [px^2], about, and how much of it on its own one, four times
function lies_on(box, discs, own) {
    "use strict";
    let sum = 0
    for (const disc of discs) {
        const [x, y, r] = disc
        // where the box is nearest to the middle of the disc
        const u = Math.max(box[0], Math.min(box[2], x)), v = Math.max(box[1], Math.min(box[3], y))
        if (Math.hypot(u - x, v - y) >= r) continue
        const wide = Math.min(box[2], x + r) - Math.max(box[0], x - r)
        const high = Math.min(box[3], y + r) - Math.max(box[1], y - r)
        sum += (disc === own ? 4 : 1)*wide*high
    }
    return sum
}

// offsets at which a name may stand: beside what is named, or a disc around that, then higher and lower
// own     offset of its label, [px];  around  radius of the disc that it names, and a thin gap
// size    of the name;  room  for it: how far to the left and right of the point
function places_of(own, around, size, border, room) {
    "use strict";
    const [ox, oy] = own, step = size[1] + 2*border + 3, half = size[0]/2 + border
    const upright = Math.max(Math.abs(oy) + 0.5*step, around), side = Math.max(Math.abs(ox), around)
    // above and below it is moved in where the picture ends
    const into = high => Math.max(1 - high, Math.min(high - 1, Math.max(half - room[0], Math.min(0, room[1] - half))))
    const places = []
    if (Math.abs(oy) > Math.abs(ox)) {
        const high = Math.max(Math.abs(oy), around), beside = Math.max(Math.abs(oy) + 1, around)
        places.push([ox + into(high), high], [ox + into(high), -high], [beside, 0], [-beside, 0])
    } else {
        const right = Math.sign(ox)*side
        places.push([right, oy], [-right, oy], [right, -oy], [-right, -oy])
        places.push([into(upright), upright], [into(upright), -upright])
    }
    const near = places.length, [x, y] = places[0]
    for (let k = 1; k < 5; k++) places.push([x, y + k*step], [x, -y - k*step])
    return {places: places, near: near}
}

// The offsets with which a label is drawn: its own, outside the disc of the body that it names; else left of that,
// below it, or higher and lower, the first where there is room between those that were `placed` in this picture and
// what lies over it, and in it, and which lies on nothing else that is named, on no body and not on the arrow, or on
// least of them. Out of the picture where there is no room.
function apart(label, x, y, size, placed, room) {
    "use strict";
    const scale = lab.letters || 1, own = [scale*label.__xoffset, scale*label.__yoffset]
    const height = label.__height, border = label.__border, discs = lab.discs || []
    if (label.__pixel_pos || (!own[0] && !own[1])) return own
    const mine = discs.find(([u, v, r]) => Math.hypot(u - x, v - y) < 2 + 0.1*r)
    const around = mine ? Math.min(mine[2], FARTHEST_NAME*room[1]) + GAP*scale : 0
    const {places, near} = places_of(own, around, size, border, [x, room[0] - x])
    const boxes = places.map(offset => name_box(x, y, offset, size, height, border))
    function is_free(box) {
        return box[0] >= 0 && box[1] >= 0 && box[2] <= room[0] && box[3] <= room[1] && !placed.some(other =>
            box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])
    }
    const wide = 14*scale, points = (lab.pointed || []).filter(other => other !== label).map(other => other.points_at)
    // another one that is named weighs as much as all of a name
    const all = size[0]*size[1]
    const cost = boxes.map(box => is_free(box) ? lies_on(box, discs, mine)
        + (lab.arrow && meets(box, lab.arrow, GAP*scale) ? 0.5*all : 0) + all*points.filter(([u, v]) =>
        box[0] < u + wide && u - wide < box[2] && box[1] < v + wide && v - wide < box[3]).length : Infinity)
    label.points_at = [x, y]
    // further away only where there is no room beside it
    const beside = cost.slice(0, near), best = Math.min(...beside)
    let chosen = best < Infinity ? beside.indexOf(best) : cost.findIndex(one => one < Infinity)
    // beside the point it stays where it is as long as it can: names that jump from side to side can't be read
    if (label.stays < near && cost[label.stays] <= (best > 0 ? best + 0.25*all : 0)) chosen = label.stays
    label.stays = chosen
    label.__line = chosen >= near          // it tells what a name belongs to that stands further away
    if (chosen < 0) return NOWHERE
    placed.push(boxes[chosen])
    return places[chosen]
}
"""
