#!/usr/bin/env bash
# Installs every artefact of a release for this Linux, each in a place of its own, and compiles a shader with it: to the same bytes.
#
#     packaging/test.sh DIST        a folder that `cargo xtask release` has made
#
# Roots and environments have blanks and letters outside of ASCII in their paths. What has no tool here, or was not built, is counted as
# not run; then the exit status is 3, or 1 if something failed.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '4p' "$0"; exit 2; }
dist=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
machine=$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
place="$work/a place with blanks and ümläuts"
mkdir "$place"
passed=() failed=() not_run=()

# One artefact: its name, the tools it needs, the files it is made of, and the function that tests it.
artefact() {
    local name=$1 tools=$2 files=$3 tool
    shift 3
    for tool in $tools; do
        command -v "$tool" > /dev/null || { not_run+=("$name: there is no $tool"); return 0; }
    done
    for file in $files; do
        compgen -G "$dist/$file" > /dev/null || { not_run+=("$name: $file was not built"); return 0; }
    done
    local start=$EPOCHREALTIME status=0
    # Not as a condition, in which a command that fails would not end the function.
    set +e
    (set -e; "$@") > "$work/log" 2>&1
    status=$?
    set -e
    if [ $status -eq 0 ]; then
        passed+=("$name: $(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f s", b - a }')")
    else
        failed+=("$name")
        sed 's/^/    /' "$work/log"
    fi
}
file() { compgen -G "$dist/$1" | sort | head -1; }

# What all others have to give: what the static program writes.
same() { cmp "$1" "$work/expected.dxo"; }

program_alone() {
    local root="$place/root"
    mkdir -p "$root" "$work/unpacked"
    tar -xzf "$(file "hlslc-[0-9]*-$machine-unknown-linux-*.tar.gz")" -C "$work/unpacked"
    # Nothing but the program and its input: no C library, no /etc, no /tmp.
    cp "$work"/unpacked/*/hlslc "$root/hlslc"
    cp "$here/tests/shader.hlsl" "$root/ein Schatten ü.hlsl"
    cp "$here/tests/scale.h" "$root/scale.h"
    local start=$EPOCHREALTIME
    chroot "$root" /hlslc "/ein Schatten ü.hlsl" -T cs_6_6 -Fo "/out ü.dxo"
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { exit !(b - a < 10) }'
    cp "$root/out ü.dxo" "$work/expected.dxo"
    chroot "$root" /hlslc --version
    chroot "$root" /hlslc "/ein Schatten ü.hlsl" -T cs_6_6 -spirv -Fo /out.spv
    # Many at once: threads need nothing of a system either.
    printf '"/ein Schatten ü.hlsl" -T cs_6_6 -Fo /%s.dxo\n' 1 2 3 4 > "$root/list"
    chroot "$root" /hlslc batch /list
    cmp "$root/4.dxo" "$work/expected.dxo"
}

second_version() {
    local first="$place/opt/hlslc 1" second="$place/opt/hlslc 2"
    mkdir -p "$first" "$second"
    cp "$work"/unpacked/*/hlslc "$first/hlslc"
    printf '#!/bin/sh\necho hlslc 0.0.0-other\n' > "$second/hlslc"
    chmod +x "$second/hlslc"
    # What is found first is taken, and neither finds files of the other.
    [ "$(PATH="$second:$first:$PATH" hlslc --version)" = "hlslc 0.0.0-other" ]
    PATH="$first:$second:$PATH" hlslc "$here/tests/shader.hlsl" -T cs_6_6 -Fo "$place/first.dxo"
    same "$place/first.dxo"
}

debian() {
    local root="$place/debian" package
    package=$(file "hlslc_*_$(dpkg --print-architecture).deb")
    dpkg-deb --info "$package"
    dpkg-deb --contents "$package" | awk '$2 != "root/root" { exit 1 }'
    mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
    touch "$root/var/lib/dpkg/status"
    dpkg --root="$root" --force-script-chrootless --install "$package"
    dpkg --root="$root" --verify hlslc
    cp "$here/tests/shader.hlsl" "$here/tests/scale.h" "$root/"
    chroot "$root" /usr/bin/hlslc /shader.hlsl -T cs_6_6 -Fo /out.dxo
    same "$root/out.dxo"
    gzip -dc "$root/usr/share/man/man1/hlslc.1.gz" | grep -q '^\.TH'
    # Another version takes its place, and it goes without a rest.
    dpkg --root="$root" --force-script-chrootless --install "$package"
    dpkg --root="$root" --force-script-chrootless --purge hlslc
    [ ! -e "$root/usr/bin/hlslc" ]
    if command -v lintian > /dev/null; then lintian --fail-on error "$package"; fi
}

