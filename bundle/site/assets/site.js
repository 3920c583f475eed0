// On a wide screen a scene plays within its page; on a phone the link opens it alone, on the whole screen.
"use strict"

const WIDE = 760                      // [px]
for (const link of document.querySelectorAll("a.play")) {
  link.addEventListener("click", event => {
    if (window.innerWidth < WIDE || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const frame = document.createElement("iframe")
    frame.src = link.href
    frame.title = link.title
    frame.allowFullscreen = true
    link.replaceWith(frame)
    frame.focus()
  })
}
