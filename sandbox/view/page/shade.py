"""Shaders of solids. A software renderer computes every line for every pixel, so they hold only what is visible."""

# bodies and arrows: ambient light, a lamp near by, a far one, a gloss; arrows keep their colour in the dark
GLOSSY = """#version 300 es
precision highp float;
uniform vec4 light_pos[32];
uniform vec3 light_color[32];
uniform vec3 light_ambient;
uniform float arrow;
in vec3 es_position;
in vec3 es_normal;
in vec4 vcolor;
in vec4 parameters;
out vec4 output_color;
void main(void) {
    vec3 n = normalize(es_normal), eye = normalize(es_position), light = light_ambient, shine = vec3(0.0);
    for (int i = 0; i < 2; i++) {
        vec3 l = normalize(light_pos[i].xyz - es_position*light_pos[i].w);
        light += light_color[i]*max(dot(n, l), 0.0);
        float s = max(dot(reflect(l, n), eye), 0.0);
        s *= s; s *= s; s *= s; s *= s; s *= s;
        shine += light_color[i]*s;
    }
    light = mix(light, 0.66 + 0.34*light, arrow);
    output_color = vec4(vcolor.rgb*light + parameters.x*shine, 1.0);
}
"""

# supports: no gloss; bodies take the lamp from what lies behind them, and ambient light from what is near.
# ROUND, balls: middle and 1/radius^2. SHAPED, of bodies that are none (page/shadows.py): middle; across, aside:
# directions across the way from the lamp, over the radius; cast_by: their pictures seen from the lamp, level: how soft;
# squash: makes a sphere of the ellipsoid around it; half_axes: its half axes squared, and how much of it is filled.
# Without a graphics card both sides of an "if" take their time, so there is none; and how many bodies there are is
# written into the shader, for a loop with an end that is a number like any other takes as long as all the rest.
MATTE = """#version 300 es
BODIES
precision highp float;
uniform vec4 light_pos[32];
uniform vec3 light_color[32];
uniform vec3 light_ambient;
#ifdef ROUND
uniform vec4 balls[ROUND_COUNT];
#endif
#ifdef SHAPED
precision highp sampler2DArray;
uniform vec3 middle[8], across[8], aside[8];
uniform vec4 half_axes[8];
uniform mat3 squash[8];
uniform float level[8];
uniform sampler2DArray cast_by;
#endif
in vec3 es_position;
in vec3 es_normal;
in vec4 vcolor;
out vec4 output_color;
FINE_PARTS
void main(void) {
    vec3 n = normalize(es_normal), to = light_pos[0].xyz - es_position;
    float lit = 1.0, open = 1.0;
#ifdef ROUND
    for (int i = 0; i < ROUND_COUNT; i++) {
        vec3 c = balls[i].xyz - es_position;
        float inverse = inversesqrt(dot(c, c));
        open -= min(0.8, inverse*inverse*inverse*max(dot(n, c), 0.0)/balls[i].w);
        // distance of the line to the lamp from the ball's middle, in radii, squared
        float along = dot(c, to), far = (dot(c, c) - along*along/dot(to, to))*balls[i].w;
#ifdef FINE
        along *= inversesqrt(dot(to, to));
#endif
#ifdef FINE
        // half shadow of a lamp of some size: as wide as the lamp is seen from here, past the ball
        float wide = max(LAMP_SIZE*along*sqrt(balls[i].w), 0.02);
        lit *= along > 0.0 ? smoothstep(1.0 - wide, 1.0 + wide, sqrt(max(far, 0.0))) : 1.0;
#else
        float edge = clamp(far*1.05 - 0.58, 0.0, 1.0);
        lit *= along > 0.0 ? edge*edge*(3.0 - 2.0*edge) : 1.0;
#endif
    }
#endif
#ifdef SHAPED
    for (int i = 0; i < SHAPE_COUNT; i++) {
        vec3 c = middle[i] - es_position;
        // ambient light: the ellipsoid around it as a sphere, in axes in which it is one
        vec3 p = squash[i]*c, m = half_axes[i].xyz*(squash[i]*n);
        float near = inversesqrt(dot(p, p));
        open -= half_axes[i].w*min(0.8, near*near*near*max(dot(m, p), 0.0)*inversesqrt(dot(m, m)));
        // the lamp: where the ray meets the plane through the body's middle, if that is between them
        vec3 way = c - to;
        float t = -dot(way, way)/dot(to, way);
        vec3 q = -t*to - way;
        vec2 uv = 0.5 + 0.5*vec2(dot(q, across[i]), dot(q, aside[i]));
        vec2 aside_of = abs(uv - 0.5);
        bool is_met = t > 0.0 && t < 1.0 && max(aside_of.x, aside_of.y) < 0.5;
        lit *= 1.0 - (is_met ? textureLod(cast_by, vec3(uv, float(i)), level[i]).r : 0.0);
    }
#endif
    vec3 light = light_ambient*max(open, 0.0) + light_color[1]*max(dot(n, light_pos[1].xyz), 0.0)
        + light_color[0]*(lit*max(dot(n, to), 0.0)*inversesqrt(dot(to, to)));
    // bright places are held back, so that the pattern is nowhere burnt out
    light /= 1.0 + 0.7*max(light.r - 0.9, 0.0);
#ifdef FINE
    float gleam;
    vec3 paint = grain_of(vcolor.rgb, n, normalize(es_position), normalize(to), gleam);
    output_color = vec4(paint*light + gleam*lit*light_color[0], 1.0);
#else
    output_color = vec4(vcolor.rgb*light, 1.0);
#endif
}
"""
