#!/usr/bin/env bash
# Writes the bundled recordings again.
#
#   Datasets/regenerate.sh            writes the files
#   Datasets/regenerate.sh --check    exits 1 when a committed file differs from what would be written
#
# Needs the built command line; the variable SEXTANT selects another one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sextant=${SEXTANT:-$(ls -t .build/release/sextant .build/debug/sextant 2>/dev/null | head -n 1)}
if [[ -z $sextant ]]; then
    echo "found no built sextant, expected .build/release/sextant; run 'make command' first" >&2
    exit 4
fi

# Folder, scenario, noise, duration in seconds.
recordings=(
    "simulated-step-yaw step-yaw iphone4s 20"
    "simulated-walk walk iphone4s 30"
    "simulated-look-up look-up iphone4s 20"
    "simulated-pocket pocket-to-AR nexus5 12"
    "simulated-compass pan iphone3gs 30"
)

case ${1:-} in
    "") target=Datasets ;;
    --check)
        target=$(mktemp -d)
        trap 'rm -rf "$target"' EXIT
        ;;
    *)
        echo "usage: Datasets/regenerate.sh [--check]" >&2
        exit 2
        ;;
esac

status=0
for recording in "${recordings[@]}"; do
    read -r folder scenario noise duration <<<"$recording"
    "$sextant" simulate "$scenario" --noise "$noise" --duration "$duration" --seed 1 --quiet --output "$target/$folder"
    if [[ $target != Datasets ]] && ! diff -r "$target/$folder" "Datasets/$folder" >/dev/null; then
        echo "Datasets/$folder differs from the output of Datasets/regenerate.sh; run it again, or undo the change" >&2
        status=1
    fi
done

if [[ $target == Datasets ]]; then
    python3 Datasets/pan/make_pan.py
else
    python3 Datasets/pan/make_pan.py --check || status=1
fi
exit "$status"
