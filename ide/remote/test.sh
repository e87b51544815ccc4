#!/usr/bin/env bash
# Tests the client of the Remote Execution API: the crate with its connection, then the command with a real BuildGrid on 127.0.0.1.
# `test.sh [FOLDER]`; Python, PostgreSQL's server and a network for PyPI have to be there. Status 3: they are not.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=${1:-${CARGO_TARGET_DIR:-target}/remote-tests}
compgen -G "/usr/lib/postgresql/*/bin/postgres" > /dev/null || exit 3
if [ ! -x "$folder/python/bin/bgd" ]; then
    python3 -m venv "$folder/python" || exit 3
    # The newest of these was 0.4.4 when this was written.
    "$folder/python/bin/pip" install --quiet buildgrid psycopg2-binary || exit 3
fi

cargo clippy --quiet --locked --package hlslc-remote --features grpc --all-targets -- -D warnings
cargo clippy --quiet --locked --package hlslc --features remote --bin hlslc -- -D warnings
cargo test --quiet --locked --package hlslc-remote --features grpc
cargo build --quiet --locked --package hlslc --features remote
"$folder/python/bin/python" ide/remote/tests/buildgrid/test.py "${CARGO_TARGET_DIR:-target}/debug/hlslc" "$folder/run"
