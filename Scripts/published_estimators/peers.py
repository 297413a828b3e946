#!/usr/bin/env python3
"""Runs estimators of other authors on a table of samples.

    peers.py run FOLDER NAME ...              reads FOLDER/inputs.csv, writes FOLDER/NAME.csv
    peers.py double PACKAGE FOLDER NAME ...   the same for the Fusion variants, with the C code in double precision

`inputs.csv` has the columns t [s], gyroscope [rad/s], accelerometer [m/s^2], magnetometer [uT] at a fixed rate, as
Scripts/smartphone_benchmark/authors.py writes it. NAME.csv contains the quaternion w, x, y, z of each row, device ->
magnetic East, North, Up. NAME is one of VARIANTS. The command prints the microseconds per row.

`run` needs the PyPI packages imufusion 1.3.3, vqf 2.1.2 and ahrs 0.4.0. imufusion computes in single precision.
`double` copies its C code from the unpacked source package PACKAGE, replaces `float` by `double`, and compiles the copy
with `fusion_table.c`; it needs a C compiler. This folder contains no part of the packages.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
# gain, gyroscope range [deg/s], acceleration and magnetic rejection [deg], rejection timeout [s], bias correction,
# magnetometer, stationary threshold [deg/s] and period [s]
FUSION = {
    "fusion": (0.5, 0, 0, 0, 0, 0, 1, 3, 3),
    "fusion-rejecting": (0.5, 2000, 10, 10, 5, 0, 1, 3, 3),
    "fusion-range": (0.5, 150, 10, 10, 0.3, 0, 1, 3, 3),
    "fusion-offset": (0.5, 0, 0, 0, 0, 1, 1, 3, 3),
    "fusion-6d": (0.5, 0, 0, 0, 0, 0, 0, 3, 3),
}
OFFLINE = {"vqf-offline": True, "vqf-offline-6d": False}
# variances: gyroscope [(rad/s)^2], directions of gravity and field, initial; whether the noise has the program's slips
GUO = {
    "guo": (0.001, 0.01, 0.01, 0.001, False),
    "guo-program": (0.001, 0.01, 0.01, 0.001, True),
}
VARIANTS = [*FUSION, *OFFLINE, *GUO]


def fusion(rows, settings):
    """The orientations of imufusion. The first row starts the filter and does not advance it."""
    import imufusion

    gain, largest_rate, acceleration, magnetic, timeout, corrects_bias, has_field, threshold, period = settings
    rate = round(1/np.median(np.diff(rows[:, 0])), 6)
    ahrs = imufusion.Ahrs()
    values = imufusion.AhrsSettings(sample_rate=rate, gain=gain, gyroscope_range=largest_rate,
                                    acceleration_rejection=acceleration, magnetic_rejection=magnetic,
                                    rejection_timeout=timeout)
    values.convention = imufusion.CONVENTION_ENU  # imufusion 1.3.3 ignores it as an argument
    ahrs.set_settings(values)
    bias = imufusion.Bias()
    bias.set_settings(imufusion.BiasSettings(rate, threshold, period))
    gyroscope, accelerometer, field = np.degrees(rows[:, 1:4]), rows[:, 4:7]/9.80665, rows[:, 7:10]
    result = [ahrs.get_quaternion()]
    intervals = np.diff(rows[:, 0])
    for index in range(1, len(rows)):
        ahrs.set_sample_period(intervals[index - 1])
        turn = bias.update(gyroscope[index]) if corrects_bias else gyroscope[index]
        if has_field:
            ahrs.update(turn, accelerometer[index], field[index])
        else:
            ahrs.update_no_magnetometer(turn, accelerometer[index])
        result.append(ahrs.get_quaternion())
    return np.array(result)


def offline(rows, has_field):
    """The orientations of offlineVQF."""
    from vqf import offlineVQF

    columns = [np.ascontiguousarray(rows[:, k:k + 3]) for k in (1, 4, 7)]
    interval = float(np.median(np.diff(rows[:, 0])))
    output = offlineVQF(columns[0], columns[1], columns[2] if has_field else None, interval)
    return output["quat9D" if has_field else "quat6D"]


def guo(rows, settings):
    """The orientations of the fast Kalman filter of Guo et al. 2017, from the parts of it in ahrs.

    `_compute_all` of ahrs 0.4.0 does not restore the quaternion's length, and its measurement has the length 1/4. The
    authors' program restores both lengths and divides J by 4. Its matrix of the process noise has two slips, which ahrs
    repeats; equation (24) gives (I - q q^T) for a noise that is the same about all axes. World: North, West, Up.
    """
    from ahrs.filters import FKF

    gyroscope, gravity, field, initial, has_slips = settings
    parts = FKF()
    q = north_west_up(rows[0, 4:7], rows[0, 7:10])
    covariance = np.identity(4)*initial
    noise = np.diag([gravity]*3 + [field]*3)
    result = [q]
    for index in range(1, len(rows)):
        interval = rows[index, 0] - rows[index - 1, 0]
        transition = np.identity(4) + 0.5*interval*parts.Omega4(rows[index, 1:4])
        process = np.identity(4) - np.outer(q, q)
        if has_slips:
            matrix = np.array([[q[1], q[2], q[3]], [-q[0], -q[3], -q[2]], [q[2], -q[0], -q[1]], [-q[2], q[1], -q[0]]])
            process = matrix @ matrix.T
        measured, derivatives = parts.measurement_quaternion_acc_mag(q, rows[index, 4:7], rows[index, 7:10])
        measured = measured/np.linalg.norm(measured)
        deviation = derivatives/4 @ noise @ derivatives.T/4
        q, covariance = parts.kalman_update(q, measured, covariance, transition, interval**2/4*gyroscope*process,
                                            deviation)
        q = q/np.linalg.norm(q)
        result.append(q)
    w, x, y, z = np.array(result).T
    return np.sqrt(0.5)*np.column_stack([w - z, x - y, x + y, w + z])


def north_west_up(acceleration, field):
    """The orientation that gravity and field determine, device -> North, West, Up."""
    up = acceleration/np.linalg.norm(acceleration)
    west = np.cross(up, field)
    west /= np.linalg.norm(west)
    m = np.array([np.cross(west, up), west, up])
    squares = np.array([1 + np.trace(m), *(1 + 2*np.diag(m) - np.trace(m))])
    pairs = [[squares[0], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]],
             [m[2, 1] - m[1, 2], squares[1], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]],
             [m[0, 2] - m[2, 0], m[0, 1] + m[1, 0], squares[2], m[1, 2] + m[2, 1]],
             [m[1, 0] - m[0, 1], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], squares[3]]]
    q = np.array(pairs[int(np.argmax(squares))])
    return q/np.linalg.norm(q)


def double_precision(package, folder):
    """The path of a program with Fusion's C code in double precision."""
    for source in [*sorted((package / "Fusion").glob("*.[ch]")), HERE / "fusion_table.c"]:
        text = source.read_text()
        if source.parent != HERE:
            text = re.sub(r"\bfloat\b(?!\.h)", "double", text)
            text = re.sub(r"(\d\.\d*)f\b", r"\1", text)
            text = re.sub(r"\b(sqrt|fabs|sin|cos|pow|atan2|asin)f\b", r"\1", text).replace("FLT_MAX", "DBL_MAX")
        (folder / source.name).write_text(text)
    program = folder / "fusion_table"
    names = ["FusionAhrs.c", "FusionBias.c", "fusion_table.c"]
    command = ["cc", "-O2", "-DFUSION_USE_NORMAL_SQRT", "-D_GNU_SOURCE", *names, "-lm", "-o", program]
    subprocess.run(command, cwd=folder, check=True)
    return program


