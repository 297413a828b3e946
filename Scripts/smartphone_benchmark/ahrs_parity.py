#!/usr/bin/env python3
"""Compares Sextant's estimators with those of the Python package ahrs on recordings of the smartphone benchmark.

    pip install ahrs==0.4.0 numpy
    ahrs_parity.py --sextant .build/release/sextant --work WORK FOLDER ...

Each FOLDER was written by `authors.py run`. The script writes its samples as a recording to WORK, and computes the
orientations of all samples with `sextant evaluate --estimates` and with ahrs. For each estimator it prints the largest
and the median angle between the two, the number of samples whose angle is above 1e-6 degrees, the mean errors of both
from 5 s to 120 s, and the microseconds per sample of ahrs. The mean errors agree with `authors.py score` to about 1e-4
degrees. `ahrs_estimators.py` describes the coordinate frames of ahrs and its differences.
"""

import argparse
import subprocess
import time
import warnings
from pathlib import Path

import numpy as np
from ahrs.filters import aqua as ahrs_aqua

from ahrs_estimators import DEPARTURES, ESTIMATORS, Samples, degrees_between, product

DIP = 61.047
# Magnetic north is west of true north in the benchmark.
DECLINATION = -1.499
TAU = float(-0.01 / np.log(0.9))
GRAVITY = float(ahrs_aqua.GRAVITY)
SPECS = {
    **{name: f"singleFrame:method={name},dip={DIP}" for name in ("davenport", "quest", "flae", "oleq")},
    **{name: f"singleFrame:method={name}" for name in ("famc", "saam", "fqa", "tilt")},
    "roleq": f"roleq:dip={DIP}",
    "aqua": "aqua:adaptive=false,bias=false",
    "aqua_adaptive": f"aqua:alpha=0.1,bias=false,gravity={GRAVITY!r}",
    "complementary": f"complementary:form=angles,timeConstant={TAU!r}",
}
COMPARABLE = 1e-6


def recording(folder: Path, work: Path) -> Path:
    """Writes the samples of a folder as a recording; returns its path."""
    target = work / folder.name
    target.mkdir(parents=True, exist_ok=True)
    rows = np.loadtxt(folder / "inputs.csv", delimiter=",", skiprows=1)
    for name, first in (("gyroscope", 1), ("accelerometer", 4), ("magnetometer", 7)):
        np.savetxt(target / f"{name}.csv", rows[:, [0, first, first + 1, first + 2]], "%.17g", ",", header="t,x,y,z",
                   comments="")
    reference = np.loadtxt(folder / "reference.csv", delimiter=",", skiprows=1)
    np.savetxt(target / "reference.csv", reference[:, :5], "%.17g", ",", header="t,qw,qx,qy,qz", comments="")
    (target / "recording.yaml").write_text(f"name: {folder.name}\ndeclination: {DECLINATION}\n")
    return target


def ours(sextant: Path, target: Path, work: Path) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Times and orientations of each estimator, device to true East, North, Up."""
    output = work / "out" / target.name
    found = {}
    for name, spec in SPECS.items():
        folder = output / name
        subprocess.run(
            [sextant, "evaluate", target, "--pipeline", spec, "--estimates", "--output", folder],
            check=True, stdout=subprocess.DEVNULL)
        (path,) = folder.glob("estimates/*/*.csv")
        table = np.genfromtxt(path, delimiter=",", names=True)
        found[name] = (table["t"], np.column_stack([table[c] for c in ("qw", "qx", "qy", "qz")]))
    return found


def mean_error(folder: Path, times, orientations) -> float:
    """The mean angle in degrees from the reference from 5 s to 120 s, without the samples next to bad references."""
    reference = np.loadtxt(folder / "reference.csv", delimiter=",", skiprows=1)
    inside = (times >= 0) & (times <= 120)
    t, q = times[inside], orientations[inside]
    after = np.clip(np.searchsorted(reference[:, 0], t), 1, len(reference) - 1)
    share = (t - reference[after - 1, 0]) / (reference[after, 0] - reference[after - 1, 0])
    first, second = reference[after - 1, 1:5], reference[after, 1:5]
    angle = np.arccos(np.clip((first * second).sum(1), -1, 1))[:, None]
    sine = np.sin(angle)
    weights = [np.divide(np.sin(f[:, None] * angle), sine, where=sine > 1e-9, out=f[:, None] + 0 * sine)
               for f in (1 - share, share)]
    expected = weights[0] * first + weights[1] * second
    is_bad = (reference[after, 5] > 0) | (reference[after - 1, 5] > 0)
    errors, t = degrees_between(q, expected)[~is_bad], t[~is_bad]
    return float(np.nanmean(errors[np.abs(t - 5).argmin():]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sextant", type=Path, required=True, help="the program")
    parser.add_argument("--work", type=Path, required=True, help="folder for recordings and estimates")
    parser.add_argument("folders", type=Path, nargs="+", help="output folders of authors.py run")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    half = np.radians(-DECLINATION) / 2
    to_true_north = np.array([np.cos(half), 0, 0, np.sin(half)])
    print("recording,estimator,ahrs,largest_deg,median_deg,above_1e-6,samples,ours_mean_deg,ahrs_mean_deg,ahrs_us")
    for folder in options.folders:
        rows = np.loadtxt(folder / "inputs.csv", delimiter=",", skiprows=1)
        found = ours(options.sextant, recording(folder, options.work), options.work)
        samples = Samples(rows, DIP)
        pairs = [(name, name, function) for name, function in ESTIMATORS.items()]
        pairs += [(name, variant, function) for variant, (name, function) in DEPARTURES.items()]
        for name, variant, function in pairs:
            times, orientations = found[name]
            started = time.perf_counter()
            theirs = function(samples)
            spent = (time.perf_counter() - started) / len(rows) * 1e6
            theirs = product(to_true_north, theirs)
            if len(times) != len(rows) or np.abs(times - rows[:, 0]).max() > 1e-9:
                raise SystemExit(f"{folder.name}: {name} has {len(times)} orientations for {len(rows)} samples")
            angles = degrees_between(orientations, theirs)
            above = int((~(angles <= COMPARABLE)).sum())
            errors = mean_error(folder, times, orientations), mean_error(folder, times, theirs)
            print(f"{folder.name},{name},{variant},{np.nanmax(angles):.3e},{np.nanmedian(angles):.1e},{above},{len(rows)},"
                  f"{errors[0]:.6f},{errors[1]:.6f},{spent:.1f}", flush=True)


if __name__ == "__main__":
    main()
