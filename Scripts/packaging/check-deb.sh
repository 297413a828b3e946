#!/bin/sh
# Checks the Debian package with lintian, installs the package in a minimal Debian system, and compares its results with
# those of the wheel and of the build in .build/release: check-deb.sh FOLDER
# check-wheel.sh, which must run first, creates the Debian system in FOLDER/root. Requires root rights and Debian packages.
set -eu

folder=$(pwd)/$1
root=$folder/root
package=$(ls "$folder"/sextant_*.deb)
command -v lintian >/dev/null || env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq lintian >/dev/null
lintian --allow-root --fail-on error,warning "$package"

inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
cp "$package" "$root/tmp/sextant.deb"
cp /etc/resolv.conf "$root/etc" 2>/dev/null || true
inside apt-get update -qq
inside apt-get install -y -qq -o Dpkg::Use-Pty=false --no-install-recommends /tmp/sextant.deb >"$folder/deb.log" 2>&1 || {
    tail -n 5 "$folder/deb.log" >&2
    exit 1
}
rm -rf "$root/tmp/results"
mkdir "$root/tmp/results"
cp -R Datasets "$root/tmp/results/Datasets"

# The same evaluation with each. The recordings have the same path from the folder of the results.
evaluation='cd "$1" && "$2" evaluate Datasets/pan Datasets/simulated-walk Datasets/simulated-pocket --pipeline triad --pipeline madgwick \
    --pipeline vqf --pipeline selfCalibrating --pipeline vqfOffline --format json --quiet --output "$3"'
inside sh -c "$evaluation" sh /tmp/results /usr/bin/sextant deb
inside sh -c "$evaluation" sh /tmp/results /tmp/environment/bin/sextant wheel
build=$(pwd)/.build/release/sextant
if [ -x "$build" ]; then sh -c "$evaluation" sh "$root/tmp/results" "$build" build; fi
inside apt-get remove -y -qq -o Dpkg::Use-Pty=false sextant >/dev/null
if inside sh -c 'command -v sextant'; then
    echo 'check-deb.sh: the command is there after its removal' >&2
    exit 1
fi
if [ ! -x "$build" ]; then echo "check-deb.sh: not compared with $build, which is missing; see make command"; fi
python3 Scripts/packaging/same_results.py "$root"/tmp/results/*/results.json
