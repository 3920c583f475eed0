"""JavaScript of the shadows of bodies on the support: of balls by formula, of others from their pictures.

The pictures are taken from the lamp, one layer of a texture each, whenever something has moved.
"""

# a body comes as picture/bodies.py has it: middle (3), radius, number (-1: it casts none), fill, half axes (3),
# axes (9), centre (3), height above the support
OUTLINE_VERTEX = r"""#version 300 es
in vec3 pos;
uniform mat3 axes;
// mass centre and middle seen from the lamp, directions across over the radius
uniform vec3 from, way, across, aside;
void main(void) {
    vec3 p = from + axes*pos;
    vec3 q = p*dot(way, way)/dot(p, way) - way;
    gl_Position = vec4(dot(q, across), dot(q, aside), 0.0, 1.0);
}
"""

OUTLINE_FRAGMENT = r"""#version 300 es
precision mediump float;
out vec4 colour;
void main(void) { colour = vec4(1.0); }
"""

SHADOWS = r"""
// bodies that are no balls, balls, pixels of a picture, a texture unit that vpython leaves alone, and how soft shadows
// are: of the radius, and of the height above the support
const MOST_SHADOWS = 8, MOST_ROUND = 64, TILE = 128, UNIT = 9, SOFT = 0.06, SOFTER = 0.12
const shadows = {program: null, at: {}, arrays: {}, texture: null, frame: null, shapes: []}

function is_shaped(body) { return body[5] > 0 }

// those that a support takes for balls; how many there are stays the same in a scene
function round_bodies() {
    "use strict";
    return rig.shadows ? rig.bodies.filter(b => !is_shaped(b)).slice(0, MOST_ROUND) : []
}

// made for the bodies of this scene; fine, where that is wanted and the driver takes it. Where none casts a shadow
// there is no texture to look one up in: of one that is not bound the driver complains at every drawing
function matte_source() {
    "use strict";
    const casting = rig.shadows ? rig.bodies : []
    const shaped = shadows.shapes.length > 0, round = casting.some(b => !is_shaped(b) && b[4] >= 0)
    const source = fine => MATTE.replaceAll("ROUND_COUNT", Math.max(1, round_bodies().length))
        .replaceAll("SHAPE_COUNT", shadows.shapes.length).replace("FINE_PARTS", fine ? FINE : "")
        .replace("LAMP_SIZE", LAMP_SIZE.toFixed(4))
        .replace("BODIES", (fine ? "#define FINE\n" : "") + (shaped ? "#define SHAPED\n" : "")
                           + (round ? "#define ROUND" : ""))
    lab.fine = rig.fine && is_taken(source(true))
    return source(lab.fine)
}

// whether the driver takes a fragment shader; where it does not, the plain one is drawn
function is_taken(source) {
    "use strict";
    const gl = canvas.selected.__canvas_element.getContext("webgl2"), shader = gl.createShader(gl.FRAGMENT_SHADER)
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    const is_good = gl.getShaderParameter(shader, gl.COMPILE_STATUS)
    if (!is_good) console.warn("materials: " + gl.getShaderInfoLog(shader))
    gl.deleteShader(shader)
    return is_good
}

function shadow_program(gl) {
    "use strict";
    shadows.program = linked(gl, OUTLINE_VERTEX, OUTLINE_FRAGMENT)
    for (const name of ["axes", "from", "way", "across", "aside"])
        shadows.at[name] = gl.getUniformLocation(shadows.program, name)
    shadows.texture = gl.createTexture()
    shadows.frame = gl.createFramebuffer()
    gl.activeTexture(gl.TEXTURE0 + UNIT)
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, shadows.texture)
    const layers = Math.min(MOST_SHADOWS, rig.bodies.filter(is_shaped).length)
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 6, gl.R8, TILE, TILE, layers)
    for (const name of ["TEXTURE_WRAP_S", "TEXTURE_WRAP_T"])
        gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl[name], gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
}

function outline_array(gl, idx) {
    "use strict";
    if (!shadows.arrays[idx]) {
        const model = glowObjs[idx].__model, array = gl.createVertexArray()
        const at = gl.getAttribLocation(shadows.program, "pos")
        gl.bindVertexArray(array)
        gl.bindBuffer(gl.ARRAY_BUFFER, model.posBuffer)
        gl.enableVertexAttribArray(at)
        gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 0, 0)
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, model.indexBuffer)
        gl.bindVertexArray(null)
        shadows.arrays[idx] = {array: array, count: model.index.length}
    }
    return shadows.arrays[idx]
}

// pictures of the bodies from the lamp; leaves the renderer's state as it was
function outline_bodies() {
    "use strict";
    shadows.shapes = []
    const shaped = rig.bodies.filter(is_shaped).slice(0, MOST_SHADOWS)
    if (!rig.shadows || !rig.lamp || !shaped.length) return
    const gl = canvas.selected.__canvas_element.getContext("webgl2"), viewport = gl.getParameter(gl.VIEWPORT)
    if (!shadows.program) shadow_program(gl)
    gl.useProgram(shadows.program)
    gl.bindFramebuffer(gl.FRAMEBUFFER, shadows.frame)
    gl.viewport(0, 0, TILE, TILE)
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.BLEND)
    gl.disable(gl.CULL_FACE)
    gl.clearColor(0, 0, 0, 0)
    shaped.forEach(function (b, k) {
        // a little more than the body, so that its rim is inside
        const way = plus(b.slice(0, 3), rig.lamp, -1), n = unit(way), wide = 1.3*b[3]
        const u = unit(across(n, Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])), v = across(n, u)
        const shape = {body: b, across: u.map(x => x/wide), aside: v.map(x => x/wide)}
        shadows.shapes.push(shape)
        gl.framebufferTextureLayer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, shadows.texture, 0, k)
        gl.clear(gl.COLOR_BUFFER_BIT)
        const a = b.slice(9, 18), outline = outline_array(gl, b[4])
        gl.uniformMatrix3fv(shadows.at.axes, false, [a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]])
        gl.uniform3fv(shadows.at.from, plus(b.slice(18, 21), rig.lamp, -1))
        gl.uniform3fv(shadows.at.way, way)
        gl.uniform3fv(shadows.at.across, shape.across)
        gl.uniform3fv(shadows.at.aside, shape.aside)
        gl.bindVertexArray(outline.array)
        gl.drawElements(gl.TRIANGLES, outline.count, gl.UNSIGNED_INT, 0)
        shape.level = Math.log2(0.5*TILE*(SOFT + SOFTER*b[21]/b[3]))
    })
    gl.bindVertexArray(null)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(...viewport)
    gl.enable(gl.DEPTH_TEST)
    gl.activeTexture(gl.TEXTURE0 + UNIT)
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, shadows.texture)
    gl.generateMipmap(gl.TEXTURE_2D_ARRAY)
    gl.activeTexture(gl.TEXTURE0)
}

// what casts shadows, in the eye's frame
const cast_of = {balls: new Float32Array(4*MOST_ROUND), middle: new Float32Array(24), across: new Float32Array(24),
                 aside: new Float32Array(24), half_axes: new Float32Array(32), squash: new Float32Array(72),
                 level: new Float32Array(8)}
function cast(gl, program, view) {
    "use strict";
    const at = program.uniforms, to = cast_of
    const turned = w => [0, 1, 2].map(i => view[i]*w[0] + view[4 + i]*w[1] + view[8 + i]*w[2])
    const placed = w => turned(w).map((x, i) => x + view[12 + i])
    if (at.balls) {
        const round = round_bodies()
        round.forEach((b, k) => to.balls.set([...placed(b), 1/(b[3]*b[3])], 4*k))
        // where there are fewer than the shader knows: balls of no size
        for (let k = round.length; k < MOST_ROUND; k++) to.balls.set([0, 0, 0, 1e12], 4*k)
        gl.uniform4fv(at.balls, to.balls)
    }
    if (!at.squash) return
    shadows.shapes.forEach(function (shape, k) {
        const b = shape.body
        to.middle.set(placed(b), 3*k)
        to.across.set(turned(shape.across), 3*k)
        to.aside.set(turned(shape.aside), 3*k)
        to.half_axes.set([b[6]*b[6], b[7]*b[7], b[8]*b[8], b[5]], 4*k)
        to.level[k] = shape.level
        for (let j = 0; j < 3; j++) {
            // axis j of the body, in the eye's frame, over its half length
            const e = turned([b[9 + j], b[12 + j], b[15 + j]])
            for (let i = 0; i < 3; i++) to.squash[9*k + 3*i + j] = e[i]/b[6 + j]
        }
    })
    // where there are fewer than the shader knows: bodies that fill nothing, and pictures that no ray meets
    for (let k = shadows.shapes.length; k < MOST_SHADOWS; k++) {
        to.half_axes[4*k + 3] = 0
        to.across.fill(1e9, 3*k, 3*k + 3)
    }
    for (const name of ["middle", "across", "aside"]) gl.uniform3fv(at[name], to[name])
    gl.uniform4fv(at.half_axes, to.half_axes)
    gl.uniformMatrix3fv(at.squash, false, to.squash)
    gl.uniform1fv(at.level, to.level)
    gl.uniform1i(at.cast_by, UNIT)
}
"""
