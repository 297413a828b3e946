#!/bin/sh
# Checks that a release can be reproduced: builds all packages twice, from two clones in folders with different names, and
# compares the bytes of the packages: release-check.sh FOLDER
# Uncommitted changes are not included. The builds take about 20 minutes on two cores.
set -eu

folder=$(pwd)/$1/release
rm -rf "$folder"
for name in first the-second; do
    mkdir -p "$folder/$name"
    git clone --quiet . "$folder/$name/sextant"
    printf 'Building in %s\n' "$folder/$name/sextant"
    # The same versions of the Swift packages in both.
    if [ -f Package.resolved ]; then cp Package.resolved "$folder/$name/sextant"; fi
    (cd "$folder/$name/sextant" && make wheel deb tarball formula HOMEPAGE=https://example.org \
        RELEASE_URL=https://example.org) >"$folder/$name/log" 2>&1 || {
        tail -n 20 "$folder/$name/log" >&2
        exit 1
    }
done
compared=0
for first in "$folder"/first/sextant/out/packaging/sextant[-_.]*; do
    second=$folder/the-second/sextant/out/packaging/$(basename "$first")
    cmp "$first" "$second"
    sha256sum "$first" | sed "s|  .*/|  |"
    compared=$((compared + 1))
done
if [ "$compared" -ne 5 ]; then
    echo "release-check.sh: $compared packages were built instead of 5: wheel, Debian package, two archives and the formula" >&2
    exit 1
fi
echo "$compared packages, built twice, have the same bytes"
rm -rf "$folder"
