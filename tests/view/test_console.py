"""The page has nothing to complain of: neither its scripts nor the driver says anything in its console."""


def test_the_page_has_no_complaints(run_page):
    found = run_page("console", script="look_console.py")
    assert len(found["said"]) > 20
    # all materials that a support is drawn of in a first preset, and all models of bodies
    looks = {kind: {name for one, name in found["looks"] if one == kind} for kind in ("support", "body", "model")}
    assert len(looks["support"]) >= 16 and len(looks["body"]) >= 5 and len(looks["model"]) >= 8, looks
    assert {name: said for name, said in found["said"].items() if said} == {}
    assert {name for name, *_more in found["signals"]} == {"ready"}
