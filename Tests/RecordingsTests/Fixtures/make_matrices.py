#!/usr/bin/env python3
"""Writes the files in `matrices`: small recordings as MATLAB and HDF5 files, and damaged ones.

Needs numpy, scipy and h5py. The values follow formulas that the tests repeat.
"""

import struct
import zlib
from pathlib import Path

import h5py
import numpy as np
import scipy.io

folder = Path(__file__).parent / "matrices"
folder.mkdir(exist_ok=True)

count = 250
rate = 285.0
row = np.arange(count)
acc = np.stack([np.sin(0.01 * row), np.cos(0.01 * row), 9.81 + 0.001 * row], axis=1)
gyr = np.stack([0.001 * row, -0.002 * row, 0.003 * row], axis=1)
mag = np.stack([0.1 * row, 20 - 0.1 * row, -42 + 0 * row], axis=1)
half = 0.0005 * row
quat = np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=1)
quat[:10] = np.nan
movement = (row >= 50) & (row < 200)
broad = {
    "imu_acc": acc,
    "imu_gyr": gyr,
    "imu_mag": mag,
    "opt_quat": quat,
    "movement": movement[:, None],
    "sampling_rate": rate,
    "info": "a text",
}
scipy.io.savemat(folder / "broad.mat", broad, do_compression=True)
scipy.io.savemat(folder / "broad-uncompressed.mat", broad, do_compression=False)

# More than the megabyte above which several processes read a file, and little when compressed.
long = np.arange(20_000)[:, None] % 50 * np.array([[1.0, -0.5, 0.25, 2.0]])
trial = {name: long[:, :width] + width for name, width in (("opt_quat", 4), ("imu_acc", 3), ("imu_gyr", 3), ("imu_mag", 3))}
scipy.io.savemat(
    folder / "long.mat", trial | {"movement": long[:, :1] > 5, "sampling_rate": rate}, do_compression=True
)

with h5py.File(folder / "broad.hdf5", "w") as file:
    for name in ("imu_acc", "imu_gyr", "imu_mag", "opt_quat"):
        file.create_dataset(name, data=broad[name], compression="gzip")
    file["movement"] = movement
    file.attrs["sampling_rate"] = rate
    file.attrs["info"] = "a text"
    file["other"] = h5py.SoftLink("/imu_acc")
    file["elsewhere"] = h5py.ExternalLink("/etc/hostname", "/")

# MATLAB 7.3: an HDF5 file after 512 bytes, whose dimensions are in the opposite order.
with h5py.File(folder / "broad-7.3.mat", "w", userblock_size=512) as file:
    for name, value in broad.items():
        if name == "info":
            continue
        data = np.atleast_2d(np.asarray(value))
        kind = b"logical" if data.dtype == bool else b"double"
        dataset = file.create_dataset(name, data=data.T.astype("u1" if kind == b"logical" else "f8"))
        text = h5py.h5t.C_S1.copy()
        text.set_size(len(kind))
        text.set_strpad(h5py.h5t.STR_NULLTERM)
        scalar = h5py.h5s.create(h5py.h5s.SCALAR)
        h5py.h5a.create(dataset.id, b"MATLAB_class", text, scalar).write(np.array(kind), mtype=text)
        if kind == b"logical":
            dataset.attrs["MATLAB_int_decode"] = np.int32(1)
with open(folder / "broad-7.3.mat", "r+b") as file:
    head = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Sun Nov 22 12:00:00 2026 HDF5 schema 1.00 ."
    file.write(head.ljust(116) + bytes(8) + b"\x00\x02IM")

# A structure as a motion capture system writes it: samples along the last dimension, times as whole nanoseconds.
angle = 0.001 * row
rotations = np.zeros((1, 9, count))
rotations[0] = [
    np.cos(angle), np.sin(angle), 0 * angle, -np.sin(angle), np.cos(angle), 0 * angle, 0 * angle, 0 * angle, 1 + 0 * angle
]
stamps = 1_700_000_000_123_456_789 + 10_000_000 * row.astype(np.int64)
capture = {"RigidBodies": {"Rotations": rotations, "Name": "phone"}, "stamps": stamps, "FrameRate": 100.0}
scipy.io.savemat(folder / "capture.mat", {"walk": capture}, do_compression=True)


def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + bytes(-len(data) % 8)


def matrix(name, dimensions, content, claimed=None):
    """A matrix of doubles with any dimensions, whatever its content."""
    body = element(6, struct.pack("<II", 6, 0))
    body += element(5, struct.pack(f"<{len(dimensions)}i", *dimensions)) + element(1, name.encode())
    body += content if claimed is None else struct.pack("<II", 9, claimed) + content
    return element(14, body)


head = b"MATLAB 5.0 MAT-file".ljust(116) + bytes(8) + b"\x00\x01IM"
numbers = struct.pack("<3d", 1, 2, 3)

# 100 GB of numbers in a file of 200 bytes; and an element that is longer than the file.
(folder / "hostile-size.mat").write_bytes(head + matrix("imu_acc", [3, 2_000_000_000], element(9, numbers)))
(folder / "hostile-length.mat").write_bytes(head + matrix("imu_acc", [3, 1], numbers, claimed=0x7FFFFFF0))
packed = zlib.compress(matrix("imu_acc", [2_000_000_000, 2_000_000_000, 3], element(9, numbers)))
(folder / "hostile-packed.mat").write_bytes(head + struct.pack("<II", 15, len(packed)) + packed)
# Fewer numbers than the dimensions say, with and without compression.
few = matrix("imu_acc", [6, 3], element(9, numbers))
(folder / "hostile-few.mat").write_bytes(head + few)
packed = zlib.compress(few)
(folder / "hostile-few-packed.mat").write_bytes(head + struct.pack("<II", 15, len(packed)) + packed)


def structure(depth):
    """Structures with one field, each in the one before."""
    inner = matrix("", [1, 1], element(9, struct.pack("<d", 1)))
    for level in range(depth):
        name = "s" if level == depth - 1 else ""
        body = element(6, struct.pack("<II", 2, 0)) + element(5, struct.pack("<ii", 1, 1)) + element(1, name.encode())
        body += struct.pack("<HHi", 5, 4, 8) + element(1, b"a".ljust(8, b"\0")) + inner
        inner = element(14, body)
    return inner


(folder / "hostile-nested.mat").write_bytes(
    head + (lambda packed: struct.pack("<II", 15, len(packed)) + packed)(zlib.compress(structure(10_000)))
)
whole = (folder / "broad.mat").read_bytes()
(folder / "cut.mat").write_bytes(whole[: len(whole) // 2])
whole = (folder / "broad.hdf5").read_bytes()
(folder / "cut.hdf5").write_bytes(whole[: len(whole) // 2])

# 100 GB of the same number in an HDF5 file of some kilobytes.
with h5py.File(folder / "hostile-size.hdf5", "w") as file:
    for name, width in (("imu_acc", 3), ("imu_gyr", 3), ("imu_mag", 3), ("opt_quat", 4)):
        file.create_dataset(name, shape=(4_000_000_000, width), dtype="f8", chunks=(1_000_000, width), fillvalue=1.0)
    file.create_dataset("movement", shape=(4_000_000_000,), dtype="?", chunks=(1_000_000,))
    file.attrs["sampling_rate"] = rate
