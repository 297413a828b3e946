#!/bin/sh
# Installs the missing dependencies of a build.
# Exit code 4: the script cannot install a missing dependency, which the message names.
set -eu

oldest_swift_major=6
oldest_swift_minor=3

fail() {
    printf 'install-dependencies: %s\n' "$1" >&2
    exit 4
}

check_swift() {
    command -v swift >/dev/null 2>&1 ||
        fail "no 'swift' on the PATH; install Swift $oldest_swift_major.$oldest_swift_minor or newer from https://www.swift.org/install"
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
    [ -n "$version" ] || fail "'swift --version' prints no version; reinstall the Swift toolchain"
    major=${version% *}
    minor=${version#* }
    if [ "$major" -lt "$oldest_swift_major" ] ||
        { [ "$major" -eq "$oldest_swift_major" ] && [ "$minor" -lt "$oldest_swift_minor" ]; }; then
        fail "found Swift $major.$minor, but Sextant needs $oldest_swift_major.$oldest_swift_minor or newer: https://www.swift.org/install"
    fi
}

is_installed() {
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

install_on_debian() {
    missing=
    for package in libcsv-dev libexpat1-dev libfast-float-dev libproj-dev libsqlite3-dev libssl-dev libzip-dev; do
        is_installed "$package" || missing="$missing $package"
    done
    # CTableParser is written in C++ and needs the headers of any C++ standard library.
    is_installed 'libstdc++-*-dev' || missing="$missing g++"
    # Only MATLAB and HDF5 files need these.
    optional=
    for package in libhdf5-dev libmatio-dev; do
        is_installed "$package" || optional="$optional $package"
    done
    [ -n "$missing$optional" ] || return 0

    if [ -n "$missing" ] && [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
        fail "missing:$missing. There is no sudo; as root: apt-get install$missing"
    fi
    if [ -z "$missing" ] && [ "$(id -u)" -ne 0 ] && ! sudo -n true 2>/dev/null; then
        printf 'install-dependencies: without%s, MATLAB and HDF5 files cannot be read\n' "$optional" >&2
        return 0
    fi
    printf 'Installing%s\n' "$missing$optional" >&2
    as_root apt-get update -qq >/dev/null ||
        printf 'install-dependencies: apt-get update failed; trying with the existing package lists\n' >&2
    # Word splitting is wanted: one argument per package.
    # shellcheck disable=SC2086
    install_packages $missing $optional && return 0
    # shellcheck disable=SC2086
    [ -z "$missing" ] || install_packages $missing || fail "apt-get could not install$missing"
    printf 'install-dependencies: without%s, MATLAB and HDF5 files cannot be read\n' "$optional" >&2
}

install_with_homebrew() {
    command -v brew >/dev/null 2>&1 ||
        fail "no Homebrew; install it from https://brew.sh, or install libcsv, fast_float, proj and libzip yourself"
    missing=
    for formula in libcsv fast_float proj libzip; do
        brew list --versions "$formula" >/dev/null 2>&1 || missing="$missing $formula"
    done
    [ -n "$missing" ] || return 0
    printf 'Installing%s\n' "$missing" >&2
    # shellcheck disable=SC2086
    HOMEBREW_NO_AUTO_UPDATE=1 brew install --quiet $missing >&2 || fail "brew could not install$missing"
}

has_header() {
    [ -f "/usr/include/$1" ] || [ -f "/usr/local/include/$1" ]
}

check_elsewhere() {
    if has_header csv.h && has_header expat.h && has_header fast_float/fast_float.h && has_header geodesic.h && has_header sqlite3.h &&
        has_header zip.h; then
        return 0
    fi
    fail "this system is neither Debian, Ubuntu nor macOS. Install with its package manager: libcsv with its header csv.h, Expat with its header expat.h, fast_float with its header fast_float/fast_float.h, PROJ with its header geodesic.h, SQLite with its header sqlite3.h, libzip with its header zip.h, and a C++ standard library with headers"
}

check_swift
if [ "$(uname -s)" = Darwin ]; then
    install_with_homebrew
elif command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1; then
    install_on_debian
else
    check_elsewhere
fi
