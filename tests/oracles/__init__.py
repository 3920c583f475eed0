"""Independent references the tests compare the engine with; plain numpy and scipy, no engine code.

    surfaces      phi, gradient and Hessian of the support, written by hand
    supports      prescribed motion of the support in the laboratory
    multipliers   one rigid body in maximal coordinates, 6 accelerations + 3 multipliers
    invariants    Jacobi integral and its ledger from laboratory quantities
    exact         closed forms, quadratures, reduced equations, order of accuracy
    general_body  reference runs of general bodies, kept in general_body.json
"""
