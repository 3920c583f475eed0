"""JavaScript of the page: the guard that runs before everything else, and our half of the transport."""

# runs at document creation, before vpython's libraries
GUARD = r"""
(function () {
    "use strict";
    const lab = window.lab = {draws: 0, shown: 0, lost: false, touched: 0, drawn: null, guarded: [], spared: 0,
                              renderer: "", webgl2: false}
    if (typeof WebGL2RenderingContext === "undefined") return

    // an attribute that the driver dropped has no index; as 0 it would overwrite the positions
    const proto = WebGL2RenderingContext.prototype
    for (const name of ["vertexAttribPointer", "enableVertexAttribArray", "disableVertexAttribArray"]) {
        const stock = proto[name]
        proto[name] = function (index, size, type, normalized, stride, offset) {
            if (index === undefined || index < 0) { lab.spared++; return }
            if (size === undefined) stock.call(this, index)
            else stock.call(this, index, size, type, normalized, stride, offset)
        }
        lab.guarded.push(name)
    }

    // who draws decides whether smooth edges are affordable
    const getContext = HTMLCanvasElement.prototype.getContext
    const gl = getContext.call(document.createElement("canvas"), "webgl2")
    if (gl) {
        const info = gl.getExtension("WEBGL_debug_renderer_info")
        lab.webgl2 = true
        lab.renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
        const end = gl.getExtension("WEBGL_lose_context")
        if (end) end.loseContext()
    }
    lab.software = /llvmpipe|softpipe|swiftshader|software|basic render/i.test(lab.renderer)
    lab.smooth = SMOOTH === null ? !lab.software : SMOOTH

    HTMLCanvasElement.prototype.getContext = function (kind, options) {
        if (kind !== "webgl2") return getContext.call(this, kind, options)
        this.addEventListener("webglcontextlost", function (event) { event.preventDefault(); lab.lost = true })
        return getContext.call(this, kind, {alpha: false, antialias: lab.smooth, powerPreference: "high-performance"})
    }
})()
"""

