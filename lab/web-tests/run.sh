#!/usr/bin/env bash
# Drives the page of `hlslc explore` in headless Chromium. It needs node and Chromium; what is missing is said, and then nothing
# is tested, which is no success: the exit status is 3.
#
#     lab/web-tests/run.sh [HLSLC]        the command to test; target/debug/hlslc if it is not named
set -euo pipefail
# Before the folder changes: a path may be relative to where the script was called.
HLSLC="$(realpath "${1:-$(dirname "$0")/../../target/debug/hlslc}")"
export HLSLC
cd "$(dirname "$0")"
export CHROMIUM="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"
for tool in node npm; do
    command -v "$tool" >/dev/null || { echo "web tests: NOT RUN: there is no $tool"; exit 3; }
done
[ -n "$CHROMIUM" ] || { echo "web tests: NOT RUN: there is no Chromium (on Debian: apt-get install chromium)"; exit 3; }
[ -d node_modules/upng-js ] || npm install --no-audit --no-fund --no-package-lock --silent ||
    { echo "web tests: NOT RUN: npm installs nothing"; exit 3; }
exec npm test --silent
