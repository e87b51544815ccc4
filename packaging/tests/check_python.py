"""Uses the installed module: check_python.py SHADER FOLDER_OF_INCLUDES OUT"""

import array
import sys
import threading

import hlslc

shader, folder, out = sys.argv[1:]
with open(shader, encoding="utf-8") as file:
    source = file.read()

texts = {"scale.h": "#define SCALE 2.0\n"}
result = hlslc.compile(source, "cs_6_6", include=texts, name="shader.hlsl")
assert result.object == hlslc.compile(source, "cs_6_6", include=[folder], name="shader.hlsl").object
assert [one["name"] for one in result.reflection["bindings"]] == ["X", "Y"], result.reflection
assert result.dependencies == ("scale.h",) and not result.diagnostics
with open(out, "wb") as file:
    file.write(result.object)

module = hlslc.compile(source, "cs_6_6", include=texts, options=["-spirv"])
assert module.object[:4] == b"\x03\x02\x23\x07"

try:
    hlslc.compile("float4 main() : SV_Target { return satrate(1); }", "ps_6_0", name="wrong ü.hlsl")
    raise AssertionError("it was accepted")
except hlslc.CompileError as error:
    first = error.diagnostics[0]
    assert (first.file, first.line, first.column, first.severity) == ("wrong ü.hlsl", 1, 36, "error"), first
    assert "saturate" in str(first.data), first.data
try:
    hlslc.compile(source, "xs_6_0")
    raise AssertionError("it was accepted")
except hlslc.OptionError:
    pass

x, y = array.array("f", range(64)), array.array("f", [1.0] * 64)
run = hlslc.run(source, {"X": x, "Y": y}, include=texts, check=["races", "bounds"])
assert run.buffers["Y"].tolist() == [2.0 * one + 1.0 for one in range(64)] and not run.findings
run = hlslc.run(result.object, {"X": x, "Y": array.array("f", [0.0] * 32)})
assert run.buffers["Y"].tolist() == [2.0 * one for one in range(32)]
race = """
RWStructuredBuffer<float> Y;
groupshared float Shared[2];
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { Shared[0] = i; GroupMemoryBarrierWithGroupSync(); Y[0] = Shared[0]; }
"""
run = hlslc.run(race, {"Y": array.array("f", [0.0])}, check=["races"], options=["-Zi", "-Qembed_debug"])
assert "two threads" in run.findings[0], run.findings
try:
    hlslc.run(source, {"Z": x}, include=texts)
    raise AssertionError("it was run")
except hlslc.CompileError:
    raise
except hlslc.RunError as error:
    assert "Z" in str(error)

made = []
threads = [
    threading.Thread(target=lambda: made.append(hlslc.compile(source, "cs_6_6", include=texts, name="shader.hlsl").object))
    for _ in range(8)
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert made == [result.object] * 8
print(f"hlslc {hlslc.__version__} for Python: {hlslc.program()}")
