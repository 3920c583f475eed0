"""Compares the pinned hashes with this program's, or writes them anew."""

import json
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.golden.file import PATH, read
from tests.golden.machine import fingerprint
from tests.golden.runs import golden_run, names, scenes


def run_one(job: tuple[str, str]) -> dict:
    scene, preset = job
    return golden_run(scenes()[scene], preset).as_json


def main(arguments: list[str]) -> int:
    jobs = list(names(scenes()))
    with ProcessPoolExecutor() as pool:
        found = dict(zip(("/".join(job) for job in jobs), pool.map(run_one, jobs), strict=True))
    before = read().runs if PATH.exists() else {}
    changed = [name for name in found | before if found.get(name) != before.get(name)]
    print(f"{len(found)} runs, {len(changed)} changed", *changed, sep="\n  ")
    if "--write" in arguments:
        text = json.dumps({"machine": fingerprint(), "runs": found}, indent=0, sort_keys=True)
        PATH.write_text(text + "\n", encoding="utf-8")
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
