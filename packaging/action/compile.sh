#!/usr/bin/env bash
# Compiles FILES with OPTIONS, or the variants of MANIFEST, with messages that a pull request shows at their places. It fails if one of
# them does, after all were compiled.
set -euo pipefail
shopt -s globstar nullglob
if [ -n "${MANIFEST:-}" ]; then
    exec "$PROGRAM" variants "$MANIFEST" -fdiagnostics-format=github
fi
# Patterns and options are words of this shell's, with quotes; nothing else of it is interpreted.
words() { printf '%s\n' "$1" | xargs -n 1 printf '%s\n'; }
options=()
while IFS= read -r option; do options+=("$option"); done < <(words "${OPTIONS:-}")
files=()
while IFS= read -r pattern; do
    [ -n "$pattern" ] || continue
    IFS='' found=($pattern)
    unset IFS
    # A name without a pattern that is no file is a mistake, which the compiler reports.
    [ ${#found[@]} -gt 0 ] || { echo "::error::hlslc: nothing fits $pattern"; exit 2; }
    files+=("${found[@]}")
done < <(words "${FILES:-}")
[ ${#files[@]} -gt 0 ] || { echo "::error::hlslc: name shaders with \`files\`, or a project with \`manifest\`"; exit 2; }
failed=0
for file in "${files[@]}"; do
    made=$(mktemp)
    "$PROGRAM" "$file" ${options[@]+"${options[@]}"} -fdiagnostics-format=github -Fo "$made" || failed=$((failed + 1))
    rm -f "$made"
done
echo "hlslc: ${#files[@]} compiled, $failed failed"
[ $failed -eq 0 ]
