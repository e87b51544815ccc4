#!/bin/bash
# run.sh HLSLC: sessions of real clients with `HLSLC lsp`. Exit status: 0 if all that ran passed, 1 if one failed, 2 if none ran.
hlslc=$(realpath "${1:?name the program hlslc}")
here=$(dirname "$(realpath "$0")")
ran=0 failed=0
if command -v node > /dev/null && command -v npm > /dev/null; then
  work=${TMPDIR:-/tmp}/hlslc-editor-tests
  mkdir -p "$work" && cp "$here/package.json" "$here/protocol.mjs" "$work"
  if (cd "$work" && npm install --silent --no-audit --no-fund > /dev/null); then
    (cd "$work" && node protocol.mjs "$hlslc") || failed=1
    ran=1
  else
    echo "protocol.mjs: not run: the packages cannot be installed"
  fi
else
  echo "protocol.mjs: not run: there is no node or no npm"
fi
if command -v nvim > /dev/null; then
  HLSLC="$hlslc" nvim --headless -u NONE -n -i NONE -c "luafile $here/neovim.lua" || failed=1
  ran=1
else
  echo "neovim.lua: not run: there is no nvim"
fi
[ $ran = 1 ] || exit 2
exit $failed
