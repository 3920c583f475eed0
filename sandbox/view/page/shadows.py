"""JavaScript of the shadows of bodies on the support: of balls by formula, of others from their pictures.

The pictures are taken from the lamp, one layer of a texture each, whenever something has moved.
"""

# a body comes as picture/bodies.py has it: middle (3), radius, number, fill, half axes (3), axes (9), centre (3)
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
// bodies, pixels of a picture, and a texture unit that vpython leaves alone
const MOST_SHADOWS = 8, TILE = 128, UNIT = 9
const shadows = {program: null, at: {}, arrays: {}, texture: null, frame: null, basis: []}

function is_shaped(body) { return body[5] > 0 }

// made for the bodies of this scene: those that are no balls cost more
function matte_source() {
    "use strict";
    return MATTE.replace("BODIES", rig.bodies.some(is_shaped) ? "#define SHAPED" : "")
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
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 8, gl.R8, TILE, TILE, MOST_SHADOWS)
    for (const name of ["TEXTURE_WRAP_S", "TEXTURE_WRAP_T"])
        gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl[name], gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
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
    shadows.basis = []
    if (!rig.shadows || !rig.lamp || !rig.bodies.some(is_shaped)) return
    const gl = canvas.selected.__canvas_element.getContext("webgl2"), viewport = gl.getParameter(gl.VIEWPORT)
    if (!shadows.program) shadow_program(gl)
    gl.useProgram(shadows.program)
    gl.bindFramebuffer(gl.FRAMEBUFFER, shadows.frame)
    gl.viewport(0, 0, TILE, TILE)
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.BLEND)
    gl.disable(gl.CULL_FACE)
    for (let k = 0; k < Math.min(MOST_SHADOWS, rig.bodies.length); k++) {
        const b = rig.bodies[k]
        shadows.basis.push(null)
        if (!is_shaped(b) || !glowObjs[b[4]] || !glowObjs[b[4]].__model) continue
        // a little more than the body, so that its rim is inside
        const way = plus(b, rig.lamp, -1), n = unit(way), wide = 1.15*b[3]
        let u = across(n, Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])
        u = unit(u)
        const v = across(n, u), basis = [u.map(x => x/wide), v.map(x => x/wide)]
        shadows.basis[k] = basis
        gl.framebufferTextureLayer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, shadows.texture, 0, k)
        gl.clearColor(0, 0, 0, 0)
        gl.clear(gl.COLOR_BUFFER_BIT)
        const a = b.slice(9, 18), shape = outline_array(gl, b[4])
        gl.uniformMatrix3fv(shadows.at.axes, false, [a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]])
        gl.uniform3fv(shadows.at.from, plus(b.slice(18, 21), rig.lamp, -1))
        gl.uniform3fv(shadows.at.way, way.slice(0, 3))
        gl.uniform3fv(shadows.at.across, basis[0])
        gl.uniform3fv(shadows.at.aside, basis[1])
        gl.bindVertexArray(shape.array)
        gl.drawElements(gl.TRIANGLES, shape.count, gl.UNSIGNED_INT, 0)
    }
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
const balls = new Float32Array(32), across_of = new Float32Array(24), aside_of = new Float32Array(24)
const half_of = new Float32Array(32), squash_of = new Float32Array(72)
function cast(gl, program, view) {
    "use strict";
    const count = rig.shadows ? Math.min(MOST_SHADOWS, rig.bodies.length) : 0
    const turned = w => [0, 1, 2].map(i => view[i]*w[0] + view[4 + i]*w[1] + view[8 + i]*w[2])
    half_of.fill(0)
    for (let k = 0; k < count; k++) {
        const b = rig.bodies[k], basis = shadows.basis[k]
        const c = turned(b)
        for (let i = 0; i < 3; i++) balls[4*k + i] = c[i] + view[12 + i]
        balls[4*k + 3] = 1/(b[3]*b[3])
        if (!is_shaped(b)) continue
        if (!basis) {
            balls[4*k + 3] = 1e12            // no picture of it: no shadow
            continue
        }
        across_of.set(turned(basis[0]), 3*k)
        aside_of.set(turned(basis[1]), 3*k)
        half_of.set([b[6]*b[6], b[7]*b[7], b[8]*b[8], b[5]], 4*k)
        for (let j = 0; j < 3; j++) {
            // axis j of the body, in the eye's frame, over its half length
            const e = turned([b[9 + j], b[12 + j], b[15 + j]])
            for (let i = 0; i < 3; i++) squash_of[9*k + 3*i + j] = e[i]/b[6 + j]
        }
    }
    gl.uniform1i(program.uniforms.ball_count, count)
    gl.uniform4fv(program.uniforms.balls, balls)
    if (!program.uniforms.squash) return
    gl.uniform3fv(program.uniforms.across, across_of)
    gl.uniform3fv(program.uniforms.aside, aside_of)
    gl.uniform4fv(program.uniforms.half_axes, half_of)
    gl.uniformMatrix3fv(program.uniforms.squash, false, squash_of)
    gl.uniform1i(program.uniforms.cast_by, UNIT)
}
"""
