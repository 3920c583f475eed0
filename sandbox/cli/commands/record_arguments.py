"""The options of the command `record`."""

from pathlib import Path


def add_record(commands):
    """Adds the command `record`."""
    record = commands.add_parser("record", help="make a film of a scene, frame by frame exact, without a window")
    record.add_argument("scene_id", metavar="SCENE", help="a scene, or the .json beside a film to make that film again")
    record.add_argument("--preset")
    record.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    record.add_argument("--out", required=True, type=Path, metavar="FILE", help="film.mp4, film.webm, film.gif, "
                        "film.mov (ProRes 4444) or film.png (a folder of numbered pictures)")
    record.add_argument("--force", action="store_true", help="replace a film of this name, and the .json beside it")
    record.add_argument("--duration", metavar="SECONDS", help="simulated time to show (10)")
    record.add_argument("--from", dest="begin", metavar="SECONDS", help="simulated time to begin at (0)")
    record.add_argument("--speed", metavar="FACTOR", help="simulated seconds per second of film, 0.25 or 1/4 (1)")
    record.add_argument("--size", metavar="SIZE", help="720p, 1080p (default) or WIDTHxHEIGHT, as 800x450")
    record.add_argument("--fps", type=int, choices=(10, 15, 20, 25, 30, 50, 60))
    record.add_argument("--camera", choices=("free", "follow", "top", "table"), help="standing in the room, going with "
                        "the body, from above, or turning with the support")
    _add_camera(record)
    _add_happenings(record)
    _add_composition(record)
    record.add_argument("--arrows", metavar="NAME,...", help="velocity,angular_velocity,normal,friction or none")
    record.add_argument("--trail", choices=("off", "short", "long"))
    record.add_argument("--chalk", choices=("off", "short", "long"))
    record.add_argument("--theme", choices=("dark", "projector"))
    record.add_argument("--bold", action="store_const", const=True, help="thicker arrows and wider lines")
    record.add_argument("--quality", choices=("fine", "high", "low"), help="fine: soft shadows and materials")
    record.add_argument("--title", nargs="?", const="", metavar="TEXT", help="begin with a title card; without TEXT "
                        "it names scene and preset")
    for name, text in (("clock", "do not show the time"), ("legend", "do not explain lines and arrows"),
                       ("labels", "do not name bodies and their parts"),
                       ("ghost", "do not draw what theory predicts")):
        record.add_argument(f"--no-{name}", dest=name, action="store_const", const=False, help=text)
    record.add_argument("--progress", action="store_true", help="tell the progress as lines of JSON; a line on the "
                        "standard input, or its end, stops the film")


def _add_camera(record):
    """Adds how the camera moves by itself."""
    record.add_argument("--orbit", metavar="DEGREES", help="the camera goes round what it looks at by so many degrees "
                        "per second of film, to the right; negative ones to the left")
    record.add_argument("--ease", metavar="SECONDS", help="with --camera follow: the camera takes so long to come up "
                        "with a body that changes its velocity, instead of being fixed to it")
    record.add_argument("--key", action="append", metavar="NAME=VALUE,...", help="a keyframe, more than once: "
                        "t (simulated seconds) and any of azimuth, elevation (degrees), distance (m), at=X:Y:Z, "
                        "eye=X:Y:Z (m, in the frame of --camera); what is not named stays. --key t=0,distance=1 --key "
                        "t=3,azimuth=90")


def _add_happenings(record):
    """Adds what a film does at events."""
    record.add_argument("--slow", metavar="KIND,...", help="slow motion by itself at events of these kinds: slip, "
                        "grip, detach, landing, impact, rim, apex, breakaway, regrip, slip_reversal, stop, drift, end")
    record.add_argument("--slow-speed", metavar="FACTOR", help="simulated seconds per second of film there (1/8)")
    record.add_argument("--slow-around", metavar="BEFORE,AFTER", help="seconds of film before and after an event at "
                        "that speed (0.5,1.5)")
    record.add_argument("--tell", metavar="KIND,...", help="say events of these kinds in words when they happen")
    record.add_argument("--caption", action="append", metavar="T[+SECONDS]=TEXT", help="a text of your own from the "
                        "simulated time T on, for 4 s of film or as many as are said: --caption 2+3=\"Look here\"")


def _add_composition(record):
    """Adds what stands in the picture besides the scene."""
    record.add_argument("--plot", action="append", metavar="KEY", help="plot a quantity over time in a corner, or with "
                        "X,Y one against another; up to four times: speed, normal, drift, energy:rotation, x,y")
    record.add_argument("--chart", metavar="NUMBER", help="a chart of the scene in a corner, from 1")
    record.add_argument("--corner", choices=("top-left", "top-right", "bottom-left", "bottom-right"),
                        help="where the plots stand (bottom-right), or a chart where there are none")
    record.add_argument("--beside", metavar="SCENE", help="another run on the right of this one, with the same clock")
    record.add_argument("--beside-preset", metavar="PRESET")
    record.add_argument("--beside-set", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    record.add_argument("--names", nargs=2, metavar=("LEFT", "RIGHT"), help="what stands above the two runs (where "
                        "nothing is said, their presets or scenes)")
    record.add_argument("--background", choices=("scene", "white", "transparent"), help="what is behind the scene; "
                        "transparent for .webm, .mov and .png only")
