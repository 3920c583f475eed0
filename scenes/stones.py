r"""Stone, drop and egg: bodies that are what their mesh is, and roll on a smooth one.

A body is given as a mesh of triangles. Its mass, its centre and its moments of inertia are those of the mesh itself;
what touches is a smooth body in its place, strictly convex, which has the corners of the mesh on it as nearly as its
degree $\p{degree}$ allows. It rolls without slipping in a bowl, or on a table, that turns at the rate
$\Omega=\p{rate}$.

## Assumptions

- The mesh is closed, and as dense everywhere: 2600 kg/m³. The mass is {mass}.
- What touches is a convex body without edges. It touches the bowl of the radius 0.3 m in one point: its largest radius
  of curvature is smaller.
- It rolls without slipping, whatever that takes; the run ends where the ground could no longer press.

## Derivation

Each triangle with the corners $\mathbf a,\mathbf b,\mathbf c$, counter-clockwise from outside, makes a tetrahedron with
the origin. With $D=\mathbf a\cdot(\mathbf b\times\mathbf c)$, its sign included, and
$\mathbf s=\mathbf a+\mathbf b+\mathbf c$ the sums over all triangles are those of the body:

$$ \begin{gathered}
   V=\sum\frac D6, \qquad V\,\bar{\mathbf x}=\sum\frac{D}{24}\,\mathbf s, \\[0.5em]
   \int\mathbf x\mathbf x^T\,dV=\sum\frac D{120}\left(\mathbf a\mathbf a^T+\mathbf b\mathbf b^T+\mathbf c\mathbf c^T
   +\mathbf s\mathbf s^T\right) . \end{gathered} $$

What touches is told by its support function, the distance $h(\boldsymbol\nu)$ of the tangent plane with the outward
normal $\boldsymbol\nu$: the touching point is $\nabla h$, and $\nabla\nabla h$ has the radii of curvature. Here

$$ h(\boldsymbol\nu)=\sum_{l=0}^{N}\sum_{m=-l}^{l}c_{lm}\,Y_{lm}(\boldsymbol\nu) . $$

The planes are to touch the corners $\mathbf v_i$ of the convex hull: $h(\boldsymbol\nu_i)=\mathbf v_i\cdot
\boldsymbol\nu_i$ with $\nabla h(\boldsymbol\nu_i)=\mathbf v_i$, by least squares, each corner weighed by the solid
angle of its normals. The normals $\boldsymbol\nu_i$ are found together with the $c_{lm}$. The body is convex as long as
the smaller radius of curvature is positive everywhere; else the degree is refused.

The equations of motion are those of any convex body. With $\mathbf r$ from the mass centre to the contact
$\mathbf r_P$ and the force $\mathbf R$ there

$$ m\dot{\mathbf v}=m\mathbf g+\mathbf R, \qquad \dot{\mathbf L}=\mathbf r\times\mathbf R, \qquad
   \mathbf v+\boldsymbol\omega\times\mathbf r=\boldsymbol\Omega\times\mathbf r_P . $$

## What is conserved

- $E_J=E-\boldsymbol\Omega\cdot(m\,\mathbf x\times\mathbf v+\mathbf L)$, for a body of any shape, a mesh as well: what
  touches is smooth, and nothing is lost from triangle to triangle.

## What to see

- **A stone in a turning bowl**: it rocks and rolls on ways that never come back, and $E_J$ stays to the last digits.
- **A drop in a bowl at rest**: it swings through the bottom and rolls round its tip meanwhile, never twice alike.
- **A stone on a turning table**: the table carries it round and hardly turns it, for nothing resists turning on the
  spot.
- **An egg of triangles, degree 4** and **An egg of triangles, degree 8** against **The egg without triangles**: the
  ellipsoid that the mesh was made of, with the mass of the mesh. From the same start they part the later the higher the
  degree is.

## Ask the class

A die is weighed by its triangles and rolls on its smooth fit. Which of its properties does the fit change, and which
does it not?

## References

- B. Mirtich, Fast and accurate computation of polyhedral mass properties, J. Graphics Tools 1, 1996.
- H. Groemer, Geometric applications of Fourier series and spherical harmonics, Cambridge, 1996.
- D. J. Montana, The kinematics of contact and grasp, Int. J. Robotics Research 7, 1988.
"""

from sandbox.scene import (
    ANEW,
    Body,
    Card,
    Contact,
    Ellipsoid,
    Number,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Rough,
    Scene,
    Sphere,
    Spin,
    Start,
    Try,
    World,
    edges_of,
    laboratory_floor,
)

