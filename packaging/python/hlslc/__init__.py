"""A shader compiler: HLSL to DXIL and SPIR-V.

`compile` makes a container or a module of SPIR-V out of a text, and `run` interprets a compute shader. Both raise `CompileError` for
a shader with errors, which has each of them with its place.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence, Tuple, Union

from ._program import program
from ._server import InternalError, OptionError, server

__version__ = "@VERSION@"
__all__ = [
    "CompileError",
    "Diagnostic",
    "InternalError",
    "OptionError",
    "Result",
    "RunError",
    "RunResult",
    "compile",
    "program",
    "run",
]

#: Texts by the names of includes, or folders to look in.
Include = Union[Mapping[str, str], Sequence[Union[str, "os.PathLike[str]"]]]


@dataclass(frozen=True)
class Diagnostic:
    """What is said about a source, with its place. Lines and columns count from 1, columns in bytes of UTF-8."""

    severity: str
    code: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    #: The name of a warning, as `-W` takes it.
    group: str = ""
    #: Everything that the compiler has written about it, by the names of its JSON.
    data: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message} [{self.code}]"


class CompileError(Exception):
    """The source has errors."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics: Tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(str(one) for one in self.diagnostics))


class RunError(Exception):
    """A shader cannot be run: a resource has another name, or what it asks for is not there."""


@dataclass(frozen=True)
class Result:
    """What a compilation gave."""

    #: The container, or the words of a module of SPIR-V.
    object: bytes
    #: Warnings and notes.
    diagnostics: Tuple[Diagnostic, ...]
    #: The reflection of the shader, by the names of its schema.
    reflection: Mapping[str, Any]
    #: The files that were included.
    dependencies: Tuple[str, ...]


@dataclass(frozen=True)
class RunResult:
    """What lies in the buffers afterwards, and the undefined behaviour that was observed."""

    #: Each in the form and shape of what went in.
    buffers: Mapping[str, "memoryview[Any]"]
    findings: Tuple[str, ...]


def compile(  # noqa: A001 (the name of the command's verb)
    source: Union[str, bytes],
    target: str,
    entry: str = "main",
    defines: Optional[Mapping[str, Any]] = None,
    include: Optional[Include] = None,
    options: Iterable[str] = (),
    name: str = "shader.hlsl",
) -> Result:
    """Compiles a text for a target such as `cs_6_6`.

    `include` has texts by the names of `#include`, or is a list of folders; without it nothing is read from the disk. `options` are
    words of the command line, such as `-spirv` or `-Zi`.
    """
    words = ["-T", target, "-E", entry, "-fdiagnostics-format=json"]
    for macro, value in (defines or {}).items():
        words += ["-D", f"{macro}={int(value) if isinstance(value, bool) else value}"]
    params: dict[str, Any] = {"name": name, "reflection": True, "disk": False}
    if isinstance(include, Mapping):
        params["files"] = dict(include)
    elif include is not None:
        params["disk"] = True
        for folder in include:
            words += ["-I", os.fspath(folder)]
    params["arguments"] = [*words, *options]
    text = source.encode() if isinstance(source, str) else bytes(source)
    # An empty source has no bytes in a frame, which would mean the file of that name.
    answer, made = server().request("compile", params, text or b"\n")
    diagnostics = tuple(_diagnostics(answer["messages"]))
    if not answer["ok"]:
        raise CompileError(diagnostics)
    return Result(made, diagnostics, answer.get("reflection") or {}, tuple(answer["dependencies"]))


def _diagnostics(messages: str) -> Iterable[Diagnostic]:
    for line in messages.splitlines():
        if not line.startswith("{"):
            continue
        one = json.loads(line)
        yield Diagnostic(
            severity=one["severity"],
            code=one["code"],
            message=one["message"],
            file=one.get("file") or "",
            line=one.get("line") or 0,
            column=one.get("column") or 0,
            end_line=one.get("end_line") or 0,
            end_column=one.get("end_column") or 0,
            group=one.get("group") or "",
            data=one,
        )


def run(
    source: Union[str, bytes],
    buffers: Mapping[str, Any],
    dispatch: Sequence[int] = (1, 1, 1),
    target: str = "cs_6_6",
    entry: str = "main",
    defines: Optional[Mapping[str, Any]] = None,
    include: Optional[Include] = None,
    options: Iterable[str] = (),
    sizes: Optional[Mapping[str, Sequence[int]]] = None,
    check: Sequence[str] = (),
    seed: Optional[int] = None,
    budget: Optional[int] = None,
) -> RunResult:
    """Interprets a compute shader, or a container that has been made of one.

    `buffers` has the contents of resources by their names: anything with the buffer protocol. `sizes` has the texels of textures in each
    direction. `check` names what to look for: `races`, `bounds`, `uninit`, `arithmetic`, `portable`.
    """
    made = bytes(source) if not isinstance(source, str) and bytes(source[:4]) == b"DXBC" else None
    if made is None:
        made = compile(source, target, entry, defines, include, options).object
    with tempfile.TemporaryDirectory(prefix="hlslc-") as folder:
        root = Path(folder)
        (root / "shader.dxo").write_bytes(made)
        words = [str(program()), "run", str(root / "shader.dxo"), "--dispatch", ",".join(str(int(one)) for one in dispatch)]
        views = {}
        for index, (name, value) in enumerate(buffers.items()):
            view = memoryview(value)
            views[name] = (view, root / f"{index}.out")
            (root / f"{index}.in").write_bytes(view.tobytes())
            words += ["--file", f"{name}={root / f'{index}.in'}", "--save", f"{name}={views[name][1]}"]
        for name, size in (sizes or {}).items():
            words += ["--size", f"{name}={'x'.join(str(int(one)) for one in size)}"]
        for option, value in (("--check", ",".join(check)), ("--seed", seed), ("--budget", budget)):
            if value or value == 0:
                words += [option, str(value)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        said = done.stderr.decode("utf-8", "replace").splitlines()
        if done.returncode != 0 and not all(path.exists() for _, path in views.values()):
            raise RunError("\n".join(said) or f"hlslc ended with {done.returncode}")
        found = {name: _like(view, path.read_bytes()) for name, (view, path) in views.items()}
    return RunResult(found, tuple(said))


def _like(view: "memoryview[Any]", data: bytes) -> "memoryview[Any]":
    """Bytes in the form of a view, or as bytes where it has a form that Python itself does not know."""
    flat: Any = memoryview(bytearray(data))
    form = view.format.lstrip("@<=") if len(view.format) > 1 else view.format
    made: "memoryview[Any]" = flat
    try:
        made = flat.cast(form, view.shape) if len(data) == view.nbytes and view.shape else flat.cast(form)
    except (TypeError, ValueError):
        pass
    return made
