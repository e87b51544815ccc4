#!/usr/bin/env bash
# Builds the example with Bazel, and compares its shaders with those of the command: `test.sh HLSLC [FOLDER]`. Status 3: there is no Bazel.
set -euo pipefail
cd "$(dirname "$0")"
hlslc=$(realpath "$1") out=${2:-$(mktemp -d)}
command -v bazel > /dev/null || exit 3

export HLSLC=$hlslc
# The folder without what Bazel would leave in it.
mkdir -p "$out/rules" && cp -r . "$out/rules/" && cd "$out/rules"
options=(--symlink_prefix="$out/bazel-")
# Debian's Bazel would fetch the rules that its own toolchains for C++ and Java name; nothing here needs more than that they load.
if [ -d /usr/share/bazel/embedded_tools ]; then
    mkdir -p "$out/rules_cc/cc"
    touch "$out/rules_cc/WORKSPACE" "$out/rules_cc/cc/BUILD"
    for rule in binary library import toolchain toolchain_suite; do
        echo "cc_$rule = native.cc_$rule"
    done > "$out/rules_cc/cc/defs.bzl"
    options+=("--override_repository=rules_cc=$out/rules_cc")
    for rules in rules/java rules/proto tools/skylib tools/platforms; do
        name=${rules##*/}
        case $rules in rules/*) name=rules_$name ;; tools/skylib) name=bazel_skylib ;; esac
        [ ! -d "/usr/share/bazel/$rules" ] || options+=("--override_repository=$name=/usr/share/bazel/$rules")
    done
fi
bazel --output_user_root="$out/root" build "${options[@]}" //example:all
bazel --output_user_root="$out/root" shutdown
cd example
"$hlslc" shaders/sky.hlsl -I shaders/include -T ps_6_6 -D QUALITY=2 -Fo "$out/sky.dxo"
"$hlslc" shaders/sky.hlsl -I shaders/include -T ps_6_6 -spirv -Fo "$out/sky.spv"
cmp "$out/sky.dxo" "$out/bazel-bin/example/sky.dxo"
cmp "$out/sky.spv" "$out/bazel-bin/example/sky_vulkan.spv"
echo "Bazel: 2 shaders are those of the command"
