"""Pictures of films, as the page makes them: at any size, with any camera, and read back when they are drawn."""

FILM = r"""
// height of a picture in which names have letters as high as in the window [px]
const LINES = 540

// the look is kept when the picture has another shape
function sized(width, height) {
    "use strict";
    const cvs = canvas.selected
    if (cvs.__width === width && cvs.__height === height) return
    const before = at_home(rig.mode)[5]
    cvs.width = width
    cvs.height = height
    rig.look[5] *= at_home(rig.mode)[5]/before
}

// draws and reads: RGBA, bottom row first, with room for width and height behind
function shot() {
    "use strict";
    const cvs = canvas.selected
    set_view()
    const floor = lab.ground || floor_view()
    if (!lab.is_fine || lab.floor_seen !== floor) {
        lab.floor_seen = floor
        backdrop(true)
    }
    cvs.__renderer.render(0)
    const el = cvs.__canvas_element, gl = el.getContext("webgl2"), w = el.width, h = el.height
    if (gl.drawingBufferWidth !== w || gl.drawingBufferHeight !== h) throw new Error("too large for the driver")
    const pixels = new Uint8Array(4*w*h + 8)
    gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    if (cvs.__overlay_objects.objects.length > 0) {
        // labels stand on a canvas of their own
        const sheet = document.createElement("canvas"), ctx = sheet.getContext("2d")
        sheet.width = w
        sheet.height = h
        ctx.translate(0, h)
        ctx.scale(1, -1)
        ctx.drawImage(el, 0, 0, w, h)
        ctx.drawImage(cvs.__overlay_element, 0, 0, w, h)
        pixels.set(ctx.getImageData(0, 0, w, h).data)
    }
    return pixels
}

// without any ground: what is the same on black and on white is opaque, what takes over the ground is clear
function cut_out() {
    "use strict";
    lab.ground = "#000"
    const dark = shot()
    lab.ground = "#fff"
    const light = shot()
    lab.ground = "none"
    for (let i = 0; i < dark.length - 8; i += 4) {
        const through = (light[i] + light[i + 1] + light[i + 2] - dark[i] - dark[i + 1] - dark[i + 2])/3
        const cover = Math.max(0, Math.min(255, Math.round(255 - through)))
        for (let k = i; k < i + 3; k++) dark[k] = cover ? Math.min(255, Math.round(255*dark[k]/cover)) : 0
        dark[i + 3] = cover
    }
    return dark
}

function taken() {
    "use strict";
    const pixels = lab.ground === "none" ? cut_out() : shot(), el = canvas.selected.__canvas_element
    new DataView(pixels.buffer).setUint32(pixels.length - 8, el.width, true)
    new DataView(pixels.buffer).setUint32(pixels.length - 4, el.height, true)
    lab.viewpoint = viewpoint(canvas.selected)
    lab.drawn = lab.touched = -1e9         // this was the drawing of this state, another would be the same
    return pixels.buffer
}

function film(message, width, height) {
    "use strict";
    try {
        apply(message)
        sized(width, height)
        lab.letters = Math.max(1, height/LINES)
        if (message.path) steered(message.path)
        rig.from = null                    // no gliding: a film knows no wall clock
        return taken()
    } catch (error) {
        return report({error: String(error && error.stack || error)})
    }
}

// what the person sees now, as it is shown
function live() {
    "use strict";
    try {
        return taken()
    } catch (error) {
        return report({error: String(error && error.stack || error)})
    }
}

// the same in another number of pixels; the page itself shows what it showed
function still(width, height) {
    "use strict";
    const cvs = canvas.selected, w = cvs.__width, h = cvs.__height
    try {
        sized(width, height)
        lab.letters = height/h
        return taken()
    } catch (error) {
        return report({error: String(error && error.stack || error)})
    } finally {
        sized(w, h)
        lab.letters = 1
        cvs.__overlay_objects.__changed = true
        lab.is_fine = false
        lab.touched = performance.now()
    }
}

// a look that was had in a picture of another shape
function framed(look, old_width, old_height) {
    "use strict";
    const cvs = canvas.selected, w = cvs.__width, h = cvs.__height
    cvs.width = old_width
    cvs.height = old_height
    rig.look = look
    sized(w, h)
    return JSON.stringify(rig.look)
}
"""
