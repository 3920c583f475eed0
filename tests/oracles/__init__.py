"""Independent references the tests compare the engine with; plain numpy and scipy, no engine code.

    surfaces        phi, gradient and Hessian of the support, written by hand
    supports        prescribed motion of the support in the laboratory
    rigid_bodies    core shapes thickened by a ball, with mass properties
    common_normal   where such a body touches a moving surface, and the rates of that
    multipliers     one rigid body in maximal coordinates, 6 accelerations + 3 multipliers
    runs            runs of it and what they report
    invariants      Jacobi integral and its ledger from laboratory quantities
    carried         masses and rotors that a rolling body carries
    ball_on_plane, ball_on_sphere, ball_on_walls, meridians, rolling_disk, sleigh
                    closed forms, quadratures, reduced equations
    numerics        a tight integrator, order of accuracy
    general_body    reference runs of general bodies, kept in general_body.json
"""
