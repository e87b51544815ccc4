"""Compiles a text through ctypes: compile.py LIBRARY [SOURCE]"""

import ctypes as c
import json
import sys

OK, OBJECT, ERRORS, REFLECTION_JSON = 0, 1, 2, 4


class Text(c.Structure):
    _fields_ = [("data", c.c_void_p), ("size", c.c_size_t)]

    def bytes(self):
        return c.string_at(self.data, self.size)


class Request(c.Structure):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("source", c.c_char_p),
        ("source_size", c.c_size_t),
        ("source_name", c.c_char_p),
        ("arguments", c.POINTER(c.c_char_p)),
        ("argument_count", c.c_size_t),
        ("options", c.c_void_p),
        ("include", c.c_void_p),
        ("include_release", c.c_void_p),
        ("include_user", c.c_void_p),
    ]


class Diagnostic(c.Structure):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("code", Text),
        ("group", Text),
        ("message", Text),
        ("file", Text),
        ("severity", c.c_uint32),
        ("line", c.c_uint32),
        ("column", c.c_uint32),
    ]


class Compiler:
    def __init__(self, path):
        self.library = library = c.CDLL(path)
        library.hlslc_compile.argtypes = [c.POINTER(Request), c.POINTER(c.c_void_p)]
        library.hlslc_result_output.argtypes = [c.c_void_p, c.c_uint32, c.POINTER(Text)]
        library.hlslc_result_diagnostic_count.argtypes = [c.c_void_p]
        library.hlslc_result_diagnostic_count.restype = c.c_size_t
        library.hlslc_result_diagnostic.argtypes = [c.c_void_p, c.c_size_t, c.POINTER(Diagnostic)]
        library.hlslc_result_free.argtypes = [c.c_void_p]
        library.hlslc_version.restype = c.c_char_p
        if library.hlslc_abi_version() != 1:
            raise RuntimeError("another version of the interface")

    def compile(self, source, *arguments):
        """The object and its reflection, or the diagnostics."""
        text = source.encode()
        words = (c.c_char_p * len(arguments))(*[word.encode() for word in arguments])
        request = Request(c.sizeof(Request), text, len(text), b"text.hlsl", words, len(arguments))
        result = c.c_void_p()
        status = self.library.hlslc_compile(c.byref(request), c.byref(result))
        try:
            if status != OK:
                return None, self.diagnostics(result)
            return self.output(result, OBJECT), json.loads(self.output(result, REFLECTION_JSON))
        finally:
            self.library.hlslc_result_free(result)

    def output(self, result, kind):
        found = Text()
        if self.library.hlslc_result_output(result, kind, c.byref(found)) != OK:
            raise RuntimeError("there is no such output")
        return found.bytes()

    def diagnostics(self, result):
        told = []
        for index in range(self.library.hlslc_result_diagnostic_count(result)):
            one = Diagnostic(c.sizeof(Diagnostic))
            self.library.hlslc_result_diagnostic(result, index, c.byref(one))
            told.append((one.code.bytes().decode(), one.line, one.column, one.message.bytes().decode()))
        return told


def main():
    compiler = Compiler(sys.argv[1])
    source = "RWBuffer<uint> Out; [numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i; }"
    container, found = compiler.compile(sys.argv[2] if len(sys.argv) > 2 else source, "-T", "cs_6_6")
    if container is None:
        for code, line, column, message in found:
            print(f"{line}:{column}: {code} {message}")
        return 1
    print(container[:4].decode(), [binding["name"] for binding in found["bindings"]])
    return 0


if __name__ == "__main__":
    sys.exit(main())
