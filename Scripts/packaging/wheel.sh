#!/bin/sh
# Builds the Python wheel with the command: wheel.sh PYTHON FOLDER
# FOLDER contains the outputs of stage.py, stage and platform. The wheel is written to FOLDER. The same sources result in
# the same bytes.
set -eu

python=$(pwd)/$1
folder=$(pwd)/$2
root=$(pwd)
SEXTANT_STAGE=$folder/stage
SEXTANT_PLATFORM=$(cat "$folder/platform")
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)
export SEXTANT_STAGE SEXTANT_PLATFORM SOURCE_DATE_EPOCH

# A copy, because the licence belongs into the package, and hatchling looks for the version in ../Sources.
copy=$folder/source
rm -rf "$copy" "$folder"/*.whl
mkdir -p "$copy/Sources/SextantCommands/Process"
cp Sources/SextantCommands/Process/HostDescription.swift "$copy/Sources/SextantCommands/Process"
cp -R Python "$copy/Python"
cp -R Examples/python-stream "$copy/Python/src/sextant/tutorials"
cp LICENSE "$copy/Python"
cd "$copy/Python"
"$python" -m build --wheel --no-isolation --outdir "$folder" . >"$folder/wheel.log" 2>&1 || {
    cat "$folder/wheel.log" >&2
    exit 1
}
cd "$root"
rm -rf "$copy"
ls -l "$folder"/*.whl | awk '{ printf "%s, %.1f MB\n", $NF, $5 / 1e6 }'
