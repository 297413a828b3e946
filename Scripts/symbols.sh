#!/usr/bin/env bash
# Extracts the symbol graphs of the public declarations from the modules of a finished release build:
#
#     Scripts/symbols.sh BUILD OUTPUT TARGET…
#
# BUILD is the folder of the build, such as .build. OUTPUT has a folder for each target afterwards.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=$PWD/$1
output=$2
shift 2
modules=$build/release/Modules
arguments=(-target "$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)" -I "$modules")
while read -r map; do
    arguments+=(-Xcc "-fmodule-map-file=$map")
done < <(
    find -L "$build/release" -maxdepth 2 -name module.modulemap
    find "$PWD/Sources" "$build/checkouts"/{swift-numerics,Yams}/Sources -name module.modulemap
)
rm -rf "$output"
for target in "$@"; do
    mkdir -p "$output/$target"
    swift symbolgraph-extract -module-name "$target" "${arguments[@]}" -output-dir "$output/$target" \
        -minimum-access-level public -skip-synthesized-members
done
