#!/bin/sh
# Takes the pictures of the README from the bundled recording: Pictures/report.png shows the HTML report, and
# Pictures/replay.png a replay. Needs chromium and a release build (`make command`).
#
#     Scripts/pictures.sh            takes the pictures
#     Scripts/pictures.sh --check    fails if the report or the replay changed since; needs no chromium
#
# Pictures/pages.sha256 contains the digests of the replay, and of the parts of the report without compute times.
set -eu
cd "$(dirname "$0")/.."

output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT
sextant=.build/release/sextant

"$sextant" replay Datasets/pan --quiet --pipeline triad --pipeline madgwick --pipeline vqf --from 5 --seconds 20 \
    --output "$output/replay.html"
{
    sha256sum < "$output/replay.html" | sed 's/-$/replay/'
    cat Sources/Reporting/HTML/Page/* Datasets/pan/*.csv "$0" | sha256sum | sed 's/-$/report/'
} > "$output/pages.sha256"
if [ "${1:-}" = --check ]; then
    if ! cmp -s "$output/pages.sha256" Pictures/pages.sha256; then
        printf 'The pictures in Pictures are older than the pages that they show; run: make pictures\n' >&2
        exit 1
    fi
    printf 'The pictures are current.\n'
    exit 0
fi

"$sextant" evaluate Datasets/pan --quiet \
    --pipeline triad --pipeline triad+lowPass --pipeline triad+oneEuro --pipeline gyroscope \
    --pipeline madgwick --pipeline mahony --pipeline vqf \
    --format html --output "$output/evaluation"
mkdir -p Pictures
# A virtual second gives the script time to draw, and leaves the replay at its beginning.
picture() {
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-prefers-reduced-motion \
        --virtual-time-budget=1000 --window-size="$2" --screenshot="Pictures/$1.png" "file://$output/$4$1.html$3" 2>/dev/null
    printf 'Wrote Pictures/%s.png\n' "$1"
}
picture report 1100,1130 '' evaluation/
picture replay 1100,1010 '' ''
cp "$output/pages.sha256" Pictures/pages.sha256
