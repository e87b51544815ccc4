"""Tests `hlslc --remote` and `--remote-cache` with a real BuildGrid: `test.py HLSLC [FOLDER]`.

Everything is compared with what the same hlslc makes by itself, byte by byte. The figures at the end are those of chapter 34.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

import server

COUNT = 500

SHADER = """
#include "parts/light.hlsli"

Texture2D<float4> Maps[4] : register(t0);
SamplerState Smooth : register(s0);
StructuredBuffer<Light> Lights : register(t8);

float4 main(float4 at : SV_Position, float2 uv : TEXCOORD, float3 normal : NORMAL) : SV_Target {
    float4 colour = Maps[VARIANT % 4].Sample(Smooth, uv) * (1 + VARIANT * 0.01);
    float3 sum = 0;
    [unroll] for (uint i = 0; i < 8 + VARIANT % 24; i++)
        sum += lit(Lights[i], at.xyz, normalize(normal));
    return float4(colour.rgb * sum, colour.a);
}
"""

HEADER = """
#pragma once
struct Light {
    float3 position;
    float range;
    float3 colour;
};

float3 lit(Light light, float3 at, float3 normal) {
    float3 to = light.position - at;
    float far = length(to);
    return light.colour * saturate(dot(normal, to / far)) * pow(saturate(1 - far / light.range), 1 + VARIANT % 3);
}
"""


# It asks about one macro, and is three programs of tokens and one afterwards.
SAME = """
float4 main(float4 at : SV_Position) : SV_Target {
#if UNUSED == 1
    return at + 1;
#elif UNUSED == 2
    return (at + 1);
#else
    return ((at) + (1));
#endif
}
"""

PROJECT = """
[project]
output = "out"

[[entry]]
file = "lit.hlsl"
profile = "ps_6_0"
targets = ["dxil", "spirv"]

[[entry]]
file = "odd.hlsl"
profile = "ps_6_0"

[[entry]]
file = "same.hlsl"
profile = "ps_6_0"

[[axis]]
macro = "VARIANT"
range = [0, 11]

