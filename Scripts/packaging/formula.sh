#!/bin/sh
# Writes a Homebrew formula, and the archive of the sources that the formula refers to:
#     formula.sh FOLDER HOMEPAGE RELEASE_URL
# FOLDER contains the archive of `make tarball`. Both archives are published under RELEASE_URL.
set -eu

folder=$1
homepage=$2
place=$3
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/SextantCommands/Process/HostDescription.swift)
source=sextant-$version.tar.gz
archive=sextant-$version-linux-x86_64.tar.gz
git archive --prefix="sextant-$version/" HEAD | gzip -9n >"$folder/$source"
digest() { sha256sum "$folder/$1" | cut -d ' ' -f 1; }
sed -e "s|@HOMEPAGE@|$homepage|" \
    -e "s|@SOURCE_URL@|$place/$source|" -e "s|@SOURCE_SHA256@|$(digest "$source")|" \
    -e "s|@LINUX_URL@|$place/$archive|" -e "s|@LINUX_SHA256@|$(digest "$archive")|" \
    Scripts/packaging/sextant.rb.in >"$folder/sextant.rb"
if command -v ruby >/dev/null; then ruby -c "$folder/sextant.rb" >/dev/null; fi
printf '%s\n' "$folder/sextant.rb" "$folder/$source"
