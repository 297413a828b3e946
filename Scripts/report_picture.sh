#!/bin/sh
# Writes Pictures/report.png: the top of the HTML report of the bundled recording, as the README shows it.
# Needs gnuplot, chromium and a release build (`make release`).
set -eu
cd "$(dirname "$0")/.."

output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT

.build/release/sextant evaluate Datasets/pan --quiet \
    --pipeline triad --pipeline triad+lowPass --pipeline triad+oneEuro --pipeline gyroscope \
    --pipeline madgwick --pipeline mahony --pipeline vqf \
    --format html --output "$output"
mkdir -p Pictures
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1100,1110 \
    --screenshot=Pictures/report.png "file://$output/report.html" 2>/dev/null
printf 'Wrote Pictures/report.png\n'
