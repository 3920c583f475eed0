"""The page has nothing to complain of: neither its scripts nor the driver says anything in its console."""


def test_the_page_has_no_complaints(run_page):
    found = run_page("console", script="look_console.py")
    assert len(found["said"]) == 14
    assert {name: said for name, said in found["said"].items() if said} == {}
    assert {name for name, *_more in found["signals"]} == {"ready"}
