"""The backdrop: the room's floor and its wall of light as the camera sees them, painted behind the 3D picture.

A floor that is drawn in the scene would cost every frame the whole picture; the room is painted into a texture once per
camera position instead, and every frame fetches what solids leave of it.
"""

# distance of the wall behind what is looked at, over the range, at least: the horizon is a tenth of the height below
# the upper edge for the elevation of the first look
WALL = 2.25

# one triangle over the whole picture, as far away as can be
VERTEX = r"""#version 300 es
layout(location = 0) in vec2 corner;
out vec2 at;
void main(void) {
    at = corner;
    gl_Position = vec4(corner, 1.0, 1.0);
}
"""

# fetched, not filtered: half the cost on a software renderer
FRAGMENT = r"""#version 300 es
precision highp float;
uniform highp sampler2D sheet;
uniform vec2 size;
out vec4 colour;
void main(void) { colour = texelFetch(sheet, ivec2(gl_FragCoord.xy*size), 0); }
"""

# Rays from the eye meet the floor or, beyond it, the wall, which always faces the camera `wall` ahead of what it looks
# at: the horizon has the same place in the picture however near the camera is. Lengths in half heights of the picture.
ROOM = r"""#version 300 es
precision highp float;
in vec2 at;
uniform vec3 eye, forward, right, above, middle;
uniform vec2 lens;       // tangents of half the field of view, across and upwards
uniform vec2 ahead;      // level direction away from the camera
uniform float range, wall;
uniform vec3 light;      // of the lamp on the floor: its middle x, y and its radius [m]
uniform sampler2D scenery;     // how dark the floor is, see page/floor_shadows.py
uniform vec3 window;     // the part of the floor that it holds
uniform vec3 mesh;       // distance of lines [m]; how much of the finer ones there is; strength of every fifth
uniform vec3 night, dusk, glow, under, haze, seam;
out vec4 colour;

// how much of a pixel lines at a distance take; those that come too close for the pixels fade away
float lines(vec2 place, vec2 pixel, float distance) {
    vec2 off = abs(fract(place/distance - 0.5) - 0.5)*distance;
    vec2 part = (1.0 - smoothstep(0.45*pixel, 1.25*pixel, off))*(1.0 - smoothstep(0.06, 0.3, pixel/distance));
    return max(part.x, part.y);
}

void main(void) {
    vec3 way = forward + at.x*lens.x*right + at.y*lens.y*above;
    float fall = eye.z - middle.z;
    bool is_down = way.z < 0.0 && fall > 0.0;
    float t = is_down ? -fall/way.z : 1e6;
    vec2 place = eye.xy + t*way.xy, pixel = max(abs(dFdx(place)), abs(dFdy(place)));
    float off = dot(place - middle.xy, ahead)/(wall*range);
    bool is_floor = is_down && off < 1.0;

    // the light on the wall is as wide and as high in the picture however far away that is
    float tall = range*max(wall/WALL, 1.0);
    // where the ray meets the wall, which it does at the horizon too
    vec2 to = middle.xy - eye.xy;
    float meets = (wall*range + dot(to, ahead))/max(dot(way.xy, ahead), 1e-3);
    float height = is_floor ? 0.0 : max(eye.z + meets*way.z - middle.z, 0.0)/tall;
    float aside = dot(eye.xy + (is_floor ? t : meets)*way.xy - middle.xy, vec2(ahead.y, -ahead.x))/tall;
    float beam = exp(-0.07*aside*aside);
    vec3 shine = mix(dusk, haze, beam);
    vec3 back = mix(night, shine, 0.55*exp(-8.0*height) + 0.45*exp(-2.0*height));

    // a pool of light on the scene, a weaker one on what is looked at wherever it has gone
    float pool = max(1.0 - smoothstep(0.1, 1.0, length(place - light.xy)/light.z),
                     0.6 - 0.6*smoothstep(0.1, 1.0, length(place - middle.xy)/(2.2*range)));
    vec3 ground = mix(mix(night, dusk, 0.85), glow, pool*pool*(3.0 - 2.0*pool));
    float line = max(mesh.y*lines(place, pixel, mesh.x), mesh.z*lines(place, pixel, 5.0*mesh.x));
    ground = mix(ground, seam, line*(0.4 + 0.4*pool));
    ground = mix(ground, under, textureLod(scenery, clamp(0.5 + 0.5*(place - window.xy)/window.z, 0.0, 1.0), 0.0).r);
    float mist = smoothstep(0.0, 1.0, off);
    colour = vec4(is_floor ? mix(ground, shine, mist*mist) : back, 1.0);

    // noise of half a grey level hides the steps of a dark gradient
    vec3 q = fract(vec3(gl_FragCoord.xyx)*0.1031);
    q += dot(q, q.yzx + 33.33);
    colour.rgb += (fract((q.x + q.y)*q.z) - 0.5)/255.0*1.5;
}
"""

