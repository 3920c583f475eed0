"""JavaScript that draws balls by the hundred: all of them in one draw call, their shades on the support in another."""

from sandbox.view.page.instance_shade import BALL_FRAGMENT, BALL_VERTEX, SHADE_FRAGMENT, SHADE_VERTEX

INSTANCES = r"""
const CORNERS = 8, CELL = [38, 64], BUFFERS = ["kinds", "poses", "grounds", "tones"]
// how much nearer a shade is drawn than it lies: steps of depth across a pixel, and smallest steps
const ON_TOP = [-1, -8]
const crowd = {count: 0, gl: null, fixed: {}}

// which balls there are, once; then their poses with every frame; their colours and what is below them when it changes
function crowded(news) {
    "use strict";
    for (const name of ["lights", "light", "room", "ends"]) if (news[name]) crowd.fixed[name] = news[name]
    if (news.kinds) {
        crowd.kinds = floats(news.kinds)
        crowd.count = crowd.kinds.length/3
    }
    for (const name of ["poses", "grounds", "tones"]) if (news[name]) crowd[name] = bytes_of(news[name])
    for (const name of BUFFERS) if (news[name]) crowd["new_" + name] = true
}

function buffer_of(gl, parts, stride) {
    "use strict";
    const buffer = gl.createBuffer()
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    for (const [at, size, offset, type] of parts) {
        gl.enableVertexAttribArray(at)
        gl.vertexAttribPointer(at, size, type, type !== gl.FLOAT, stride, offset)
        gl.vertexAttribDivisor(at, at > 0 ? 1 : 0)
    }
    return buffer
}

function begin_crowd(gl) {
    "use strict";
    crowd.gl = gl
    crowd.array = gl.createVertexArray()
    gl.bindVertexArray(crowd.array)
    const f = gl.FLOAT
    buffer_of(gl, [[0, 1, 0, f]], 4)
    gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from({length: CORNERS}, (_x, k) => k), gl.STATIC_DRAW)
    crowd.poses_buffer = buffer_of(gl, [[1, 3, 0, f], [2, 4, 12, gl.SHORT]], 20)
    crowd.grounds_buffer = buffer_of(gl, [[3, 3, 0, f], [4, 1, 12, f]], 16)
    crowd.kinds_buffer = buffer_of(gl, [[5, 3, 0, f]], 12)
    crowd.tones_buffer = buffer_of(gl, [[6, 3, 0, gl.UNSIGNED_BYTE]], 4)
    gl.bindVertexArray(null)
    crowd.balls = linked(gl, BALL_VERTEX, BALL_FRAGMENT)
    crowd.shades = linked(gl, SHADE_VERTEX, SHADE_FRAGMENT)
    crowd.at = new Map()
    for (const program of [crowd.balls, crowd.shades]) {
        crowd.at.set(program, uniforms_of(gl, program))
    }
    crowd.digits = sheet_of_digits(gl)
}

// the digits 0 to 9, white on black, in a row
function sheet_of_digits(gl) {
    "use strict";
    const sheet = document.createElement("canvas"), ctx = sheet.getContext("2d")
    sheet.width = 10*CELL[0]
    sheet.height = CELL[1]
    ctx.fillRect(0, 0, sheet.width, sheet.height)
    ctx.fillStyle = "white"
    ctx.textAlign = "center"
    ctx.textBaseline = "middle"
    ctx.font = "bold 60px sans-serif"
    for (let i = 0; i < 10; i++) ctx.fillText(String(i), (i + 0.5)*CELL[0], 0.54*CELL[1], 0.9*CELL[0])
    const texture = gl.createTexture()
    gl.activeTexture(gl.TEXTURE13)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, sheet)
    gl.generateMipmap(gl.TEXTURE_2D)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
    return texture
}

// a place, or with weight 0 a direction, of the laboratory in the eye's frame
function in_eye(view, v, weight) {
    "use strict";
    return [0, 1, 2].map(i => view[i]*v[0] + view[4 + i]*v[1] + view[8 + i]*v[2] + weight*view[12 + i])
}

function use_crowd(gl, program, view, projection) {
    "use strict";
    const at = crowd.at.get(program), lights = crowd.fixed.lights
    gl.useProgram(program)
    gl.uniformMatrix4fv(at.view, false, view)
    gl.uniformMatrix4fv(at.projection, false, projection)
    gl.uniform3fv(at.lamp, in_eye(view, lights.lamp, 1))
    gl.uniform3fv(at.sun, unit(in_eye(view, lights.sun, 0)))
    gl.uniform3fv(at.lamp_colour, lights.lamp_colour)
    gl.uniform3fv(at.sun_colour, lights.sun_colour)
    gl.uniform3fv(at.ambient, lights.ambient)
    return at
}

// called by the renderer after its own solids and before the floor; leaves its state as it was
function draw_crowd(gl, view, projection) {
    "use strict";
    if (!crowd.count || !crowd.poses) return
    if (crowd.gl !== gl) begin_crowd(gl)
    gl.bindVertexArray(crowd.array)
    for (const name of BUFFERS) {
        if (!crowd["new_" + name]) continue
        crowd["new_" + name] = false
        gl.bindBuffer(gl.ARRAY_BUFFER, crowd[name + "_buffer"])
        gl.bufferData(gl.ARRAY_BUFFER, crowd[name], gl.DYNAMIC_DRAW)
    }
    if (rig.shadows) draw_shades(gl, view, projection)
    const at = use_crowd(gl, crowd.balls, view, projection)
    gl.uniform3fv(at.light, crowd.fixed.light)
    gl.uniform1f(at.is_smooth, lab.smooth ? 1 : 0)
    gl.activeTexture(gl.TEXTURE13)
    gl.bindTexture(gl.TEXTURE_2D, crowd.digits)
    gl.uniform1i(at.digits, 13)
    if (lab.smooth) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE)
    gl.drawArraysInstanced(gl.TRIANGLE_FAN, 0, CORNERS, crowd.count)
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE)
    gl.bindVertexArray(null)
}

function draw_shades(gl, view, projection) {
    "use strict";
    const at = use_crowd(gl, crowd.shades, view, projection), fixed = crowd.fixed, axes = rig.axes
    gl.uniform2f(at.room, fixed.room, ink.pull)
    gl.uniform3fv(at.origin, in_eye(view, rig.p, 1))
    gl.uniformMatrix3fv(at.table, false, [0, 1, 2].flatMap(k => in_eye(view, axes.map(row => row[k]), 0)))
    gl.uniform3fv(at.ends, fixed.ends)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ZERO, gl.SRC_COLOR)
    gl.depthMask(false)
    // they lie in the plane of a flat support: which of both is nearer the depth buffer would tell row by row
    gl.enable(gl.POLYGON_OFFSET_FILL)
    gl.polygonOffset(...ON_TOP)
    gl.drawArraysInstanced(gl.TRIANGLE_FAN, 0, 4, crowd.count)
    gl.disable(gl.POLYGON_OFFSET_FILL)
    gl.depthMask(true)
    gl.disable(gl.BLEND)
}
"""


def sources() -> str:
    """Returns the script with its shaders."""
    return (f"const BALL_VERTEX = `{BALL_VERTEX}`, BALL_FRAGMENT = `{BALL_FRAGMENT}`,"
            f" SHADE_VERTEX = `{SHADE_VERTEX}`, SHADE_FRAGMENT = `{SHADE_FRAGMENT}`\n{INSTANCES}")
