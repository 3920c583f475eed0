"""A Firefox without a network, spoken to by its own protocol (Marionette: lengths and JSON over a local socket)."""

import json
import os
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

PREFERENCES = {
    "marionette.port": 0, "webgl.force-enabled": True, "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    # whatever it asks for goes to a port where nobody listens
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9, "network.dns.disabled": True}


class Firefox:
    """One window of it."""

    def __init__(self, connection: socket.socket):
        self._file, self._count = connection.makefile("rwb"), 0
        self._read()
        self.command("WebDriver:NewSession", {})

    def _read(self):
        digits = b""
        while (letter := self._file.read(1)) != b":":
            assert letter, "Firefox went away"
            digits += letter
        return json.loads(self._file.read(int(digits)))

    def command(self, name: str, facts: dict):
        self._count += 1
        data = json.dumps([0, self._count, name, facts]).encode()
        self._file.write(b"%d:%s" % (len(data), data))
        self._file.flush()
        _kind, _number, error, answer = self._read()
        assert error is None, error
        return answer.get("value") if isinstance(answer, dict) else answer

    def open(self, path: Path):
        self.command("WebDriver:Navigate", {"url": path.absolute().as_uri()})

    def ask(self, source: str):
        # `const` of the page are names of its scripts, not members of its window
        return self.command("WebDriver:ExecuteScript", {
            "script": "return window.eval(arguments[0])", "args": [source], "sandbox": None, "newSandbox": False})


@contextmanager
def firefox(program: str, folder: Path, patience: float):
    """Starts it with a profile of its own and gives a Firefox; ends it."""
    profile = folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text("".join(
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()))
    command = [program, "--marionette", "--no-remote", "--profile", str(profile), "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                               env={**os.environ, "HOME": str(folder), "LIBGL_ALWAYS_SOFTWARE": "1"})
    try:
        place, end = profile / "MarionetteActivePort", time.monotonic() + patience
        while not (place.exists() and place.read_text().strip()):
            assert process.poll() is None and time.monotonic() < end, "Firefox does not start"
            time.sleep(0.1)
        with socket.create_connection(("127.0.0.1", int(place.read_text())), timeout=patience) as connection:
            window = Firefox(connection)
            yield window
            window.command("Marionette:Quit", {"flags": ["eForceQuit"]})
    finally:
        try:
            process.wait(10.0)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
