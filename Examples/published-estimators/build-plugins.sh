#!/bin/sh
# Builds plugins from the source packages of `vqf` and `imufusion` on PyPI.
#
# Usage: build-plugins.sh FOLDER [HEADERS]
# FOLDER receives the packages and the libraries; HEADERS is the folder of sextant_estimator.h (default: pkg-config).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1"
headers=${2:+-I$2}
[ -n "$headers" ] || headers=$(pkg-config --cflags sextant-estimator)
for package in vqf==2.1.2 imufusion==1.3.3; do
    name=${package%%=*}
    [ -d "$name" ] && continue
    python3 -m pip download --quiet --no-deps --no-binary "$name" --dest . "$package"
    mkdir "$name" && tar -xzf "$name"-*.tar.gz -C "$name" --strip-components 1
done
flags="-O2 -fPIC -shared -fvisibility=hidden $headers"
${CXX:-c++} -std=c++17 $flags -Ivqf/vqf/cpp "$here/vqf_plugin.cpp" vqf/vqf/cpp/vqf.cpp -o libvqf.so
${CXX:-c++} -std=c++17 -DVQF_BASIC $flags -Ivqf/vqf/cpp "$here/vqf_plugin.cpp" vqf/vqf/cpp/basicvqf.cpp -o libbasicvqf.so
${CC:-cc} -DFUSION_USE_NORMAL_SQRT $flags -Iimufusion/Fusion "$here/fusion_plugin.c" imufusion/Fusion/*.c -lm -o libfusion.so
