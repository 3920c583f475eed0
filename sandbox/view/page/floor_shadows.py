"""JavaScript of shadows on the room's floor: of supports and legs, of bodies in flight and of those that lie there.

The floor is no solid of vpython's. What stands still is drawn once as the lamp and as the sky see it, into a texture
that the room is painted with (page/backdrop.py); each body darkens a patch of the floor in every picture.
"""

# light comes from one direction everywhere on the floor: beside a lamp near by shadows would be endless. `slant`: how
# far a shadow is displaced for a height of 1, nothing for the sky that is right above
SCENERY_VERTEX = r"""#version 300 es
in vec3 pos;
uniform mat3 axes;
uniform vec3 from, window;     // middle x, y and half width of the part of the floor that the texture holds [m]
uniform vec2 slant;
uniform float ground;
void main(void) {
    vec3 p = from + axes*pos;
    gl_Position = vec4((p.xy + slant*(p.z - ground) - window.xy)/window.z, 0.0, 1.0);
}
"""

# how dark the floor is, r, and how much of the lamp it lacks, g, softened once: the room is painted more often
SOFT_FRAGMENT = r"""#version 300 es
precision highp float;
in vec2 at;
uniform sampler2D scenery;
uniform vec2 soft;             // levels of the texture that are as soft as shadows of the lamp and of the sky
out vec4 colour;
float soft_at(vec2 place, float level, int part) {
    // nine places around: a coarse level alone shows its pixels
    float sum = 0.0, step = 0.4*exp2(level)/float(textureSize(scenery, 0).x);
    for (int k = 0; k < 9; k++) {
        vec2 aside = step*vec2(k % 3 - 1, k/3 - 1);
        sum += textureLod(scenery, clamp(place + aside, 0.0, 1.0), level)[part];
    }
    return sum/9.0;
}
void main(void) {
    vec2 place = 0.5 + 0.5*at;
    float dark = soft_at(place, soft.x, 0), shut = soft_at(place, soft.y, 1);
    colour = vec4(1.0 - (1.0 - 0.55*dark)*(1.0 - 0.6*shut), dark, 0.0, 1.0);
}
"""

# patch: lower left and upper right corner on the floor. half_axes: squared ones of the body, and how much it is filled;
# squash: makes a sphere of the ellipsoid around it
PATCH_VERTEX = r"""#version 300 es
layout(location = 0) in float corner;
#ifdef CROWD
layout(location = 1) in vec3 centre;
layout(location = 5) in vec3 kind;
flat out vec3 middle;
flat out float size;
#else
uniform vec3 middle;
uniform float size;
#endif
uniform mat4 view, projection;
uniform vec2 slant;
uniform float ground;
out vec3 place;
void main(void) {
#ifdef CROWD
    middle = centre;
    size = kind.x;
#endif
    float height = max(middle.z - ground, 0.0);
    vec2 aside = slant*height, wide = vec2(1.5*size + 0.12*height), near = vec2(2.6*size);
    vec2 low = min(middle.xy - near, middle.xy + aside - wide), high = max(middle.xy + near, middle.xy + aside + wide);
    place = vec3(mix(low, high, vec2(mod(corner, 2.0), floor(0.5*corner))), ground);
    // nothing of what is below the floor
    gl_Position = middle.z + size < ground ? vec4(2.0, 2.0, 2.0, 1.0) : projection*view*vec4(place, 1.0);
}
"""

PATCH_FRAGMENT = r"""#version 300 es
precision highp float;
#ifdef CROWD
flat in vec3 middle;
flat in float size;
#else
uniform vec3 middle;
uniform float size;
uniform mat3 squash;
uniform vec4 half_axes;
#endif
uniform vec3 window, under;
uniform vec2 slant;
uniform sampler2D scenery;
in vec3 place;
out vec4 colour;
void main(void) {
    vec3 c = middle - place, lamp = vec3(-slant, 1.0);
#ifdef CROWD
    vec3 p = c/size, l = lamp/size, m = vec3(0.0, 0.0, 1.0);
    float fill = 1.0;
#else
    vec3 p = squash*c, l = squash*lamp, m = half_axes.xyz*squash[2];
    float fill = half_axes.w;
#endif
    // distance of the way to the lamp from the body's middle, in radii; its shadow is softer the higher it is
    float along = dot(p, l), far = sqrt(max(dot(p, p) - along*along/dot(l, l), 0.0));
    float high = max(c.z/size - 1.0, 0.0), soft = min(0.08 + 0.05*high, 1.0);
    float dark = (1.0 - smoothstep(1.0 - soft, 1.0 + soft, far))*max(1.0 - 0.025*high, 0.4)*min(1.0, 0.25 + fill);
    float near = inversesqrt(max(dot(p, p), 1e-6));
    float shut = fill*min(0.9, near*near*near*max(dot(m, p), 0.0)*inversesqrt(max(dot(m, m), 1e-12)));
    // the patch ends where nothing is left of it; in the shadow of a support there is no other
    shut *= 1.0 - smoothstep(1.8, 2.6, length(c.xy)/size);
    vec2 at = 0.5 + 0.5*(place.xy - window.xy)/window.z;
    float lit = 1.0 - texture(scenery, clamp(at, 0.0, 1.0)).g;
    colour = vec4(under, 1.0 - (1.0 - 0.62*dark*lit)*(1.0 - 0.85*shut));
}
"""

