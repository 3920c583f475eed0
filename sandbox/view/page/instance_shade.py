"""Shaders of balls by the hundred: each a disc that faces the eye, on which every pixel meets the ball exactly.

A ball costs eight corners and the pixels that it covers, whatever its size: on a software renderer a mesh that looks as
round costs a hundred times as many corners.
"""

# of each corner its number; of each ball centre, attitude, normal of the support below it, height of the centre above
# that; radius, pattern and number; colour
INSTANCE = """#version 300 es
layout(location = 0) in float corner;
layout(location = 1) in vec3 centre;
layout(location = 2) in vec4 turn;
layout(location = 3) in vec3 normal;
layout(location = 4) in float height;
layout(location = 5) in vec3 kind;
layout(location = 6) in vec3 tone;
uniform mat4 view, projection;
"""

BALL_VERTEX = INSTANCE + """
flat out vec3 middle, paint, x, y, z;
flat out vec3 sort;
out vec3 ray;
void main(void) {
    vec3 c = (view*vec4(centre, 1.0)).xyz;
    float a = kind.x, far = length(c);
    vec3 to = c/far, side = normalize(cross(to, vec3(0.0, 1.0, 0.013))), up = cross(side, to);
    // an octagon around the circle in which the cone of rays that touch the ball cuts the plane through its middle
    float angle = 0.7853982*corner + 0.3926991;
    float wide = 1.0824*a*far*inversesqrt(max(far*far - a*a, 1e-4*a*a));
    ray = c + wide*(cos(angle)*side + sin(angle)*up);
    // rows of the rotation from the eye's frame to that of the ball
    float w = turn.x;
    vec3 u = turn.yzw;
    mat3 axes = mat3(1.0 - 2.0*(u.y*u.y + u.z*u.z), 2.0*(u.x*u.y + w*u.z), 2.0*(u.x*u.z - w*u.y),
                     2.0*(u.x*u.y - w*u.z), 1.0 - 2.0*(u.x*u.x + u.z*u.z), 2.0*(u.y*u.z + w*u.x),
                     2.0*(u.x*u.z + w*u.y), 2.0*(u.y*u.z - w*u.x), 1.0 - 2.0*(u.x*u.x + u.y*u.y));
    mat3 seen = mat3(view)*axes;
    x = seen[0];
    y = seen[1];
    z = seen[2];
    middle = c;
    paint = tone;
    sort = kind;
    gl_Position = projection*vec4(ray, 1.0);
}
"""

# patterns: tint.py. `sort` is radius, pattern and number
BALL_FRAGMENT = """#version 300 es
precision highp float;
flat in vec3 middle, paint, x, y, z;
flat in vec3 sort;
in vec3 ray;
uniform mat4 projection;
uniform vec3 lamp, lamp_colour, sun, sun_colour, ambient, light;
uniform float is_smooth;
uniform sampler2D digits;
out vec4 colour;

float edge(float value) {
    return clamp(0.5 + value/max(fwidth(value), 1e-6), 0.0, 1.0);
}

// how much ink the number has at a place of its disc, both 0..1: digits side by side, smaller the more there are
float ink_of(float number, vec2 at) {
    float count = number < 9.5 ? 1.0 : number < 99.5 ? 2.0 : number < 999.5 ? 3.0 : 4.0;
    float high = 1.06/(count + 0.35), wide = 0.6*min(high, 0.72);
    high = min(high, 0.72);
    vec2 p = vec2((at.x - 0.5)/wide + 0.5*count, (at.y - 0.5)/high + 0.5);
    float lod = log2(max(1.0, 64.0*fwidth(at.y)/high)), k = floor(p.x);
    if (k < 0.0 || k >= count || p.y < 0.0 || p.y > 1.0) return 0.0;
    float digit = mod(floor((number + 0.5)/pow(10.0, count - 1.0 - k)), 10.0);
    return textureLod(digits, vec2((digit + p.x - k)/10.0, 1.0 - p.y), lod).r;
}

// a light disc at either end of an axis with the number on it
vec3 signed(vec3 face, float along, vec2 at, float from) {
    float disc = edge(abs(along) - from);
    vec2 place = 0.5 + 0.5*at*inversesqrt(1.0 - from*from);
    return disc > 0.0 ? mix(face, mix(light, vec3(0.06), ink_of(sort.z, place)), disc) : face;
}

vec3 pattern(vec3 m) {
    if (sort.y < 0.5 || sort.y > 3.5) {
        float s = -m.z*inversesqrt(max(m.x*m.x + m.z*m.z, 1e-6));
        vec3 stripes = mix(paint, light, edge(s*(3.0 - 4.0*s*s)));
        if (sort.y > 3.5) return signed(stripes, m.y, vec2(m.x, -m.z*sign(m.y)), 0.84);
        return mix(stripes, m.y > 0.0 ? 0.45*paint : paint, edge(abs(m.y) - 0.9));
    }
    if (sort.y > 2.5) {
        vec3 v = abs(m);
        return mix(paint, vec3(0.75, 0.1, 0.08), edge(max(v.x, max(v.y, v.z)) - 0.965));
    }
    vec3 face = sort.y > 1.5 ? mix(light, paint, edge(0.58 - abs(m.y))) : paint;
    return signed(face, m.x, vec2(-m.z*sign(m.x), m.y), 0.86);
}

void main(void) {
    vec3 d = normalize(ray);
    float a = sort.x;
    vec3 off = middle - dot(d, middle)*d;
    float rest = a*a - dot(off, off);
    float cover = is_smooth > 0.0 ? clamp(0.5 + rest/max(fwidth(rest), 1e-12), 0.0, 1.0) : step(0.0, rest);
    if (cover <= 0.0) discard;
    vec3 n = (-off - sqrt(max(rest, 0.0))*d)/a, p = middle + a*n;
    vec3 shone = ambient, shine = vec3(0.0), to = normalize(lamp - p);
    vec3 face = pattern(vec3(dot(n, x), dot(n, y), dot(n, z)));
    float s = max(dot(reflect(to, n), d), 0.0), r = max(dot(reflect(sun, n), d), 0.0);
    s *= s; s *= s; s *= s; s *= s; s *= s;
    r *= r; r *= r; r *= r; r *= r; r *= r;
    shone += lamp_colour*max(dot(n, to), 0.0) + sun_colour*max(dot(n, sun), 0.0);
    shine += lamp_colour*s + sun_colour*r;
    colour = vec4(face*shone + 0.5*shine, cover);
    gl_FragDepth = clamp(0.5 - 0.5*(projection[2][2]*p.z + projection[3][2])/p.z, 0.0, 1.0);
}
"""

