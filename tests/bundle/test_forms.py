"""What people tell us by: the forms of issues are such as GitHub takes, the workflows hold together, SECURITY.md names
what there is.

The keys and values are those of GitHub's documentation of issue forms and of workflows.
"""

import re
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
FORMS = sorted(path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
# keys of a form, and of the attributes of each type of field: those that have to be there, those that may be
FORM = {"name", "description", "body"}, {"title", "labels", "assignees", "projects", "type"}
FIELDS = {
    "markdown": ({"value"}, set()),
    "textarea": ({"label"}, {"description", "placeholder", "value", "render"}),
    "input": ({"label"}, {"description", "placeholder", "value"}),
    "dropdown": ({"label", "options"}, {"description", "multiple", "default"}),
    "checkboxes": ({"label", "options"}, {"description"}),
}
FIELD = {"type", "attributes"}, {"id", "validations"}
CONFIG = {"blank_issues_enabled", "contact_links"}
STEP = {"id", "if", "name", "uses", "run", "working-directory", "shell", "with", "env", "continue-on-error",
        "timeout-minutes"}
JOB = {"name", "permissions", "needs", "if", "runs-on", "environment", "concurrency", "outputs", "env", "defaults",
       "steps", "timeout-minutes", "strategy", "continue-on-error", "container", "services"}
# where a sentence of SECURITY.md is kept: a word of it, and the test that holds it
KEPT = {
    "in a process of its own": "tests/scenes/test_harmful_scenes.py",
    "opens no socket": "tests/bundle/test_sockets.py",
    "readable by you alone": "tests/app/test_private_files.py",
    "never evaluated as Python": "tests/scenes/test_typed_formulas.py",
    "bound on their size": "tests/solids/test_reading.py",
}


def faults_of_form(form: dict) -> list[str]:
    """What GitHub would refuse in a form, in words."""
    faults = faults_of_keys("form", form, *FORM)
    faults += [f"form, {key}: is no text" for key in ("name", "description") if not str(form.get(key) or "").strip()]
    seen_ids, seen_labels = [], []
    for number, field in enumerate(form.get("body") or [{}]):
        here = f"field {number}"
        faults += faults_of_keys(here, field, *FIELD)
        attributes = field.get("attributes") or {}
        if field.get("type") not in FIELDS:
            faults.append(f"{here}: got the type {field.get('type')}, allowed: {', '.join(FIELDS)}")
            continue
        faults += faults_of_keys(here, attributes, *FIELDS[field["type"]])
        faults += [f"{here}, {key}: is no text" for key, value in attributes.items()
                   if key in ("label", "description", "placeholder", "value", "render") and not isinstance(value, str)]
        asked = field.get("validations", {"required": True})
        if field["type"] == "markdown" and "validations" in field or not is_asked(asked):
            faults.append(f"{here}, validations: {asked}")
        seen_ids += [field["id"]] if "id" in field else []
        seen_labels += [attributes.get("label")] if "label" in attributes else []
    faults += [f"id '{name}': is no word" for name in seen_ids if not re.fullmatch(r"[\w-]+", str(name))]
    faults += [f"{what} twice: {names}" for what, names in (("an id", seen_ids), ("a label", seen_labels))
               if len(set(names)) < len(names)]
    if all(field.get("type") == "markdown" for field in form.get("body") or []):
        faults.append("body: asks for nothing")
    return faults


def is_asked(validations) -> bool:
    """Whether these are the validations of a field: that it is required, or not."""
    return set(validations) == {"required"} and isinstance(validations["required"], bool)


def faults_of_keys(where: str, found: dict, needed: set, allowed: set) -> list[str]:
    return ([f"{where}: '{key}' is missing" for key in sorted(needed - set(found))]
            + [f"{where}: '{key}' is not known" for key in sorted(set(found) - needed - allowed)])


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_of_issues_is_one(path):
    assert faults_of_form(yaml.safe_load(path.read_text(encoding="utf-8"))) == []


def test_what_is_wrong_with_a_form_is_seen():
    """Each fault alone, in a form that is sound otherwise."""
    def sound():
        return yaml.safe_load(FORMS[0].read_text(encoding="utf-8"))

    assert len(FORMS) >= 3 and faults_of_form(sound()) == []
    broken = [lambda form: form.pop("description"), lambda form: form.update(colour="red"),
              lambda form: form["body"][0].update(type="text"), lambda form: form["body"][0]["attributes"].pop("label"),
              lambda form: form["body"][0]["attributes"].update(lines=3),
              lambda form: form["body"][0].pop("attributes"),
              lambda form: form["body"][0].update(validations={"required": "yes"}),
              lambda form: form["body"][1].update(id=form["body"][0]["id"]),
              lambda form: form["body"][0].update(id="two words"),
              lambda form: form.update(body=[{"type": "markdown", "attributes": {"value": "Hello"}}])]
    for harm in broken:
        form = sound()
        harm(form)
        assert faults_of_form(form), form


def test_forms_ask_for_different_things_and_the_list_of_them_is_one():
    names = [yaml.safe_load(path.read_text(encoding="utf-8"))["name"] for path in FORMS]
    assert len(set(names)) == len(names)
    config = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml").read_text(encoding="utf-8"))
    assert set(config) <= CONFIG and isinstance(config["blank_issues_enabled"], bool)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_holds_together(path):
    """Keys are known, what a job needs is there, outputs are asked of steps that come before, programs exist."""
    # YAML reads the word on as true
    workflow = yaml.safe_load(path.read_text(encoding="utf-8").replace("\non:", "\n'on':"))
    assert {"name", "on", "jobs"} <= set(workflow) <= {"name", "on", "jobs", "permissions", "env", "concurrency"}
    for job in workflow["jobs"].values():
        assert set(job) <= JOB and {"runs-on", "steps"} <= set(job)
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(workflow["jobs"])
        known = set()
        for step in job["steps"]:
            assert set(step) <= STEP and ("uses" in step) != ("run" in step), step
            assert set(re.findall(r"steps\.([\w-]+)\.", str(step))) <= known
            assert set(re.findall(r"matrix\.([\w-]+)", str(step))) <= set(job.get("strategy", {}).get("matrix", {}))
            known.add(step.get("id"))
            # names come from people: they reach a shell as variables, never as text of the script
            assert not re.search(r"\$\{\{ *github\.(event|head_ref|ref_name)", step.get("run", "")), step
            for named in re.findall(r"(?:python|sh) ([\w/.]+\.(?:py|sh))", step.get("run", "")):
                assert (ROOT / named).is_file(), named


def test_what_security_says_is_kept_by_a_test():
    text = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    for words, test in KEPT.items():
        assert words in text and (ROOT / test).is_file(), words
    headings = re.findall(r"^## (.*)", (ROOT / "SECURITY.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == ["What is trusted, and what is not", "The page engine", "Telling us"]
