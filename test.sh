#!/usr/bin/env bash
# All checks, the quick ones first: `bash test.sh`. On a Debian machine it installs what it needs.
#
# It asks for real tools, not for luck: without DXC, spirv-val or a Vulkan driver the tests fail rather than skip.
# Set HLSLC_REQUIRE_ORACLE=0 and HLSLC_REQUIRE_VULKAN=0 to see what can be seen without them.
set -euo pipefail
cd "$(dirname "$0")"

export HLSLC_REQUIRE_ORACLE=${HLSLC_REQUIRE_ORACLE:-1} HLSLC_REQUIRE_VULKAN=${HLSLC_REQUIRE_VULKAN:-1}
export INSTA_UPDATE=no CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-never}

step() {
    echo "== $*"
    "$@"
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

packages=(gcc libc6-dev libvulkan1 mesa-vulkan-drivers spirv-tools libtinfo6)
# A Python that can download packages may come from elsewhere than Debian.
python3 -m pip --version > /dev/null 2>&1 || packages+=(python3 python3-pip)
command -v cargo > /dev/null || packages+=(rustup)
install_packages "${packages[@]}"

step cargo fmt --all --check
step cargo run --quiet --locked --package dxc-oracle -- fetch
step cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
# Headers of crates name their private modules: that is for who reads the source.
RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" step \
    cargo doc --quiet --workspace --no-deps --locked
step cargo test --quiet --workspace --doc --locked

# The library without what it can do without.
for features in "" dxil spirv serde,spirv run command rootsig-yaml cli; do
    step cargo check --quiet --locked --package hlslc --lib --no-default-features --features "$features"
done
# Who takes one back end has nothing of the other.
absent() {
    ! cargo tree --locked --package hlslc --edges normal --no-default-features --features "$1" | grep -E "$2"
}
step absent dxil 'hlslc-spirv|rspirv'
step absent spirv 'dxil'
for one in dxil spirv; do
    step cargo test --quiet --locked --package hlslc --test back_ends --no-default-features --features "serde,$one"
done

# Every crate that others may use can be packed as it is.
step cargo package --quiet --locked --workspace --exclude hlslc-runtime-tests --exclude dxc-oracle \
    --allow-dirty --no-verify

# Licences and sources of dependencies, where the tool is there.
if cargo deny --version > /dev/null 2>&1; then
    step cargo deny --all-features check licenses bans sources
fi

# What the library gives to others is as it was in the last release, or its version says that it is not.
last=$(git describe --tags --abbrev=0 2> /dev/null || true)
if [ -n "$last" ] && cargo semver-checks --version > /dev/null 2>&1; then
    step cargo semver-checks --package hlslc --baseline-rev "$last"
fi

# Dependencies that nothing uses.
if ! cargo machete --version > /dev/null 2>&1; then
    step cargo install --quiet --locked cargo-machete || true
fi
if cargo machete --version > /dev/null 2>&1; then
    step cargo machete
fi

# The table of every case and check; the tests below are the same checks, each by itself.
step cargo run --quiet --locked --package hlslc-runtime-tests -- conformance

# nextest gives every test a process of its own; plain cargo test does where it cannot be had.
if ! cargo nextest --version > /dev/null 2>&1; then
    step cargo install --quiet --locked cargo-nextest || true
fi
if cargo nextest --version > /dev/null 2>&1; then
    step cargo nextest run --workspace --locked ${CI:+--profile ci}
else
    step cargo test --workspace --tests --locked
fi
