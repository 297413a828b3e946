#!/usr/bin/env python3
"""Writes published results for the trials of BROAD (Laidig et al. 2021, doi:10.3390/data6070072) as lines of an
experiment.

The authors' repository contains the RMSE of each trial for each setting of Madgwick's and Mahony's filters, in
example_code/out/results_*.mat. This script uses the settings that the authors call trial-agnostic, for the trials whose
recordings are also in the repository:

    python3 Scripts/published_broad.py DIR > lines.yaml

VQF's authors published no values per trial. With --vqf, the script runs the authors' program with its defaults and
computes the errors like example_code/broad_utils.py:

    python3 Scripts/published_broad.py DIR --vqf > lines.yaml

DIR is a clone of https://github.com/dlaidig/broad. The script needs scipy, and for --vqf the package vqf 2.1.2.
"""

import pathlib
import sys

import numpy
import scipy.io

SETTINGS = {"madgwick": ("Madgwick, BROAD's", {"beta": 0.12}), "mahony": ("Mahony, BROAD's", {"Kp": 0.74, "Ki": 0.0012})}
METRICS = ["total_rmse_deg", "heading_rmse_deg", "inclination_rmse_deg"]
PUBLISHED = "Laidig et al. 2021, doi:10.3390/data6070072"
PROGRAM = "the program vqf 2.1.2 of Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014"


def write(source: str, metric: str, figures: list) -> None:
    print(f"    - source: {source}\n      metric: {metric}\n      figures:")
    for trial, pipeline, value in figures:
        print(f'        - [{trial}, "{pipeline}", {value:.6f}]')


def published(folder: pathlib.Path, trials: list, metric: str) -> list:
    """The figures of BROAD's authors."""
    figures = []
    for filter_name, (pipeline, setting) in SETTINGS.items():
        results = scipy.io.loadmat(
            folder / "example_code" / "out" / f"results_{filter_name}.mat",
            squeeze_me=True,
            struct_as_record=False,
        )
        place = tuple(
            int(numpy.argmin(numpy.abs(getattr(results["param_values"], name) - value)))
            for name, value in setting.items()
        )
        figures += [
            (trial, pipeline, numpy.asarray(getattr(results[metric], f"trial_{trial}"))[place]) for trial in trials
        ]
    return figures


def of_vqf(folder: pathlib.Path, trials: list) -> dict:
    """The errors of VQF's variants, by pipeline and trial."""
    import vqf

    sys.path.insert(0, str(folder / "example_code"))
    import broad_utils

    errors = {}
    for trial in trials:
        data = scipy.io.loadmat(folder / "data_mat" / f"{trial}.mat", squeeze_me=True)
        samples = [numpy.ascontiguousarray(data[f"imu_{sensor}"]) for sensor in ("gyr", "acc", "mag")]
        interval = 1 / float(data["sampling_rate"])
        estimates = {
            "VQF": vqf.VQF(interval).updateBatch(*samples),
            "BasicVQF": vqf.BasicVQF(interval).updateBatch(*samples),
            "Offline VQF": vqf.offlineVQF(*samples, interval),
        }
        for pipeline, estimate in estimates.items():
            movement = data["movement"].astype(bool)
            errors[pipeline, trial] = broad_utils.calculateRMSE(estimate["quat9D"], data["opt_quat"], movement)
    return errors


def main(folder: pathlib.Path, program: bool) -> None:
    trials = sorted(path.stem for path in (folder / "data_mat").glob("*.mat"))
    if not trials:
        sys.exit(f"{folder}: no files data_mat/*.mat; pass a clone of the repository")
    errors = of_vqf(folder, trials) if program else {}
    for metric in METRICS:
        if not program:
            write(PUBLISHED, metric, published(folder, trials, metric))
            continue
        figures = [(trial, pipeline, error[metric]) for (pipeline, trial), error in errors.items()]
        write(PROGRAM, metric, sorted(figures, key=lambda figure: (figure[1], figure[0])))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--vqf"]):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), len(sys.argv) == 3)
