#!/usr/bin/env python3
"""Writes alignment.json: rotations between noisy, weighted vectors, by scipy's Rotation.align_vectors.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 make_alignment.py            # writes the file
    python3 make_alignment.py --check    # compares with the committed one

Each case: vectors before (from) and after (to), weights, and the quaternion (scalar first, w >= 0) that turns from onto to.
"""
import json
import pathlib
import sys

import numpy as np
from scipy.spatial.transform import Rotation


def case(rng, noise):
    before = rng.normal(size=(12, 3)).round(6)
    after = (Rotation.random(random_state=rng).apply(before) + noise * rng.normal(size=(12, 3))).round(6)
    weights = rng.uniform(0.1, 2, size=12).round(6)
    rotation, _ = Rotation.align_vectors(after, before, weights=weights)
    x, y, z, w = rotation.as_quat(canonical=True)
    return {
        "from": before.tolist(),
        "to": after.tolist(),
        "weights": weights.tolist(),
        "quaternionWXYZ": [round(float(value), 12) for value in (w, x, y, z)],
    }


def main():
    rng = np.random.RandomState(20)
    text = json.dumps([case(rng, noise) for noise in (0, 0.01, 0.3, 1)], indent=1) + "\n"
    file = pathlib.Path(__file__).resolve().parent / "alignment.json"
    if "--check" in sys.argv[1:]:
        sys.exit(0 if file.read_text() == text else f"{file.name} differs from what this script makes")
    file.write_text(text)


if __name__ == "__main__":
    main()
