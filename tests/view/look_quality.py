"""Child process of the page tests: the qualities that a user chooses, and what a slow page gets.

    python look_quality.py quality REPORT
"""

from player import Player, counts, play_part, snapshot


def quality() -> dict:
    p = Player(smooth=None)
    p.open()
    view, out, told = p.view, {"levels": [p.view.quality]}, []
    view.quality_changed.connect(told.append)
    p.play(0.4)
    for choice in ("high", "low", "auto"):
        view.set_quality(choice)
        p.wait(lambda: view.is_ready)
        p.play(0.1)
        out["levels"].append(view.quality)
        out.setdefault("smooth", []).append(p.ask("canvas.selected.__canvas_element.getContext('webgl2')"
                                                  ".getContextAttributes().antialias"))
    out["trail"] = counts(view.grab_pixels())["blue"]

    # a page that takes 60 ms for each picture; a busy machine may have been slow before
    told.clear()
    p.ask("(function () { const r = canvas.selected.__renderer, stock = r.render; r.render = function (mode) {"
          " const end = performance.now() + 60; while (performance.now() < end); stock.call(r, mode) } })()")
    p.wait(lambda: told or p.play(0.1))
    out["told"] = told
    p.wait(lambda: view.is_ready)
    p.frame(snapshot(p.clock))
    out["levels"].append(view.quality)
    out["after"] = counts(view.grab_pixels())
    out["signals"] = p.signals
    return out


if __name__ == "__main__":
    play_part(globals())
