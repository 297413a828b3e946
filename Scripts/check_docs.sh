#!/usr/bin/env bash
# Converts the documentation of the given targets, with warnings as errors. It finds the same faults as `make docs`, but
# uses the modules of a finished release build instead of compiling all modules again. It also compares the public
# declarations with Scripts/public-api.txt; RECORD_API=1 replaces this list.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

modules=.build/release/Modules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

arguments=(-target "$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)" -I "$modules")
while read -r map; do
    arguments+=(-Xcc "-fmodule-map-file=$map")
done < <(
    find -L "$PWD/.build/release" -maxdepth 2 -name module.modulemap
    find "$PWD/Sources" "$PWD/.build/checkouts"/{swift-numerics,Yams}/Sources -name module.modulemap
)

for target in "$@"; do
    mkdir -p "$work/$target"
    swift symbolgraph-extract -module-name "$target" "${arguments[@]}" -output-dir "$work/$target" \
        -minimum-access-level public -skip-synthesized-members
    catalog="Sources/$target/$target.docc"
    [[ -d $catalog ]] || catalog=
    docc convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$work/$target" --warnings-as-errors \
        --output-path "$work/$target.doccarchive" --fallback-display-name "$target" \
        --fallback-bundle-identifier "$target" >/dev/null || { echo "documentation of $target: see the errors above" >&2; exit 1; }
done

# The graphs also list the public declarations.
"${PYTHON:-python3}" Scripts/public_api.py "$work" ${RECORD_API:+--record}
