"""What a person finds on the page that plays a run: time bar, speed, camera, legend, parameters, keys."""

CONTROLS = r"""
const SPEEDS = [1/16, 1/8, 1/4, 1/2, 1, 2, 4]
const $id = name => document.getElementById(name)
let words = RUN.words.en

// seconds with a point or, in Russian, a comma
function seconds(t) { return t.toFixed(2).replace(".", words.point) + " " + words.s }

function tell() {
    "use strict";
    const bar = $id("bar")
    $id("time").textContent = seconds(reel.t) + " / " + seconds(end_time())
    if (document.activeElement !== bar || !bar.matches(":active")) bar.value = reel.t
    $id("play").textContent = reel.playing ? "❚❚" : "▶"
    $id("play").title = $id("play").ariaLabel = (reel.playing ? words.pause : words.play) + " (" + words.space + ")"
    const said = words.events.filter(e => e.t <= reel.t + 1e-6 && reel.t - e.t < 4).pop()
    $id("said").textContent = said ? said.sentence : ""
}

function shown_speed(x) { return (x < 1 ? "1/" + Math.round(1/x) : String(x)) + " ×" }

function set_speed(place) {
    "use strict";
    const k = Math.min(SPEEDS.length - 1, Math.max(0, place))
    reel.speed = SPEEDS[k]
    $id("speed").selectedIndex = k
}

function choose(code) {
    "use strict";
    words = RUN.words[code]
    document.documentElement.lang = code
    document.title = words.title + " — Jacobi Sandbox"
    $id("title").textContent = words.title
    $id("preset").textContent = words.preset
    for (const [name, text] of [["speed", words.speed], ["camera", words.camera], ["home", words.home],
                                ["facts", words.facts], ["bar", words.bar]]) {
        $id(name).title = text
        $id(name).ariaLabel = text
    }
    show_sound()
    $id("language").textContent = code === "en" ? "Русский" : "English"
    $id("summary").textContent = words.facts
    for (const option of $id("camera").options) option.textContent = words.cameras[option.value]
    for (const button of $id("legend").children) button.lastChild.textContent = " " + words.legend[button.dataset.name]
    const table = $id("values")
    table.replaceChildren()
    for (const row of words.values) {
        const line = table.insertRow()
        row.forEach((text, k) => { line.insertCell().textContent = k === 1 ? text.replace(".", words.point) : text })
    }
    tell()
}

// the button of the sound: pressed, or grey with the reason
function show_sound() {
    "use strict";
    const button = $id("sound"), trouble = sounding.trouble
    button.setAttribute("aria-pressed", String(reel.sounds))
    button.disabled = Boolean(trouble)
    button.title = button.ariaLabel = trouble === "device" ? words.no_device
        : trouble ? words.no_sound.replace("{reason}", trouble) : words.sound
}

async function switch_sound() {
    "use strict";
    reel.sounds = !reel.sounds
    if (!reel.sounds) hush()
    else if (await sounding.begin()) reel.sounds = false
    show_sound()
}

function make_legend() {
    "use strict";
    for (const entry of RUN.legend) {
        const button = document.createElement("button"), mark = document.createElement("span")
        button.dataset.name = entry.name
        mark.className = "mark " + entry.kind
        mark.style.color = entry.colour
        button.append(mark, "")
        button.onclick = function () {
            reel.off[entry.name] = !reel.off[entry.name]
            button.setAttribute("aria-pressed", String(!reel.off[entry.name]))
            show()
        }
        if (!entry.on) reel.off[entry.name] = true
        button.setAttribute("aria-pressed", String(entry.on))
        $id("legend").append(button)
    }
}

function make_controls() {
    "use strict";
    const bar = $id("bar"), speed = $id("speed"), camera = $id("camera")
    bar.min = begin_time()
    bar.max = end_time()
    bar.step = "any"
    bar.oninput = () => { reel.playing = false; visit(Number(bar.value)) }
    SPEEDS.forEach(x => speed.add(new Option(shown_speed(x), x)))
    speed.onchange = () => set_speed(speed.selectedIndex)
    set_speed(SPEEDS.indexOf(1))
    for (const name of ["free", "follow", "top", "table"]) camera.add(new Option(name, name))
    camera.value = rig.mode
    camera.onchange = () => { set_mode(camera.value); lab.touched = performance.now() }
    $id("home").onclick = () => { reset_view(true); lab.touched = performance.now() }
    $id("play").onclick = () => play(!reel.playing)
    $id("sound").onclick = switch_sound
    sounding.look().then(show_sound)
    $id("language").onclick = () => choose(words.code === "en" ? "ru" : "en")
    for (const e of words.events) {
        const mark = document.createElement("i")
        mark.style.left = 100*(e.t - begin_time())/Math.max(1e-9, end_time() - begin_time()) + "%"
        $id("marks").append(mark)
    }
    document.addEventListener("keydown", function (event) {
        const is_field = /SELECT/.test(event.target.tagName)
        if (event.ctrlKey || event.altKey || event.metaKey || is_field) return
        const k = SPEEDS.indexOf(reel.speed)
        const keys = {" ": () => play(!reel.playing), ArrowRight: () => step(event.shiftKey ? 10 : 1),
                      ArrowLeft: () => step(event.shiftKey ? -10 : -1), Home: () => visit(begin_time()),
                      End: () => visit(end_time()), "[": () => set_speed(k - 1), "]": () => set_speed(k + 1),
                      "0": () => { reset_view(true); lab.touched = performance.now() }}
        if (!(event.key in keys)) return
        event.preventDefault()
        keys[event.key]()
    })
}

function start() {
    "use strict";
    try {
        if (!lab.webgl2) throw new Error(words.no_webgl)
        unpack()
        const answer = JSON.parse(build(RUN.build))
        if (answer.error) throw new Error(answer.error)
        make_legend()
        make_controls()
        // page.html#ru is asked for in Russian
        const code = location.hash.slice(1)
        choose(code in RUN.words ? code : /^ru/.test(navigator.language || "") ? "ru" : "en")
        visit(begin_time())
        lab.started = true
        window.requestAnimationFrame(tick)
    } catch (error) {
        lab.failed = String(error && error.message || error)
        $id("said").textContent = lab.failed
    }
}
window.addEventListener("load", () => setTimeout(start, 0))
"""

