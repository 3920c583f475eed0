"""What the parts of the window show of a run: when it begins, while it goes on, and when a wish was not granted."""

from PyQt5.QtCore import QObject, QTimer

from sandbox.text import _

PATIENCE = 400        # [ms] before a run that is not ready yet is worth a message


class Display(QObject):
    """Passes what the player says on to the parts of a window."""

    def __init__(self, window):
        super().__init__(window)
        self._window, self._player = window, window.player
        self._shown_scene = None

    @property
    def _run(self):
        return self._player.simulation

    # ---- another run ------------------------------------------------------------------------------------------------

    def on_preparing(self, on: bool):
        if not on:
            self._window.message.end("busy")
        elif self._run is None:
            self._say_busy()
        else:
            QTimer.singleShot(PATIENCE, self._say_busy)

    def _say_busy(self):
        message = self._window.message
        if self._player.is_preparing and not (message.text and message.kind == "error"):
            message.say(_("Preparing the mechanics…"), "busy")

    def on_started(self, run, reason: str):
        window = self._window
        self._show_scene()
        window.parameters.show_run(run, self.start_values())
        window.drawing.show_run(run)
        window.switches.show_run(run)
        window.legend.show_meanings(lambda system=run.system: system.arrow_words)
        window.message.end("event", "busy")
        window.status.clearMessage()
        if trouble := window.docks.begin(run):
            self.refuse(trouble)
        if reason:
            self.note(reason)
        if run.system.notes:
            window.message.say(_("The start was brought onto the surface: {notes}.").format(
                notes="; ".join(run.system.notes)))

    def _show_scene(self):
        """Title, presets and marks of the present scene."""
        window, scene = self._window, self._run.scene
        window.setWindowTitle(_("{scene} — Jacobi Sandbox").format(scene=_(scene.title)))
        if self._shown_scene is not scene:
            self._shown_scene = scene
            window.top.fill_presets(scene)
            window.docks.scenes.show_scene(scene)
            window.commands.fill_presets(scene, window.choose_preset)
        self.mark(scene.id, self._run.preset)

    def mark(self, scene_id: str, preset: str):
        """Mark a scene and a preset wherever there is a choice of them."""
        for part in (self._window.top, self._window.docks.scenes, self._window.commands):
            part.mark(scene_id, preset)

    def start_values(self) -> dict:
        """What the present scene and preset begin with."""
        scene, preset = self._run.scene, self._run.preset
        return scene.values(scene.preset(preset).values if preset else None)

    # ---- the run goes on --------------------------------------------------------------------------------------------

    def on_glance(self, snapshot):
        window = self._window
        window.top.show_time(snapshot.t)
        window.projector.show_state()
        window.parameters.show_present(snapshot.live)
        window.docks.plots.add(snapshot)
        window.docks.contact.glance(self._run, snapshot)

    def show_state(self):
        window, run, snapshot = self._window, self._run, self._player.snapshot
        window.status.show_state(self._player, window.view)
        window.docks.contact.show_state(run, snapshot)
        window.docks.meters.show_state(run, snapshot)
        window.docks.events.show_state(run)
        window.switches.look()
        if run is not None:
            window.legend.set_on("ghost", run.scene.exact is not None or self._player.picture.band.is_shown)

    def retranslate(self):
        """The present run in the language of the moment."""
        self._shown_scene, run = None, self._run
        if run is not None:
            self._show_scene()
            self._window.parameters.show_run(run, self.start_values())
            if (wanted := self._player.wanted).scene is run.scene:
                self._window.parameters.show_values(wanted.values, self.start_values())
            self.show_state()

    # ---- words ------------------------------------------------------------------------------------------------------

    def note(self, text: str):
        """A passing note, in the status bar or, when it is long, over the picture."""
        if not self._window.status.note(text) and not self._window.message.is_urgent:
            self._window.message.say(text)

    def refuse(self, text: str):
        """Say why a wish was not granted, and show what still holds."""
        self._window.message.say(text, "error")
        if (run := self._run) is not None:
            self.mark(run.scene.id, run.preset)
            self._window.parameters.show_values(run.values, self.start_values())
