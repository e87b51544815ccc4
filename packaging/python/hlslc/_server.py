"""Keeps one compiler running and asks it: a client of `hlslc serve`, in frames of bytes.

Any number of threads may ask at once. A compiler that has ended, by a fault of its own, is started again with the next request.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import struct
import subprocess
import threading
from concurrent.futures import Future
from typing import IO, Any, Dict, Mapping, Optional, Tuple

from ._program import program

_START = b"HLSLSRV\x01"
_LENGTHS = struct.Struct("<II")

Answer = Tuple[Mapping[str, Any], bytes]


class OptionError(ValueError):
    """An option that there is not, or that makes no sense here."""


class InternalError(RuntimeError):
    """A fault of the compiler."""


class _Server:
    def __init__(self) -> None:
        path = program()
        self._process = subprocess.Popen([str(path), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin and self._process.stdout
        self._in: IO[bytes] = self._process.stdin
        self._out: IO[bytes] = self._process.stdout
        self._lock = threading.Lock()
        self._waiting: Dict[int, "Future[Answer]"] = {}
        self._next = 0
        self._in.write(_START)
        threading.Thread(target=self._read, name="hlslc", daemon=True).start()
        from . import __version__

        said, _ = self.request("hello", {})
        # The text begins with the name and the version.
        found = re.search(r"\d+\.\d+\.\d+\S*", said["compiler"])
        version = found.group() if found else said["compiler"]
        if version != __version__:
            self.close()
            raise InternalError(f"{path} is version {version}, and this module is of version {__version__}")

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def request(self, method: str, params: Mapping[str, Any], data: bytes = b"") -> Answer:
        future: "Future[Answer]" = Future()
        with self._lock:
            self._next += 1
            number = self._next
            self._waiting[number] = future
            text = json.dumps({"id": number, "method": method, "params": params}).encode()
            try:
                self._in.write(_LENGTHS.pack(len(text), len(data)) + text + data)
                self._in.flush()
            except OSError as error:
                self._waiting.pop(number, None)
                raise InternalError("the compiler has ended") from error
        return future.result()

    def _read(self) -> None:
        while True:
            head = self._out.read(_LENGTHS.size)
            if len(head) < _LENGTHS.size:
                break
            sizes = _LENGTHS.unpack(head)
            answer = json.loads(self._out.read(sizes[0]))
            data = self._out.read(sizes[1])
            with self._lock:
                future = self._waiting.pop(answer.get("id"), None)
            if future is None:
                continue
            error = answer.get("error")
            if error is None:
                future.set_result((answer["result"], data))
            else:
                kind = OptionError if error["code"] == "bad-request" else InternalError
                future.set_exception(kind(error["message"]))
        with self._lock:
            left, self._waiting = self._waiting, {}
        for future in left.values():
            future.set_exception(InternalError("the compiler has ended"))

    def close(self) -> None:
        try:
            self._in.close()
        except OSError:
            pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()


_lock = threading.Lock()
_server: Optional[_Server] = None
#: The process that has started it: a fork has the pipes of its parent, which are not for it.
_owner = 0


def server() -> _Server:
    """The running compiler of this process."""
    global _server, _owner
    with _lock:
        if _server is None or _owner != os.getpid() or not _server.is_alive:
            _server, _owner = _Server(), os.getpid()
        return _server


@atexit.register
def _close() -> None:
    if _server is not None and _owner == os.getpid():
        _server.close()
