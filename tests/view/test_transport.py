"""What can be judged of the transport without a page: files, names, numbers."""

import json
import subprocess
import sys
from base64 import b64decode

import numpy as np
import pytest

from sandbox.view.page import files, transport
from sandbox.view.picture.mesh import Mesh, place
from tests.patience import HANGING


def test_names_of_vpython_that_we_use_exist():
    transport.load()
    assert transport.missing_names() == []


def test_a_missing_name_is_told(monkeypatch):
    transport.load()
    monkeypatch.setattr(transport, "PRIVATE", (("vpython.vpython", "baseObj.no_such_thing"),))
    assert transport.missing_names() == ["vpython.vpython: baseObj.no_such_thing"]


def test_every_patch_finds_its_place():
    page = files.stock(files.DOCUMENT)
    assert "WebSocket" not in page and "plotly.min.js" not in page and "src=" not in page.split("<body>")[1]
    for name in files.CHANGES:
        with pytest.raises(files.MissingPiece, match=name):
            files.patched(name, "something else")


def test_view_without_prepare_says_so():
    # in a process of its own: the web engine refuses to be imported beside another test's application
    code = "from sandbox.view import View; View()"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, timeout=HANGING)
    assert done.returncode != 0 and "RuntimeError" in done.stderr and "prepare()" in done.stderr


def test_vpython_starts_no_server():
    code = ("import sys, threading; from sandbox.view.page import transport; transport.load();"
            "assert threading.active_count() == 1;"
            "assert not {'http.server', 'autobahn', 'IPython'} & set(sys.modules)")
    subprocess.run([sys.executable, "-c", code], check=True, timeout=HANGING)


@pytest.fixture
def canvas():
    transport.clear()
    vp = transport.load()
    yield vp.canvas()
    transport.clear()


def test_not_finite_numbers_are_refused(canvas):
    vp = transport.load()
    ball = vp.sphere()
    transport.pack()
    ball.pos = vp.vector(float("nan"), 0, 0)
    with pytest.raises(transport.NotFinite, match="pos"):
        transport.pack()
    vp.sphere(pos=vp.vector(0, float("inf"), 0))
    with pytest.raises(transport.NotFinite):
        transport.pack()
    ball.pos = vp.vector(1, 2, 3)
    assert "1,2,3" in transport.pack()       # the next frame is sound again


def test_text_is_escaped(canvas):
    canvas.title = "<script>alert(1)</script>"
    message = transport.pack(title="a < b")
    assert "<script" not in message and "&lt;script&gt;" in message and "a &lt; b" in message


def test_waits_of_vpython_do_not_wait(canvas):
    vp = transport.load()
    corners = [vp.vertex(pos=vp.vector(x, y, 0)) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    vp.compound([vp.quad(vs=corners)])
    assert '"cmd":"compound"' in transport.pack()


def test_meshes_and_moves_go_with_the_next_message_only(canvas):
    mesh = Mesh()
    mesh.add([[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]], [[(0, 0, 1)]*4], [(1, 0, 0)])
    thing = mesh.compound()
    place(thing, (1, 2, 3), np.eye(3))
    message = json.loads(transport.pack())
    assert message["moves"] == [[thing.idx, 1, 2, 3, 1, 0, 0, 0, 1, 0]]
    sent = np.frombuffer(b64decode(message["meshes"][str(thing.idx)]["pos"]), "<f4").reshape(-1, 3)
    assert sent.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    assert not {"moves", "meshes"} & set(json.loads(transport.pack()))

    place(thing, (0, float("nan"), 0), np.eye(3))
    with pytest.raises(transport.NotFinite):
        transport.pack()
    mesh.add([[(0, 0, float("inf"))]*4], [[(0, 0, 1)]*4], [(1, 0, 0)])
    with pytest.raises(transport.NotFinite, match="corners"):
        mesh.reshape(thing)
