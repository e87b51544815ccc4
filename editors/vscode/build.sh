#!/usr/bin/env bash
# Builds, tests and packs the extension to hlslc.vsix, out of npm packages alone.
set -euo pipefail
cd "$(dirname "$0")"
npm ci
npm test
npm run package
