"""Writes a fixture, or compares it with a new calculation."""

import sys

import numpy as np


def write_or_check(made, file, tolerance=1e-12):
    """Writes the CSV text to the file; with --check on the command line, ends with 1 if a number differs."""
    if "--check" not in sys.argv:
        file.write_text(made)
        return
    old = np.loadtxt(file, delimiter=",", skiprows=1)
    new = np.loadtxt(made.splitlines(), delimiter=",", skiprows=1)
    difference = np.abs(old - new).max()
    print(f"largest difference {difference:.1e}")
    sys.exit(0 if difference < tolerance else 1)