drop_in() {
    mkdir -p "$place/drop in"
    tar -xzf "$(file "hlslc-dxcompiler-*-$machine-unknown-linux-gnu.tar.gz")" -C "$place/drop in" --strip-components 1
    gcc -O1 -Wall -Wextra -Werror -o "$work/drop_in" "$here/tests/drop_in.c" -ldl
    for library in libdxcompiler.so libdxil.so; do
        "$work/drop_in" "$place/drop in/$library" "$here/tests/shader.hlsl" cs_6_6 "$place/drop.dxo"
        same "$place/drop.dxo"
    done
    # Nothing but DXC's two functions is to be seen of it.
    [ "$(nm -D --defined-only "$place/drop in/libdxcompiler.so" | awk '{ print $NF }' | sed 's/@.*//' | grep -vc '^DxcCreateInstance2\?$')" = 0 ]
}

c_interface() {
    local prefix="$place/c"
    mkdir -p "$prefix"
    tar -xzf "$(file "hlslc-c-*-$machine-unknown-linux-gnu.tar.gz")" -C "$prefix" --strip-components 1
    cd "$here/tests"
    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
    local package
    for package in hlslc hlslc-static; do
        # pkg-config writes words for a shell: blanks of the path are quoted.
        eval "gcc -o '$work/c-$package' '$here/../capi/examples/c/compile.c' $(pkg-config --cflags --libs "$package")"
        LD_LIBRARY_PATH="$prefix/lib" "$work/c-$package" shader.hlsl cs_6_6 "$place/c.dxo"
        same "$place/c.dxo"
    done
    if command -v cmake > /dev/null; then
        cmake -S "$here/tests/cmake" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" > /dev/null
        cmake --build "$work/cmake" > /dev/null
        "$work/cmake/compile" shader.hlsl cs_6_6 "$place/cmake.dxo"
        same "$place/cmake.dxo"
    fi
}

wheel() {
    local package
    package=$(file "hlslc-*$machine*.whl")
    python3 -m venv "$place/python"
    "$place/python/bin/python" -m pip install --quiet --no-index --disable-pip-version-check "$package"
    "$place/python/bin/python" -m pip check --disable-pip-version-check
    cd "$place"
    "$place/python/bin/python" "$here/tests/check_python.py" "$here/tests/shader.hlsl" "$here/tests" "$place/python.dxo"
    same "$place/python.dxo"
    "$place/python/bin/hlslc" "$here/tests/shader.hlsl" -T cs_6_6 -Fo "$place/script.dxo"
    same "$place/script.dxo"
    "$place/python/bin/python" -m hlslc --version
    # A folder that is not an environment, as `pip install --target` makes one.
    python3 -m pip install --quiet --no-index --disable-pip-version-check --target "$place/target folder" "$package"
    PYTHONPATH="$place/target folder" python3 "$here/tests/check_python.py" "$here/tests/shader.hlsl" "$here/tests" "$place/target.dxo"
    # A program of another version in its place is reported, not used.
    cat > "$place/other" << 'OTHER'
#!/bin/sh
# Answers the first request in a frame: the length of its JSON, that of its bytes, and the JSON.
head -c 16 > /dev/null
printf '\071\0\0\0\0\0\0\0{"id":1,"result":{"compiler":"hlslc 0.0.0","protocol":1}}'
cat > /dev/null
OTHER
    chmod +x "$place/other"
    if HLSLC_PROGRAM="$place/other" "$place/python/bin/python" -c 'import hlslc; hlslc.compile("", "ps_6_0")' 2> "$work/said"; then
        return 1
    fi
    grep "is version 0.0.0, and this module is of version" "$work/said"
}

npm_packages() {
    local cpu=x64
    [ "$machine" != aarch64 ] || cpu=arm64
    mkdir -p "$place/npm"
    cd "$place/npm"
    cp "$here"/tests/{shader.hlsl,scale.h,check_npm.mjs,page.html} .
    echo '{ "private": true, "type": "module" }' > package.json
    npm install --offline --no-audit --no-fund --loglevel=error "$(file 'hlslc-[0-9]*.tgz')" "$(file "hlslc-linux-$cpu-*.tgz")"
    node check_npm.mjs shader.hlsl module.dxo
    same module.dxo
    npx --offline hlslc shader.hlsl -T cs_6_6 -Fo command.dxo
    same command.dxo
    # The types, where there is a compiler for them (of the packages of `lab/web`, say).
    local tsc
    tsc=$(command -v tsc || echo "$here/../lab/web/node_modules/.bin/tsc")
    if [ -x "$tsc" ]; then
        cp "$here/tests/check_types.ts" .
        "$tsc" --noEmit --strict --target es2022 --module nodenext --lib es2022,dom check_types.ts
    fi
}

