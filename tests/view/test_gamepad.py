"""What the page of the picture tells of gamepads: Qt tells nothing of them."""


def test_the_stick_of_a_gamepad_in_any_place_is_told_and_no_pad_is_none(run_page):
    found = run_page("sticks", script="look_gamepad.py")
    assert found["kind"] == "function"
    # none, one whose stick points to the right and downwards, two that do not count
    assert found["made_up"] == [None, [0.5, 0.75], None]
    assert found["own"] is None and found["without"] is None and found["problems"] == []
