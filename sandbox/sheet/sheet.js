// The page of a sheet of theory: formulas, live numbers, and what a person points at.
"use strict"

const main = document.getElementById("sheet"), tip = document.getElementById("tip")
const clicks = []                     // parameters that were clicked on, until the program asks for them
let symbols = {}, texts = {}, values = {}, numbers = false, key = "", over = null

// the symbol of a parameter can be pointed at; where numbers are wanted, its value stands below it and its exponent
function expand(tex, bare) {
  return tex.replace(/\\p\{([^{}]*)\}(\^(?:\w|\{[^{}]*\}))?/g, (_whole, name, power = "") => {
    const value = values["p." + name], symbol = symbols[name] || name
    if (!numbers || bare || value === undefined) return `{\\htmlData{p=${name}}{${symbol}}}${power}`
    return `{\\htmlData{p=${name}}{\\underset{\\scriptsize\\text{${plain(value)}}}{${symbol}${power}}}}`
  })
}

// what \text{} takes as it stands
const MARKS = {"\u00a0": " ", "\u00b2": "$^2$", "\u00b3": "$^3$", "\u00b0": "$^\\circ$", "\u2212": "$-$",
               "\u00b7": "$\\cdot$", "\u2014": "\\text{\\textemdash}", "\\": "\\textbackslash ", "^": "\\textasciicircum ",
               "~": "\\textasciitilde ", "#": "\\#", "%": "\\%", "&": "\\&", "_": "\\_", "$": "\\$", "{": "\\{", "}": "\\}"}

function plain(text) {
  return text.replace(/[\u00a0\u00b2\u00b3\u00b0\u2212\u00b7\u2014\\^~#%&_${}]/g, letter => MARKS[letter])
}

function typeset(place) {
  const tex = place.dataset.tex
  try {
    katex.render(expand(tex, "bare" in place.dataset), place, {
      displayMode: place.tagName === "DIV", throwOnError: true, strict: "ignore", maxExpand: 1000,
      trust: context => context.command === "\\htmlData"})
    // a comma behind a formula stays with its last piece
    const drawn = place.querySelector(".katex-html")
    if (place.dataset.tail) (drawn && drawn.lastElementChild || place).append(place.dataset.tail)
    place.classList.remove("fault")
  } catch (error) {
    place.textContent = tex + (place.dataset.tail || "")
    place.title = String(error.message || error)
    place.classList.add("fault")
  }
}

function typesetAll(places) {
  for (const place of places) typeset(place)
  fit()
}

// a formula that is wider than the page becomes smaller, down to half; one that is wider still is scrolled
const PAPER = 44                      // [heights of letters] width of a printed line: 174 mm of 11 points
function fit() {
  const formulas = [...main.querySelectorAll(".formula")], size = parseFloat(getComputedStyle(main).fontSize)
  for (const place of formulas) place.style.removeProperty("--fit")
  const widths = formulas.map(place => {
    const edges = [...place.querySelectorAll(".katex-html > *")].map(part => part.getBoundingClientRect())
    return Math.max(...edges.map(edge => edge.right)) - Math.min(...edges.map(edge => edge.left))
  })
  const room = formulas.map(place => place.clientWidth)
  formulas.forEach((place, k) => {
    place.style.setProperty("--fit", widths[k] > room[k] ? Math.max(0.5, 0.99*room[k]/widths[k]) : 1)
    place.style.setProperty("--print", widths[k] > PAPER*size ? PAPER*size/widths[k] : 1)
  })
}
window.addEventListener("resize", fit)
document.fonts.addEventListener("loadingdone", fit)      // letters have their own widths only then

// another sheet, or the same in another language: {key, lang, html, symbols, texts}
function show(sheet) {
  const at = sheet.key === key ? window.scrollY : 0
  key = sheet.key; symbols = sheet.symbols; texts = sheet.texts; values = {}
  hide()
  document.documentElement.lang = sheet.lang
  main.innerHTML = sheet.html         // all texts in it are escaped (body.py)
  typesetAll(main.querySelectorAll("[data-tex]"))
  window.scrollTo(0, at)
}

// live numbers {"p.rate": "3.49 rad/s"}; returns the parameters that were clicked on since the last call
function tell(told) {
  const changed = Object.keys(told).filter(name => values[name] !== told[name])
  Object.assign(values, told)
  for (const name of changed)
    for (const place of main.querySelectorAll(`[data-field="${CSS.escape(name)}"]`)) place.textContent = told[name]
  const moved = changed.filter(name => name.startsWith("p."))
  if (numbers && moved.length)
    typesetAll([...main.querySelectorAll("[data-tex]")].filter(
      place => moved.some(name => place.dataset.tex.includes(`\\p{${name.slice(2)}}`))))
  if (over) point()
  return clicks.splice(0)
}

// colours by their names, height of letters [px], whether values stand below symbols
function look(colours, size, wanted) {
  const root = document.documentElement
  for (const name in colours) root.style.setProperty("--" + name, colours[name])
  root.style.setProperty("--size", size + "px")
  fit()
  if (wanted !== numbers) { numbers = wanted; typesetAll(main.querySelectorAll("[data-tex]")) }
}

function faults() { return [...main.querySelectorAll(".fault")].map(place => place.title || place.textContent) }

// ---- pointing -------------------------------------------------------------------------------------------------------

function point() {
  if (!document.contains(over)) { hide(); return }
  const name = over.dataset.p, value = values["p." + name]
  tip.replaceChildren()
  const symbol = document.createElement("b")
  katex.render(symbols[name] || name, symbol, {throwOnError: false})
  tip.append(symbol, value === undefined ? "" : " = " + value, document.createElement("br"), texts[name] || "")
  const place = over.getBoundingClientRect()
  tip.style.display = "block"
  tip.style.left = Math.max(4, Math.min(place.left, window.innerWidth - tip.offsetWidth - 4)) + "px"
  const below = place.bottom + 6
  tip.style.top = (below + tip.offsetHeight < window.innerHeight ? below : place.top - tip.offsetHeight - 6) + "px"
}

function hide() { over = null; tip.style.display = "none" }

document.addEventListener("mouseover", event => {
  const place = event.target.closest ? event.target.closest("[data-p]") : null
  if (place) { over = place; point() } else if (over) hide()
})
document.addEventListener("scroll", hide)
document.addEventListener("click", event => {
  const place = event.target.closest ? event.target.closest("[data-p]") : null
  const row = event.target.closest ? event.target.closest("[data-row]") : null
  const name = place ? place.dataset.p : row ? row.dataset.row : null
  if (name && clicks.length < 10) clicks.push(name)
})
