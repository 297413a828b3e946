#!/usr/bin/env bash
# Builds DocC archives of the given targets, as Xcode and the Swift Package Index do, and checks the pages of the site.
# Warnings are errors. It also compares the public declarations with Scripts/public-api.txt; RECORD_API=1 replaces this
# list. It needs a finished release build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

Scripts/symbols.sh .build "$work/symbols" "$@"
for target in "$@"; do
    catalog="Sources/$target/$target.docc"
    [[ -d $catalog ]] || catalog=
    docc convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$work/symbols/$target" --warnings-as-errors \
        --output-path "$work/$target.doccarchive" --fallback-display-name "$target" \
        --fallback-bundle-identifier "$target" >/dev/null || { echo "documentation of $target: see the errors above" >&2; exit 1; }
done

.build/site-python/bin/python Scripts/site/build.py .build/release/sextant "$work/symbols" --check

# The graphs also list the public declarations.
"${PYTHON:-python3}" Scripts/public_api.py "$work/symbols" ${RECORD_API:+--record}
