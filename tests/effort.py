"""How often random tests try: a share at each change, the promised number where JACOBI_SANDBOX_RELEASE is set."""

import os

IS_RELEASE = bool(os.environ.get("JACOBI_SANDBOX_RELEASE"))


def tries(each_change: int, release: int) -> int:
    """How often a test tries."""
    return release if IS_RELEASE else each_change
