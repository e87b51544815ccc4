#!/usr/bin/env bash
# Finds the program of the action: PROGRAM, or the archive of release VERSION of REPOSITORY, whose checksum is compared.
set -euo pipefail
answer() {
    echo "path=$1" >> "$GITHUB_OUTPUT"
    "$1" --version
}
if [ -n "$PROGRAM" ]; then
    answer "$(realpath "$PROGRAM")"
    exit 0
fi
[ -n "$VERSION" ] || { echo "::error::hlslc: name a release with \`version\`, or a program with \`program\`"; exit 2; }
case "$RUNNER_OS-$RUNNER_ARCH" in
    Linux-X64) target=x86_64-unknown-linux-gnu archive=tar.gz ;;
    Linux-ARM64) target=aarch64-unknown-linux-musl archive=tar.gz ;;
    macOS-X64) target=x86_64-apple-darwin archive=tar.gz ;;
    macOS-ARM64) target=aarch64-apple-darwin archive=tar.gz ;;
    Windows-*) target=x86_64-pc-windows-gnu archive=zip ;;
    *) echo "::error::hlslc: there is no release for $RUNNER_OS on $RUNNER_ARCH" && exit 2 ;;
esac
name=hlslc-${VERSION#v}-$target
work=$(mktemp -d "$RUNNER_TEMP/hlslc.XXXXXX")
cd "$work"
gh release download "$VERSION" --repo "$REPOSITORY" --pattern "$name.$archive" --pattern SHA256SUMS
# Of the list only the line of this file: the others are not here.
grep -F "  $name.$archive" SHA256SUMS > sum || { echo "::error::hlslc: $VERSION has no checksum of $name.$archive"; exit 2; }
if command -v sha256sum > /dev/null; then sha256sum --check --quiet sum; else shasum -a 256 --check --quiet sum; fi
if [ $archive = zip ]; then
    unzip -q "$name.zip"
    answer "$work/$name/hlslc.exe"
else
    tar -xzf "$name.tar.gz"
    answer "$work/$name/hlslc"
fi
