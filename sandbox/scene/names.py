"""What people call the parameters of scenes: a title and the usual symbol for each name that scenes use in files."""

from sandbox.text import said

# name in scenes, logs and commands -> (title, symbol)
NAMES: dict[str, tuple[str, str]] = {
    "A": (said("half width along x"), "A"), "B": (said("half width along y"), "B"), "C": (said("depth"), "C"),
    "I_1": (said("moment of inertia"), "I₁"), "I_2": (said("moment of inertia"), "I₂"),
    "I_3": (said("moment of inertia"), "I₃"), "J_13": (said("product of inertia"), "I₁₃"),
    "J_23": (said("product of inertia"), "I₂₃"),
    "N_hold": (said("holding force"), "N*"), "N_slide": (said("skidding force"), "N′"),
    "across": (said("across"), ""), "angle": (said("angle"), "α"), "aside": (said("weight aside"), ""),
    "azimuth": (said("azimuth"), "φ"), "back": (said("back spin"), ""), "bead": (said("mass of the bead"), ""),
    "beside": (said("one beside it"), ""), "block": (said("block"), ""), "c": (said("parameter"), "c"),
    "c_1": (said("viscosity"), "c₁"), "c_2": (said("viscosity"), "c₂"), "c_3": (said("viscosity"), "c₃"),
    "curve": (said("curve"), ""), "d": (said("given spin"), "d"), "depth": (said("depth"), ""),
    "disc": (said("radius of the disc"), "R"), "english": (said("side spin"), ""), "fading": (said("fading speed"), ""),
    "globe": (said("radius of the globe"), "R"), "gravity": (said("gravity"), "g"), "heading": (said("heading"), "θ"),
    "height": (said("height"), "h"), "hoop": (said("hoop"), ""), "inertia": (said("moment of inertia"), "I"),
    "lean": (said("tilt of the axis"), ""), "length": (said("length"), ""), "mass": (said("mass"), "m"),
    "mean": (said("mean"), ""), "mu": (said("friction coefficient"), "μ"),
    "offset": (said("offset of the blade"), "a"), "paraboloid": (said("paraboloid"), ""),
    "put_down": (said("put down at rest"), ""), "q": (said("steepness"), "q"), "radius": (said("radius"), "a"),
    "rate": (said("rotation rate"), "Ω"), "release": (said("let go"), ""),
    "resistance": (said("rolling resistance"), ""), "restitution": (said("restitution"), "e"),
    "rim": (said("radius of the table"), "R"), "rolling_on": (said("rolls on"), ""), "rough": (said("rough"), ""),
    "seed": (said("first rocking"), ""), "shell": (said("hollow"), ""), "side": (said("side spin"), ""),
    "slips": (said("may slip"), ""), "slope": (said("slope"), "α"), "speed": (said("speed"), "v"),
    "spin": (said("spin"), "ω"), "static": (said("static friction"), "μ₀"), "stiffness": (said("stiffness"), "k"),
    "superball": (said("superball"), ""),
    "tau": (said("precession"), "τ"), "theta": (said("tilt"), "θ"), "thickness": (said("thickness"), ""),
    "tilt": (said("tilt"), ""), "touched": (said("touches"), ""), "twist": (said("twist"), "δ"), "up": (said("up"), ""),
    "v1": (said("speed"), "v₁"), "viscous": (said("viscous edge"), ""), "vx": (said("velocity along x"), ""),
    "vy": (said("velocity along y"), ""), "w_1": (said("spin"), "ω₁"), "w_2": (said("spin"), "ω₂"),
    "wall": (said("wall"), ""), "wave": (said("height of the wave"), ""), "waves": (said("waves per metre"), ""),
    "weight": (said("weight"), ""), "width": (said("width"), ""), "wobble": (said("wobble"), ""),
    "x": (said("place"), "x"), "x1": (said("place"), "x₁"), "x2": (said("place"), "x₂"), "y": (said("place"), "y"),
    "zeta": (said("damping"), "ζ"),
}
