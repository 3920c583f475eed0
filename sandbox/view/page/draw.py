"""JavaScript that fills vpython's objects with meshes and draws the lines on the support."""

import json

from sandbox.view.page import fine
from sandbox.view.page.left import LEFT_BODIES, LEFT_FRAGMENT, LEFT_VERTEX
from sandbox.view.page.shade import MATTE
from sandbox.view.page.shadows import OUTLINE_FRAGMENT, OUTLINE_VERTEX, SHADOWS
from sandbox.view.palette import LEFT

# a line is pulled towards the eye by a small part of the scene: it is never hidden by the flat pieces it lies on,
# and its place in the picture is the same; on the floor, which is a plane, what lies there hides it
INK_VERTEX = r"""#version 300 es
in vec3 middle;
in vec3 side;
in vec2 place;
uniform mat4 see, projection;      // to the eye, and into the picture
uniform vec4 pen;       // number of the newest end, pieces until the end of life, half width, thinning with age
uniform float pull;
uniform vec4 ground;    // way up in the eye's frame, and what is to be added for the height above the floor
uniform float least;    // half width of the thinnest line at a distance of 1 m: thinner ones fall between the pixels
#ifdef LINES
uniform vec4 ends[LINES];      // colour of each line, number of its newest end
flat out vec3 tone;
#endif
out float off;
out float age;
out float at;
void main(void) {
    float head = pen.x;
#ifdef LINES
    vec4 own = ends[gl_VertexID/(4*EACH)];
    head = own.w;
    tone = own.rgb;
#endif
    age = clamp((head - place.x)/pen.y, 0.0, 1.0);
    off = place.y;
    at = place.x;
    vec4 p = see*vec4(middle, 1.0);
    vec3 across = mat3(see)*side;
    // a thread in the air: its "side" is its direction, and longer than any side
    if (dot(side, side) > 1.5) across = 0.5*normalize(cross(across, p.xyz));
    // how broad a side looks from here; pieces that there are not have none
    float far = length(p.xyz), broad = length(cross(across, p.xyz))/far;
    p.xyz += place.y*max(pen.z*(1.0 - pen.w*age), least*far/max(broad, 0.2))*across;
    float high = dot(ground.xyz, p.xyz) + ground.w;
    p.xyz *= 1.0 - pull*clamp(high/max(pull, 1e-9), 0.0, 1.0)/length(p.xyz);
    gl_Position = projection*p;
}
"""

INK_FRAGMENT = r"""#version 300 es
precision highp float;
CHALK_PART
in float off;
in float age;
in float at;
#ifdef LINES
flat in vec3 tone;
#else
uniform vec3 tone;
#endif
uniform vec3 edge;
uniform float thin;
uniform float chalk;    // 1 where the line is of chalk that skips over the grain of the support
uniform vec2 dash;      // period in pieces, part of it that is drawn
out vec4 colour;
void main(void) {
    if (fract(at/dash.x) > dash.y) discard;
    float soft = min(fwidth(off), 0.5), e = abs(off), left = 1.0 - age;
    float cover = 1.0 - smoothstep(1.0 - soft, 1.0, e);
    if (chalk > 0.0) cover *= chalk_on(vec2(3.0*at, 4.0*off), e);
    float rest = thin > 0.0 ? left*sqrt(left) : min(1.0, 5.0*left);
    colour = vec4(mix(tone, edge, smoothstep(0.7 - soft, 0.7 + soft, e)), cover*rest);
}
"""

