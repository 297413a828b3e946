#!/usr/bin/env python3
"""Converts the MATLAB file of a BROAD trial to CSV for Sextant's layout `broad`. Needs scipy.

    python3 Datasets/broad/convert.py data_mat/02_undisturbed_slow_rotation_B.mat > 02_undisturbed_slow_rotation_B.csv
"""

import sys

import scipy.io

HEADER = "t,ax,ay,az,gx,gy,gz,mx,my,mz,qw,qx,qy,qz,movement"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: convert.py TRIAL.mat > TRIAL.csv")
    trial = scipy.io.loadmat(sys.argv[1])
    rate = trial["sampling_rate"].item()
    streams = [trial[name] for name in ("imu_acc", "imu_gyr", "imu_mag", "opt_quat")]
    movement = trial["movement"].ravel()
    print(HEADER)
    for n, rows in enumerate(zip(*streams)):
        values = [f"{value:.8g}" for row in rows for value in row]
        print(",".join([f"{n / rate:.6f}", *values, str(int(movement[n]))]))


if __name__ == "__main__":
    main()
