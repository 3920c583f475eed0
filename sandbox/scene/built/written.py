"""Which documents scenes were made of: remembered by the text of the scene, for as many as there are steps of undo."""

from sandbox.scene.built.document import Document

KEPT = 400
_documents: dict[str, Document] = {}


def note(source: str, document: Document):
    """Remembers the document that the text of a scene was written of."""
    _documents[source] = document
    while len(_documents) > KEPT:
        _documents.pop(next(iter(_documents)), None)


def noted(source: str) -> Document | None:
    """Returns the document that the text of a scene was written of, or None."""
    return _documents.get(source)