[[axis]]
macro = "UNUSED"
values = [false, 1, 2]
"""


def say(text):
    print(text, flush=True)


class Bench:
    def __init__(self, hlslc, folder):
        self.hlslc, self.folder, self.figures = os.path.realpath(hlslc), folder, []

    def sources(self, name):
        """A folder with sources; command lines name them by relative paths, as different machines do."""
        root = os.path.join(self.folder, name)
        os.makedirs(os.path.join(root, "parts"))
        for path, text in [("lit.hlsl", SHADER), ("parts/light.hlsli", HEADER), ("hlslc.toml", PROJECT), ("bad.hlsl", "float main() : SV_Target { return sine(1); }\n"),
                           ("same.hlsl", SAME),
                           ("odd.hlsl", "static const int a = 1.5;\nfloat main() : SV_Target { return a; }\n")]:
            with open(os.path.join(root, path), "w") as file:
                file.write(text)
        return root

    def variants(self, root, options):
        return self.run(root, ["variants", "--cold", *options])

    def batch(self, root, lines, options, start=None):
        with open(os.path.join(root, "lines"), "w") as file:
            file.write("\n".join(lines) + "\n")
        return self.run(root, ["batch", "lines", *options], start)

    def run(self, root, words, start=None):
        """Runs the command: its exit code, what it said, seconds, and the files it wrote."""
        shutil.rmtree(os.path.join(root, "out"), ignore_errors=True)
        os.makedirs(os.path.join(root, "out"))
        begin = time.monotonic()
        process = subprocess.Popen([self.hlslc, *words], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if start:
            start(process)
        out, errors = process.communicate(timeout=600)
        seconds = time.monotonic() - begin
        made = {}
        for name in sorted(os.listdir(os.path.join(root, "out"))):
            with open(os.path.join(root, "out", name), "rb") as file:
                made[name] = file.read()
        return process.returncode, out + errors, seconds, made


def lines(count, first=0):
    return [f"lit.hlsl -T ps_6_0 -D VARIANT={first + at} -Fo out/{first + at}.dxo" for at in range(count)]


def check(condition, what, text=""):
    if not condition:
        sys.exit(f"FAILED: {what}\n{text}")


def without(text):
    """Messages without the notes of servers."""
    return "".join(line for line in text.splitlines(True) if not line.startswith("hlslc: note: "))


def expect(name, found, here, summary=None, note=None, notes=None):
    """Exit code, messages and files are those of a compilation here."""
    code, text, seconds, made = found
    check(code == here[0], f"{name}: exit code {code}", text)
    check(made.keys() == here[3].keys(), f"{name}: files {sorted(made.keys() ^ here[3].keys())}", text)
    check(made == here[3], f"{name}: bytes differ", text)
    check(without(text) == without(here[1]), f"{name}: messages differ", text + "\n---\n" + here[1])
    if summary:
        check(summary in text, f"{name}: not `{summary}`", text)
    if note:
        check(note in text, f"{name}: not `{note}`", text)
    if notes is not None:
        count = sum(line.startswith("hlslc: note: http") for line in text.splitlines())
        check(count == notes, f"{name}: {count} notes of the server", text)
    say(f"ok  {name}  {seconds:.2f} s")
    return seconds


def main():
    folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="hlslc-remote-")
    shutil.rmtree(folder, ignore_errors=True)
    bench = Bench(sys.argv[1], folder)
    root, other = bench.sources("one"), bench.sources("two")
    here = bench.batch(root, lines(COUNT), [])
    say(f"here: {COUNT} in {here[2]:.2f} s")
    grid = server.BuildGrid(os.path.join(folder, "grid"))
    try:
        run(bench, grid, root, other, here)
    finally:
        grid.end()
    say("BuildGrid: all passed")


def run(bench, grid, root, other, here):
    remote = ["--remote", grid.url(), "--remote-property", "OSFamily=linux"]
    cached = ["--remote-cache", grid.url()]

    # 500 actions on two workers, then again: from the same folder, and from another as on another machine.
    grid.add_worker("one")
    grid.add_worker("two")
    cold = expect("cold on two workers", bench.batch(root, lines(COUNT), ["--remote", grid.url()]), here,
                  f"0 from the cache of the server, {COUNT} compiled there, 0 compiled here", notes=0)
    hits = f"{COUNT} from the cache of the server, 0 compiled there, 0 compiled here"
    warm = min(expect("warm", bench.batch(root, lines(COUNT), ["--remote", grid.url()]), here, hits, notes=0) for _ in range(3))
    say(f"    warm is {100 * warm / cold:.1f} % of cold")
    check(warm < 0.05 * cold, f"warm takes {warm:.2f} s, cold {cold:.2f} s")
    expect("warm from another folder", bench.batch(other, lines(COUNT), ["--remote", grid.url()]), here, hits)
    with open(os.path.join(root, "parts/light.hlsli"), "a") as file:
        file.write("// once more\n")
    few = bench.batch(root, lines(10), [])
    expect("a header changed", bench.batch(root, lines(10), ["--remote", grid.url()]), few,
           "0 from the cache of the server, 10 compiled there, 0 compiled here")

    # Messages, errors and every kind of output are those of here, from workers and from the cache.
    mixed = ["bad.hlsl -T ps_6_0 -Fo out/bad.dxo", "odd.hlsl -T ps_6_0 -Fo out/odd.dxo", "lit.hlsl -T ps_6_0 -D VARIANT=1 -Zi -Fd out/ -Fo out/debug.dxo",
             "lit.hlsl -T ps_6_0 -D VARIANT=2 -spirv -Fo out/a.spv -Fc out/a.txt -MD -MF out/a.d", "lit.hlsl -T ps_6_0 -D VARIANT=3 -P -Fi out/a.i",
             "missing.hlsl -T ps_6_0 -Fo out/missing.dxo"]
    same = bench.batch(root, mixed, [])
    expect("messages and outputs of workers", bench.batch(root, mixed, ["--remote", grid.url()]), same, "0 from the cache")
    expect("messages and outputs of the cache", bench.batch(root, mixed, ["--remote", grid.url()]), same, "5 from the cache of the server, 0 compiled there, 0 compiled here")

    # Variants: the packed file and the manifest are those of here.
    alone = bench.variants(root, [])
    for what in ("variants on workers", "variants from the cache"):
        found = bench.variants(root, ["--remote", grid.url()])
        check("28 programs came from the server" in found[1], what, found[1])
        check(found[3] == alone[3] and found[0] == alone[0], f"{what}: they differ", found[1] + alone[1])
        say(f"ok  {what}  {found[2]:.2f} s")

    # Caching alone: what is compiled here is there for others.
    grid.forget_results()
    expect("compiled here and kept there", bench.batch(root, lines(40), cached), bench.batch(root, lines(40), []), "0 from the cache of the server, 40 compiled here", notes=0)
    expect("found there", bench.batch(root, lines(40), cached), bench.batch(root, lines(40), []), "40 from the cache of the server, 0 compiled here", notes=0)
    expect("found there for a run on workers", bench.batch(root, lines(40), ["--remote", grid.url()]), bench.batch(root, lines(40), []), "40 from the cache of the server, 0 compiled there")

    # The same of variants: those whose programs are equal are kept as well, each under its own name.
    grid.forget_results()
    for what, note in [("variants kept there", "compiled"), ("variants found there", "28 programs came from the server")]:
        found = bench.variants(root, cached)
        check(note in found[1], what, found[1])
        check(found[3] == alone[3] and found[0] == alone[0], f"{what}: they differ", found[1] + alone[1])
        say(f"ok  {what}  {found[2]:.2f} s")

    # A worker dies in the middle of an action: another one has it in the end.
    grid.kill_worker("one")
    grid.kill_worker("two")
    time.sleep(12)
    grid.add_worker("slow", pause=3)
    few = bench.batch(root, lines(4, 1000), [])

    def kill_worker(_):
        time.sleep(2)
        grid.kill_worker("slow")
        grid.add_worker("three")

    expect("a worker is killed in an action", bench.batch(root, lines(4, 1000), remote[:2], kill_worker), few, "0 from the cache of the server, 4 compiled there, 0 compiled here", notes=0)

    # The server dies and comes back; then it dies and does not.
    few = bench.batch(root, lines(60, 2000), [])

    def restart(_):
        time.sleep(0.5)
        grid.stop_server()
        grid.start()

    # Workers of BuildGrid may not come back in time: what is left is compiled here then, and nothing is lost.
    expect("the server is started again", bench.batch(root, lines(60, 2000), [*remote[:2], "--remote-retries", "12", "--remote-timeout", "20"], restart), few)
    time.sleep(3)
    few = bench.batch(root, lines(100, 3000), [])

    def stop(_):
        time.sleep(0.5)
        grid.stop_server()

    expect("the server dies", bench.batch(root, lines(100, 3000), remote[:2], stop), few, note="from here on everything is compiled here", notes=1)
    expect("the server is gone", bench.batch(root, lines(100, 3000), remote[:2]), few, "0 from the cache of the server, 0 compiled there, 100 compiled here",
           "from here on everything is compiled here", 1)

    forget(bench, root)

    # Servers that lie, or do not come to an end.
    few = bench.batch(root, lines(3), [])
    for mode, note, notes, options in [
        ("other-bytes", "which is not used", 3, []),
        ("other-inline", "which is not used", 3, []),
        ("other-result", "a result of something else", 3, []),
        ("cancelled", "it was cancelled", 1, []),
        ("slow", "longer than allowed", 1, ["--remote-timeout", "1"]),
        ("unfit", "does not name blobs by SHA-256", 1, []),
    ]:
        lying = server.Lying(mode)
        expect(f"a server with {mode}", bench.batch(root, lines(3), ["--remote", lying.url(), *options]), few,
               "0 from the cache of the server, 0 compiled there, 3 compiled here", note, notes)
        lying.server.stop(None)
    left = [name for name in os.listdir(os.path.join(root, "out")) if not name.endswith(".dxo")]
    check(not left, f"partial files {left}")


def forget(bench, root):
    """A server is started again in the middle of a build: with workers, and without."""
    few = bench.batch(root, lines(60, 4000), [])
    own = server.Forgetful()

    def wait_for(count):
        while own.runs < count:
            time.sleep(0.01)

    def restart(_):
        wait_for(10)
        own.stop()
        own.start()

    everything = "0 from the cache of the server, 60 compiled there, 0 compiled here"
    expect("a server that forgets is started again", bench.batch(root, lines(60, 4000), ["--remote", own.url(), "--remote-retries", "12"], restart),
           few, everything, notes=0)
    few = bench.batch(root, lines(60, 5000), [])
    own.runs = 0

    def restart_idle(_):
        wait_for(10)
        own.has_workers = False
        own.stop()
        own.start()

    options = ["--remote", own.url(), "--remote-retries", "12", "--remote-timeout", "3", "--remote-jobs", "4"]
    seconds = expect("it is started again without workers", bench.batch(root, lines(60, 5000), options, restart_idle), few,
                     note="from here on what the cache does not have is compiled here", notes=1)
    # The time of an action is waited for once, not by all that are left.
    check(seconds < 20, f"it took {seconds:.1f} s")
    own.has_workers = True
    own.stop()


if __name__ == "__main__":
    main()
