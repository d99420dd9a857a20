"""The files around the package are valid and agree with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

import rentier

HOME = Path(__file__).parent.parent
WORKFLOWS = sorted((HOME / ".github/workflows").glob("*.yml"))
FORMS = sorted(set((HOME / ".github/ISSUE_TEMPLATE").glob("*.yml")) - {HOME / ".github/ISSUE_TEMPLATE/config.yml"})
YAML = [HOME / "CITATION.cff", HOME / ".pre-commit-config.yaml", *sorted((HOME / ".github").rglob("*.y*ml"))]
HOMEPAGE = "https://github.com/rentier-lab/rentier"


def read(path: Path) -> Any:
    """Return the content of a YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def project() -> dict[str, Any]:
    """Return the package's metadata as written."""
    return dict(tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def by_name(paths: list[Path]) -> list[Any]:
    """Return files as parameters named by their file names."""
    return [pytest.param(path, id=path.name) for path in paths]


@pytest.mark.parametrize("path", by_name(YAML))
def test_yaml_can_be_read(path: Path) -> None:
    assert isinstance(read(path), dict)


def test_there_are_forms_and_workflows() -> None:
    assert [form.name for form in FORMS] == ["bug.yml", "idea.yml"]
    assert [workflow.name for workflow in WORKFLOWS] == ["release.yml", "tests.yml"]


@pytest.mark.parametrize("path", by_name(FORMS))
def test_an_issue_form_has_what_github_asks_for(path: Path) -> None:
    form = read(path)
    assert form["name"]
    assert form["description"]
    kinds = {"checkboxes", "dropdown", "input", "markdown", "textarea"}
    assert {part["type"] for part in form["body"]} <= kinds
    ids = [part["id"] for part in form["body"]]
    assert len(ids) == len(set(ids))
    assert all(part["attributes"]["label"] for part in form["body"])


@pytest.mark.parametrize("path", by_name(WORKFLOWS))
def test_a_workflow_has_least_permissions_pinned_actions_and_limits(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["concurrency"]["group"]
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 180, name
        for step in job["steps"]:
            if "uses" in step:
                assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)", step["uses"])
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_the_workflow_tries_every_python_that_the_package_names() -> None:
    named = [line.rpartition(" ")[2] for line in project()["classifiers"] if re.search(r":: 3\.\d+$", line)]
    tried = read(HOME / ".github/workflows/tests.yml")["jobs"]["quick"]["strategy"]["matrix"]["python"]
    assert set(named) <= set(tried)


def test_the_ruff_of_pre_commit_is_one_that_the_tests_allow() -> None:
    wanted = next(Requirement(line) for line in project()["optional-dependencies"]["test"] if line.startswith("ruff"))
    hooks = {hook["id"]: hook for repository in read(HOME / ".pre-commit-config.yaml")["repos"] for hook in repository["hooks"]}
    for name in ("ruff-check", "ruff-format"):
        (pinned,) = map(Requirement, hooks[name]["additional_dependencies"])
        (version,) = pinned.specifier
        assert version.operator == "=="
        assert wanted.specifier.contains(version.version)


def test_the_citation_names_this_version() -> None:
    citation = read(HOME / "CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert citation["message"]
    assert citation["title"].startswith("Rentier")
    assert citation["authors"] == [{"name": author["name"]} for author in project()["authors"]]
    assert citation["version"] == rentier.__version__
    assert citation["license"] == project()["license"]
    assert citation["repository-code"] == project()["urls"]["Source"]


def test_the_citation_has_the_date_of_the_release() -> None:
    """The newest heading of the changelog has it; an unreleased version has none."""
    heading = re.search(r"^## (\S+) \((\S+)\)$", (HOME / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heading is not None
    version, date = heading.groups()
    assert version == rentier.__version__
    assert read(HOME / "CITATION.cff").get("date-released", "unreleased") == date


def test_every_address_of_the_package_is_that_of_its_home() -> None:
    urls = project()["urls"]
    assert urls["Homepage"] == HOMEPAGE
    assert all(url.startswith(HOMEPAGE) for url in urls.values())
    for url in urls.values():
        path = url.removeprefix(HOMEPAGE).partition("/main/")[2]
        assert (HOME / path).exists()
