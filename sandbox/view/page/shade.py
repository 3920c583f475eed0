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
# balls: centre and 1/radius^2; discs: axis of a flattened body and how much thinner it is, minus one
MATTE = """#version 300 es
BODIES
precision highp float;
uniform vec4 light_pos[32];
uniform vec3 light_color[32];
uniform vec3 light_ambient;
uniform vec4 balls[8], discs[8];
uniform int ball_count;
in vec3 es_position;
in vec3 es_normal;
in vec4 vcolor;
out vec4 output_color;
void main(void) {
    vec3 n = normalize(es_normal), to = light_pos[0].xyz - es_position;
    float lit = 1.0, open = 1.0;
    for (int i = 0; i < ball_count; i++) {
        vec3 c = balls[i].xyz - es_position, v = to;
        float inverse = inversesqrt(dot(c, c));
        open -= min(0.8, inverse*inverse*inverse*max(dot(n, c), 0.0)/balls[i].w);
#ifdef FLAT
        c += (discs[i].w*dot(c, discs[i].xyz))*discs[i].xyz;
        v += (discs[i].w*dot(v, discs[i].xyz))*discs[i].xyz;
#endif
        // distance of the line to the lamp from the body's middle, in radii, squared
        float along = dot(c, v), far = (dot(c, c) - along*along/dot(v, v))*balls[i].w;
        float edge = clamp(far*1.05 - 0.58, 0.0, 1.0);
        lit *= along > 0.0 ? edge*edge*(3.0 - 2.0*edge) : 1.0;
    }
    vec3 light = light_ambient*max(open, 0.0) + light_color[1]*max(dot(n, light_pos[1].xyz), 0.0)
        + light_color[0]*(lit*max(dot(n, to), 0.0)*inversesqrt(dot(to, to)));
    // bright places are held back, so that the pattern is nowhere burnt out
    light /= 1.0 + 0.7*max(light.r - 0.9, 0.0);
    output_color = vec4(vcolor.rgb*light, 1.0);
}
"""
