#!/usr/bin/env bash
# Compiles FILES with OPTIONS, or the variants of MANIFEST, with messages that a pull request shows at their places. It fails if one of
# them does, after all were compiled.
set -euo pipefail
# The Bash of macOS does not know `**`, which is then the same as `*`.
shopt -s globstar 2> /dev/null || true
shopt -s nullglob
if [ -n "${MANIFEST:-}" ]; then
    exec "$PROGRAM" variants "$MANIFEST" -- -fdiagnostics-format=github
fi
# Inputs are words with quotes, as a shell has them. Nothing else of a shell is interpreted in them.
words() { [ -z "${1//[[:space:]]/}" ] || printf '%s\n' "$1" | xargs -n 1 printf '%s\n'; }
options=()
while IFS= read -r option; do options+=("$option"); done < <(words "${OPTIONS:-}")
files=()
while IFS= read -r pattern; do
    # With no separators a pattern stays one word, and names that fit it may have blanks.
    old=$IFS
    IFS=
    found=($pattern)
    IFS=$old
    [ ${#found[@]} -gt 0 ] || { echo "::error::hlslc: nothing fits $pattern"; exit 2; }
    files+=("${found[@]}")
done < <(words "${FILES:-}")
[ ${#files[@]} -gt 0 ] || { echo "::error::hlslc: name shaders with \`files\`, or a project with \`manifest\`"; exit 2; }
made=$(mktemp)
trap 'rm -f "$made"' EXIT
failed=0
for file in "${files[@]}"; do
    "$PROGRAM" "$file" ${options[@]+"${options[@]}"} -fdiagnostics-format=github -Fo "$made" || failed=$((failed + 1))
done
echo "hlslc: ${#files[@]} compiled, $failed failed"
[ $failed -eq 0 ]
