"""The same recipe in a page, on the thread of its sound: what is sent there, and the JavaScript that makes samples.

A message is {"t", "speed", "anew", "blows", "cuts", "rubs"}: the instant t [s] up to which it tells, simulated time per
time, whether what it tells does not follow the last one; then what begins, what is cut, and what lasts at t, or null
where that goes on as it was. Python chooses voices and numbers, the page places them LATER behind and makes samples.
Numbers of what is heard are whole, of QUANTUM: they are written ten times as fast as fractions.
"""

import json
from operator import attrgetter
from typing import Any

from sandbox.sound.blows import Blow
from sandbox.sound.choir import Choir, loudest
from sandbox.sound.listener import Heard
from sandbox.sound.track import BLOCK, CEILING, CUT, OCTAVES, PULSE, RATTLE, RELEASE, SEEDS, pitch_of, sides, slower

LATER = 0.06             # [s] after which what has happened is heard: as long as a frame may take to come
FINE = 2.0**48           # in 1: frequencies have fewer than 15 digits before the point, levels 16 behind it
QUANTUM = 1.0/FINE
INSTANT = attrgetter("t")
STRAYED = 0.04           # [s] by which the page's clock and ours may differ before it is set again


class Speaker:
    """What is heard, as messages for a page; voices are chosen as in a film."""

    def __init__(self):
        self._choir = Choir()

    def message(self, heard: Heard, speed: float, is_anew: bool = False) -> dict[str, Any]:
        """Returns what a page is told of an instant at a speed: simulated time per time [1]."""
        if is_anew:
            self._choir = Choir()
        pitch = pitch_of(speed)
        begun: dict[int, Blow] = {}
        cuts: list[list] = []
        for one in sorted(heard.blows, key=INSTANT):
            voice, cut = self._choir.add(one.t/speed, one if pitch == 1.0 else slower(one, pitch))
            # what would be cut at once need not begin
            if cut is not None and begun.pop(cut.number, None) is None:
                cuts.append([cut.number, int(one.t*FINE)])
            if voice is not None:
                begun[voice.number] = voice.blow
        blows = [_numbers(number, blow) for number, blow in begun.items()]
        rubs = [[f"{body} {kind}", kind, (SEEDS[kind] + 0x9E3779B9*body) & 0xFFFFFFFF,
                 *(int(x*FINE) for x in (rub.level, rub.rate*pitch, *sides(rub.pan)))]
                for (body, kind), rub in loudest(heard.rubs).items()] if heard.rubs is not None else None
        return {"t": heard.t, "speed": speed, "anew": is_anew, "blows": blows, "cuts": cuts, "rubs": rubs}


def _numbers(number: int, blow: Blow) -> list:
    """A blow as whole numbers: its own, then, of QUANTUM, instant [s], level, rise [s], left, right, and three of each
    mode.
    """
    left, right = sides(blow.pan)
    found = [number, int(blow.t*FINE), int(blow.level*FINE), int(blow.rise*FINE), int(left*FINE), int(right*FINE)]
    for frequency, halvings, share in blow.modes:
        found += int(frequency*FINE), int(halvings*FINE), int(share*FINE)
    return found


def source() -> str:
    """Returns the JavaScript: `sounding`, which a page calls with messages."""
    constants = {"BLOCK": BLOCK, "CEILING": CEILING, "CUT": CUT, "OCTAVES": OCTAVES, "PULSE": PULSE, "QUANTUM": QUANTUM,
                 "RATTLE": RATTLE, "RELEASE": RELEASE}
    worklet = "".join(f"const {name} = {json.dumps(value)}\n" for name, value in constants.items()) + WORKLET
    return (f"const SOUND_LATER = {LATER}, SOUND_STRAYED = {STRAYED}, SOUND_WORKLET = {json.dumps(worklet)}\n" + PAGE)