browser() {
    cd "$place/npm"
    local chromium sum port
    chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
    local said="$work/said by the page" started=()
    node "$here/tests/serve.mjs" > "$said" &
    started+=($!)
    for _ in $(seq 100); do [ -s "$said" ] && break || sleep 0.1; done
    port=$(head -1 "$said")
    sum=$(sha256sum "$work/expected.dxo" | cut -d' ' -f1)
    # The page reports by a request: a budget of virtual time is spent before a module of this size is compiled.
    "$chromium" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$work/chromium" --remote-debugging-port=0 \
        "http://127.0.0.1:$port/page.html" 2> "$work/chromium.log" &
    started+=($!)
    for _ in $(seq 1200); do [ "$(wc -l < "$said")" -lt 2 ] || break; sleep 0.1; done
    kill "${started[@]}"
    wait "${started[@]}" || true
    cat "$said"
    grep -q "sha256 $sum" "$said"
}

nuget() {
    local rid=linux-x64
    [ "$machine" != aarch64 ] || rid=linux-arm64
    mkdir -p "$work/nuget"
    cd "$work/nuget"
    python3 -m zipfile -e "$(file 'hlslc.*.nupkg')" .
    cmp "runtimes/$rid/native/libdxcompiler.so" "$place/drop in/libdxcompiler.so"
    cmp "runtimes/$rid/native/libhlslc_c.so" "$place/c/lib/libhlslc_c.so.1"
    python3 - << 'CHECK'
import xml.etree.ElementTree as tree
import glob
for name in (*glob.glob("hlslc*.nuspec"), "[Content_Types].xml", "_rels/.rels"):
    tree.parse(name)
CHECK
}

texts() {
    if command -v man > /dev/null; then
        [ "$(MANROFFSEQ='' man --warnings -E UTF-8 -l -Tutf8 "$dist/hlslc.1" 2>&1 > /dev/null | wc -l)" -eq 0 ]
    fi
    mkdir -p "$work/completions"
    tar -xzf "$(file 'hlslc-completions-*.tar.gz')" -C "$work/completions" --strip-components 1
    bash -n "$work/completions/hlslc.bash"
    # shellcheck disable=SC1091
    (source "$work/completions/hlslc.bash" && complete -p hlslc)
    if command -v zsh > /dev/null; then zsh -n "$work/completions/_hlslc"; fi
    if command -v fish > /dev/null; then fish -n "$work/completions/hlslc.fish"; fi
    python3 - "$dist"/hlslc-*.cdx.json "$dist/THIRD-PARTY.txt" "$here/../Cargo.lock" << 'CHECK'
import json, re, sys
bill, licences, lock = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
bill = json.loads(bill)
locked = set(re.findall(r'name = "([^"]+)"\nversion = "([^"]+)"', lock))
outside = [one for one in bill["components"] if "hashes" in one]
assert bill["bomFormat"] == "CycloneDX" and len(outside) > 30, len(outside)
for one in bill["components"]:
    assert (one["name"], one["version"]) in locked, one
for one in outside:
    assert f"{one['name']} {one['version']}: " in licences, one
names = {one["bom-ref"] for one in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
assert all(ref in names for row in bill["dependencies"] for ref in [row["ref"], *row["dependsOn"]])
CHECK
}

sums() { cd "$dist" && sha256sum --strict --check --quiet SHA256SUMS; }

artefact "checksums" "sha256sum" "SHA256SUMS" sums
artefact "the command in an empty root" "chroot tar" "hlslc-[0-9]*-$machine-unknown-linux-*.tar.gz" program_alone
if [ ! -s "$work/expected.dxo" ]; then
    printf 'FAILED: %s\n' "${failed[@]:-}" "${not_run[@]:-}"
    exit 1
fi
artefact "the command beside another version" "" "" second_version
artefact "package of Debian" "dpkg dpkg-deb chroot" "hlslc_*.deb" debian
artefact "the library in the place of dxcompiler" "gcc nm" "hlslc-dxcompiler-*-$machine-unknown-linux-gnu.tar.gz" drop_in
artefact "the C interface" "gcc pkg-config" "hlslc-c-*-$machine-unknown-linux-gnu.tar.gz" c_interface
artefact "wheel of Python" "python3" "hlslc-*$machine*.whl" wheel
artefact "packages of npm in node" "node npm" "hlslc-[0-9]*.tgz hlslc-linux-*.tgz" npm_packages
artefact "package of npm in Chromium" "node chromium" "hlslc-[0-9]*.tgz hlslc-linux-*.tgz" browser
artefact "package of NuGet" "python3" "hlslc.*.nupkg hlslc-c-*-$machine-unknown-linux-gnu.tar.gz hlslc-dxcompiler-*-$machine-unknown-linux-gnu.tar.gz" nuget
artefact "manual, completions, bill, licences" "python3 bash" "hlslc.1 hlslc-*.cdx.json" texts

printf 'passed: %s\n' "${passed[@]}"
[ ${#not_run[@]} -eq 0 ] || printf 'NOT RUN: %s\n' "${not_run[@]}"
[ ${#failed[@]} -eq 0 ] || printf 'FAILED: %s\n' "${failed[@]}"
[ ${#failed[@]} -eq 0 ] || exit 1
[ ${#not_run[@]} -eq 0 ] || exit 3
