"""Child process of the page tests: the sound of the page, against that of films.

    python look_sound.py PART REPORT
"""

import json
import os

from look_room import SCENES
from player import Player, play_part

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.sound.blows import RATE
from sandbox.sound.listener import Listener, events_between
from sandbox.sound.page import Speaker, source
from sandbox.sound.score import score_of
from sandbox.sound.track import LARGEST, Track

SECONDS = 1.5                      # of sound
# nothing is heard in a computer for tests, which needs devices nevertheless; the first word is taken for a name
FAKE = "--named --use-fake-device-for-media-stream"
OFFLINE = """(async function () {
    const context = new OfflineAudioContext(2, COUNT, RATE)
    await context.audioWorklet.addModule("data:text/javascript," + encodeURIComponent(SOUND_WORKLET))
    const node = new AudioWorkletNode(context, "sounding", {numberOfInputs: 0, outputChannelCount: [2],
                                                            processorOptions: {messages: MESSAGES}})
    node.connect(context.destination)
    window.rendered = Array.from((await context.startRendering()).getChannelData(0))
})().catch(error => { window.rendered = String(error) }); 0"""


def run_of(name: str, preset: str) -> Simulation:
    scene = load_catalogue(SCENES).get(name)
    return Simulation(scene, scene.values(scene.preset(preset).values), preset=preset)


def messages_of(run: Simulation) -> list[dict]:
    """What a page would be told of a run frame by frame, each with its place in the sound."""
    listener, speaker, found, before = Listener(run), Speaker(), [], -1.0
    while run.t < SECONDS:
        heard = listener.hear(run.snapshot(), events_between(run.events, before, run.t))
        message = speaker.message(heard, 1.0, not found)
        found.append({**message, "at": message["t"]})
        before = run.t
        run.advance(4)
    return found


def rendered(p: Player, name: str, preset: str) -> list[float]:
    """The left side of a run as the page makes it."""
    p.ask("window.rendered = null; 0")
    p.ask(OFFLINE.replace("COUNT", str(int(SECONDS*RATE))).replace("RATE", str(RATE)).replace(
        "MESSAGES", json.dumps(messages_of(run_of(name, preset)))))
    p.wait(lambda: p.ask("window.rendered !== null"))
    return p.ask("window.rendered")


def filmed(name: str, preset: str) -> list[float]:
    """The left side of the same run as a film has it."""
    track = Track([score_of(run_of(name, preset), 0.0, SECONDS)], lambda t: t, lambda t: 1.0)
    return (track.samples(int(SECONDS*RATE))[:, 0]/LARGEST).tolist()


def heard() -> dict:
    """A page with a device: the sound runs, and is that of films; messages keep their distances."""
    p = Player()
    p.open()
    p.ask(source() + "; sounding.look(); 0")
    p.wait(lambda: p.ask("sounding.trouble !== null"))
    before = p.ask("sounding.trouble")
    p.ask("sounding.begin(); 0")
    p.wait(lambda: p.ask("sounding.node !== null || sounding.trouble !== ''"))
    out = {"device": before, "trouble": p.ask("sounding.trouble"), "state": p.ask("sounding.context.state"),
           "sounds": {f"{name}, {preset}": (rendered(p, name, preset), filmed(name, preset)) for name, preset in (
               ("bounce", "Infinitely many bounces"), ("bounce", "Sliding to rolling: 5/7"),
               ("coin", "Euler's disk"))}}
    # (t, now): even frames, a late one, one that is far too late, half the speed, a jump
    told = [(1.0, 5.0, 1, 0), (1.016, 5.02, 1, 0), (1.032, 5.06, 1, 0), (1.05, 5.3, 1, 0), (1.06, 5.31, 0.5, 0),
            (1.07, 5.33, 0.5, 0), (0.2, 5.4, 0.5, 1)]
    out["places"] = [p.ask(f"sounding.place({{t: {t}, speed: {speed}, anew: {anew}}}, {now})")
                     for t, now, speed, anew in told]
    message = Speaker().message(Listener(run := run_of("coin", "Euler's disk")).hear(run.snapshot()), 1.0, True)
    out["taken"] = [p.ask(f"sounding.take({json.dumps(message)}); sounding.taken"), p.ask("sounding.silence(); 0")]
    out["problems"] = list(p.view._page.problems)
    return out


if __name__ == "__main__":
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = FAKE
    play_part(globals())
