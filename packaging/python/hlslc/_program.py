"""Finds the program that this package has brought."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import Iterator


def _folders() -> Iterator[Path]:
    """Where scripts of this installation are: that of the environment, that of the user, and that beside `pip install --target`."""
    package = Path(__file__).resolve().parent.parent
    yield package / "bin"
    yield Path(sysconfig.get_path("scripts"))
    scheme = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else f"{os.name}_user"
    yield Path(sysconfig.get_path("scripts", scheme=scheme))


def program() -> Path:
    """The program. `HLSLC_PROGRAM` names another one, for who builds it."""
    chosen = os.environ.get("HLSLC_PROGRAM")
    if chosen:
        return Path(chosen)
    name = "hlslc.exe" if os.name == "nt" else "hlslc"
    for folder in _folders():
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"{name} is missing; it lies in none of {', '.join(str(folder) for folder in _folders())}")
