"""What a window does with charts: its entries, and runs that begin at a point of a chart."""

from dataclasses import replace

from sandbox.text import _


def handlers(window) -> dict:
    """Returns what the entries for charts do, by their names."""
    charts = window.docks["charts"]
    return {"next_chart": charts.choose_next, "chart_over": lambda: charts.set_over(not charts.over.isChecked()),
            "chart_work": charts.toggle_work, "chart_all": charts.view.reset,
            "chart_in": lambda: charts.view.zoom(1), "chart_out": lambda: charts.view.zoom(-1),
            "export_chart_png": lambda: window.export.ask_chart("png"),
            "export_chart_svg": lambda: window.export.ask_chart("svg")}


def begin_with(window, changes: dict):
    """Begins the present scene again with other values and its own start; BadValue if they are none."""
    wanted = window.player.wanted
    if wanted is not None:
        values = wanted.scene.values({**wanted.values, **changes})
        window.edits.open(replace(wanted, values=values, preset="", start=None, keeps=True,
                                  reason=_("begun at a point of the chart")))
        window.display.show_wanted()
