#!/bin/sh
# Installs the wheel in a minimal Debian system without Swift, and runs an evaluation and the package's tests there:
#     check-wheel.sh FOLDER
# The Debian system is created with debootstrap in FOLDER/root, unless it exists. Requires root rights, and packages of
# Debian and PyPI.
set -eu

folder=$(pwd)/$1
root=$folder/root
wheel=$(ls "$folder"/*.whl)
if [ ! -x "$root/usr/bin/python3" ]; then
    command -v debootstrap >/dev/null || env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq debootstrap >/dev/null
    rm -rf "$root"
    debootstrap --variant=minbase --include=python3-venv,ca-certificates "${DEBIAN_SUITE:-stable}" "$root" ${DEBIAN_MIRROR:-} \
        >"$folder/debootstrap.log" 2>&1 || {
        tail -n 5 "$folder/debootstrap.log" >&2
        exit 4
    }
fi
inside() {
    chroot "$root" /usr/bin/env -i PATH=/tmp/environment/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 "$@"
}

# The loader finds libraries beside the command through /proc.
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
rm -rf "$root/tmp/environment" "$root/tmp/tests"
cp "$wheel" "$root/tmp"
cp -R Python/tests "$root/tmp/tests"
# Whatever the tests of the package need comes from this machine's cache.
mkdir -p "$root/tmp/wheels"
python3 -m pip download --quiet --disable-pip-version-check --only-binary :all: --dest "$root/tmp/wheels" \
    --python-version "$(inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')" numpy pytest
inside python3 -m venv /tmp/environment

start=$(date +%s%N)
inside pip install --quiet --no-index "/tmp/$(basename "$wheel")"
inside sextant evaluate --scenario pan --pipeline triad --pipeline vqf --pipeline selfCalibrating
printf 'installed, and the first table: %d ms\n' $((($(date +%s%N) - start) / 1000000))
inside sextant --version
if inside sh -c 'command -v swift'; then exit 1; fi
inside pip install --quiet --no-index --find-links /tmp/wheels numpy pytest
inside python -m pytest -q -p no:cacheprovider /tmp/tests
