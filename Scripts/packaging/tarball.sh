#!/bin/sh
# Packs a folder as sextant-VERSION-SUFFIX.tar.gz: tarball.sh FOLDER SUFFIX OUTPUT
# The same sources result in the same bytes.
set -eu

folder=$1
output=$3
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/SextantCommands/Process/HostDescription.swift)
name=sextant-$version-$2
date=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w \
    --transform "s,^\.,$name," -C "$folder" -cf - . | gzip -9n >"$output/$name.tar.gz"
ls -l "$output/$name.tar.gz" | awk '{ printf "%s, %.1f MB\n", $NF, $5 / 1e6 }'