SHADOWS_ON_FLOOR = r"""
// pixels of the texture, its unit; how soft shadows of the lamp and of the sky are, over the height of what casts them
const SCENERY = 512, SOFTENED = 256, SCENERY_UNIT = 10, LAMP_SOFT = 0.05, SKY_SOFT = 0.5
const floor_shade = {solids: [], window: [0, 0, 1], slant: [0, 0], high: 1, key: "", version: 0, arrays: {},
                     patches: {}}

function uniforms_of(gl, program) {
    "use strict";
    const at = {}
    for (let i = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) - 1; i >= 0; i--) {
        const name = gl.getActiveUniform(program, i).name
        at[name] = gl.getUniformLocation(program, name)
    }
    return at
}

function new_scenery(gl) {
    "use strict";
    const s = floor_shade
    s.program = linked(gl, SCENERY_VERTEX, OUTLINE_FRAGMENT)
    s.at = uniforms_of(gl, s.program)
    s.soften = linked(gl, FLOOR_VERTEX, SOFT_FRAGMENT)
    s.soften_at = uniforms_of(gl, s.soften)
    gl.activeTexture(gl.TEXTURE0 + SCENERY_UNIT)
    // the outlines with all their levels, then what is made of them
    for (const [name, levels, size, filter] of [["outlines", 10, SCENERY, gl.LINEAR_MIPMAP_LINEAR],
                                                ["texture", 1, SOFTENED, gl.LINEAR]]) {
        s[name] = gl.createTexture()
        s[name + "_frame"] = gl.createFramebuffer()
        gl.bindTexture(gl.TEXTURE_2D, s[name])
        gl.texStorage2D(gl.TEXTURE_2D, levels, gl.RG8, size, size)
        for (const side of ["TEXTURE_WRAP_S", "TEXTURE_WRAP_T"])
            gl.texParameteri(gl.TEXTURE_2D, gl[side], gl.CLAMP_TO_EDGE)
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
        gl.bindFramebuffer(gl.FRAMEBUFFER, s[name + "_frame"])
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s[name], 0)
    }
}

function scenery_array(gl, idx) {
    "use strict";
    const s = floor_shade, model = glowObjs[idx].__model
    if (!s.arrays[idx]) s.arrays[idx] = {array: gl.createVertexArray()}
    const found = s.arrays[idx]
    // a support that grows has other arrays
    if (found.count !== model.index.length) {
        found.count = model.index.length
        const at = gl.getAttribLocation(s.program, "pos")
        gl.bindVertexArray(found.array)
        gl.bindBuffer(gl.ARRAY_BUFFER, model.posBuffer)
        gl.enableVertexAttribArray(at)
        gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 0, 0)
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, model.indexBuffer)
        gl.bindVertexArray(null)
    }
    return found
}

// the shadows of what stands still or turns in itself are drawn once; true when there are others than before
function outline_scenery(news) {
    "use strict";
    const s = floor_shade
    if (news) Object.assign(s, news, {key: ""})
    if (!lab.floor || !s.solids.length) return
    const poses = s.solids.map(function ([idx, is_round]) {
        const thing = glowObjs[idx], z = unit(across(triple(thing.axis), triple(thing.up)))
        // what is round is taken without its turning about itself
        const x = unit(is_round ? plus([1, 0, 0], z, -z[0]) : triple(thing.axis))
        return {idx: idx, from: triple(thing.pos), axes: [...x, ...across(z, x), ...z]}
    })
    const key = poses.map(p => [...p.from.map(c => Math.round(2000*c/lab.floor[1])),
                                ...p.axes.map(c => Math.round(500*c))].join()).join()
    if (key === s.key) return
    s.key = key
    s.version++
    const gl = canvas.selected.__canvas_element.getContext("webgl2"), viewport = gl.getParameter(gl.VIEWPORT)
    if (!s.program) new_scenery(gl)
    gl.useProgram(s.program)
    gl.activeTexture(gl.TEXTURE0 + SCENERY_UNIT)
    gl.bindTexture(gl.TEXTURE_2D, s.outlines)
    gl.bindFramebuffer(gl.FRAMEBUFFER, s.outlines_frame)
    gl.viewport(0, 0, SCENERY, SCENERY)
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.BLEND)
    gl.disable(gl.CULL_FACE)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.uniform3fv(s.at.window, s.window)
    gl.uniform1f(s.at.ground, lab.floor[0])
    for (const sky of [false, true]) {
        gl.colorMask(!sky, sky, false, false)
        gl.uniform2fv(s.at.slant, sky ? [0, 0] : s.slant)
        for (const pose of poses) {
            const solid = scenery_array(gl, pose.idx)
            gl.uniform3fv(s.at.from, pose.from)
            gl.uniformMatrix3fv(s.at.axes, false, pose.axes)
            gl.bindVertexArray(solid.array)
            gl.drawElements(gl.TRIANGLES, solid.count, gl.UNSIGNED_INT, 0)
        }
    }
    gl.colorMask(true, true, true, true)
    gl.generateMipmap(gl.TEXTURE_2D)
    gl.useProgram(s.soften)
    gl.bindFramebuffer(gl.FRAMEBUFFER, s.texture_frame)
    gl.viewport(0, 0, SOFTENED, SOFTENED)
    gl.uniform1i(s.soften_at.scenery, SCENERY_UNIT)
    gl.uniform2f(s.soften_at.soft, soft_level(LAMP_SOFT*s.high), soft_level(SKY_SOFT*s.high))
    gl.bindVertexArray(whole_picture(gl))
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.bindVertexArray(null)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(...viewport)
    gl.enable(gl.DEPTH_TEST)
    gl.activeTexture(gl.TEXTURE0)
}

// level of the texture that is as soft as a length on the floor
function soft_level(length) {
    "use strict";
    return Math.max(0, Math.log2(length/(2*floor_shade.window[2]/SCENERY)))
}

function begin_patch(gl, kind, view, projection) {
    "use strict";
    const s = floor_shade, first = "#version 300 es\n", define = first + (kind === "crowd" ? "#define CROWD\n" : "")
    if (!s.patches[kind]) {
        const program = linked(gl, ...[PATCH_VERTEX, PATCH_FRAGMENT].map(text => text.replace(first, define)))
        s.patches[kind] = {program: program, at: uniforms_of(gl, program), array: gl.createVertexArray()}
        gl.bindVertexArray(s.patches[kind].array)
        buffer_of(gl, [[0, 1, 0, gl.FLOAT]], 4)
        gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from([0, 1, 2, 3]), gl.STATIC_DRAW)
    }
    const patch = s.patches[kind], at = patch.at
    gl.useProgram(patch.program)
    gl.bindVertexArray(patch.array)
    gl.uniformMatrix4fv(at.view, false, view)
    gl.uniformMatrix4fv(at.projection, false, projection)
    gl.uniform2fv(at.slant, s.slant)
    gl.uniform1f(at.ground, lab.floor[0])
    gl.uniform3fv(at.window, s.window)
    gl.uniform3fv(at.under, TONES.under.map(c => c/255))
    gl.uniform1i(at.scenery, SCENERY_UNIT)
    return at
}

// called by the renderer after the room: each body's shadow on the floor, where no solid hides it
function draw_patches(gl, view, projection) {
    "use strict";
    const s = floor_shade
    if (!lab.floor || lab.ground || !rig.shadows || !s.texture) return
    gl.activeTexture(gl.TEXTURE0 + SCENERY_UNIT)
    gl.bindTexture(gl.TEXTURE_2D, s.texture)
    gl.enable(gl.BLEND)
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.depthMask(false)
    // over the marks on the floor
    gl.enable(gl.POLYGON_OFFSET_FILL)
    gl.polygonOffset(0, -6)
    const casting = rig.bodies.filter(b => b[4] >= 0)
    if (casting.length) {
        const at = begin_patch(gl, "single", view, projection)
        for (const b of casting) {
            const half = is_shaped(b) ? b.slice(6, 9) : [b[3], b[3], b[3]], squash = []
            for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) squash[3*i + j] = b[9 + 3*i + j]/half[j]
            gl.uniform3fv(at.middle, b.slice(0, 3))
            gl.uniform1f(at.size, b[3])
            gl.uniformMatrix3fv(at.squash, false, squash)
            gl.uniform4f(at.half_axes, ...half.map(x => x*x), is_shaped(b) ? b[5] : 1)
            gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
        }
    }
    if (crowd.count && crowd.array && s.is_laboratory) {
        begin_patch(gl, "crowd", view, projection)
        gl.bindVertexArray(crowd.array)
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, crowd.count)
    }
    gl.bindVertexArray(null)
    gl.disable(gl.POLYGON_OFFSET_FILL)
    gl.depthMask(true)
    gl.disable(gl.BLEND)
    gl.activeTexture(gl.TEXTURE0)
}
"""


def sources() -> str:
    """Returns the script with its shaders."""
    return (f"const SCENERY_VERTEX = `{SCENERY_VERTEX}`, PATCH_VERTEX = `{PATCH_VERTEX}`,"
            f" SOFT_FRAGMENT = `{SOFT_FRAGMENT}`, PATCH_FRAGMENT = `{PATCH_FRAGMENT}`\n{SHADOWS_ON_FLOOR}")
