#!/usr/bin/env bash
# Every test, those that answer soonest first: `bash test.sh`, ten minutes on two cores with nothing built before. On a Debian machine it
# installs what it needs.
#
# `bash test.sh --checks` looks at the same source without running it: lints, each back end alone, packing, licences. `.ci/run` does both.
# `bash test.sh --layers` is a third look: pages in a browser, documentation, each feature alone, what generates parsers, and WebAssembly.
# `bash test.sh --all` does the three and goes on with what takes hours: DXC 1.9 beside us (HLSLC_DXC_LIB), thousands of random programs
# (HLSLC_SEEDS), damaged input (HLSLC_FUZZ_MINUTES), growth ladders, LLVM's offload-test-suite (HLSLC_OFFLOAD_SUITE, a checkout), the report of any shaders
# (HLSLC_SHADERS, a folder or a list). What is not there is counted as skipped at the end.
#
# A test whose tool is missing (DXC, spirv-val, a Vulkan driver, z3) fails. HLSLC_WITHOUT="dxc vulkan spirv-val z3", or some of these, builds
# the tests so that those that need them are ignored. How many tests did not run, and why, is printed at the end.
set -euo pipefail
cd "$(dirname "$0")"

without=()
for tool in ${HLSLC_WITHOUT:-}; do
    case $tool in
        dxc | vulkan | spirv-val | z3) without+=("without_${tool//-/_}") ;;
        *) echo "HLSLC_WITHOUT names dxc, vulkan, spirv-val and z3, not $tool" && exit 2 ;;
    esac
