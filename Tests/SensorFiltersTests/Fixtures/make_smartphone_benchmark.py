#!/usr/bin/env python3
"""Makes smartphone_inputs.csv and smartphone_observers.csv: a synthetic recording, and what the algorithms of the
smartphone benchmark make of it in their authors' own program (Michel et al. 2018).

    python3 make_smartphone_benchmark.py REPOSITORY            writes the files
    python3 make_smartphone_benchmark.py REPOSITORY --check    compares the numbers with the committed ones

REPOSITORY is a checkout of https://github.com/tyrex-team/benchmarks-attitude-smartphones; the program runs in GNU Octave
(see Scripts/smartphone_benchmark/authors.py). Needs numpy and octave-cli.

The recording has the conventions of the program: device axes, specific force in m/s2 (+9.81 up at rest), rad/s, uT. 300
samples at 25 Hz with noise; the field is that of the benchmark's laboratory, with perturbations from 4 s to 5 s and from
8.4 s to 9 s; the device is accelerated from 6 s to 7 s. The orientations are those of every fifth sample, scalar first,
device to true East, North, Up.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
INPUTS, OUTPUTS = HERE / "smartphone_inputs.csv", HERE / "smartphone_observers.csv"
PROGRAM = HERE.parents[2] / "Scripts/smartphone_benchmark/authors.py"
SAMPLES, INTERVAL, EVERY = 300, 0.04, 5
DIP, STRENGTH, GRAVITY = np.radians(61.047), 47.064, 9.8057
FIELD = STRENGTH * np.array([0, np.cos(DIP), -np.sin(DIP)])
ALGORITHMS = ["Madgwick", "MadgwickB", "Mahony", "MahonyB", "MahonyMartin", "MahonyMartinExtmagWtRep", "Fourati",
              "FouratiExtacc", "FouratiMartin", "FouratiMartinExtmagWtRep", "MichelObsExtmag", "MichelObsExtmagWt",
              "MichelObsExtmagWtRep", "Martin"]


def product(p, q):
    w, x, y, z = p
    a, b, c, d = q
    return np.array([w*a - x*b - y*c - z*d, w*b + x*a + y*d - z*c, w*c - x*d + y*a + z*b, w*d + x*c - y*b + z*a])


def exponential(v):
    angle = np.linalg.norm(v)
    return np.array([1.0, 0, 0, 0]) if angle == 0 else np.array([np.cos(angle/2), *(np.sin(angle/2)*v/angle)])


def to_device(q, v):
    conjugate = q * [1, -1, -1, -1]
    return product(product(conjugate, [0, *v]), q)[1:]


def recording():
    generator = np.random.default_rng(20260102)
    q = exponential(np.array([0.9, -0.3, 0.5]))
    rows = []
    for index in range(SAMPLES):
        t = index*INTERVAL
        rate = np.array([0.8*np.sin(1.1*t), 0.6*np.cos(0.7*t), 0.9*np.sin(0.4*t + 1)])
        if index > 0:
            q = product(q, exponential(rate*INTERVAL))
        field = FIELD + (np.array([25, 15, -20]) if 4 < t < 5 or 8.4 < t < 9 else 0)
        motion = np.array([2.5*np.sin(9*t), 1.5*np.cos(7*t), 1.2]) if 6 < t < 7 else np.zeros(3)
        gyr = rate + [0.01, -0.008, 0.012] + generator.normal(0, 0.005, 3)
        acc = to_device(q, motion + [0, 0, GRAVITY]) + generator.normal(0, 0.08, 3)
        mag = to_device(q, field) + generator.normal(0, 0.5, 3)
        rows.append([t, *gyr, *acc, *mag])
    return np.array(rows)


def inputs():
    lines = ["t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z"]
    lines += [f"{row[0]:.2f}," + ",".join(f"{value:.6f}" for value in row[1:]) for row in recording()]
    return "\n".join(lines) + "\n"


def estimates(repository, algorithms, text):
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "inputs.csv"
        table.write_text(text)
        command = [sys.executable, PROGRAM, repository, "--work", f"{folder}/work", "table", "--inputs", table,
                   "--algorithms", ",".join(algorithms), "--output", f"{folder}/output"]
        subprocess.run(command, check=True)
        columns = [np.loadtxt(f"{folder}/output/{name}.csv", delimiter=",", skiprows=1) for name in algorithms]
    rows = np.hstack(columns)[::EVERY]
    names = [f"{name}_{axis}" for name in algorithms for axis in "wxyz"]
    lines = [",".join(f"{value:.15f}" for value in row) for row in rows]
    return "\n".join([",".join(names), *lines]) + "\n"


def difference(path, text):
    old = np.loadtxt(path, delimiter=",", skiprows=1)
    return np.abs(old - np.loadtxt(text.splitlines(), delimiter=",", skiprows=1)).max()


def make(outputs, algorithms):
    """Writes the inputs and one file of orientations, or compares them with the committed ones."""
    parser = argparse.ArgumentParser()
    parser.add_argument("repository")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    made = {INPUTS: inputs()}
    made[outputs] = estimates(options.repository, algorithms, made[INPUTS])
    if not options.check:
        for path, text in made.items():
            path.write_text(text)
        return
    largest = max(difference(path, text) for path, text in made.items())
    print(f"largest difference {largest:.1e}")
    sys.exit(0 if largest < 1e-12 else 1)


if __name__ == "__main__":
    make(OUTPUTS, ALGORITHMS)
