#!/bin/sh
# Builds a Debian package of the command, which uses the libraries of the system: deb.sh FOLDER
# FOLDER contains the folder stage, written by stage.py. The same sources result in the same bytes. Requires dpkg-dev and
# patchelf.
set -eu

folder=$(pwd)/$1
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/SextantCommands/Process/HostDescription.swift)
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)
export SOURCE_DATE_EPOCH
maintainer='Sextant maintainers <maintainers@users.noreply.github.com>'

tree=$folder/deb
rm -rf "$tree"
mkdir -p "$tree/debian" "$tree/root/DEBIAN" "$tree/root/usr/bin" "$tree/root/usr/share/doc/sextant"
cp "$folder/stage/bin/sextant" "$tree/root/usr/bin"
patchelf --remove-rpath "$tree/root/usr/bin/sextant"
mkdir -p "$tree/root/usr/share/bash-completion/completions"
sed '1{/^#!/d}' "$folder/stage/share/bash-completion/completions/sextant" \
    >"$tree/root/usr/share/bash-completion/completions/sextant"
cp -R "$folder/stage/share/fish" "$folder/stage/share/man" "$tree/root/usr/share"
mkdir -p "$tree/root/usr/share/zsh/vendor-completions"
cp "$folder/stage/share/zsh/site-functions/_sextant" "$tree/root/usr/share/zsh/vendor-completions"
gzip -9n "$tree/root/usr/share/man/man1/sextant.1"
cp "$folder/stage/share/doc/sextant/sextant.cdx.json" "$tree/root/usr/share/doc/sextant"

# Licences of the parts that the command contains.
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
    printf 'Upstream-Name: Sextant\n\nFiles: *\nCopyright: the authors of Sextant and of its parts, which are named below\n'
    printf 'License: Apache-2.0\n On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0.\n'
    for text in swift Yams hdrhistogram-swift swift-argument-parser swift-mustache swift-numerics icu \
        libexpat1; do
        printf ' .\n Part: %s\n' "$text"
        # Other parts have the licence above.
        grep -q 'Apache License' "$folder/stage/share/doc/sextant/licences/$text" ||
            sed 's/^[[:space:]]*$/./; s/^/ /' "$folder/stage/share/doc/sextant/licences/$text"
    done
} >"$tree/root/usr/share/doc/sextant/copyright"
printf 'sextant (%s-1) unstable; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$tree/root/usr/share/doc/sextant/changelog.Debian.gz"
# Yams contains libyaml, and Expat is linked statically so that the command runs on older systems. Sextant is not in Debian.
mkdir -p "$tree/root/usr/share/lintian/overrides"
printf 'sextant: %s\n' 'embedded-library expat [usr/bin/sextant]' 'embedded-library libyaml [usr/bin/sextant]' \
    'initial-upload-closes-no-bugs *' >"$tree/root/usr/share/lintian/overrides/sextant"

printf 'Source: sextant\nMaintainer: %s\n\nPackage: sextant\nArchitecture: any\n' "$maintainer" >"$tree/debian/control"
depends=$(cd "$tree" && dpkg-shlibdeps -O root/usr/bin/sextant 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
{
    printf 'Package: sextant\nVersion: %s-1\nArchitecture: %s\nMaintainer: %s\n' "$version" "$architecture" "$maintainer"
    printf 'Installed-Size: %s\n' "$(du -sk --apparent-size "$tree/root/usr" | cut -f1)"
    printf 'Depends: %s\nRecommends: libproj25\nSuggests: gnuplot-nox, libhdf5-103-1, libmatio11\n' "$depends"
    printf 'Section: science\nPriority: optional\n'
    printf 'Description: measures filters of location-based augmented reality\n'
    printf ' Sextant evaluates filters and orientation estimators on recordings of\n'
    printf ' accelerometers, gyroscopes and magnetometers: accuracy, jitter and\n'
    printf ' latency, with confidence intervals and reports.\n'
} >"$tree/root/DEBIAN/control"
(cd "$tree/root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$tree/root" -type d -exec chmod 755 {} +
find "$tree/root" -type f -exec chmod 644 {} +
chmod 755 "$tree/root/usr/bin/sextant"
find "$tree/root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
package=$folder/sextant_$version-1_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$tree/root" "$package" >/dev/null
ls -l "$package" | awk '{ printf "%s, %.1f MB\n", $NF, $5 / 1e6 }'
