#!/bin/sh
# Builds the container image from a minimal Debian system, and runs an evaluation in the container, without a daemon:
#     check-container.sh FOLDER
# check-wheel.sh creates the Debian system in FOLDER/root. Requires root rights and buildah.
set -eu

folder=$(pwd)/$1
command -v buildah >/dev/null ||
    env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah >/dev/null
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
export CONTAINERS_STORAGE_CONF="$folder/storage.conf"
printf '[storage]\ndriver = "vfs"\nrunroot = "%s"\ngraphroot = "%s"\n' "$folder/container/run" "$folder/container/images" \
    >"$CONTAINERS_STORAGE_CONF"
trap 'buildah rm --all >/dev/null 2>&1 || true; buildah rmi --all --force >/dev/null 2>&1 || true' EXIT

# The base is the bare root, because no registry is needed then.
base=$(buildah from scratch)
tar -C "$folder/root" --exclude=./proc/* --exclude=./tmp/* --exclude=./var/cache/* -cf "$folder/base.tar" .
buildah add --quiet "$base" "$folder/base.tar" / >/dev/null
rm "$folder/base.tar"
buildah commit --quiet "$base" localhost/base >/dev/null
mkdir -p "$folder/context"
cp "$folder"/sextant-*-linux-*.tar.gz "$folder/context"
buildah bud --quiet --build-arg BASE=localhost/base --file Scripts/packaging/Containerfile --tag sextant "$folder/context" >/dev/null
rm -rf "$folder/context"
container=$(buildah from sextant)
buildah run "$container" -- sextant --version
buildah run "$container" -- sextant evaluate --scenario pan --pipeline triad --pipeline vqf
