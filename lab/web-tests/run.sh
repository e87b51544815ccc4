#!/usr/bin/env bash
# Drives the page of `hlslc explore`, the page of `lab/web` and the site in headless Chromium. It needs node, npm, Chromium and a standard library of
# Rust for wasm32-unknown-unknown; what is missing is said, and then nothing is tested, which is no success: the exit status is 3.
#
#     lab/web-tests/run.sh [HLSLC]        the command to test; if it is not named, it is built, and so is xtask if XTASK does not name it
set -euo pipefail
# Before the folder changes: a path may be relative to where the script was called.
[ $# -eq 0 ] || HLSLC="$(realpath "$1")"
cd "$(dirname "$0")/../.."
export CHROMIUM="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"
missing() {
    echo "web tests: NOT RUN: $1"
    exit 3
}
for tool in node npm; do
    command -v "$tool" >/dev/null || missing "there is no $tool"
done
[ -n "$CHROMIUM" ] || missing "there is no Chromium (on Debian: apt-get install chromium)"
wasm=wasm32-unknown-unknown
compgen -G "$(rustc --print target-libdir --target $wasm)/libstd-*" >/dev/null || missing "there is no standard library for $wasm (rustup target add $wasm)"
[ -d lab/web-tests/node_modules/upng-js ] || npm --prefix lab/web-tests install --no-audit --no-fund --no-package-lock --silent ||
    missing "npm installs nothing"
[ -d lab/web/node_modules/esbuild ] || npm --prefix lab/web ci --no-audit --no-fund --silent || missing "npm installs nothing"

# Built without optimisation, which takes a fraction of the time; what is published is built by `npm run build`.
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
if [ -z "${HLSLC:-}" ]; then
    cargo build --quiet --locked --package hlslc
    HLSLC="$target/debug/hlslc"
fi
export HLSLC
cargo build --quiet --locked --package hlslc-lab-wasm --target $wasm
(cd lab/gpu && cargo fmt --check && cargo build --quiet --locked --target $wasm --target-dir "$target/lab-gpu")
DIST="$(mktemp -d)"
SITE="$(mktemp -d)"
export DIST SITE
trap 'rm -rf "$DIST" "$SITE"' EXIT
npm --prefix lab/web run --silent check
node lab/web/build.mjs --out "$DIST" --module "$target/$wasm/debug/hlslc_lab_wasm.wasm" --gpu "$target/lab-gpu/$wasm/debug/hlslc_lab_gpu.wasm"
xtask=(cargo run --quiet --locked --package xtask --)
[ -z "${XTASK:-}" ] || xtask=("$XTASK")
"${xtask[@]}" site "$SITE" --lab "$DIST" --hlslc "$HLSLC"
npm --prefix lab/web-tests test --silent
