"""JavaScript of the page: names in the picture stand beside what they name, and not on one another."""

NAMES = r"""
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

// the offsets with which a label is drawn: its own; else left of the point, below it, or higher and lower, the first
// where there is room between those that were `placed` in this picture, and in it; beside the point one that lies on
// nothing else that is named goes first
function apart(label, x, y, size, placed, room) {
    "use strict";
    const scale = lab.letters || 1, own = [scale*label.__xoffset, scale*label.__yoffset]
    const height = label.__height, border = label.__border
    if (label.__pixel_pos || (!own[0] && !own[1])) return own
    const step = size[1] + 2*border + 3, [ox, oy] = own, upright = Math.abs(oy) + 0.5*step
    const offsets = [own, [-ox, oy], [ox, -oy], [-ox, -oy], [0, upright], [0, -upright]], near = offsets.length
    for (let k = 1; k < 5; k++) offsets.push([ox, oy + k*step], [ox, -oy - k*step])
    const boxes = offsets.map(offset => name_box(x, y, offset, size, height, border))
    function is_free(box) {
        return box[0] >= 0 && box[1] >= 0 && box[2] <= room[0] && box[3] <= room[1] && !placed.some(other =>
            box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])
    }
    const others = (lab.pointed || []).filter(other => other !== label).map(other => other.points_at), wide = 14*scale
    function is_clear(box) {
        return is_free(box) && !others.some(([u, v]) =>
            box[0] < u + wide && u - wide < box[2] && box[1] < v + wide && v - wide < box[3])
    }
    label.points_at = [x, y]
    const clear = boxes.slice(0, near).findIndex(is_clear)
    // beside the point it stays where it is as long as it can: names that jump from side to side can't be read
    let chosen = label.stays < near && (clear < 0 ? is_free : is_clear)(boxes[label.stays]) ? label.stays
        : clear < 0 ? boxes.findIndex(is_free) : clear
    if (chosen < 0) chosen = 0
    label.stays = chosen
    label.__line = chosen >= near          // it tells what a name belongs to that stands further away
    placed.push(boxes[chosen])
    return offsets[chosen]
}
"""