STYLE = """
#head, #panel, #facts { position: fixed; z-index: 50; font: 15px system-ui, "Segoe UI", sans-serif;
    color: FOREGROUND; text-shadow: 0 0 4px BACKGROUND, 0 0 2px BACKGROUND; }
#head { left: 18px; top: 12px; max-width: 60vw; pointer-events: none; }
#title { font-size: 22px; font-weight: 600; line-height: 1.2; }
#preset { opacity: 0.8; margin-top: 4px; }
#said { position: absolute; left: 0; right: 0; bottom: 100%; text-align: center; font-size: 18px; padding: 0 24px 12px;
    pointer-events: none; text-shadow: 0 0 4px BACKGROUND, 0 0 2px BACKGROUND; }
#facts { right: 18px; top: 12px; text-align: right; max-width: 40vw; max-height: 70vh; overflow: auto; }
#facts table { font: inherit; color: inherit; margin-left: auto; }
#facts td { padding: 1px 0 1px 12px; text-align: right; }
#facts td:nth-child(n + 2) { white-space: nowrap; }
#facts[open] { background: PANEL; border-radius: 8px; padding: 4px 10px 8px; right: 8px; top: 6px; }
#facts summary { cursor: pointer; opacity: 0.8; list-style: none; }
#panel { left: 0; right: 0; bottom: 0; padding: 8px 14px 10px; background: PANEL; text-shadow: none; }
#row { display: flex; gap: 10px; align-items: center; }
#track { position: relative; flex: 1; display: flex; }
#track input { width: 100%; margin: 0; accent-color: ACCENT; }
#marks { position: absolute; left: 8px; right: 8px; top: -5px; height: 0; pointer-events: none; }
#marks i { position: absolute; width: 2px; height: 6px; margin-left: -1px; background: ACCENT; }
#time { min-width: 11em; text-align: right; font-variant-numeric: tabular-nums; }
#panel button, #panel select { font: inherit; color: inherit; background: BUTTON; border: 1px solid BORDER;
    border-radius: 6px; padding: 4px 10px; min-height: 32px; cursor: pointer; }
#panel select option { background: BACKGROUND; color: FOREGROUND; }
#panel :focus-visible { outline: 2px solid ACCENT; outline-offset: 1px; }
#play { min-width: 44px; }
#sound[aria-pressed=true] { border-color: ACCENT; }
#panel button:disabled { opacity: 0.4; cursor: default; }
#legend { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px; }
#legend button { border-color: transparent; background: none; padding: 2px 8px; min-height: 26px; }
#legend button[aria-pressed=false] { opacity: 0.45; text-decoration: line-through; }
.mark { display: inline-block; width: 22px; height: 0; border-top: 4px solid currentColor; vertical-align: middle;
    filter: drop-shadow(0 0 1px FOREGROUND); }
.mark.dashes { border-top-style: dashed; }
.mark.arrow::after { content: ""; float: right; margin-top: -8px; border: 6px solid transparent;
    border-left: 9px solid currentColor; margin-right: -9px; }
.mark.arrow { width: 14px; margin-right: 8px; }
@media (max-width: 860px) {
    #row { flex-wrap: wrap; gap: 8px; }
    #track { flex: 1 0 100%; order: -1; }
    #time { min-width: 0; margin-right: auto; text-align: left; }
}
@media (max-width: 640px) {
    #head { left: 12px; top: 10px; }
    #title { font-size: 18px; }
    #facts { right: 10px; top: 10px; max-width: 90vw; }
    #said { font-size: 16px; }
    #panel { padding: 10px 10px 8px; }
    #panel button, #panel select { padding: 4px 8px; min-height: 38px; }
    #camera { max-width: 10em; }
    #legend { gap: 0 4px; font-size: 13px; }
    #legend button { min-height: 30px; padding: 2px 5px; }
}
"""

MARKUP = """
<div id="head"><div id="title"></div><div id="preset"></div></div>
<details id="facts"><summary id="summary"></summary><table id="values"></table></details>
<div id="panel"><div id="said" role="status"></div><div id="row"><button id="play"></button>
<div id="track"><div id="marks"></div><input id="bar" type="range"></div><span id="time"></span>
<select id="speed"></select><select id="camera"></select><button id="home">⌂</button>
<button id="sound">♪</button>
<button id="language"></button></div>
<div id="legend"></div></div>
"""