def doubles(program, table, settings):
    command = [program, table, *[repr(float(value)) for value in settings]]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return np.array([[float(cell) for cell in line.split(",")] for line in output.splitlines()])


def estimate(rows, name):
    if name in OFFLINE:
        return offline(rows, OFFLINE[name])
    return guo(rows, GUO[name]) if name in GUO else fusion(rows, FUSION[name])


def write(path, orientations):
    np.savetxt(path, orientations, fmt="%.17g", delimiter=",", header="w,x,y,z", comments="")


def main():
    arguments = sys.argv[1:]
    is_double = arguments[:1] == ["double"]
    if arguments[:1] not in (["run"], ["double"]) or len(arguments) < (4 if is_double else 3):
        sys.exit(__doc__)
    folder = pathlib.Path(arguments[2 if is_double else 1])
    names = arguments[3 if is_double else 2:]
    rows = np.loadtxt(folder / "inputs.csv", delimiter=",", skiprows=1)
    with tempfile.TemporaryDirectory() as work:
        program = double_precision(pathlib.Path(arguments[1]), pathlib.Path(work)) if is_double else None
        for name in names:
            start = time.perf_counter()
            if is_double:
                result, suffix = doubles(program, folder / "inputs.csv", FUSION[name]), "-double"
            else:
                result, suffix = estimate(rows, name), ""
            seconds = time.perf_counter() - start
            write(folder / f"{name}{suffix}.csv", result)
            print(f"{name}{suffix} {1e6*seconds/len(rows):.2f} us")


if __name__ == "__main__":
    main()
