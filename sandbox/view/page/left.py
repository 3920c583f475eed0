"""JavaScript of the bodies of futures that were left: pale ones through which one sees."""

# a body that is not there: its own colours, paled by that of its future, open in the middle and clear at the rim
LEFT_VERTEX = r"""#version 300 es
in vec3 pos;
in vec3 normal;
in vec3 color;
uniform mat4 view, projection, model;
out vec3 paint, n, eye;
void main(void) {
    vec4 p = view*(model*vec4(pos, 1.0));
    n = mat3(view)*(mat3(model)*normal);
    eye = p.xyz;
    paint = color;
    gl_Position = projection*p;
}
"""

LEFT_FRAGMENT = r"""#version 300 es
precision highp float;
in vec3 paint, n, eye;
uniform vec3 tone;
out vec4 colour;
void main(void) {
    float facing = abs(dot(normalize(n), normalize(eye)));
    float rim = (1.0 - facing)*(1.0 - facing);
    colour = vec4(mix(mix(paint, tone, 0.55)*(0.6 + 0.4*facing), tone, rim), mix(0.42, 0.95, rim));
}
"""

LEFT_BODIES = r"""
// bodies of futures that were left: the meshes of the bodies again, at other places, such that one sees through them
function draw_left(gl, view, projection) {
    "use strict";
    if (!rig.left || !rig.left.length) return
    if (!ink.left) {
        ink.left = linked(gl, LEFT_VERTEX, LEFT_FRAGMENT)
        ink.left_at = {}
        ink.left_arrays = {}
        for (const name of ["view", "projection", "model", "tone"])
            ink.left_at[name] = gl.getUniformLocation(ink.left, name)
    }
    gl.useProgram(ink.left)
    gl.uniformMatrix4fv(ink.left_at.view, false, view)
    gl.uniformMatrix4fv(ink.left_at.projection, false, projection)
    gl.enable(gl.CULL_FACE)
    for (const body of rig.left) {
        const shape = left_array(gl, body[0]), p = body.slice(2, 5), m = body.slice(5)
        gl.uniformMatrix4fv(ink.left_at.model, false, [m[0], m[1], m[2], 0, m[3], m[4], m[5], 0,
                                                       m[6], m[7], m[8], 0, p[0], p[1], p[2], 1])
        gl.uniform3fv(ink.left_at.tone, TONES_OF_LEFT[body[1]])
        gl.bindVertexArray(shape.array)
        gl.drawElements(gl.TRIANGLES, shape.count, gl.UNSIGNED_INT, 0)
    }
    gl.disable(gl.CULL_FACE)
}

function left_array(gl, idx) {
    "use strict";
    if (!ink.left_arrays[idx]) {
        const model = glowObjs[idx].__model, array = gl.createVertexArray()
        gl.bindVertexArray(array)
        for (const name of ["pos", "normal", "color"]) {
            const at = gl.getAttribLocation(ink.left, name)
            gl.bindBuffer(gl.ARRAY_BUFFER, model[name + "Buffer"])
            gl.enableVertexAttribArray(at)
            gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 0, 0)
        }
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, model.indexBuffer)
        gl.bindVertexArray(null)
        ink.left_arrays[idx] = {array: array, count: model.index.length}
    }
    return ink.left_arrays[idx]
}
"""
