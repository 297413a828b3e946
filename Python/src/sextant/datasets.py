"""Downloads freely licensed recordings: trials of BROAD, with optical ground truth.

    python -m sextant.datasets 05_undisturbed_slow_rotation_with_breaks_B

BROAD: Laidig et al. 2021, doi:10.3390/data6070072, CC BY 4.0. The trials are downloaded from the authors' repository and
compared with their SHA-256. This needs NumPy and SciPy: `pip install sextant-ar[tutorials]`.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import pathlib
import shutil
import sys
import urllib.request

from ._errors import SextantError, error_for
from ._recording import Recording, Stream

# The repository of the authors, at one commit.
ADDRESS = "https://raw.githubusercontent.com/dlaidig/broad/7e2f8189bb4a3ac91eae32c69b6bc87f08a6e2ad/data_mat"

DIGESTS = {
    "02_undisturbed_slow_rotation_B":
        "2ab69f86aab5fcc018399068baaabc725bb4b53862aefbef70eaf0256da1930a",
    "04_undisturbed_slow_rotation_with_breaks_A":
        "e414276dc54fd01337a9d26b1c635900e46218f4859f1f011f44dd9994df24e0",
    "05_undisturbed_slow_rotation_with_breaks_B":
        "70957bc3e0755c1952115f2b28855b638ff9ee714c75618dd3a89603e4f3a2f2",
    "07_undisturbed_fast_rotation_B":
        "bc1ed36ec3f8d279a3b81078d229549fd4c55ed8338e42c3bd83ab89146096b5",
    "09_undisturbed_fast_rotation_with_breaks_B":
        "355a8bca7c89ba3012a2bad96656bf904d04337dfc2d8e3d50be980eb4e6df28",
    "21_undisturbed_fast_combined":
        "cb7be66ffc50d7d2b23abaf72a85a76925ea2db36a3fd575998811fcf68c219a",
    "24_disturbed_tapping_A":
        "1246fed1680a882a5f4d0dc2ae16e2db9dc90281fbaf1d486c84db1f27db51fa",
    "30_disturbed_stationary_magnet_C":
        "a2749e93855ca115384c0d998dcdb088a2a6f1d46f743c5f37e5feb9b6ebb753",
}


def download(trial: str, folder: str | os.PathLike[str] = ".", *, address: str | None = None) -> pathlib.Path:
    """Downloads a trial of BROAD and writes it as a recording. A recording that exists is kept.

    Args:
        trial: the name of the trial, one of `DIGESTS`.
        folder: the folder in which the recording's folder is created.
        address: the address of the folder with the MATLAB files, such as `file:///data/broad/data_mat`; the default is
            the environment variable `SEXTANT_BROAD`, or the authors' repository.

    Returns:
        The folder of the recording.

    Raises:
        UsageError: the trial is unknown.
        EnvironmentFailure: it cannot be downloaded, its content has changed, or SciPy is missing.
    """
    if trial not in DIGESTS:
        raise error_for(2, f"unknown trial '{trial}'; the trials available here are {', '.join(DIGESTS)}")
    target = pathlib.Path(folder) / trial
    if target.exists():
        return target
    address = address or os.environ.get("SEXTANT_BROAD") or ADDRESS
    try:
        with urllib.request.urlopen(f"{address}/{trial}.mat", timeout=60) as response:
            content: bytes = response.read()
    except OSError as error:
        raise error_for(4, f"cannot download {address}/{trial}.mat: {error}") from error
    digest = hashlib.sha256(content).hexdigest()
    if digest != DIGESTS[trial]:
        raise error_for(4, f"{address}/{trial}.mat has the SHA-256 {digest} instead of {DIGESTS[trial]}")
    # An interrupted command leaves no folder that looks complete.
    partial = target.with_name(f"{trial}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    return _recording(trial, content).save(partial).rename(target)


def _recording(trial: str, content: bytes) -> Recording:
    """Reads the MATLAB file of a trial."""
    try:
        import numpy as np
        import scipy.io
    except ImportError as error:
        raise error_for(4, "NumPy or SciPy is missing; run: pip install sextant-ar[tutorials]") from error
    data = scipy.io.loadmat(io.BytesIO(content))
    times = np.arange(len(data["imu_gyr"])) / data["sampling_rate"].item()
    # The cameras lost the markers in some samples.
    valid = np.isfinite(data["opt_quat"]).all(axis=1)
    orientations = np.where(valid[:, None], data["opt_quat"], [1.0, 0.0, 0.0, 0.0])
    return Recording(
        trial,
        gyroscope=Stream(times, data["imu_gyr"]),
        accelerometer=Stream(times, data["imu_acc"]),
        magnetometer=Stream(times, data["imu_mag"]),
        reference=Stream(times, orientations),
        reference_valid=valid,
        reference_evaluate=data["movement"].ravel() != 0,
        # The ground truth is relative to magnetic north.
        declination=0.0,
        metadata={"source": "BROAD, Laidig et al. 2021, doi:10.3390/data6070072", "licence": "CC BY 4.0"},
    )


def main() -> int:
    """Downloads the trials that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m sextant.datasets", description="Download trials of BROAD (CC BY 4.0).")
    parser.add_argument("trial", nargs="+", metavar="TRIAL", help=", ".join(DIGESTS))
    parser.add_argument("--output", default=".", metavar="FOLDER", help="folder for the recordings (default: this one)")
    parser.add_argument("--address", metavar="URL", help="folder with the MATLAB files (default: the authors' repository)")
    arguments = parser.parse_args()
    try:
        for trial in arguments.trial:
            print(download(trial, arguments.output, address=arguments.address))
    except SextantError as error:
        print(f"sextant.datasets: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
