"""What the shader of supports has besides, where a graphics card is there: a lamp of some size, and materials.

A lamp that is no point makes shadows that are sharp at the contact and soft far below a body. Materials are
computed from the place on the support; `mat_pos` comes in half widths of it, the length of `bumpX` says which one.
"""

# grain of supports, as picture/supports/support.py gives it: nothing, wood, brushed metal, felt
PLAIN, WOOD, BRUSHED, FELT = 0, 1, 2, 3
LAMP = 0.07              # radius of the lamp over its distance

NOISE = """
float scatter(vec2 p) {
    vec3 q = fract(vec3(p.xyx)*0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y)*q.z);
}

float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f *= f*(3.0 - 2.0*f);
    return mix(mix(scatter(i), scatter(i + vec2(1.0, 0.0)), f.x),
               mix(scatter(i + vec2(0.0, 1.0)), scatter(i + vec2(1.0, 1.0)), f.x), f.y);
}
"""

# how much of a chalk line's paint sticks at a place of it, along and across [1]; e: 0 in its middle, 1 at its edge
CHALK = NOISE + """
float chalk_on(vec2 place, float e) {
    float grain = 0.6*noise(place) + 0.4*noise(3.1*place);
    return smoothstep(0.38, 0.62, grain + 0.12*(1.0 - e));
}
"""

FINE = """
in vec2 mat_pos;
in vec3 bumpX;

NOISE_PART
// details smaller than a pixel are left out: they would flicker when the camera moves
float detail(vec2 p) { return mix(noise(p), 0.5, smoothstep(0.35, 0.9, max(fwidth(p.x), fwidth(p.y)))); }

// paint of the pattern as the material takes it, and its own gleam towards the eye
vec3 grain_of(vec3 paint, vec3 n, vec3 eye, vec3 l, out float gleam) {
    float kind = floor(length(bumpX) + 0.5), r = length(mat_pos);
    gleam = 0.0;
    // directions on the surface in which the places grow, in the eye's frame
    vec3 px = dFdx(es_position), py = dFdy(es_position);
    vec2 ux = dFdx(mat_pos), uy = dFdy(mat_pos);
    float det = ux.x*uy.y - ux.y*uy.x;
    vec3 along_u = (px*uy.y - py*ux.y)/det, along_v = (py*ux.x - px*uy.x)/det, h = normalize(l - eye);
    if (kind == 1.0) {
        float bend = noise(mat_pos*vec2(2.0, 3.0));
        float rings = detail(vec2(mat_pos.x*5.0, mat_pos.y*46.0 + 6.0*bend));
        float pores = detail(vec2(mat_pos.x*26.0, mat_pos.y*260.0));
        float s = max(dot(n, h), 0.0);
        s *= s; s *= s; s *= s; s *= s;
        gleam = 0.10*s;
        return paint*(0.87 + 0.17*rings + 0.09*pores)*vec3(1.02, 1.0, 0.97);
    }
    if (kind == 2.0) {
        float brush = 0.65*detail(vec2(r*130.0, 4.0*noise(2.0*mat_pos)))
            + 0.35*detail(vec2(r*420.0, 9.0*noise(5.0*mat_pos)));
        vec3 t = normalize(along_v*mat_pos.x - along_u*mat_pos.y + 1e-9*l);
        float across = dot(t, h), s = max(1.0 - across*across*9.0, 0.0)*max(dot(n, h), 0.0);
        gleam = 0.16*s*(0.6 + 0.8*brush);
        return paint*(0.90 + 0.20*brush);
    }
    if (kind == 3.0) {
        float fibre = 0.6*detail(mat_pos*170.0) + 0.4*detail(mat_pos*vec2(420.0, 380.0));
        float rim = 1.0 - abs(dot(n, eye));
        gleam = 0.07*rim*rim*rim;
        return paint*(0.82 + 0.34*fibre);
    }
    return paint;
}
"""

GRAINED = r"""
// where the corners are on the support, in half widths of it, and which material it has (page/fine.py)
function grained(arrays, grain) {
    "use strict";
    const pos = arrays.pos, n = pos.length/3
    let half = 1e-9
    for (let i = 0; i < n; i++) half = Math.max(half, Math.abs(pos[3*i]), Math.abs(pos[3*i + 1]))
    for (let i = 0; i < n; i++) {
        arrays.texpos[2*i] = pos[3*i]/half
        arrays.texpos[2*i + 1] = pos[3*i + 1]/half
        arrays.bumpaxis[3*i] = grain
    }
}
"""


def sources() -> str:
    """Returns the script with its part of the shader."""
    return f"const FINE = `{FINE.replace('NOISE_PART', NOISE)}`, LAMP_SIZE = {LAMP}\n{GRAINED}\n"