DENSITY = 2600.0                # [kg/m^3]
BOWL, RIM, TABLE = 0.3, 0.22, 0.5        # radius of the bowl, of its rim, of the table [m]
EGG = (0.04, 0.03, 0.03)        # half axes [m]
# models of the folder meshes/, their half lengths [m], and what they are of
SHAPES = (("stone", (0.04, 0.032, 0.022), "stone"), ("drop", (0.045, 0.03, 0.03), "glass"), ("egg", EGG, "wood"))
EXACT = 4

PARAMETERS = (
    Parameter("rate", 1.5, "rad/s", low=-10, high=10, live=True, about="rotation rate of the bowl or the table"),
    Parameter("shape", 1, low=1, high=4, title="body",
              about="1 stone, 2 drop, 3 egg of triangles, 4 the ellipsoid without triangles"),
    Parameter("degree", 8, low=2, high=12, title="degree of the fit", symbol="N",
              about="degree of the harmonics, even; odd ones count as the next even one"),
    Parameter("flat", False, about="a turning table instead of the bowl"),
    Parameter("x", 0.09, "m", low=-0.15, high=0.15, role="start", about="place of the contact along x"),
    Parameter("spin", 0.0, "rad/s", low=-30, high=30, role="start", about="spin about the vertical"),
)


def mesh_body(p):
    """The body of the mesh; the ellipsoid has that of the egg."""
    name, half, material = SHAPES[min(int(p.shape), len(SHAPES)) - 1]
    degree = 8 if int(p.shape) == EXACT else 2*((int(p.degree) + 1)//2)
    return Body.from_mesh(name, DENSITY, unit=half, degree=degree).of(material)


def build(p):
    body = mesh_body(p)
    if int(p.shape) == EXACT:
        body = Ellipsoid(*EGG, body.mass, body.inertia).of("wood").drawn_as("egg")
    ground = Plane(rim=TABLE).of("felt") if p.flat else Sphere(BOWL, rim=RIM).of("copper").placed((0.0, 0.0, BOWL))
    table = On(ground, Spin("z", "rate"), Contact(Rough()))
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.12)}, [Placed(body, start(p))])


def start(p):
    return Start(at=(p.x, 0.0), omega=(0.0, 0.0, p.spin))


def sharpest(p, r):
    """The smallest radius of curvature of what touches [m]."""
    return EGG[1]**2/EGG[0] if int(p.shape) == EXACT else mesh_body(p).h.least_radius


CARD = Card(
    "A stone that is a mesh of triangles rocks and rolls in a turning bowl.",
    "Its mass {mass} and its moments are those of the mesh. It rolls on a smooth body in its place, nowhere sharper "
    "than {sharpest}: E_J = {r.E_J} stays.",
    Try("[Take the drop]: it rolls more than it rocks.", ANEW, shape=2, degree=8),
    {"mass": Number("kg", lambda p, r: mesh_body(p).mass), "sharpest": Number("m", sharpest)})

SCENE = Scene(
    "Stone, drop and egg", PARAMETERS, build, start, conserved=("E_J",), card=CARD, topic="bodies",
    level="university",
    presets=(
        Preset("A stone in a turning bowl"),
        Preset("A drop in a bowl at rest",
               Card("A drop swings through the bottom of a bowl at rest, and rolls round its tip meanwhile.",
                    try_=Try("[Turn the bowl]: it takes the drop along.", ANEW, rate=2.0)),
               shape=2, rate=0.0, spin=3.0),
        Preset("A stone on a turning table",
               Card("The table carries the stone round and hardly turns it: it rocks in its place.",
                    try_=Try("[Take the drop]: it rolls away in loops.", ANEW, shape=2)),
               flat=True, rate=0.8, x=0.1),
        Preset("An egg of triangles, degree 4",
               Card("An egg of 2208 triangles on a fit of degree 4: at most 0.03 mm off its corners.",
                    try_=Try("[Degree 8]: at most 0.0003 mm.", ANEW, degree=8)),
               shape=3, degree=4, spin=4.0),
        Preset("An egg of triangles, degree 8",
               Card("The same egg on a fit of degree 8: it keeps to the ellipsoid far longer.",
                    try_=Try("[The ellipsoid itself]: the same way, for as long as they agree.", ANEW, shape=4)),
               shape=3, degree=8, spin=4.0),
        Preset("The egg without triangles",
               Card("The ellipsoid that the egg was made of, with the mass of the mesh.",
                    try_=Try("[Degree 2]: soon it is elsewhere.", ANEW, shape=3, degree=2)),
               shape=4, spin=4.0),
    ),
)
