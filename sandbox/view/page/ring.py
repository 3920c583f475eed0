"""JavaScript of the ring around the body in focus: as broad from near as from far, and never hidden."""

VERTEX = r"""#version 300 es
layout(location = 0) in vec2 corner;
uniform mat4 view, projection;
uniform vec4 ring;       // middle and radius [m]
uniform float least;     // radius of the smallest ring, at a distance of 1 m
out vec2 off;
void main(void) {
    off = 1.25*corner;
    vec4 middle = view*vec4(ring.xyz, 1.0);
    gl_Position = projection*(middle + vec4(off*max(ring.w, -least*middle.z), 0.0, 0.0));
}
"""

FRAGMENT = r"""#version 300 es
precision highp float;
in vec2 off;
uniform vec3 tone, edge;
out vec4 colour;
void main(void) {
    float far = length(off), pixel = fwidth(far), away = abs(far - 1.0)/pixel;
    float line = 1.0 - smoothstep(1.0, 2.0, away), rim = 1.0 - smoothstep(2.0, 3.2, away);
    if (rim <= 0.0) discard;
    colour = vec4(mix(edge, tone, line), rim);
}
"""

RING = r"""
const SMALLEST = 9       // [px] radius
const circle = {program: null}

function draw_ring(gl, view, projection) {
    "use strict";
    if (!rig.ring) return
    if (circle.gl !== gl) {
        circle.gl = gl
        circle.program = linked(gl, RING_VERTEX, RING_FRAGMENT)
        circle.at = {}
        for (const name of ["view", "projection", "ring", "least", "tone", "edge"])
            circle.at[name] = gl.getUniformLocation(circle.program, name)
        circle.array = gl.createVertexArray()
        gl.bindVertexArray(circle.array)
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW)
        gl.enableVertexAttribArray(0)
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
    }
    gl.useProgram(circle.program)
    gl.uniformMatrix4fv(circle.at.view, false, view)
    gl.uniformMatrix4fv(circle.at.projection, false, projection)
    gl.uniform4fv(circle.at.ring, rig.ring)
    gl.uniform1f(circle.at.least, 2*SMALLEST/(projection[5]*gl.drawingBufferHeight))
    gl.uniform3fv(circle.at.tone, RING_TONES[0])
    gl.uniform3fv(circle.at.edge, RING_TONES[1])
    gl.enable(gl.BLEND)
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.disable(gl.DEPTH_TEST)
    gl.bindVertexArray(circle.array)
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
    gl.bindVertexArray(null)
    gl.enable(gl.DEPTH_TEST)
    gl.disable(gl.BLEND)
}
"""


def sources(tone, edge) -> str:
    """Returns the script with its shaders; colours of the line and of its rims, 0..1."""
    return (f"const RING_VERTEX = `{VERTEX}`, RING_FRAGMENT = `{FRAGMENT}`, RING_TONES = {[list(tone), list(edge)]}\n"
            f"{RING}")
