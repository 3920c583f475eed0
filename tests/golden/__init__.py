"""Pinned bits: a hash of all states of every scene and preset, so that a changed result never passes unnoticed.

A hash guards bits, it never proves truth. It may change when a result is meant to change, with the reason in the
commit that changes it:

    python -m tests.golden            says which runs differ from the file
    python -m tests.golden --write    writes the file anew
"""
