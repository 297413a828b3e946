#!/usr/bin/env python3
"""Writes spectrum.json: power spectral densities of noise by scipy's welch.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 make_spectrum.py            # writes the file
    python3 make_spectrum.py --check    # compares with the committed one
"""
import json
import sys
from pathlib import Path

import numpy as np
from scipy.signal import welch

OUTPUT = Path(__file__).resolve().parent / "spectrum.json"
INTERVAL = 0.01


def main():
    generator = np.random.default_rng(20240301)
    time = np.arange(300) * INTERVAL
    noise = generator.normal(0, 1, 300) + 3 * np.sin(2 * np.pi * 12.5 * time) + 5
    samples = [round(float(x), 6) for x in noise]
    densities = {}
    for length in [2, 32, 128]:
        _, density = welch(np.array(samples), fs=1 / INTERVAL, window="hann", nperseg=length, noverlap=length // 2,
                           detrend="constant", scaling="density")
        densities[str(length)] = [float(f"{x:.12g}") for x in density]
    text = json.dumps({"interval": INTERVAL, "samples": samples, "densities": densities}, indent=1) + "\n"
    if "--check" not in sys.argv:
        OUTPUT.write_text(text)
    elif OUTPUT.read_text() != text:
        sys.exit(f"{OUTPUT.name} differs from what this script writes")


main()