DRAW = r"""
const THINNEST = 1.3     // [px] width of lines at least
const ink = {lines: {}, program: null, bundled: null, gl: null, pull: 0}

function bytes_of(text) {
    "use strict";
    const raw = atob(text), bytes = new Uint8Array(raw.length)
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i)
    return bytes
}

function floats(text) { return new Float32Array(bytes_of(text).buffer) }

// the arrays of Python's meshes take the place of those that vpython made of a single quad
function fill(meshes) {
    "use strict";
    const gl = canvas.selected.__canvas_element.getContext("webgl2")
    for (const idx in meshes) {
        const model = glowObjs[idx].__model, mesh = meshes[idx]
        const pos = floats(mesh.pos), n = pos.length/3, index = new Uint32Array(1.5*n)
        for (let i = 0, v = 0; v < n; v += 4)
            for (const k of [0, 1, 2, 0, 2, 3]) index[i++] = v + k
        const arrays = {pos: pos, normal: floats(mesh.normal), color: floats(mesh.color),
                        opacity: new Float32Array(n).fill(1), shininess: new Float32Array(n).fill(mesh.gloss),
                        emissive: new Float32Array(n), texpos: new Float32Array(2*n), bumpaxis: new Float32Array(3*n)}
        if (rig.fine && mesh.grain) grained(arrays, mesh.grain)
        for (const name in arrays) {
            model[name] = arrays[name]
            gl.bindBuffer(gl.ARRAY_BUFFER, model[name + "Buffer"])
            gl.bufferData(gl.ARRAY_BUFFER, arrays[name], gl.STATIC_DRAW)
        }
        model.index = index
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, model.indexBuffer)
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, index, gl.STATIC_DRAW)
    }
}

function linked(gl, vertex, fragment) {
    "use strict";
    const program = gl.createProgram()
    for (const part of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(part[0])
        gl.shaderSource(shader, part[1])
        gl.compileShader(shader)
        gl.attachShader(program, shader)
    }
    gl.linkProgram(program)
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program))
    return program
}

// the program that draws a line, or several lines of one kind at once: a number of lines, of `each` so many pieces
function ink_program(gl, spec) {
    "use strict";
    const kind = spec.lines ? "bundled" : "program", first = "#version 300 es\n"
    if (!ink[kind]) {
        const defined = spec.lines ? `${first}#define LINES ${spec.lines}\n#define EACH ${spec.each}\n` : first
        ink[kind] = linked(gl, ...[INK_VERTEX, INK_FRAGMENT].map(text => text.replace(first, defined)))
        ink[kind].at = uniforms_of(gl, ink[kind])
    }
    return ink[kind]
}

function new_line(spec) {
    "use strict";
    const gl = ink.gl = canvas.selected.__canvas_element.getContext("webgl2"), program = ink_program(gl, spec)
    const line = Object.assign({data: new Float32Array(32*spec.count), buffer: gl.createBuffer(), program: program,
                                array: gl.createVertexArray(), used: 0, first: 0, last: -1}, spec)
    gl.bindVertexArray(line.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, line.buffer)
    gl.bufferData(gl.ARRAY_BUFFER, line.data, gl.DYNAMIC_DRAW)
    for (const part of [["middle", 3, 0], ["side", 3, 12], ["place", 2, 24]]) {
        const at = gl.getAttribLocation(program, part[0])
        gl.enableVertexAttribArray(at)
        gl.vertexAttribPointer(at, part[1], gl.FLOAT, false, 32, part[2])
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
    if (spec.lines) {
        line.is_used = new Uint8Array(spec.count)
        line.changed = []
    }
    line.order = new Uint32Array(6*spec.count)
    for (let k = 0; k < spec.count; k++) index_piece(line.order, k, k)
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, line.order, gl.DYNAMIC_DRAW)
    gl.bindVertexArray(null)
    return line
}

// both triangles of piece k, as the n-th that is drawn
function index_piece(index, n, k) {
    "use strict";
    const at = 6*n, from = 4*k
    index[at] = index[at + 3] = from
    index[at + 1] = from + 1
    index[at + 2] = index[at + 4] = from + 2
    index[at + 5] = from + 3
}

function drawn(lines) {
    "use strict";
    for (const name in lines) {
        const news = lines[name], line = ink.lines[name] = ink.lines[name] || new_line(news)
        line.pen = news.pen
        if (news.tone) line.tone = news.tone
        if (news.ends) line.ends = floats(news.ends)
        const many = news.places ? floats(news.rows) : null
        for (let i = 0; many && i < news.places.length; i++)
            news.pieces.push([news.places[i], ...many.subarray(14*i, 14*i + 14)])
        for (const piece of news.pieces) {
            const k = piece[0], d = line.data, f = piece, at = 32*k
            // four corners: (p, -1) (q, -1) (q, +1) (p, +1)
            for (let c = 0; c < 4; c++) {
                const q = c === 1 || c === 2 ? 7 : 1, o = at + 8*c
                for (let i = 0; i < 6; i++) d[o + i] = f[q + i]
                d[o + 6] = f[q === 1 ? 13 : 14]
                d[o + 7] = c < 2 ? -1 : 1
            }
            if (line.changed) {
                line.changed.push(k)
                continue
            }
            if (line.last < line.first) line.first = line.last = k
            line.first = Math.min(line.first, k)
            line.last = Math.max(line.last, k)
            line.used = Math.max(line.used, k + 1)
        }
    }
}

// columns of the motion of a frame: laboratory, support, the support's axis without its turning
function motion(kind) {
    "use strict";
    if (kind === 0) return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    let m = rig.axes
    if (kind === 2) {
        const z = [m[0][2], m[1][2], m[2][2]]
        const x = unit(plus([1, 0, 0], z, -z[0])), y = across(z, x)
        m = [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]]
    }
    return [m[0][0], m[1][0], m[2][0], 0, m[0][1], m[1][1], m[2][1], 0, m[0][2], m[1][2], m[2][2], 0, ...rig.p, 1]
}

// a b, of 4 x 4 matrices column by column
function product(a, b) {
    "use strict";
    const out = []
    for (let j = 0; j < 4; j++) for (let i = 0; i < 4; i++)
        out.push(a[i]*b[4*j] + a[4 + i]*b[4*j + 1] + a[8 + i]*b[4*j + 2] + a[12 + i]*b[4*j + 3])
    return out
}

// what has changed of a line since it was drawn last: of one line pieces that follow each other, of several these here
// and there, and only those that there are are drawn
function tell_pieces(gl, line) {
    "use strict";
    gl.bindBuffer(gl.ARRAY_BUFFER, line.buffer)
    const tell = (first, last) => gl.bufferSubData(gl.ARRAY_BUFFER, 128*first, line.data, 32*first, 32*(last - first))
    if (!line.changed) {
        if (line.last >= line.first) tell(line.first, line.last + 1)
        line.first = 0
        line.last = -1
        return
    }
    if (!line.changed.length) return
    const places = Array.from(new Set(line.changed)).sort((a, b) => a - b), used = line.is_used
    line.changed = []
    for (let i = 0, first = 0; i < places.length; i++) {
        if (i + 1 < places.length && places[i + 1] === places[i] + 1) continue
        tell(places[first], places[i] + 1)
        first = i + 1
    }
    if (places.every(k => used[k])) return
    for (const k of places) used[k] = 1
    line.used = 0
    for (let k = 0; k < line.count; k++) if (used[k]) index_piece(line.order, line.used++, k)
    gl.bindVertexArray(line.array)
    gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, 0, line.order, 0, 6*line.used)
}

// called by the renderer after all solids; leaves its state as it was
function draw_lines(gl, view, projection) {
    "use strict";
    if (!ink.program) return
    gl.enable(gl.BLEND)
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.depthMask(false)
    // lines that lie in a plane with their support are nearer by the grain of the depth alone
    gl.enable(gl.POLYGON_OFFSET_FILL)
    gl.polygonOffset(0, -6)
    const up = [view[8], view[9], view[10]]
    const below = up[0]*view[12] + up[1]*view[13] + up[2]*view[14] + (lab.floor ? lab.floor[0] : -1e9)
    const ground = [...up, -below]
    for (const name in ink.lines) {
        const line = ink.lines[name], at = line.program.at
        if (!(line.pen[1] > 0)) continue
        tell_pieces(gl, line)
        if (!line.used) continue
        gl.useProgram(line.program)
        gl.uniformMatrix4fv(at.see, false, product(view, motion(line.frame)))
        gl.uniformMatrix4fv(at.projection, false, projection)
        gl.uniform1f(at.pull, ink.pull)
        gl.uniform4fv(at.ground, ground)
        gl.uniform1f(at.least, THINNEST/(projection[5]*gl.drawingBufferHeight))
        gl.uniform4f(at.pen, line.pen[0], line.pen[1], line.pen[2]/2, line.thin)
        if (line.lines) gl.uniform4fv(at["ends[0]"], line.ends)
        else gl.uniform3fv(at.tone, line.tone)
        gl.uniform3fv(at.edge, line.edge)
        gl.uniform1f(at.thin, line.thin)
        gl.uniform1f(at.chalk, rig.fine && name === "chalk" ? 1 : 0)
        gl.uniform2fv(at.dash, line.dash)
        gl.bindVertexArray(line.array)
        gl.drawElements(gl.TRIANGLES, 6*line.used, gl.UNSIGNED_INT, 0)
    }
    gl.disable(gl.POLYGON_OFFSET_FILL)
    draw_left(gl, view, projection)
    gl.bindVertexArray(null)
    gl.depthMask(true)
    gl.disable(gl.BLEND)
}
"""


def sources() -> str:
    """Returns the script with its shaders."""
    ink = INK_FRAGMENT.replace("CHALK_PART", fine.CHALK)
    return (f"{fine.sources()}const MATTE = `{MATTE}`, INK_VERTEX = `{INK_VERTEX}`, INK_FRAGMENT = `{ink}`,"
            f" OUTLINE_VERTEX = `{OUTLINE_VERTEX}`, OUTLINE_FRAGMENT = `{OUTLINE_FRAGMENT}`,"
            f" LEFT_VERTEX = `{LEFT_VERTEX}`, LEFT_FRAGMENT = `{LEFT_FRAGMENT}`,"
            f" TONES_OF_LEFT = {json.dumps(LEFT)}\n"
            f"{DRAW}{LEFT_BODIES}{SHADOWS}")