done
[ ${#without[@]} -eq 0 ] || export RUSTFLAGS="${RUSTFLAGS:-}$(printf ' --cfg %s' "${without[@]}")"
export INSTA_UPDATE=no CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-never}

# Says what it does, does it, and says how long it took.
step() {
    echo "== $*"
    local start=$SECONDS
    "$@"
    echo "== took $((SECONDS - start)) s"
}

skipped=() failed=()
# What is not done is printed where it would have been done, and at the end.
skip() {
    echo "== SKIPPED: $1"
    skipped+=("$1")
}

# Whether there is a standard library for a target, which rustup fetches where it can.
has_target() {
    local of_target
    of_target=$(rustc --print target-libdir --target "$1")
    compgen -G "$of_target/libstd-*" > /dev/null && return 0
    command -v rustup > /dev/null && rustup target add "$1" > /dev/null 2>&1 && compgen -G "$of_target/libstd-*" > /dev/null
}

# How many tests are ignored, and the reasons that their attributes name.
not_run() {
    local attribute="ignore = "
    [ ${#without[@]} -eq 0 ] || attribute+="|cfg_attr\\(.*($(IFS='|' && echo "${without[*]}")).*, ignore = "
    local count="an unknown number of"
    if cargo nextest --version > /dev/null 2>&1; then
        count=$(cargo nextest list --workspace --locked --run-ignored only --message-format oneline 2> /dev/null | grep -c .) || true
    fi
    echo "== $count tests did not run; they are ignored, as a test"
    grep -rhoE --include=*.rs --exclude-dir=target "^ *#\\[($attribute)\"needs [^\"]*" . | sed -E 's/.*"/   /' | sort -u
    echo "   of the suite needs mesh shaders, or shows a known fault of DXC"
}

# Installs Debian packages, if there is a Debian to install them on and any of them is missing.
install_packages() {
    command -v dpkg-query > /dev/null || return 0
    local missing=() package
    for package in "$@"; do
        dpkg-query --show --showformat='${Status}' "$package" 2> /dev/null | grep -q 'install ok installed' ||
            missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    step "${as_root[@]}" apt-get update -qq
    step "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
}

packages=(gcc g++ make cmake ninja-build pkg-config libc6-dev directx-headers-dev libvulkan1 mesa-vulkan-drivers spirv-tools libtinfo6 z3)
# A Python that can download packages may come from elsewhere than Debian.
python3 -m pip --version > /dev/null 2>&1 || packages+=(python3 python3-pip)
command -v cargo > /dev/null || packages+=(rustup)
install_packages "${packages[@]}"

# Programs of the workspace as the tests had them built. Asked for alone, by `--package`, they would be built again with everything below them, as
# dependencies then have fewer features.
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
program() {
    [ -x "$target/debug/$1" ] || cargo build --quiet --locked --package "$1" >&2
    echo "$target/debug/$1"
}

# The pages in a browser, where there is one. Status 3 is that they cannot be driven here.
web() {
    local status=0
    has_target wasm32-unknown-unknown || true
    XTASK="$(program xtask)" lab/web-tests/run.sh "$(program hlslc)" || status=$?
    [ "$status" -ne 3 ] || skip "the pages in Chromium: lab/web-tests/run.sh"
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ]
}
# The same source looked at again: its pages, its documentation, each feature alone, what generates its parsers, and WebAssembly. Each builds most
# of it once more, so it is a run of its own, which continuous integration does beside the other.
layers() {
    step web
    # Headers of crates name their private modules: that is for readers of the source.
    RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" step \
        cargo doc --quiet --workspace --no-deps --locked
    # The library with each of its features alone; the back ends were looked at before.
    for features in serde,spirv run command rootsig-yaml fmt rewrite lint cli; do
        step cargo check --quiet --locked --package hlslc --lib --no-default-features --features "$features"
    done
    for one in dxil spirv; do
        # For three short tests: without optimisation.
        step cargo test --quiet --locked --profile dev --package hlslc --test back_ends --no-default-features --features "serde,$one"
    done
    step cargo clippy --quiet --package xtask --features generators --all-targets --locked -- -D warnings
    step cargo test --quiet --locked --package xtask --features generators --test made
    # The library as a module of WebAssembly gives the same bytes, where there is node to run it and a standard library for it.
    local wasm=wasm32-unknown-unknown
    if ! command -v node > /dev/null; then
        skip "WebAssembly: there is no node"
    elif ! has_target $wasm; then
        skip "WebAssembly: there is no standard library for $wasm"
    else
        step cargo build --quiet --locked --package hlslc-lab-wasm --target $wasm
        step "$(program hlslc-runtime-tests)" wasm "$target/$wasm/debug/hlslc_lab_wasm.wasm"
    fi
}

# The crates whose tests answer first: those that little has to be compiled for. Their dependencies have the features that the whole
# workspace asks for (`same_features`), so nothing of them is built twice.
first=(hlslc-graph hlslc-semantics hlslc-base hlslc-rootsig hlslc-ir hlslc-passes)
first_packages() { printf -- '--package %s ' "${first[@]}"; }

tests() {
    step cargo fmt --all --check
    # nextest gives every test a process of its own; plain cargo test does where it cannot be had.
    if ! cargo nextest --version > /dev/null 2>&1; then
        step cargo install --quiet --locked cargo-nextest || true
    fi
    # shellcheck disable=SC2046 # An option and a name each.
    if cargo nextest --version > /dev/null 2>&1; then
        step cargo nextest run $(first_packages) --locked ${CI:+--profile ci}
    else
        step cargo test $(first_packages) --tests --locked
    fi
    case " ${HLSLC_WITHOUT:-} " in
        *" dxc "*) skip "tests beside DXC: HLSLC_WITHOUT names it" ;;
        *) step cargo run --quiet --locked --package dxc-oracle -- fetch ;;
    esac
    if cargo nextest --version > /dev/null 2>&1; then
        local others
        others=$(printf ' and not package(%s)' "${first[@]}")
        step cargo nextest run --workspace --locked ${CI:+--profile ci} -E "all()$others"
    else
        step cargo test --workspace --tests --locked
    fi
    step cargo test --quiet --workspace --doc --locked
}

# A build with one back end compiles, and has nothing of the other.
absent() {
    ! cargo tree --locked --package hlslc --edges normal --no-default-features --features "$1" | grep -E "$2"
}

# What packages are built with, each with its features.
features_of() {
    cargo tree --locked --edges normal,build,dev --format '{p} {f}' --prefix none "$@" | sed 's/ (\*)//' | sort -u
}
# The crates that are tested first have no dependency that the workspace builds with other features.
same_features() {
    # shellcheck disable=SC2046 # As above.
    comm -23 <(features_of $(first_packages)) <(features_of --workspace) | (! grep .)
}

