"""JavaScript of the backdrop: the floor as the camera sees it, painted behind the 3D picture."""

# one triangle over the whole picture, as far away as can be
VERTEX = r"""#version 300 es
layout(location = 0) in vec2 corner;
void main(void) { gl_Position = vec4(corner, 1.0, 1.0); }
"""

# fetched, not filtered: half the cost on a software renderer
FRAGMENT = r"""#version 300 es
precision highp float;
uniform highp sampler2D sheet;
uniform vec3 size;
out vec4 colour;
void main(void) {
    colour = texelFetch(sheet, ivec2(gl_FragCoord.x*size.x, (size.z - gl_FragCoord.y)*size.y), 0);
}
"""

PAINT = r"""
function tone(name, opacity) {
    "use strict";
    return "rgba(" + TONES[name].join() + "," + opacity + ")"
}

// noise of one or two grey levels hides the steps of a dark gradient
function grain(ctx) {
    "use strict";
    const tile = document.createElement("canvas"), n = tile.width = tile.height = 96
    const t = tile.getContext("2d"), image = t.createImageData(n, n)
    for (let i = 0, seed = 1; i < n*n; i++) {
        seed = (seed*1103515245 + 12345) % 2147483648
        image.data.set([255, 255, 255, Math.floor(3*seed/2147483648)], 4*i)
    }
    t.putImageData(image, 0, 0)
    return ctx.createPattern(tile, "repeat")
}

// the floor as the camera sees it: painted once per camera position, because a floor in the scene costs every frame
function backdrop(fine) {
    "use strict";
    const cvs = canvas.selected, part = fine ? 1 : 4
    const w = Math.ceil(cvs.__width/part), h = Math.ceil(cvs.__height/part)
    const sheet = lab.sheet = lab.sheet || document.createElement("canvas"), ctx = sheet.getContext("2d")
    sheet.width = w
    sheet.height = h
    ctx.fillStyle = lab.ground || tone("night", 1)
    ctx.fillRect(0, 0, w, h)
    if (lab.ground) {
        lab.is_fine = lab.is_painted = true
        return
    }

    // upright axes of the picture; a camera that rides on a tilted support sees the floor tilted
    const f = norm(cvs.__axis), tilted = norm(cross(f, cvs.__up))
    const level = Math.abs(f.z) < 0.999, right = level ? norm(cross(f, vec(0, 0, 1))) : tilted
    const above = cross(right, f), ahead = level ? cross(vec(0, 0, 1), right) : above
    const lens = Math.tan(cvs.__fov/2), distance = cvs.__range*Math.max(1, cvs.__height/cvs.__width)/lens
    const eye = cvs.__center.sub(f.multiply(distance)), middle = vec(lab.floor[2], lab.floor[3], lab.floor[0])
    ctx.save()
    ctx.translate(w/2, h/2)
    ctx.rotate(Math.atan2(dot(tilted, above), dot(tilted, right)))
    ctx.translate(-w/2, -h/2)
    function on_screen(x, y) {
        const v = middle.add(right.multiply(x)).add(ahead.multiply(y)).sub(eye)
        const k = h/2/lens/Math.max(dot(v, f), 0.1*distance)
        return [w/2 + dot(v, right)*k, h/2 - dot(v, above)*k]
    }
    function pool(radius, stops) {
        const front = on_screen(0, -radius), back = on_screen(0, radius)
        const side = on_screen(radius, 0), centre = on_screen(0, 0)
        const a = side[0] - centre[0], b = Math.abs(front[1] - back[1])/2, y = (front[1] + back[1])/2
        if (!(a > 1 && b > 1)) return
        const squeeze = b/a, inner = (centre[1] - y)/squeeze
        ctx.save()
        ctx.translate(centre[0], y)
        ctx.scale(1, squeeze)
        const paint = ctx.createRadialGradient(0, Math.max(-0.9*a, Math.min(0.9*a, inner)), 0, 0, 0, a)
        for (const stop of stops) paint.addColorStop(stop[0], tone(stop[1], stop[2]))
        ctx.fillStyle = paint
        ctx.fillRect(-2*w, -h/squeeze*3, 4*w, 6*h/squeeze)
        ctx.restore()
    }
    if (f.z < -0.03) {
        const size = lab.floor[1]
        const wide = Math.min(3*size, 0.8*distance/Math.hypot(f.x, f.y))
        pool(wide, [[0, "glow", 1], [0.45, "glow", 1], [0.75, "dusk", 0.8], [1, "dusk", 0]])
        pool(1.3*size, [[0, "under", 1], [0.6, "under", 0.9], [0.8, "under", 0.5], [1, "under", 0]])
    }
    ctx.restore()
    if (fine) {
        ctx.fillStyle = lab.grain = lab.grain || grain(ctx)
        ctx.fillRect(0, 0, w, h)
    }
    lab.is_fine = fine
    lab.is_painted = true
}

// the sheet behind everything; a layer of the page's own below a transparent canvas would cost a third of the pictures
function draw_floor(gl) {
    "use strict";
    if (!lab.sheet || !lab.floor) return
    if (!lab.wall) {
        lab.wall = linked(gl, FLOOR_VERTEX, FLOOR_FRAGMENT)
        lab.texture = gl.createTexture()
        lab.corners = gl.createVertexArray()
        gl.bindVertexArray(lab.corners)
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
        gl.enableVertexAttribArray(0)
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
    }
    gl.useProgram(lab.wall)
    gl.activeTexture(gl.TEXTURE12)
    gl.bindTexture(gl.TEXTURE_2D, lab.texture)
    if (lab.is_painted) {
        lab.is_painted = false
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, lab.sheet)
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    }
    const w = gl.drawingBufferWidth, h = gl.drawingBufferHeight
    gl.uniform1i(gl.getUniformLocation(lab.wall, "sheet"), 12)
    gl.uniform3f(gl.getUniformLocation(lab.wall, "size"), lab.sheet.width/w, lab.sheet.height/h, h)
    gl.bindVertexArray(lab.corners)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.bindVertexArray(null)
}

// what of the camera the floor depends on: a camera that turns about its middle sees the same
function floor_view() {
    "use strict";
    const cvs = canvas.selected, f = norm(cvs.__axis), right = norm(cross(f, cvs.__up)), above = cross(right, f)
    const to = cvs.__center.sub(vec(lab.floor[2], lab.floor[3], lab.floor[0]))
    return [dot(to, f), dot(to, right), dot(to, above), 10*right.z, 10*above.z, 10*f.z, cvs.__range]
        .map(x => Math.round(1000*x/lab.floor[1])).concat(cvs.__width, cvs.__height).join()
}
"""


def sources() -> str:
    """Returns the script with its shaders."""
    return f"const FLOOR_VERTEX = `{VERTEX}`, FLOOR_FRAGMENT = `{FRAGMENT}`\n{PAINT}"