# the shade of a ball on the support below it darkens what is drawn there by the share that the ball takes of the lamp
# and of the sky, as for the few bodies whose shade the support computes itself
SHADE_VERTEX = INSTANCE + """
uniform vec3 lamp;
uniform vec2 room;       // how far around the ball the shade of the sky is drawn, in radii; pull towards the eye [m]
flat out vec3 middle, up;
flat out float size;
out vec3 place;
void main(void) {
    vec3 n = mat3(view)*normal, c = (view*vec4(centre, 1.0)).xyz, to = lamp - c;
    float a = kind.x, rise = max(dot(n, to), 0.12*length(to));
    vec3 flat_way = dot(n, to)*n - to;
    float run = length(flat_way);
    vec3 along = run > 1e-6*rise ? flat_way/run : normalize(cross(n, vec3(0.31, 0.5, 0.8)));
    vec3 across = cross(n, along);
    float slope = min(run/rise, 5.0), reach = room.x*a;
    float front = max(reach, height*slope + 1.24*a*sqrt(1.0 + slope*slope)), back = reach;
    bool is_front = abs(corner - 1.5) < 1.0;
    float wide = (corner < 1.5 ? -1.0 : 1.0)*max(reach, 1.24*a);
    place = c - height*n + (is_front ? front : -back)*along + wide*across;
    middle = c;
    up = n;
    size = a;
    gl_Position = projection*vec4(place*(1.0 - room.y/length(place)), 1.0);
}
"""

SHADE_FRAGMENT = """#version 300 es
precision highp float;
flat in vec3 middle, up;
flat in float size;
in vec3 place;
uniform mat4 view;
uniform vec3 lamp, lamp_colour, sun, sun_colour, ambient;
uniform vec2 room;
uniform vec3 origin, ends;     // of the support: its middle; half length, half width, and 1 for a round one
uniform mat3 table;
out vec4 colour;
vec3 held(vec3 light) { return light/(1.0 + 0.7*max(light.r - 0.9, 0.0)); }
void main(void) {
    vec3 at = (place - origin)*table;
    vec2 share = at.xy/ends.xy;
    if (ends.z > 0.5 ? dot(share, share) > 1.0 : max(abs(share.x), abs(share.y)) > 1.0) discard;
    vec3 to = lamp - place, c = middle - place;
    float inverse = inversesqrt(dot(c, c)), w = 1.0/(size*size);
    float near = 1.0 - dot(c, c)*w/(room.x*room.x + 1.0);
    float open = 1.0 - min(0.8, inverse*inverse*inverse*max(dot(up, c), 0.0)/w)*smoothstep(0.0, 0.6, near);
    float along = dot(c, to), far = (dot(c, c) - along*along/dot(to, to))*w;
    float rim = clamp(far*1.05 - 0.58, 0.0, 1.0), lit = along > 0.0 ? rim*rim*(3.0 - 2.0*rim) : 1.0;
    vec3 rest = sun_colour*max(dot(up, sun), 0.0), shone = lamp_colour*(max(dot(up, to), 0.0)*inversesqrt(dot(to, to)));
    colour = vec4(held(ambient*open + rest + lit*shone)/held(ambient + rest + shone), 1.0);
}
"""