# stands where vpython's page opened its web socket; calls the page's own decode, handler and update_canvas
TRANSPORT = r"""
// [ms] after what was new last for which the picture is said to move: less than the channel waits before it asks a page
// without work how it is
const MOVING = 200

function viewpoint(cvs) {
    "use strict";
    return [cvs.__axis, cvs.__up, cvs.__range, cvs.__center, cvs.__width, cvs.__height].map(String).join()
}

// what is seen follows the camera, and the room behind it; finer once the camera is at rest
function looked_around() {
    "use strict";
    const now = performance.now()
    set_view()
    const here = viewpoint(canvas.selected)
    if (lab.viewpoint !== here) {
        lab.viewpoint = here
        lab.touched = now
        const floor = floor_view()
        if (lab.floor_seen !== floor) {
            lab.floor_seen = floor
            lab.floor_at = now
            backdrop(false)
        }
    }
    if (!lab.is_fine && now - lab.floor_at > 150) {
        backdrop(true)
        lab.touched = now
    }
}

// whether the page has to draw: once what has arrived, or where the camera has moved to; the screen keeps the picture
function is_new() {
    "use strict";
    if (!lab.floor) return true
    looked_around()
    if (lab.drawn === lab.touched) return false
    lab.drawn = lab.touched
    lab.draws++
    return true
}

// whether something moves: while it does, draws are counted over time. A message that tells so has just arrived
function is_moving() {
    "use strict";
    return performance.now() - lab.touched < MOVING
}

function resized() {
    "use strict";
    const cvs = canvas.selected, w = window.innerWidth, h = window.innerHeight
    if (!cvs || !rig.look || w < 2 || h < 2 || (cvs.__width === w && cvs.__height === h)) return
    const before = at_home(rig.mode)[5]
    cvs.width = w
    cvs.height = h
    rig.look[5] *= at_home(rig.mode)[5]/before
}
window.addEventListener("resize", function () {
    clearTimeout(lab.resizing)
    lab.resizing = setTimeout(resized, 150)
})

function report(extra) {
    "use strict";
    const moved = typeof canvas !== "undefined" && canvas.selected ? update_canvas() : null
    if (moved !== null) events = events.concat(moved)
    const out = Object.assign({events: events, draws: lab.draws, shown: lab.shown, lost: lab.lost,
                               awake: is_moving()}, changed_look(), extra)
    events = []
    return JSON.stringify(out)
}

function hello() {
    "use strict";
    return report({ready: document.readyState === "complete", webgl2: lab.webgl2, renderer: lab.renderer,
                   software: lab.software, smooth: lab.smooth, guarded: lab.guarded,
                   width: window.innerWidth, height: window.innerHeight})
}

function apply(message) {
    "use strict";
    lab.touched = performance.now()
    window.__adjustupaxis = false          // axis and up always arrive as an orthonormal pair
    handler(decode(message))
    for (const m of message.moves || []) {
        const thing = glowObjs[m[0]]
        thing.pos = vec(m[1], m[2], m[3])
        thing.axis = vec(m[4], m[5], m[6])
        thing.up = vec(m[7], m[8], m[9])
    }
    if (message.meshes) fill(message.meshes)
    if (message.lines) drawn(message.lines)
    if (message.crowd) crowded(message.crowd)
    posed(message)
    if (message.floor && lab.floor) lab.floor = message.floor
    if (message.lamp) rig.lamp = message.lamp
    outline_bodies()
    outline_scenery(message.scenery)
    if (message.covered !== undefined) cover(message.covered)
    if (message.overlaid !== undefined) {
        lab.overlaid = message.overlaid
        canvas.selected.__overlay_objects.__changed = true
    }
    if (message.closer != null) rig.closer = message.closer
    if (message.mode) set_mode(message.mode)
    if (message.reset) {
        reset_view(true)
        rig.ease.half = null               // what a person asks for is seen as it has to be
    }
    if (message.look && message.look.mode === rig.mode) looked(message.look.at)
}

function build(message) {
    "use strict";
    try {
        document.title = message.title
        ink.pull = message.pull
        rig.shadows = message.shadows
        rig.fine = message.fine === true
        rig.lamp = message.lamp
        Object.assign(TONES, message.tones)
        apply(message)
        const cvs = canvas.selected
        cvs.wrapper.resizable("disable")
        rig.mode = message.camera
        rig.look = message.look && message.look.mode === rig.mode ? message.look.at : at_home(rig.mode)
        lab.floor = message.floor
        outline_scenery(message.scenery)
        resized()
        looked_around()
        backdrop(true)
        return report({})
    } catch (error) {
        return report({error: String(error && error.stack || error)})
    }
}

function deliver(message) {
    "use strict";
    try {
        apply(message)
        return report({frame: message.frame})
    } catch (error) {
        return report({frame: message.frame, error: String(error && error.stack || error)})
    }
}

function paint() {
    "use strict";
    const cvs = canvas.selected, picture = document.createElement("canvas")
    picture.width = cvs.__width
    picture.height = cvs.__height
    const ctx = picture.getContext("2d")
    set_view()
    backdrop(true)
    cvs.__renderer.render(0)
    ctx.drawImage(cvs.__canvas_element, 0, 0)
    ctx.drawImage(cvs.__overlay_element, 0, 0)
    return ctx.getImageData(0, 0, picture.width, picture.height)
}

function grab() {
    "use strict";
    const image = paint()
    lab.size = [image.width, image.height]
    return image.data.buffer
}

function covered() {
    "use strict";
    const cvs = canvas.selected, el = cvs.__canvas_element, gl = el.getContext("webgl2")
    const pixels = new Uint8Array(4*el.width*el.height)
    const floor = lab.floor
    let count = 0
    lab.floor = null                       // the solids alone, on black
    cvs.__renderer.render(0)
    lab.floor = floor
    lab.touched = performance.now()        // the picture with its room is still to be drawn
    gl.readPixels(0, 0, el.width, el.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i] + pixels[i + 1] + pixels[i + 2] > 0) count++
    return count/(el.width*el.height)
}

(function count() { lab.shown++; window.requestAnimationFrame(count) })()
"""