# on the thread of the sound: samples, by the formulas of track.py and digits.py
WORKLET = r"""
const TURN = 4294967296, GONE = 14, HELD = 0.12, FADED = 0.03

function scattered(cell, seed) {
    let x = (Math.imul(cell | 0, 0x9E3779B1) + seed) >>> 0
    x ^= x >>> 16
    x = Math.imul(x, 0x85EBCA6B) >>> 0
    x ^= x >>> 13
    x = Math.imul(x, 0xC2B2AE35) >>> 0
    x ^= x >>> 16
    return (x >>> 0)*(2/TURN) - 1
}

function noise(place, seed) {
    const cell = Math.floor(place), part = place - cell
    const one = scattered(cell, seed), other = scattered(cell + 1, seed)
    return one + (other - one)*part*part*(3 - 2*part)
}

class Ringing {
    constructor(numbers, begin) {
        this.number = numbers[0]
        numbers = numbers.map(x => x*QUANTUM);
        [, , this.level, this.rise, this.left, this.right] = numbers
        this.first = begin
        this.rise = Math.max(8, this.rise*sampleRate)
        this.modes = []
        let end = 0
        for (let k = 6; k < numbers.length; k += 3) {
            const [frequency, halvings, share] = numbers.slice(k, k + 3)
            const turn = 2*Math.PI*frequency/sampleRate, fall = Math.pow(2, -halvings/sampleRate)
            // x[n] = 2 r cos(w) x[n-1] - r^2 x[n-2], the damped sine itself
            this.modes.push({one: 2*fall*Math.cos(turn), two: -fall*fall, last: 0, before: -Math.sin(turn)/fall, share})
            end = Math.max(end, GONE/halvings)
        }
        this.end = begin + Math.ceil(end*sampleRate)
        this.fade = 64
    }
    cut(at) {
        if (at + CUT < this.end) { this.end = Math.max(at + CUT, this.first + 1); this.fade = CUT }
    }
    add(left, right, now) {
        const from = Math.max(0, this.first - now), to = Math.min(left.length, this.end - now)
        for (let i = from; i < to; i++) {
            const after = now + i - this.first
            let sum = 0
            for (const mode of this.modes) {
                sum += mode.share*mode.last
                const next = mode.one*mode.last + mode.two*mode.before
                mode.before = mode.last
                mode.last = next
            }
            const rise = Math.min(after/this.rise, 1)
            sum *= this.level*rise*rise*(3 - 2*rise)*Math.min((this.end - now - i)/this.fade, 1)
            left[i] += this.left*sum
            right[i] += this.right*sum
        }
    }
}

class Rubbing {
    constructor(kind, seed) { this.kind = kind; this.seed = seed; this.points = []; this.place = 0 }
    put(at, level, rate, left, right) {
        const last = this.points[this.points.length - 1]
        if (!last) this.points.push([at - Math.round(sampleRate/60), 0, rate, left, right])
        else if (at <= last[0]) return
        this.points.push([at, level, rate, left, right])
    }
    add(left, right, now) {
        const points = this.points
        for (let i = 0; i < left.length; i++) {
            while (points.length > 1 && points[1][0] <= now + i) points.shift()
            const [at, level, rate, l, r] = points[0]
            if (at > now + i) continue
            let loud = level, fast = rate
            if (points.length > 1) {
                const share = (now + i - at)/(points[1][0] - at)
                loud += (points[1][1] - level)*share
                fast += (points[1][2] - rate)*share
            } else {
                // nobody says how it goes on
                const late = (now + i - at)/sampleRate - HELD
                if (late > 0) loud *= Math.max(0, 1 - late/FADED)
            }
            this.place += fast/sampleRate
            if (loud <= 0) continue
            const sound = loud*this.voiced((now + i)/sampleRate)
            left[i] += l*sound
            right[i] += r*sound
        }
        const last = points[points.length - 1]
        return last[1] > 0 && (now - last[0])/sampleRate < HELD + FADED || now < last[0]
    }
    voiced(t) {
        const turn = 2*Math.PI*this.place
        if (this.kind === "whirr") {
            let pulse = 0.5 + 0.5*Math.sin(turn), tone = 0
            pulse *= pulse; pulse *= pulse; pulse *= pulse
            for (let k = 1; k < 7; k++) tone += Math.sin(k*turn)/k
            return (pulse - PULSE)*0.4 + pulse*noise(t*RATTLE, this.seed)*0.8 + 0.25*tone
        }
        let rough = 0
        for (const [finer, share] of OCTAVES) rough += share*noise(this.place*finer, this.seed + finer)
        return this.kind === "roll" ? 1.6*rough : 1.6*rough*(0.6 + 0.4*noise(this.place/24, this.seed ^ 0x5BD1E995))
    }
}

class Sounding extends AudioWorkletProcessor {
    constructor(options) {
        super()
        this.blows = []
        this.rubs = new Map()
        this.waiting = null
        this.gain = 1
        this.port.onmessage = event => this.take(event.data)
        for (const message of options.processorOptions && options.processorOptions.messages || []) this.take(message)
    }
    take(message) {
        const sample = t => Math.round((message.at + (t - message.t)/message.speed)*sampleRate)
        if (message.anew || message.silence) {
            for (const blow of this.blows) blow.cut(currentFrame)
            for (const rub of this.rubs.values()) {
                const last = rub.points[0]
                rub.points = [last, [currentFrame + CUT, 0, last[2], last[3], last[4]]]
                if (last[0] >= currentFrame + CUT) rub.points = [[currentFrame, 0, last[2], last[3], last[4]]]
            }
        }
        if (message.silence) return
        for (const [number, t] of message.cuts) {
            for (const blow of this.blows) if (blow.number === number) blow.cut(sample(t*QUANTUM))
        }
        for (const blow of message.blows) {
            this.blows.push(new Ringing(blow, Math.max(sample(blow[1]*QUANTUM), currentFrame)))
        }
        const here = sample(message.t), named = new Set()
        if (!message.rubs) return
        for (const [key, kind, seed, ...numbers] of message.rubs) {
            named.add(key)
            if (!this.rubs.has(key)) this.rubs.set(key, new Rubbing(kind, seed))
            this.rubs.get(key).put(here, ...numbers.map(x => x*QUANTUM))
        }
        for (const [key, rub] of this.rubs) {
            const last = rub.points[rub.points.length - 1]
            if (!named.has(key) && last[1] > 0) rub.put(here, 0, last[2], last[3], last[4])
        }
    }
    process(inputs, [output]) {
        const n = output[0].length, left = new Float32Array(n), right = new Float32Array(n)
        for (const blow of this.blows) blow.add(left, right, currentFrame)
        this.blows = this.blows.filter(blow => blow.end > currentFrame + n)
        for (const [key, rub] of this.rubs) if (!rub.add(left, right, currentFrame)) this.rubs.delete(key)
        this.limit(output, left, right)
        return true
    }
    // one block behind, so that the gain falls before a peak comes
    limit(output, left, right) {
        let peak = 0
        for (let i = 0; i < left.length; i++) peak = Math.max(peak, Math.abs(left[i]), Math.abs(right[i]))
        const block = {left, right, allowed: peak > CEILING ? CEILING/peak : 1}, ready = this.waiting
        this.waiting = block
        if (!ready) { this.gain = block.allowed; return }
        const up = this.gain + (1 - this.gain)*RELEASE*left.length/BLOCK
        const next = Math.min(up, ready.allowed, block.allowed)
        for (let i = 0; i < left.length; i++) {
            const gain = this.gain + (next - this.gain)*i/left.length
            output[0][i] = gain*ready.left[i]
            if (output[1]) output[1][i] = gain*ready.right[i]
        }
        this.gain = next
    }
}
registerProcessor("sounding", Sounding)
"""