PAINT = r"""
// lines are about so many times closer than the scene is wide
const LINES_OF_SCENE = 2.6
// where the floor lies below, the wall is so far away that the horizon is above this height, 0 in the middle, 1 at the
// upper edge, and floor is seen beyond a support; unless that is farther than FAR_WALL
const LOW_HORIZON = 0.76, FAR_WALL = 40

// a round length, 1, 2 or 5 times a power of ten, not above x
function round_length(x) {
    "use strict";
    const power = Math.pow(10, Math.floor(Math.log10(x) + 1e-9))
    return power*Math.max(...[1, 2, 5].filter(n => n*power <= x*(1 + 1e-9)))
}

// distance of the floor's lines, how much of them and of every fifth is drawn; without jumps when the camera zooms.
// range   half height of the picture where the floor is [m]
function mesh_of(range, size) {
    "use strict";
    const zoom = Math.log(range/size)/Math.log(5) + 0.45, step = Math.floor(zoom), rest = zoom - step
    const fades = Math.min(1, Math.max(0, (rest - 0.5)/0.5)), smooth = fades*fades*(3 - 2*fades)
    const grown = Math.min(1, rest/0.3)
    return [round_length(size/LINES_OF_SCENE)*Math.pow(5, step), 0.6*(1 - smooth),
            0.6 + 0.4*grown*(1 - smooth)]
}

// a texture that the room is painted into
function new_sheet(gl) {
    "use strict";
    lab.wall = linked(gl, FLOOR_VERTEX, FLOOR_FRAGMENT)
    lab.room = linked(gl, FLOOR_VERTEX, FLOOR_ROOM)
    lab.room_at = uniforms_of(gl, lab.room)
    lab.texture = gl.createTexture()
    lab.frame = gl.createFramebuffer()
}

// the triangle over all of a picture
function whole_picture(gl) {
    "use strict";
    if (lab.corners) return lab.corners
    lab.corners = gl.createVertexArray()
    gl.bindVertexArray(lab.corners)
    buffer_of(gl, [[0, 2, 0, gl.FLOAT]], 8)
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
    return lab.corners
}

// how far the wall is behind what is looked at, over the range: `high` of that is above the floor, way is where the
// camera looks
function wall_of(high, way, lens) {
    "use strict";
    const steep = -way[2], level = Math.hypot(way[0], way[1]), low = LOW_HORIZON*lens
    if (steep <= low*level) return WALL
    return Math.max(WALL, Math.min(FAR_WALL, (high*level + low*(1/lens + high*steep))/(steep - low*level)))
}

// the eye, and what of the room it sees
function room_numbers() {
    "use strict";
    const cvs = canvas.selected, f = triple(norm(cvs.__axis)), right = unit(across(f, triple(cvs.__up)))
    const above = across(right, f), wide = cvs.__width/cvs.__height, lens = Math.tan(cvs.__fov/2)
    const distance = cvs.__range*Math.max(1, 1/wide)/lens, centre = triple(cvs.__center)
    const level = [f[0] + above[0], f[1] + above[1]], long = Math.hypot(...level) || 1
    const eye = plus(centre, f, -distance)
    const [height, size, x, y] = lab.floor
    return {eye: eye, forward: f, right: right, above: above,
            middle: [centre[0], centre[1], height], lens: [lens*wide, lens], ahead: level.map(c => c/long),
            range: distance*lens, wall: wall_of((centre[2] - height)/(distance*lens), f, lens),
            light: [x, y, 3*size], window: floor_shade.window,
            mesh: mesh_of(Math.max(distance, (eye[2] - height)/Math.max(-f[2], 0.25))*lens, size)}
}

// the room as the camera sees it: painted once per camera position, because a floor in the scene costs every frame
function backdrop(fine) {
    "use strict";
    const gl = canvas.selected.__canvas_element.getContext("webgl2"), viewport = gl.getParameter(gl.VIEWPORT)
    if (!lab.wall) new_sheet(gl)
    const part = fine || !lab.software ? 1 : 2
    const w = Math.ceil(gl.drawingBufferWidth/part), h = Math.ceil(gl.drawingBufferHeight/part)
    gl.activeTexture(gl.TEXTURE12)
    gl.bindTexture(gl.TEXTURE_2D, lab.texture)
    if (!lab.sheet || lab.sheet[0] !== w || lab.sheet[1] !== h) {
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
        lab.sheet = [w, h]
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, lab.frame)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, lab.texture, 0)
    gl.viewport(0, 0, w, h)
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.BLEND)
    gl.disable(gl.CULL_FACE)
    if (lab.ground) {
        const bright = lab.ground === "#fff" ? 1 : 0
        gl.clearColor(bright, bright, bright, 1)
        gl.clear(gl.COLOR_BUFFER_BIT)
    } else {
        const at = lab.room_at, numbers = room_numbers()
        // lines of a coarse sheet are broader
        for (const k of [1, 2]) numbers.mesh[k] /= Math.pow(part, 0.6)
        gl.useProgram(lab.room)
        gl.activeTexture(gl.TEXTURE0 + SCENERY_UNIT)
        gl.bindTexture(gl.TEXTURE_2D, floor_shade.texture)
        gl.uniform1i(at.scenery, SCENERY_UNIT)
        for (const name in numbers) {
            const value = numbers[name]
            if (typeof value === "number") gl.uniform1f(at[name], value)
            else gl["uniform" + value.length + "fv"](at[name], value)
        }
        for (const name in TONES) gl.uniform3fv(at[name], TONES[name].map(c => c/255))
        gl.bindVertexArray(whole_picture(gl))
        gl.drawArrays(gl.TRIANGLES, 0, 3)
        gl.bindVertexArray(null)
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(...viewport)
    gl.enable(gl.DEPTH_TEST)
    gl.activeTexture(gl.TEXTURE0)
    lab.is_fine = fine || Boolean(lab.ground)
}

// copied before the solids are drawn, where it has as many pixels: a tenth of the time to fetch what solids leave of it
function lay_floor(gl) {
    "use strict";
    const w = gl.drawingBufferWidth, h = gl.drawingBufferHeight
    lab.is_laid = Boolean(lab.floor && lab.sheet && lab.sheet[0] === w && lab.sheet[1] === h && !lab.smooth)
    if (!lab.is_laid) return
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, lab.frame)
    gl.blitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null)
}

// the sheet behind everything; a layer of the page's own below a transparent canvas would cost a third of the pictures
function draw_floor(gl) {
    "use strict";
    if (!lab.sheet || !lab.floor || lab.is_laid) return
    gl.useProgram(lab.wall)
    gl.activeTexture(gl.TEXTURE12)
    gl.bindTexture(gl.TEXTURE_2D, lab.texture)
    gl.uniform1i(gl.getUniformLocation(lab.wall, "sheet"), 12)
    gl.uniform2f(gl.getUniformLocation(lab.wall, "size"), lab.sheet[0]/gl.drawingBufferWidth,
                 lab.sheet[1]/gl.drawingBufferHeight)
    gl.bindVertexArray(whole_picture(gl))
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.bindVertexArray(null)
}

// what of the camera the room depends on
function floor_view() {
    "use strict";
    const cvs = canvas.selected, f = norm(cvs.__axis), up = cvs.__up, size = lab.floor[1]
    const at = cvs.__center.sub(vec(lab.floor[2], lab.floor[3], lab.floor[0]))
    return [at.x/size, at.y/size, at.z/size, f.x, f.y, f.z, up.x, up.y, up.z, cvs.__range/size]
        .map(x => Math.round(5000*x))
        .concat(cvs.__width, cvs.__height, floor_shade.version).join()
}
"""


def sources() -> str:
    """Returns the script with its shaders."""
    room = ROOM.replace("WALL", f"{WALL:.3f}")
    return (f"const FLOOR_VERTEX = `{VERTEX}`, FLOOR_FRAGMENT = `{FRAGMENT}`, FLOOR_ROOM = `{room}`, WALL = {WALL}\n"
            f"{PAINT}")
