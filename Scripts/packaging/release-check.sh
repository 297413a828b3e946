#!/bin/sh
# Checks that a release can be reproduced: makes a release of the last commit in two clones, in folders with different
# names, and compares the bytes of all files: release-check.sh FOLDER
# Uncommitted changes are not included. The builds take about 25 minutes on two cores.
set -eu

folder=$(pwd)/$1
commit=$(git rev-parse HEAD)
rm -rf "$folder"
for name in first the-second; do
    mkdir -p "$folder/$name"
    git clone --quiet . "$folder/$name/sextant"
    git -C "$folder/$name/sextant" reset --quiet --hard "$commit"
    # The same versions of the Swift packages in both.
    if [ -f Package.resolved ]; then cp Package.resolved "$folder/$name/sextant"; fi
    (cd "$folder/$name/sextant" && Scripts/packaging/release.py 99.0.0 --date 2000-01-01 --homepage https://example.org \
        --output "$folder/$name/files")
done
diff -r "$folder/first/files" "$folder/the-second/files"
echo "$(ls "$folder/first/files" | wc -l) files, made twice, have the same bytes"
rm -rf "$folder"