# on the page's own thread: where in time messages belong; nothing is computed here
PAGE = r"""
const sounding = {context: null, node: null, trouble: null, at: 0, t: 0, speed: 1, is_set: false, taken: 0, anew: 0}

// sounding.trouble: "device" where there is nothing to hear it with, "" where there is; null until that is known
sounding.look = async function () {
    "use strict";
    try {
        const devices = navigator.mediaDevices ? await navigator.mediaDevices.enumerateDevices() : null
        sounding.trouble = devices && !devices.some(device => device.kind === "audiooutput") ? "device" : ""
    } catch (error) {
        sounding.trouble = ""
    }
}

// begins, or goes on; sounding.trouble says why it can't
sounding.begin = async function () {
    "use strict";
    try {
        if (sounding.context) { await sounding.context.resume(); return sounding.trouble }
        const context = new AudioContext({latencyHint: "interactive"})
        await context.audioWorklet.addModule("data:text/javascript," + encodeURIComponent(SOUND_WORKLET))
        sounding.node = new AudioWorkletNode(context, "sounding", {numberOfInputs: 0, outputChannelCount: [2]})
        sounding.node.connect(context.destination)
        sounding.context = context
        return sounding.trouble = ""
    } catch (error) {
        return sounding.trouble = String(error)
    }
}

// where a message stands in the time of the sound [s]: as far from the last one as its instant is, LATER behind now
sounding.place = function (message, now) {
    "use strict";
    const expected = sounding.at + (message.t - sounding.t)/message.speed, wanted = now + SOUND_LATER
    if (!sounding.is_set || message.anew || message.speed !== sounding.speed
            || Math.abs(expected - wanted) > SOUND_STRAYED) {
        sounding.at = wanted
        sounding.anew++
    } else sounding.at = expected
    sounding.t = message.t
    sounding.speed = message.speed
    sounding.is_set = true
    return sounding.at
}

// a message that was made for its own speed, as it is heard at another one: at most an octave lower
sounding.slower = function (message, speed) {
    "use strict";
    const pitch = Math.min(1, Math.max(0.5, speed))
    return {t: message.t, speed: speed, anew: false, cuts: message.cuts,
            blows: message.blows.map(blow => blow.map((x, k) =>
                k === 3 ? x/pitch : k > 5 && k % 3 !== 2 ? x*pitch : x)),
            rubs: message.rubs.map(rub => rub.map((x, k) => k === 4 ? x*pitch : x))}
}

sounding.take = function (message) {
    "use strict";
    sounding.taken++
    if (!sounding.node) return
    message.at = sounding.place(message, sounding.context.currentTime)
    sounding.node.port.postMessage(message)
}

sounding.silence = function () {
    "use strict";
    const was_set = sounding.is_set
    sounding.is_set = false
    if (sounding.node && was_set) sounding.node.port.postMessage({silence: true})
}
"""
