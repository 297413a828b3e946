#!/bin/sh
# Packs the command and its libraries as an archive: tarball.sh FOLDER
# FOLDER contains the outputs of stage.py, stage and platform. The same sources result in the same bytes.
set -eu

folder=$1
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/SextantCommands/Process/HostDescription.swift)
name=sextant-$version-linux-$(uname -m)
date=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w \
    --transform "s,^\.,$name," -C "$folder/stage" -cf - . | gzip -9n >"$folder/$name.tar.gz"
ls -l "$folder/$name.tar.gz" | awk '{ printf "%s, %.1f MB\n", $NF, $5 / 1e6 }'
