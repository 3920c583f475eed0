"""Documents of the repository, what modules say, and the tutorial, as pages."""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from posixpath import dirname, relpath

from bundle.site import modules
from bundle.site.notebook import cells_of, html_of, shown_by
from bundle.site.pages import ENGLISH, Folder, Page, address
from bundle.site.prose import Prose, code
from sandbox.text import LANGUAGES

HOME = Path(__file__).resolve().parents[2]
PICTURES = (".png", ".jpg", ".gif", ".svg")
TUTORIAL = "docs/tutorial.html"
# documents beside those of docs/; README.md leads
BESIDE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
IN_LANGUAGE = re.compile(r"(?P<stem>.+)\.(?P<code>[a-z]{2})\.md")


def documents() -> dict[str, tuple[str, str]]:
    """Returns the documents of the repository: path -> (language, path of the page in the folder of that language)."""
    found = {name: (ENGLISH, f"docs/{name.removesuffix('.md').lower()}.html") for name in BESIDE}
    for path in sorted((HOME/"docs").glob("*.md")):
        other = IN_LANGUAGE.fullmatch(path.name)
        is_other = other is not None and other["code"] in LANGUAGES
        found[f"docs/{path.name}"] = ((other["code"], f"docs/{other['stem']}.html") if is_other else
                                      (ENGLISH, f"docs/{path.stem}.html"))
    return found


def write_documents(folder: Folder):
    """Writes all documents, with the pictures in them, and the list of them."""
    known = documents()
    places = {path: address(*where) for path, where in known.items()} | {"docs/tutorial.ipynb": TUTORIAL}
    titles = {}
    for path, (language, page) in known.items():
        text = (HOME/path).read_text(encoding="utf-8")
        titles[path] = text.partition("\n")[0].lstrip("# ")
        codes = tuple(code for code in LANGUAGES if (code, page) in known.values())
        here = dirname(address(language, page))
        prose = Prose(lambda target, here=here: _target(folder, places, target, here))
        folder.write_page(Page(page, titles[path], "prose", codes), language, prose.page(text, dirname(path)))
    items = "".join(f'<li><a href="{relpath(places[path], "docs")}">{escape(titles[path])}</a></li>' for path in known)
    folder.write_page(Page("docs/index.html", "Documents", "prose"), ENGLISH, f"<h1>Documents</h1><ul>{items}</ul>")


def _target(folder: Folder, places: dict[str, str], path: str, here: str) -> str | None:
    """Returns where a path of the repository is on the site, seen from a page; pictures are brought there."""
    if path in places:
        return relpath(places[path], here)
    if Path(path).suffix in PICTURES and (HOME/path).is_file():
        place = path if path.startswith("docs/") else f"docs/{path}"
        folder.write(place, (HOME/path).read_bytes())
        return relpath(place, here)
    return None


# ---- modules --------------------------------------------------------------------------------------------------------

def write_modules(folder: Folder):
    """Writes what the modules of the program say of themselves: those that scripts import first, then room by room."""
    _public(folder)
    rooms: dict[str, list[str]] = {}
    for package in sorted(path.parent for path in (HOME/"sandbox").rglob("__init__.py")):
        if package == HOME/"sandbox":
            continue
        name = ".".join(package.relative_to(HOME).parts)
        found = [module for module in modules.modules_of(package, name) if module.items or module.text]
        if any(module.items for module in found):
            _package(folder, name, found)
            rooms.setdefault(package.relative_to(HOME/"sandbox").parts[0], []).append(name)
    lists = "".join(
        f"<h3>{room}</h3><ul>" + "".join(f'<li><a href="{name}.html"><code>{name}</code></a></li>' for name in names)
        + "</ul>" for room, names in sorted(rooms.items()))
    folder.write_page(Page("api/index.html", "Modules", "prose"), ENGLISH,
                      '<h1>Modules</h1><ul><li><a href="sandbox.html">What <code>import sandbox</code> gives</a></li>'
                      '<li><a href="../docs/words.html">Words that scenes are written with</a></li></ul>'
                      f"<h2>Room by room</h2>{lists}")


def _public(folder: Folder):
    """Writes the page of what `import sandbox` gives, each name from the module where it stands."""
    import sandbox
    from sandbox import api
    found: dict[str, modules.Item] = {}
    for name in sandbox.__all__:
        module = getattr(api, name).__module__
        path = HOME.joinpath(*module.split(".")).with_suffix(".py")
        found[name] = next(item for item in modules.module_of(path, module).items if item.name == name)
    contents = " · ".join(f'<a href="#{name}"><code>{name}</code></a>' for name in found)
    inner = "".join(modules.html_of(found[name]) for name in found)
    text = modules.docstring(modules.module_of(HOME/"sandbox"/"__init__.py", "sandbox").text.partition("\n\ndocs/")[0])
    folder.write_page(Page("api/sandbox.html", "sandbox", "prose"), ENGLISH,
                      f"<h1><code>sandbox</code></h1>{text}<p>{contents}</p>{inner}")


def _package(folder: Folder, name: str, found: Sequence[modules.Module]):
    """Writes the page of a folder of modules."""
    parts = [f"<h1><code>{name}</code></h1>"]
    for module in found:
        if module.name != name:
            parts.append(f'<h2 id="{module.name}"><code>{module.name}</code></h2>')
        parts.append(modules.docstring(module.text))
        # names are unique within a module only
        parts += [modules.html_of(item, before=f"{module.name}.") for item in module.items]
    folder.write_page(Page(f"api/{name}.html", name, "prose"), ENGLISH, "".join(parts))


# ---- the tutorial ---------------------------------------------------------------------------------------------------

def write_tutorial(folder: Folder):
    """Writes the tutorial with what its cells show, which are run for it."""
    cells = cells_of(HOME/"docs"/"tutorial.ipynb")
    known = documents()
    prose = Prose(lambda path: relpath(address(*known[path]), dirname(TUTORIAL)) if path in known else None)
    parts, drawings = [], 0
    for cell, shown in zip(cells, shown_by(cells), strict=True):
        if cell.kind == "markdown":
            parts.append(prose.page(cell.text, "docs"))
        else:
            parts.append(f'<pre class="code"><code>{code(cell.text)}</code></pre>')
        for one in shown:
            if one.is_drawing:
                # a file for each: names within drawings are their own
                drawings += 1
                folder.write(f"docs/tutorial-{drawings}.svg", one.html)
                parts.append(f'<p class="out"><img src="tutorial-{drawings}.svg" alt=""></p>')
            else:
                parts.append(html_of(one))
    folder.write_page(Page(TUTORIAL, "Tutorial", "prose"), ENGLISH, "".join(parts))