# The same source again, without running it.
checks() {
    step cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
    step same_features
    for features in "" dxil spirv; do
        step cargo check --quiet --locked --package hlslc --lib --no-default-features --features "$features"
    done
    step absent dxil 'hlslc-spirv|rspirv'
    step absent spirv 'dxil'

    # Every crate that others may use can be packed as it is.
    step cargo package --quiet --locked --workspace --exclude hlslc-runtime-tests --exclude dxc-oracle --exclude hlslc-lab-wasm \
        --exclude hlslc-site --exclude xtask --allow-dirty --no-verify

    # Licences and sources of dependencies, where the tool is there.
    if cargo deny --version > /dev/null 2>&1; then
        step cargo deny --all-features check licenses bans sources
    else
        skip "licences and sources of dependencies: there is no cargo-deny"
    fi

    # What is known of faults in dependencies, where a database is at hand or can be fetched.
    local advisories=${CARGO_HOME:-$HOME/.cargo}/advisory-dbs
    if ! cargo deny --version > /dev/null 2>&1; then
        skip "advisories of dependencies: there is no cargo-deny"
    elif cargo deny --all-features fetch db > /dev/null 2>&1; then
        step cargo deny --all-features check advisories
    elif compgen -G "$advisories/*" > /dev/null; then
        step cargo deny --all-features --offline check advisories
    else
        skip "advisories of dependencies: there is no database"
    fi

    # What the library gives to others is as it was in the last release, or its version says that it is not.
    local last
    last=$(git describe --tags --abbrev=0 2> /dev/null || true)
    if [ -z "$last" ]; then
        skip "what changed since the last release: there is none yet"
    elif cargo semver-checks --version > /dev/null 2>&1; then
        step cargo semver-checks --package hlslc --baseline-rev "$last"
    else
        skip "what changed since the last release: there is no cargo-semver-checks"
    fi

    # Dependencies without a use, where the tool is there.
    if cargo machete --version > /dev/null 2>&1; then
        step cargo machete
    else
        skip "dependencies without a use: there is no cargo-machete"
    fi
}

# What this run left out, at its end.
report_skipped() {
    [ ${#skipped[@]} -eq 0 ] || printf '== skipped: %s\n' "${skipped[@]}"
}

case "${1:-}" in
    "")
        tests
        not_run
        skip "lints, single back ends, packing, licences: bash test.sh --checks"
        skip "pages in a browser, documentation, single features, generators, WebAssembly: bash test.sh --layers"
        # The connection to other machines brings gRPC and TLS, which an ordinary run does not wait for.
        skip "other machines, random programs and what else takes hours: bash test.sh --all"
        report_skipped
        exit 0
        ;;
    --checks)
        checks
        report_skipped
        exit 0
        ;;
    --layers)
        step cargo build --quiet --locked --workspace --bins
        layers
        report_skipped
        exit 0
        ;;
    --all)
        tests
        checks
        layers
        ;;
    *)
        echo "there is no option $1; --checks, --layers and --all are" >&2
        exit 2
        ;;
esac

# One layer: its name, what must be there for it (a dash for nothing), and the command. What fails does not keep others from running.
layer() {
    local name=$1 there=$2
    shift 2
    if [ -z "$there" ]; then
        skip "$name"
    else
        step "$@" || failed+=("$name")
    fi
}
tests=(cargo run --quiet --release --locked --package hlslc-runtime-tests --)
newer=${HLSLC_DXC_LIB:-} suite=${HLSLC_OFFLOAD_SUITE:-} shaders=${HLSLC_SHADERS:-}

# Each test in a process of its own here too: where that DXC dies, the others go on.
beside=(cargo test --workspace --tests)
if cargo nextest --version > /dev/null 2>&1; then
    beside=(cargo nextest run --workspace)
