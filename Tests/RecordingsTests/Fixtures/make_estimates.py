#!/usr/bin/env python3
"""Makes estimates/*: the same twelve orientations in the forms in which programs write them.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 make_estimates.py            writes the files
    python3 make_estimates.py --check    compares them with the committed ones

expected.csv has the times in seconds and the orientations device -> East, North, Up, scalar first. scipy's Rotation makes all others:
it is independent of the code under test. The name of a file is that of its form; index.csv has the keys that read each file.
"""
import pathlib
import sys

import numpy as np
from scipy.spatial.transform import Rotation

FOLDER = pathlib.Path(__file__).with_name("estimates")
COUNT = 12
# Columns are the axes of the frame in East, North, Up.
WORLDS = {"ned": [[0, 1, 0], [1, 0, 0], [0, 0, -1]], "nwu": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}
SEQUENCES = ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
ANGLES = {"x": "roll", "y": "pitch", "z": "yaw"}


def rows(*columns, form="%.17g", separator=","):
    return "".join(separator.join(form % value for value in row) + "\n" for row in np.column_stack(columns))


def files():
    generator = np.random.default_rng(20261)
    device = Rotation.random(COUNT, rng=generator)
    seconds = np.arange(COUNT)*0.25
    xyzw = device.as_quat()
    wxyz = xyzw[:, [3, 0, 1, 2]]
    place = np.round(generator.normal(size=(COUNT, 3)), 3)
    made = {"expected.csv": "t,qw,qx,qy,qz\n" + rows(seconds, wxyz)}
    index = []

    def add(name, text, keys=""):
        made[name] = text
        index.append(f"{name};{keys}")

    add("native.csv", "t,qw,qx,qy,qz\n" + rows(seconds, wxyz))
    add("unnamed.txt", rows(seconds, wxyz, separator=" "))
    add("savetxt.csv", "# t,w,x,y,z\n" + rows(seconds, wxyz))
    add("poses.tum", "# timestamp tx ty tz qx qy qz qw\n" + rows(seconds, place, xyzw, separator=" "))
    stamps = (seconds*1e9).astype(np.int64)
    euroc = "".join(f"{stamp},{row}" for stamp, row in zip(stamps, rows(place, wxyz, place).splitlines(True)))
    add("euroc.csv", euroc)
    add("euroc-named.csv", "#timestamp [ns],p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z [],"
        "a [],b [],c []\n" + euroc)
    add("letters.csv", "time,w,x,y,z\n" + rows(seconds, wxyz))
    add("digits.csv", "timestamp_ms,q0,q1,q2,q3\n" + rows(seconds*1e3, wxyz))
    add("quat.csv", "Time (s);quat_x;quat_y;quat_z;quat_w\n" + rows(seconds, xyzw, separator=";").replace(".", ","))
    add("tabs.txt", "quaternion.w\tquaternion.x\tquaternion.y\tquaternion.z\tseconds_elapsed\n"
        + rows(wxyz, seconds, separator="\t"))
    add("quoted.csv", "\"\",\"t\",\"qw\",\"qx\",\"qy\",\"qz\"\n" + rows(np.arange(COUNT), seconds, wxyz))
    add("misnamed.csv", "t,qw,qx,qy,qz\n" + rows(seconds, xyzw), "order=xyzw")
    add("scaled.csv", "t,qw,qx,qy,qz\n" + rows(seconds, 3*wxyz))
    add("late.csv", "t,qw,qx,qy,qz\n" + rows(seconds + 2.5, wxyz), "clock=-2.5")
    inverse = device.inv().as_quat()[:, [3, 0, 1, 2]]
    add("world-to-device.csv", "t,qw,qx,qy,qz\n" + rows(seconds, inverse), "rotation=world-to-device")
    for name, axes in WORLDS.items():
        turned = Rotation.from_matrix(np.array(axes).T)*device
        add(f"{name}.csv", "t,qw,qx,qy,qz\n" + rows(seconds, turned.as_quat()[:, [3, 0, 1, 2]]), f"world={name}")
        both = turned.inv().as_quat()
        add(f"{name}-inverse.tum", rows(seconds, place, both, separator=" "), f"world={name},rotation=world-to-device")
    for sequence in SEQUENCES:
        # Capital letters are intrinsic rotations.
        angles = device.as_euler(sequence.upper())
        byaxis = {letter: angles[:, place] for place, letter in enumerate(sequence)}
        columns = [byaxis[letter] for letter in "xyz"]
        keys = "" if sequence == "zyx" else f"sequence={sequence}"
        add(f"{sequence}-radians.csv", "t,roll_rad,pitch_rad,yaw_rad\n" + rows(seconds, *columns), keys)
        add(f"{sequence}-degrees.csv", "t,yaw,pitch,roll\n" + rows(seconds, *np.degrees(columns[::-1])),
            ",".join(filter(None, [keys, "unit=deg"])))
    made["index.csv"] = "file;keys\n" + "\n".join(index) + "\n"
    return made


if __name__ == "__main__":
    made = files()
    if "--check" in sys.argv:
        wrong = [name for name, text in made.items() if (FOLDER/name).read_text() != text]
        sys.exit(f"these differ: {', '.join(wrong)}" if wrong else 0)
    FOLDER.mkdir(exist_ok=True)
    for name, text in made.items():
        (FOLDER/name).write_text(text)
