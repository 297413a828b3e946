#!/usr/bin/env python3
"""Writes the published figures of BROAD (Laidig et al. 2021, doi:10.3390/data6070072) as lines of an experiment.

The authors' repository contains the RMSE of each trial for each setting of Madgwick's and Mahony's filters, in
example_code/out/results_*.mat. This script takes the settings that the authors call trial-agnostic, for the trials
whose data is there, too:

    python3 Scripts/published_broad.py DIR > lines.yaml

DIR is a clone of https://github.com/dlaidig/broad. It needs scipy.
"""

import pathlib
import sys

import numpy
import scipy.io

SETTINGS = {"madgwick": ("Madgwick, BROAD's", {"beta": 0.12}), "mahony": ("Mahony, BROAD's", {"Kp": 0.74, "Ki": 0.0012})}
METRICS = ["total_rmse_deg", "heading_rmse_deg", "inclination_rmse_deg"]


def main(folder: pathlib.Path) -> None:
    trials = sorted(path.stem for path in (folder / "data_mat").glob("*.mat"))
    if not trials:
        sys.exit(f"{folder}: found no data_mat/*.mat, expected a clone of the repository")
    for metric in METRICS:
        print(f"    - source: Laidig et al. 2021, doi:10.3390/data6070072\n      metric: {metric}\n      figures:")
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
            for trial in trials:
                value = numpy.asarray(getattr(results[metric], f"trial_{trial}"))[place]
                print(f'        - [{trial}, "{pipeline}", {value:.6f}]')


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