fi
# The table of every case and check of the suite; the tests above are the same checks, each by itself.
layer "the table of the suite" - cargo run --quiet --locked --package hlslc-runtime-tests -- conformance
layer "tests beside a newer DXC (HLSLC_DXC_LIB)" "$newer" "${beside[@]}" --release --locked
beside_options=()
needs_newer=(cargo test --package hlslc-runtime-tests --test all)
if cargo nextest --version > /dev/null 2>&1; then
    needs_newer=(cargo nextest run --package hlslc-runtime-tests --test all --run-ignored only -E "not test(conformance_page)")
else
    beside_options=(-- --ignored --skip conformance_page)
fi
layer "tests that need DXC 1.9 (HLSLC_DXC_LIB)" "$newer" "${needs_newer[@]}" --release --locked "${beside_options[@]}"
layer "interfaces of the library in the place of DXC's (HLSLC_DXC_LIB)" "$newer" \
    cargo test --package hlslc-dxcompiler --tests --locked -- --ignored
layer "the matrix beside a newer DXC (HLSLC_DXC_LIB)" "$newer" "${tests[@]}" matrix
layer "random programs" - "${tests[@]}" fuzz --seeds "0..${HLSLC_SEEDS:-20000}" --vulkan
# One file for any Linux: it needs no library of the system, and does what the one for this system does.
stands_alone() {
    local target=x86_64-unknown-linux-musl
    local built="${CARGO_TARGET_DIR:-target}/$target/release/hlslc" made
    cargo build --quiet --release --locked --package hlslc --target $target || return 1
    ls -l "$built"
    if readelf --program-headers "$built" | grep INTERP; then return 1; fi
    made=$(mktemp -d)
    "$built" examples/saxpy.hlsl -T cs_6_6 -Fo "$made/alone.dxo" &&
        cargo run --quiet --release --locked --package hlslc -- examples/saxpy.hlsl -T cs_6_6 -Fo "$made/here.dxo" &&
        cmp "$made/alone.dxo" "$made/here.dxo"
}
there() { if has_target "$1"; then echo "$1"; fi; }
layer "the static program (a standard library for musl)" "$(there x86_64-unknown-linux-musl)" stands_alone
for other in x86_64-pc-windows-msvc aarch64-apple-darwin; do
    layer "a check for $other (its standard library)" "$(there $other)" \
        cargo check --quiet --locked --package hlslc --target $other
done

layer "the example of hlslc-build, by Cargo" - cargo run --quiet --locked --manifest-path build/rust/example/Cargo.toml \
    --target-dir "${CARGO_TARGET_DIR:-target}/build-example"
layer "the example of Bazel" "$(command -v bazel || true)" build/bazel/test.sh "${CARGO_TARGET_DIR:-target}/debug/hlslc"
remote() {
    local status=0
    ide/remote/test.sh || status=$?
    [ "$status" -ne 3 ] || skip "a real BuildGrid: ide/remote/test.sh"
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ]
}
layer "other machines, with a real BuildGrid" - remote
layer "damaged input" - "${tests[@]}" damage --minutes "${HLSLC_FUZZ_MINUTES:-60}"
layer "SPIR-V for browsers" - cargo test --quiet --locked --manifest-path lab/gpu/Cargo.toml --target-dir "${CARGO_TARGET_DIR:-target}/lab-gpu"
layer "growth ladders" - "${tests[@]}" bench --ladders
for device in interpreter vulkan; do
    layer "LLVM's offload-test-suite on $device (HLSLC_OFFLOAD_SUITE)" "$suite" "${tests[@]}" suite "$suite" --device "$device"
done
layer "pages in a browser (HLSLC_CHROMIUM)" "${HLSLC_CHROMIUM:-}" \
    cargo test --quiet --locked --package hlslc-runtime-tests --test all -- --ignored conformance_page
layer "the report of shaders (HLSLC_SHADERS)" "$shaders" "${tests[@]}" conformance "$shaders"

not_run
echo "== ${#skipped[@]} layers skipped, ${#failed[@]} failed"
[ ${#skipped[@]} -eq 0 ] || printf '   skipped: %s\n' "${skipped[@]}"
[ ${#failed[@]} -eq 0 ] || printf '   failed: %s\n' "${failed[@]}"
exit $((${#failed[@]} > 0))
