"""Sentences that are written here and translated where people read them; mechanics itself knows no language."""


def said(sentence: str) -> str:
    """The sentence as it stands; the catalogue of translations finds it by this call (sandbox/locale)."""
    return sentence
