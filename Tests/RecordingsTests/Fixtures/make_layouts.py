#!/usr/bin/env python3
"""Writes recordings of one known motion in the formats of phone apps, and the expected content.

Writes a folder per layout, and layouts.json in the folder of this script: the layout of each recording and its streams in
SI units, device axes, device -> East, North, Up. All values follow from the motion below, without code of Sextant.

    python3 make_layouts.py            write the files
    python3 make_layouts.py --check    compare them with the committed files; exit code 1 on a difference
"""

import datetime
import json
import math
import pathlib
import random
import struct
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
G = 9.80665
# 2 March 2024, 12:30:05.25 UTC.
START_NS = 1_709_382_605_250_000_000
BOOT = 81_234.5
STEP_NS = 20_000_000
COUNT = 6


def multiply(a, b):
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return [
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    ]


def turn(degrees, axis):
    half = math.radians(degrees) / 2
    return [math.cos(half)] + [math.sin(half) * value for value in axis]


def to_device(q, vector):
    """Returns a vector of the Earth frame in device axes."""
    inverse = [q[0], -q[1], -q[2], -q[3]]
    return multiply(multiply(inverse, [0.0] + list(vector)), q)[1:]


class Motion:
    """The orientation of a phone that is held upright and panned: device -> East, North, Up."""

    def __init__(self):
        shake = random.Random(20240302)
        self.t = [k * STEP_NS / 1e9 for k in range(COUNT)]
        self.q, self.force, self.user, self.gravity, self.field, self.rate = [], [], [], [], [], []
        for k in range(COUNT):
            q = multiply(turn(-30 - 4 * k, [0, 0, 1]), multiply(turn(50 + k, [1, 0, 0]), turn(5 - 2 * k, [0, 1, 0])))
            move = [shake.uniform(-1, 1) for _ in range(3)]
            user = to_device(q, move)
            gravity = to_device(q, [0, 0, G])
            self.q.append(q)
            self.user.append(user)
            self.gravity.append(gravity)
            self.force.append([u + g for u, g in zip(user, gravity)])
            self.field.append(to_device(q, [0, 21.5, -43.25]))
            self.rate.append([0.5 - 0.1 * k, 0.2 * k, -1.25 + 0.05 * k])
        self.fix = {"latitude": 48.1374, "longitude": 11.5755, "altitude": 567.5, "horizontal": 4.5, "vertical": 8.25}


M = Motion()
# The same orientation in a frame whose x axis points north and whose y axis points west.
NWU = [multiply(turn(-90, [0, 0, 1]), q) for q in M.q]
files = {}
expected = {}


def number(value):
    return f"{value:.9f}"


def scaled(vector, factor):
    return [value * factor for value in vector]


def vectors(t, values, left=0):
    return {"t": list(t), "values": [list(value) for value in values]}


def expect(path, layout, **streams):
    # Most formats, or their fixes, have no speed and course.
    for values in streams.get("location", {"values": []})["values"]:
        values += [None] * (7 - len(values))
    expected[path] = {"layout": layout, **streams}


def write(path, text, encoding="utf-8"):
    files[path] = text.encode(encoding)


def fix(t, altitude=True, vertical=True, motion=(None, None)):
    f = M.fix
    row = [f["latitude"], f["longitude"], f["altitude"] if altitude else None, f["horizontal"]]
    return {"t": [t], "values": [row + [f["vertical"] if vertical else None, *motion]]}



def sensor_logger():
    offsets = {"Gyroscope": 3_000_017, "Magnetometer": 5_000_001, "Orientation": 1_000_003, "Location": 250_000_009}
    zero = START_NS // 10**9 * 10**9

    def stamps(sensor):
        return [START_NS + offsets.get(sensor, 0) + k * STEP_NS for k in range(COUNT)]

    def times(sensor):
        return [(stamp - zero) / 1e9 for stamp in stamps(sensor)]

    def xyz(folder, sensor, values, name=None):
        rows = ["time,seconds_elapsed,z,y,x"]
        for stamp, (x, y, z) in zip(stamps(sensor), values):
            rows.append(f"{stamp},{(stamp - START_NS) / 1e9},{number(z)},{number(y)},{number(x)}")
        write(f"sensor-logger/{folder}/{name or sensor}.csv", "\n".join(rows) + "\n")

    def orientation(folder, quaternions, names):
        rows = ["time,seconds_elapsed," + names]
        for stamp, (w, x, y, z) in zip(stamps("Orientation"), quaternions):
            cells = {"qw": w, "qx": x, "qy": y, "qz": z}
            values = [number(cells.get(name, 0.125)) for name in names.split(",")]
            rows.append(f"{stamp},{(stamp - START_NS) / 1e9}," + ",".join(values))
        write(f"sensor-logger/{folder}/Orientation.csv", "\n".join(rows) + "\n")

    def location(folder, names, speed=-1, bearing=-1):
        cells = {
            "latitude": M.fix["latitude"], "longitude": M.fix["longitude"], "altitude": M.fix["altitude"],
            "horizontalAccuracy": M.fix["horizontal"], "verticalAccuracy": -1, "speed": speed, "bearing": bearing,
        }
        stamp = stamps("Location")[0]
        values = [str(cells.get(name, -1)) for name in names.split(",")]
        rows = ["time,seconds_elapsed," + names, f"{stamp},{(stamp - START_NS) / 1e9}," + ",".join(values)]
        write(f"sensor-logger/{folder}/Location.csv", "\n".join(rows) + "\n")

    older = "bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,bearing,altitude,longitude,latitude"
    newer = (
        "altitude,speedAccuracy,bearingAccuracy,latitude,altitudeAboveMeanSeaLevel,bearing,horizontalAccuracy,"
        "verticalAccuracy,longitude,speed"
    )
    android_order = "qz,qy,qx,qw,roll,pitch,yaw"
    ios_order = "yaw,qx,qz,roll,qw,qy,pitch"
    common = dict(
        gyroscope=vectors(times("Gyroscope"), M.rate),
        magnetometer=vectors(times("Magnetometer"), M.field),
        attitude=vectors(times("Orientation"), M.q),
        location=fix(times("Location")[0], vertical=False),
        epoch=zero // 10**9,
    )

    def metadata(folder, platform, standardisation):
        names = (
            "version,device name,recording epoch time,recording time,recording timezone,platform,appVersion,device id,"
            "sensors,sampleRateMs,standardisation"
        )
        row = (
            f"3,Phone,{START_NS // 10**6},2024-03-02_12-30-05,Europe/Berlin,{platform},1.30.1,"
            f'0,"Accelerometer|Gyroscope",20,{standardisation}'
        )
        write(f"sensor-logger/{folder}/Metadata.csv", f"{names}\n{row}\n")

    for folder in ["android-new", "android-old", "ios-new", "ios-old", "ios-standardised"]:
        xyz(folder, "Gyroscope", M.rate)
        xyz(folder, "Magnetometer", M.field)
        write(f"sensor-logger/{folder}/Annotation.csv", "")

    # Android, with zeros at the start.
    zeros = [[0, 0, 0]] * 2
    xyz("android-new", "Accelerometer", zeros + M.user[2:])
    xyz("android-new", "Gravity", M.gravity)
    xyz("android-new", "TotalAcceleration", zeros + M.force[2:])
    orientation("android-new", M.q, android_order)
    location("android-new", newer, 1.25, 84.5)
    metadata("android-new", "android", "false")
    total = vectors(times("Accelerometer")[2:], M.force[2:])
    moving = fix(times("Location")[0], vertical=False, motion=(1.25, 84.5))
    expect("sensor-logger/android-new", "sensor-logger", accelerometer=total, leftOut=2, **{**common, "location": moving})

    xyz("android-old", "Accelerometer", zeros + M.user[2:])
    xyz("android-old", "Gravity", M.gravity)
    orientation("android-old", M.q, android_order)
    location("android-old", older)
    # The zeros, and gravity at the same times.
    expect("sensor-logger/android-old", "sensor-logger", accelerometer=total, leftOut=4, **common)

    whole = vectors(times("Accelerometer"), M.force)
    xyz("ios-new", "Accelerometer", [scaled(v, -1) for v in M.user])
    xyz("ios-new", "AccelerometerUncalibrated", [scaled(v, -1 / G) for v in M.force])
    orientation("ios-new", NWU, ios_order)
    location("ios-new", newer)
    metadata("ios-new", "ios", "false")
    expect("sensor-logger/ios-new", "sensor-logger", accelerometer=whole, leftOut=0, **common)

    xyz("ios-old", "Accelerometer", [scaled(v, -1) for v in M.user])
    xyz("ios-old", "Gravity", [scaled(v, -1) for v in M.gravity])
    orientation("ios-old", NWU, ios_order)
    location("ios-old", older)
    expect("sensor-logger/ios-old", "sensor-logger", accelerometer=whole, leftOut=0, **common)

    def table(folder, sensor, values, heads="time,seconds_elapsed,z,y,x", line_end="\n", mark=""):
        """Writes a file whose stamps are those of all sensors of the folder."""
        names = [head.split(" (")[0].lower().split(" ")[-1] for head in heads.split(",")]
        rows = [heads]
        for k, stamp in enumerate(START_NS + k * STEP_NS for k in range(COUNT)):
            cells = {"time": str(stamp), "seconds_elapsed": str(M.t[k]), **dict(zip("xyz", map(number, values[k])))}
            rows.append(",".join(cells[name] for name in names))
        write(f"sensor-logger/{folder}/{sensor}.csv", mark + line_end.join(rows) + line_end)

    # Without metadata, and with the same stamps in all files, as both platforms may write them.
    zero_based = [(START_NS - zero) / 1e9 + t for t in M.t]
    alike = dict(
        gyroscope=vectors(zero_based, M.rate), magnetometer=vectors(zero_based, M.field), epoch=zero // 10**9, leftOut=0
    )
    for folder, unit in [("ios-bare", False), ("ios-units", True)]:
        def heads(name, of):
            titles = "z,y,x" if not unit else ",".join(f"{name} {axis} ({of})" for axis in "ZYX")
            return "time,seconds_elapsed," + titles

        table(folder, "Accelerometer", [scaled(v, -1) for v in M.user], heads("ACCELEROMETER", "m/s²"))
        table(folder, "Gyroscope", M.rate, heads("GYROSCOPE", "rad/s"))
        table(folder, "Magnetometer", M.field, heads("MAGNETIC FIELD", "μT"))
    table("ios-units", "Gravity", [scaled(v, -1) for v in M.gravity], heads("GRAVITY", "m/s²"))
    # The signs of accelerations are unknown, so that they are not read.
    expect("sensor-logger/ios-bare", "sensor-logger", **alike)
    expect("sensor-logger/ios-units", "sensor-logger", **alike)
    # The unit of uncalibrated accelerations identifies the platform.
    for folder, factor in [("ios-in-g", -1 / G), ("standard", 1)]:
        table(folder, "AccelerometerUncalibrated", [scaled(v, factor) for v in M.force])
        table(folder, "Gyroscope", M.rate)
        table(folder, "Magnetometer", M.field)
        expect(f"sensor-logger/{folder}", "sensor-logger", accelerometer=vectors(zero_based, M.force), **alike)

    # Columns in another order, a byte order mark, and Windows line ends.
    swapped = dict(heads="x,seconds_elapsed,y,time,z", line_end="\r\n", mark="\ufeff")
    table("permuted", "TotalAcceleration", M.force, **swapped)
    table("permuted", "Gyroscope", M.rate, **swapped)
    table("permuted", "Magnetometer", M.field, **swapped)
    metadata("permuted", "android", "false")
    expect("sensor-logger/permuted", "sensor-logger", accelerometer=vectors(zero_based, M.force), **alike)

    # Version 2 of the files has one column of times.
    table("version-2", "Accelerometer", [scaled(v, -1) for v in M.user], "time,z,y,x")
    table("version-2", "Gravity", [scaled(v, -1) for v in M.gravity], "time,z,y,x")
    table("version-2", "Gyroscope", M.rate, "time,z,y,x")
    write(
        "sensor-logger/version-2/Metadata.csv",
        "version,device name,recording time,platform\n2,iPhone,2024-03-02_12-30-05,ios\n",
    )
    without = {key: value for key, value in alike.items() if key != "magnetometer"}
    expect("sensor-logger/version-2", "sensor-logger", accelerometer=vectors(zero_based, M.force), **without)

    xyz("ios-standardised", "AccelerometerUncalibrated", M.force)
    orientation("ios-standardised", M.q, ios_order)
    write("sensor-logger/ios-standardised/Location.csv", "")
    metadata("ios-standardised", "ios", "true")
    without = {key: value for key, value in common.items() if key not in ["attitude", "location"]}
    # One empty file.
    expect("sensor-logger/ios-standardised", "sensor-logger", accelerometer=whole, leftOut=1, **without)




def phyphox():
    def write_all(folder, delimiter, comma):
        def table(name, heads, rows):
            lines = [delimiter.join(f'"{head}"' for head in ["Time (s)"] + heads)]
            for row in rows:
                cells = [f"{value:.9E}" for value in row]
                lines.append(delimiter.join(cell.replace(".", ",") if comma else cell for cell in cells))
            write(f"phyphox/{folder}/{name}.csv", "\n".join(lines) + "\n")

        def triple(name, quantity, unit, last, values):
            heads = [f"{quantity} {axis} ({unit})" for axis in "xyz"] + [f"{last} ({unit})"]
            rows = [[t] + list(v) + [math.hypot(*v)] for t, v in zip(M.t, values)]
            table(name, heads, rows)

        triple("Accelerometer", "Acceleration", "m/s^2", "Absolute acceleration", M.force)
        triple("Linear Accelerometer", "Linear Acceleration", "m/s^2", "Absolute acceleration", M.user)
        triple("Gyroscope", "Gyroscope", "rad/s", "Absolute", M.rate)
        triple("Magnetometer", "Magnetic Field", "µT", "Absolute field", M.field)
        f = M.fix
        table(
            "Location",
            [
                "Latitude (°)", "Longitude (°)", "Altitude (m)", "Altitude WGS84 (m)", "Speed (m/s)", "Direction (°)",
                "Distance (km)", "Horizontal Accuracy (m)", "Vertical Accuracy (m)", "Satellites",
            ],
            [[0.25, f["latitude"], f["longitude"], 520, f["altitude"], 1.25, 84.5, 0, f["horizontal"], f["vertical"], 9]],
        )
        write(f"phyphox/{folder}/meta/time.csv", '"event","experiment time","system time","system time text"\n')
        expect(
            f"phyphox/{folder}", "phyphox", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
            magnetometer=vectors(M.t, M.field), location=fix(0.25, motion=(1.25, 84.5)), leftOut=0,
        )

    write_all("comma", ",", False)
    write_all("tab", "\t", False)
    write_all("semicolon", ";", True)
    def sensors(folder, time, names, heads, delimiter, comma, line_end, mark=""):
        columns = [M.force, M.user, M.gravity, M.rate, M.field]
        for name, (quantity, unit), values in zip(names, heads, columns):
            titles = [time] + [f"{quantity}{axis} ({unit})" for axis in ("XYZ" if quantity == "" else "xyz")]
            # The columns in another order in the German files.
            order = [0, 1, 2, 3] if mark == "" else [3, 0, 2, 1]
            rows = [delimiter.join(f'"{titles[column]}"' for column in order)]
            for t, value in zip(M.t, values):
                cells = [f"{number:.9E}" for number in [t] + value]
                rows.append(delimiter.join(cells[column].replace(".", ",") if comma else cells[column] for column in order))
            write(f"phyphox/{folder}/{name}.csv", mark + line_end.join(rows) + line_end)
        expect(
            f"phyphox/{folder}", "phyphox", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
            magnetometer=vectors(M.t, M.field), leftOut=0,
        )

    units = ["m/s^2", "m/s^2", "m/s^2", "rad/s", "µT"]
    english = ["Accelerometer", "Linear Accelerometer", "Gravity", "Gyroscope", "Magnetometer"]
    sensors("sensors", "Time (s)", english, [("", unit) for unit in units], ",", False, "\n")
    german = ["Beschleunigungssensor", "Lineare Beschleunigung", "Gravitation", "Gyroskop", "Magnetfeld"]
    titles = ["Beschleunigung ", "Lineare Beschleunigung ", "Beschleunigung ", "Gyroskop ", "Magnetfeld "]
    sensors("german", "Zeit (s)", german, list(zip(titles, units)), ";", True, "\r\n", "\ufeff")
    expect(
        "phyphox/semicolon/Gyroscope.csv", "phyphox", gyroscope=vectors(M.t, M.rate), leftOut=0,
    )




def sensorlog():
    units = {
        "loggingTime": "txt", "loggingSample": "N", "locationTimestamp_since1970": "s", "locationLatitude": "WGS84",
        "locationLongitude": "WGS84", "locationAltitude": "m", "locationSpeed": "m/s", "locationCourse": "°",
        "locationVerticalAccuracy": "m", "locationHorizontalAccuracy": "m", "locationFloor": "Z",
        "locationHeadingTimestamp_since1970": "s", "locationHeadingX": "µT", "locationTrueHeading": "°",
        "locationMagneticHeading": "°", "locationHeadingAccuracy": "°", "motionYaw": "rad",
        "motionAttitudeReferenceFrame": "txt", "motionMagneticFieldCalibrationAccuracy": "Z", "state": "N",
    }
    unit_of = [
        ("Timestamp_sinceReboot", "s"), ("accelerometerAcceleration", "G"), ("gyroRotation", "rad/s"),
        ("motionRotationRate", "rad/s"), ("motionUserAcceleration", "G"), ("motionQuaternion", "R"),
        ("motionGravity", "G"), ("motionMagneticField", "µT"), ("magnetometer", "µT"),
    ]

    def titled(name):
        unit = units.get(name) or next(unit for start, unit in unit_of if start in name)
        return f"{name}({unit})"

    def column(prefix, values, factor=1.0, axes="XYZ"):
        return {f"{prefix}{axis}": [v[i] * factor for v in values] for i, axis in enumerate(axes)}

    def logged(k):
        # Rows are written with a delay of 4 ms. The third has no delay, so it defines the offset of the clocks.
        stamp = START_NS + k * STEP_NS + (0 if k == 2 else 4_000_000)
        moment = datetime.datetime.fromtimestamp(stamp // 10**9, datetime.timezone(datetime.timedelta(hours=1)))
        return f"{moment:%Y-%m-%d %H:%M:%S}.{stamp % 10**9 // 10**6:03d} +0100"

    # Values of the slower magnetometer and location repeat; the user's acceleration is disabled.
    slow = [k - k % 2 for k in range(COUNT)]
    boot = [f"{BOOT + t:.6f}" for t in M.t]
    f = M.fix
    unix = f"{START_NS // 10**9}.100000"
    columns = {
        "loggingTime": [logged(k) for k in range(COUNT)],
        "loggingSample": list(range(COUNT)),
        "locationTimestamp_since1970": [unix] * COUNT,
        "locationLatitude": [f["latitude"]] * COUNT,
        "locationLongitude": [f["longitude"]] * COUNT,
        "locationAltitude": [f["altitude"]] * COUNT,
        "locationSpeed": [1.25] * COUNT,
        "locationCourse": [84.5] * COUNT,
        "locationVerticalAccuracy": [f["vertical"]] * COUNT,
        "locationHorizontalAccuracy": [f["horizontal"]] * COUNT,
        "locationFloor": [-9999] * COUNT,
        "locationHeadingTimestamp_since1970": [unix] * COUNT,
        "locationTrueHeading": [-1] * COUNT,
        "locationMagneticHeading": [31.5] * COUNT,
        "locationHeadingAccuracy": [12.25] * COUNT,
        "accelerometerTimestamp_sinceReboot": boot,
        **column("accelerometerAcceleration", M.force, -1 / G),
        "gyroTimestamp_sinceReboot": [boot[0], "", ""] + boot[3:],
        **column("gyroRotation", M.rate),
        "motionTimestamp_sinceReboot": [boot[s] for s in slow],
        "motionYaw": [0.5] * COUNT,
        **column("motionUserAcceleration", [M.user[s] for s in slow], -1 / G),
        "motionAttitudeReferenceFrame": ["XTrueNorthZVertical"] * COUNT,
        **{f"motionQuaternion{axis}": [NWU[s][i] for s in slow] for axis, i in zip("XYZW", [1, 2, 3, 0])},
        **column("motionGravity", [M.gravity[s] for s in slow], -1 / G),
        **column("motionMagneticField", [M.field[s] for s in slow]),
        "motionMagneticFieldCalibrationAccuracy": [2] * COUNT,
        "state": [0] * COUNT,
    }
    for axis in "XYZ":
        for k in [1, 2]:
            columns[f"gyroRotation{axis}"][k] = ""

    def save(path, names, header):
        rows = [",".join(header(name) for name in names)]
        for k in range(COUNT):
            cells = [columns[name][k] for name in names]
            rows.append(",".join(f"{c:.9f}" if isinstance(c, float) else str(c) for c in cells))
        write(path, "\n".join(rows) + "\n")

    zero = START_NS // 10**9
    at = [START_NS % 10**9 / 1e9 + t for t in M.t]
    seen = sorted(set(slow))
    streams = dict(
        accelerometer=vectors(at, M.force),
        gyroscope=vectors([at[0]] + at[3:], [M.rate[0]] + M.rate[3:]),
        magnetometer=vectors([at[s] for s in seen], [M.field[s] for s in seen]),
        attitude=vectors([at[s] for s in seen], [M.q[s] for s in seen]),
        heading={"t": [0.1], "values": [[31.5, None, 12.25]]},
        location=fix(0.1, motion=(1.25, 84.5)),
        epoch=zero,
        leftOut=0,
    )
    names = list(columns)
    save("sensorlog/plain.csv", names, lambda name: name)
    expect("sensorlog/plain.csv", "sensorlog", **streams)
    save("sensorlog/units.csv", names, titled)
    expect("sensorlog/units.csv", "sensorlog", **streams)
    # No raw accelerometer, but gravity and the user's acceleration.
    save("sensorlog/motion.csv", [n for n in names if not n.startswith("accelerometer")], titled)
    summed = vectors([at[s] for s in seen], [M.force[s] for s in seen])
    expect("sensorlog/motion.csv", "sensorlog", **{**streams, "accelerometer": summed})




def androsensor():
    def save(path, micro, encoding, delimiter, comma, first):
        heads = []
        for name, unit in [
            ("ACCELEROMETER", "m/s²"), ("GRAVITY", "m/s²"), ("LINEAR ACCELERATION", "m/s²"), ("GYROSCOPE", "rad/s"),
            ("MAGNETIC FIELD", micro + "T"),
        ]:
            heads += [f"{name} {axis} ({unit})" for axis in "XYZ"]
        heads += ["ORIENTATION Z (azimuth °)", "ORIENTATION X (pitch °)", "ORIENTATION Y (roll °)"]
        heads += ["LOCATION Latitude : ", "LOCATION Longitude : ", "LOCATION Altitude ( m)"]
        heads += ["LOCATION Altitude-google ( m)", "LOCATION Speed ( Kmh)", "LOCATION Accuracy ( m)"]
        heads += ["LOCATION ORIENTATION (°)", "Satellites in range", "Time since start in ms "]
        heads += ["YYYY-MO-DD HH-MI-SS_SSS"]
        lines = [first] if first else []
        lines.append(delimiter.join(heads))
        for k in range(COUNT):
            cells = [number(v) for values in (M.force, M.gravity, M.user, M.rate, M.field) for v in values[k]]
            cells += ["31.5", "50", "5"]
            # The first fix is in the fourth row.
            place = [M.fix["latitude"], M.fix["longitude"], M.fix["altitude"], 520, 0, M.fix["horizontal"], 0]
            cells += [str(value) if k == 3 else "" for value in place]
            cells += ["9 / 12", str(round(1000 * M.t[k])), f"2024-03-02 12:30:05:{250 + 20 * k}"]
            lines.append(delimiter.join(c.replace(".", ",") if comma else c for c in cells))
        write(path, "\r\n".join(lines) + "\r\n", encoding)
        expect(
            path, "androsensor", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
            magnetometer=vectors(M.t, M.field), heading={"t": M.t, "values": [[31.5, None, None]] * COUNT},
            location=fix(M.t[3], vertical=False), leftOut=0,
        )

    save("androsensor/semicolon.csv", "μ", "utf-8", ";", True, "sep=;")
    # A spreadsheet splits the first line at the delimiter.
    save("androsensor/excel.csv", "μ", "utf-8", ",", False, "sep=" + "," * 25)
    save("androsensor/comma.csv", "µ", "utf-8-sig", ",", False, None)
    save("androsensor/windows.csv", "µ", "cp1252", ";", False, None)




def physics_toolbox():
    def clock(k):
        stamp = START_NS + k * STEP_NS
        return f"12:30:05:{stamp % 10**9 // 10**6}"

    def save(name, heads, columns, times, delimiter=",", comma=False, **streams):
        rows = [delimiter.join(["time"] + heads)]
        for k in range(COUNT):
            cells = [times(k)] + [number(value) for value in columns[k]]
            rows.append(delimiter.join(c.replace(".", ",") if comma else c for c in cells))
        write(f"physics-toolbox/{name}.csv", "\n".join(rows) + "\n")
        expect(f"physics-toolbox/{name}.csv", "physics-toolbox", leftOut=0, **streams)

    def seconds(k):
        return repr(M.t[k])

    gs = [scaled(v, 1 / G) for v in M.force]
    force = vectors(M.t, M.force)
    save("g-force", ["gFx", "gFy", "gFz", "TgF"], [v + [math.hypot(*v)] for v in gs], seconds, accelerometer=force)
    save("acceleration", ["ax", "ay", "az", "aT"], [v + [math.hypot(*v)] for v in M.force], seconds, accelerometer=force)
    save("total", ["ax", "ay", "az", "atotal"], [v + [math.hypot(*v)] for v in M.force], seconds, ";", True,
         accelerometer=force)
    save("gyroscope", ["wx", "wy", "wz"], M.rate, seconds, gyroscope=vectors(M.t, M.rate))
    late = [START_NS % 10**9 / 1e9 + t for t in M.t]
    save(
        "combined", ["gFx", "gFy", "gFz", "wx", "wy", "wz", "Bx", "By", "Bz"],
        [g + w + b for g, w, b in zip(gs, M.rate, M.field)], clock, ";", True,
        accelerometer=vectors(late, M.force), gyroscope=vectors(late, M.rate), magnetometer=vectors(late, M.field),
    )




def ios_logger():
    unix = [f"{START_NS // 10**9}.{START_NS % 10**9 // 1000 + round(t * 1e6):06d}" for t in M.t]
    at = [START_NS % 10**9 / 1e9 + t for t in M.t]

    def save(name, rows, stamps=unix):
        text = "\n".join(",".join([t] + [f"{value:.9f}" for value in row]) for t, row in zip(stamps, rows))
        write(f"ios-logger/session/{name}.txt", text + "\n")

    save("Accel", [scaled(v, -1 / G) for v in M.force])
    # Two rows in reverse order.
    order = [0, 1, 3, 2, 4, 5]
    save("Gyro", [M.rate[k] for k in order], [unix[k] for k in order])
    save("Magnet", [[value + 300 for value in v] for v in M.field])
    save("MotMagnFull", [v + [2] for v in M.field])
    save("Motion", NWU)
    save("Head", [[28.25, 31.5, 12.25]] * 3, [unix[0]] * 3)
    f = M.fix
    save("GPS", [[f["latitude"], f["longitude"], f["horizontal"], f["altitude"], f["vertical"], 0, 84.5, 1.25]], unix[2:3])
    # The camera's axes in device axes: x along -y, y along x. Its world is arbitrary.
    camera = turn(-90, [0, 0, 1])
    poses = [[1.5, 0.25 * k, -2] + multiply(M.q[k], camera) for k in range(COUNT)]
    save("ARposes", poses)
    kept = [0, 1, 3, 4, 5]
    expect(
        "ios-logger/session", "ios-logger", accelerometer=vectors(at, M.force),
        gyroscope=vectors([at[k] for k in kept], [M.rate[k] for k in kept]),
        magnetometer=vectors(at, M.field), attitude=vectors(at, M.q),
        heading={"t": at[:1], "values": [[31.5, 28.25, 12.25]]}, location=fix(at[2], motion=(1.25, 84.5)),
        pose=vectors(at, [[1.5, 0.25 * k, -2] + M.q[k] for k in range(COUNT)]),
        epoch=START_NS // 10**9, leftOut=1,
    )


def x_io():
    heads = ["Time (s)"]
    for name, unit in [("Gyroscope", "deg/s"), ("Accelerometer", "g"), ("Magnetometer", "uT")]:
        heads += [f"{name} {axis} ({unit})" for axis in "XYZ"]
    rows = [",".join(heads)]
    for k in range(COUNT):
        cells = scaled(M.rate[k], 180 / math.pi) + scaled(M.force[k], 1 / G) + M.field[k]
        rows.append(",".join([repr(M.t[k])] + [number(value) for value in cells]))
    write("x-io/log.csv", "\n".join(rows) + "\n")
    expect(
        "x-io/log.csv", "x-io", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
        magnetometer=vectors(M.t, M.field), leftOut=0,
    )


def lines(rows, delimiter=","):
    return "\n".join(delimiter.join(str(cell) for cell in row) for row in rows) + "\n"


def truth(t, quaternions, positions=True):
    place = [[1.5, 0.25 * k, -2] if positions else [] for k in range(len(t))]
    return vectors(t, [p + q for p, q in zip(place, quaternions)])


def conjugate(q):
    return [q[0], -q[1], -q[2], -q[3]]


def advio():
    # Sensor time stamps are 0.3 s before those of the poses.
    late = [t + 0.3 for t in M.t]

    def save(name, times, rows):
        write(f"advio/walk/{name}.csv", lines([[f"{t:.6f}"] + [number(v) for v in row] for t, row in zip(times, rows)]))

    save("iphone/accelerometer", M.t, M.force)
    save("iphone/gyro", M.t, M.rate)
    save("iphone/magnetometer", M.t, M.field)
    f = M.fix
    save("iphone/platform-locations", late[:1],
         [[f["latitude"], f["longitude"], f["horizontal"], f["altitude"], f["vertical"]]])
    camera = turn(-90, [0, 0, 1])
    save("iphone/arkit", late, [[1.5, 0.25 * k, -2] + multiply(M.q[k], camera) for k in range(COUNT)])
    save("ground-truth/pose", late, [[1.5, 0.25 * k, -2] + conjugate(M.q[k]) for k in range(COUNT)])
    save("ground-truth/fixpoints", late[:1], [[0, 0, 0, 4004.4, 1442.5, 1]])
    expect(
        "advio/walk", "advio", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
        magnetometer=vectors(M.t, M.field), location=fix(late[0]), pose=truth(late, M.q), reference=truth(late, M.q),
        leftOut=0,
    )


EUROC_IMU = (
    "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],"
    "a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]"
)
EUROC_POSE = "p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []"
EUROC_REST = (
    ", v_RS_R_x [m s^-1], v_RS_R_y [m s^-1], v_RS_R_z [m s^-1], b_w_RS_S_x [rad s^-1], b_w_RS_S_y [rad s^-1], "
    "b_w_RS_S_z [rad s^-1], b_a_RS_S_x [m s^-2], b_a_RS_S_y [m s^-2], b_a_RS_S_z [m s^-2]"
)


def euroc():
    stamps = [START_NS + k * STEP_NS for k in range(COUNT)]
    at = [START_NS % 10**9 / 1e9 + t for t in M.t]
    imu = [[s] + [number(v) for v in M.rate[k] + M.force[k]] for k, s in enumerate(stamps)]
    poses = [[s] + [number(v) for v in [1.5, 0.25 * k, -2] + M.q[k]] for k, s in enumerate(stamps)]
    streams = dict(
        accelerometer=vectors(at, M.force), gyroscope=vectors(at, M.rate), reference=truth(at, M.q),
        epoch=START_NS // 10**9, leftOut=0,
    )
    full = f"#timestamp, {EUROC_POSE}{EUROC_REST}\n" + lines([row + [0] * 9 for row in poses])
    short = f"#timestamp [ns], {EUROC_POSE}\n" + lines(poses)
    write("euroc/flight/mav0/imu0/data.csv", EUROC_IMU + "\n" + lines(imu))
    write("euroc/flight/mav0/state_groundtruth_estimate0/data.csv", full)
    expect("euroc/flight", "euroc", **streams)
    expect("euroc/flight/mav0", "euroc", **streams)
    write("euroc/own-drone/mav0/imu0/data.csv", EUROC_IMU + "\n" + lines(imu))
    expect("euroc/own-drone", "euroc", **{key: value for key, value in streams.items() if key != "reference"})
    write("tum-vi/room/mav0/imu0/data.csv", EUROC_IMU + "\n" + lines(imu))
    write("tum-vi/room/mav0/mocap0/data.csv", short)
    expect("tum-vi/room", "tum-vi", **streams)
    pose = dict(pose=truth(at, M.q), epoch=START_NS // 10**9, leftOut=0)
    write("trajectories/euroc.csv", full)
    expect("trajectories/euroc.csv", "euroc-trajectory", **pose)
    write("trajectories/tum-vi.csv", short)
    expect("trajectories/tum-vi.csv", "euroc-trajectory", **pose)
    rows = [[f"{t:.6f}"] + [number(v) for v in [1.5, 0.25 * k, -2] + M.q[k][1:] + M.q[k][:1]] for k, t in enumerate(at)]
    write("trajectories/tum.txt", "# ground truth trajectory\n# timestamp tx ty tz qx qy qz qw\n" + lines(rows, " "))
    expect("trajectories/tum.txt", "tum-trajectory", pose=truth(at, M.q), leftOut=0)
    matrices = []
    for k, q in enumerate(M.q):
        columns = [to_device(conjugate(q), axis) for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
        position = [1.5, 0.25 * k, -2]
        matrices.append([f"{v:.12e}" for r in range(3) for v in [c[r] for c in columns] + [position[r]]])
    write("trajectories/kitti.txt", lines(matrices, " "))
    expect("trajectories/kitti.txt", "kitti-trajectory", pose=truth([k / 10 for k in range(COUNT)], M.q), leftOut=0)


def oxiod():
    rows = [
        [t] + [number(v) for v in [0.1, 0.2, 0.3] + M.rate[k] + scaled(M.gravity[k], -1 / G) + scaled(M.user[k], -1 / G)
               + M.field[k]]
        for k, t in enumerate(M.t)
    ]
    write("oxiod/imu1.csv", lines(rows))
    poses = [[t, k] + [number(v) for v in [1.5, 0.25 * k, -2] + M.q[k][1:] + M.q[k][:1]] for k, t in enumerate(M.t)]
    write("oxiod/vi1.csv", lines(poses))
    write("oxiod/imu2.csv", lines(rows))
    streams = dict(
        accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate), magnetometer=vectors(M.t, M.field), leftOut=0
    )
    expect("oxiod/imu1.csv", "oxiod", reference=truth(M.t, M.q), **streams)
    expect("oxiod/imu2.csv", "oxiod", **streams)


def ridi():
    names = ["", "time"] + [f"{name}_{axis}" for name in ("gyro", "acce", "linacce", "grav", "magnet", "pos") for axis in "xyz"]
    names += [f"{name}_{axis}" for name in ("ori", "rv") for axis in "wxyz"]
    boot = [int(BOOT * 1e9) + k * STEP_NS for k in range(COUNT)]
    rows = [
        [k, stamp] + [number(v) for v in M.rate[k] + M.force[k] + M.user[k] + M.gravity[k] + M.field[k]
                      + [1.5, 0.25 * k, -2] + M.q[k] + [1, 0, 0, 0]]
        for k, stamp in enumerate(boot)
    ]
    at = [BOOT % 1 + t for t in M.t]
    write("ridi/processed/data.csv", lines([names] + rows))
    expect(
        "ridi/processed/data.csv", "ridi", accelerometer=vectors(at, M.force), gyroscope=vectors(at, M.rate),
        magnetometer=vectors(at, M.field), reference=truth(at, M.q), leftOut=0,
    )


def repoimu():
    # The magnetometer's unit is the strength of the Earth's field in Gliwice, in µT.
    unit = 49.3
    field = [[value * unit for value in vector] for vector in M.field]
    # The first row ends with an additional separator.
    heads = (
        "Time (s);Vicon Orientation;;;;IMU Acceleration;;;IMU Gyroscope;;;IMU Magnetometer;;;\n"
        ";W;X;Y;Z;X;Y;Z;X;Y;Z;X;Y;Z\n"
    )
    rows = [[t] + [number(v) for v in M.q[k] + M.force[k] + M.rate[k] + M.field[k]] for k, t in enumerate(M.t)]
    write("repoimu/stick.csv", heads + lines(rows, ";"))
    expect(
        "repoimu/stick.csv", "repoimu", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
        magnetometer=vectors(M.t, field), reference=truth(M.t, M.q, positions=False), leftOut=0,
    )


    heads = (
        "Time (s);Vicon Orientation;;;;IMU Acceleration;;;IMU Gyroscope;;;IMU Magnetometer;;;\n"
        ";W;X;Y;Z;X;Y;Z;X;Y;Z;X;Y;Z;\n"
    )
    # Some rows end with the separator, too. The first row was not tracked.
    quaternions = [[0, 0, 0, 0]] + M.q[1:]
    rows = [
        [t] + [number(v) for v in quaternions[k] + M.force[k] + M.rate[k] + M.field[k]] + [""] * (k % 2)
        for k, t in enumerate(M.t)
    ]
    write("repoimu/published.csv", heads + lines(rows, ";"))
    expect(
        "repoimu/published.csv", "repoimu", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
        magnetometer=vectors(M.t, field), reference=truth(M.t, [[1, 0, 0, 0]] + M.q[1:], positions=False), leftOut=0,
    )

    # The unit of the time is in the second header row, and no row ends with the separator.
    heads = (
        "Time;Vicon Orientation;;;;IMU Acceleration;;;IMU Gyroscope;;;IMU Magnetometer;;\n"
        "s;W;X;Y;Z;X;Y;Z;X;Y;Z;X;Y;Z\n"
    )
    rows = [[t] + [number(v) for v in M.q[k] + M.force[k] + M.rate[k] + M.field[k]] for k, t in enumerate(M.t)]
    write("repoimu/seconds.csv", heads + lines(rows, ";"))
    expect(
        "repoimu/seconds.csv", "repoimu", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
        magnetometer=vectors(M.t, field), reference=truth(M.t, M.q, positions=False), leftOut=0,
    )


def sensor_kinetics():
    def save(name, values):
        rows = [["time", "X_value", "Y_value", "Z_value"]]
        rows += [[f"{t:.4f}".replace(".", ",")] + [number(v).replace(".", ",") for v in value] for t, value in zip(M.t, values)]
        write(f"sensor-kinetics/walk/walk_{name}.csv", lines(rows, ";"))

    for name, values in [("accm", M.force), ("lacm", M.user), ("grvm", M.gravity), ("gyrm", M.rate), ("magm", M.field)]:
        save(name, values)
    expect(
        "sensor-kinetics/walk", "sensor-kinetics", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
        magnetometer=vectors(M.t, M.field), leftOut=0,
    )


def sensor_logger_watch():
    head = ["time", "seconds_elapsed"] + [f"{name}{axis}" for name in ("rotationRate", "gravity", "acceleration") for axis in "XYZ"]
    start = 1_700_000_000_000_000_000
    gravity = [[-v / 9.80665 for v in value] for value in M.gravity]
    user = [[-v / 9.80665 for v in value] for value in M.user]
    rows = [head] + [
        [start + round(t * 1e9), f"{t:.4f}"] + [number(v) for v in rate + up + own]
        for t, rate, up, own in zip(M.t, M.rate, gravity, user)
    ]
    write("sensor-logger-watch/WristMotion.csv", lines(rows, ","))
    expect(
        "sensor-logger-watch/WristMotion.csv", "sensor-logger-watch", accelerometer=vectors(M.t, M.force),
        gyroscope=vectors(M.t, M.rate), epoch=start // 10**9, leftOut=0,
    )


def sensor_record():
    for name, values in [("Accelerometer", M.force), ("Gyroscope", M.rate), ("Compass", M.field)]:
        rows = [["Timestamp", "Milliseconds", "X", "Y", "Z"]]
        rows += [["2024-03-02 12:30:05", round(t * 1000)] + [number(v) for v in value] for t, value in zip(M.t, values)]
        write(f"sensor-record/walk/{name}.csv", lines(rows))
    expect(
        "sensor-record/walk", "sensor-record", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
        magnetometer=vectors(M.t, M.field), leftOut=0,
    )


def motion_sense():
    names = ["attitude.roll", "attitude.pitch", "attitude.yaw"]
    names += [f"{name}.{axis}" for name in ("gravity", "rotationRate", "userAcceleration") for axis in "xyz"]
    rows = [[""] + names]
    for k in range(COUNT):
        values = [0.1, 0.2, 0.3] + scaled(M.gravity[k], -1 / G) + M.rate[k] + scaled(M.user[k], -1 / G)
        rows.append([k] + [number(value) for value in values])
    write("motion-sense/sub_1.csv", lines(rows))
    expect(
        "motion-sense/sub_1.csv", "motion-sense", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
        leftOut=0,
    )


def gnss_logger():
    heads = ["", " Header Description:", "", " Version: v3.1.0.0 Platform: 14"]
    heads += [" Raw,utcTimeMillis,TimeNanos,LeapSecond"]
    for name, unit in [("Accel", "Mps2"), ("Gyro", "RadPerSec"), ("Mag", "MicroT")]:
        axes = ",".join(f"Uncal{name}{axis}{unit}" for axis in "XYZ")
        heads.append(f" Uncal{name},utcTimeMillis,elapsedRealtimeNanos,{axes},BiasX,BiasY,BiasZ,CalibrationAccuracy")
        axes = ",".join(f"{name}{axis}{unit}" for axis in "XYZ")
        heads.append(f" {name},utcTimeMillis,elapsedRealtimeNanos,{axes},CalibrationAccuracy")
    heads.append(" Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,"
                 "UnixTimeMillis")
    heads.append(",")
    rows = ["#" + head for head in heads] + [""]
    f, start_ms = M.fix, START_NS // 10**6
    for k in range(COUNT):
        # Rows are written some milliseconds later; the fourth has no delay.
        unix, boot = start_ms + k * STEP_NS // 10**6 + (0 if k == 3 else 7), int(BOOT * 1e9) + k * STEP_NS
        rows.append(f"Raw,{unix},123456789,18")
        # The calibrated magnetometer was not logged.
        sensors = [("UncalAccel", M.user), ("Accel", M.force), ("Gyro", M.rate), ("UncalMag", M.field)]
        for name, values in sensors:
            extra = ["0.0"] * 3 if name.startswith("Uncal") else []
            rows.append(",".join([name, str(unix), str(boot)] + [number(v) for v in values[k]] + extra + ["3"]))
    rows.append(f"Fix,gps,{f['latitude']},{f['longitude']},{f['altitude']},0.5,{f['horizontal']},12.5,{start_ms}")
    at = [START_NS % 10**9 / 1e9 + t for t in M.t]
    for name, line_end in [("log.txt", "\n"), ("windows.txt", "\r\n")]:
        write(f"gnss-logger/{name}", line_end.join(rows) + line_end)
        # The raw measurements, and the uncalibrated accelerations.
        expect(
            f"gnss-logger/{name}", "gnss-logger", accelerometer=vectors(at, M.force), gyroscope=vectors(at, M.rate),
            magnetometer=vectors(at, M.field), location=fix(at[0], vertical=False, motion=(0.5, 12.5)),
            epoch=START_NS // 10**9,
            leftOut=2 * COUNT,
        )


def indoor_location():
    rows = ["#\tstartTime:1709382605000", "#\tSiteID:5dd3\tSiteName:Mall"]
    start_ms = START_NS // 10**6
    rows.append(f"{start_ms - 5}\tTYPE_WAYPOINT\t208.5\t216.75")
    for k in range(COUNT):
        stamp = str(start_ms + k * STEP_NS // 10**6)
        sensors = [("ACCELEROMETER", M.force), ("MAGNETIC_FIELD", M.field), ("GYROSCOPE", M.rate)]
        for name, values in sensors + [("ACCELEROMETER_UNCALIBRATED", M.user)]:
            rows.append("\t".join([stamp, "TYPE_" + name] + [number(v) for v in values[k]] + ["3"]))
        vector = [number(math.copysign(1, M.q[k][0]) * v) for v in M.q[k][1:]]
        rows.append("\t".join([stamp, "TYPE_ROTATION_VECTOR"] + vector + ["3"]))
        rows.append(f"{stamp}\tTYPE_WIFI\tname\t00:00:00:00:00:00\t-71")
    rows.append(f"{start_ms + (COUNT - 1) * STEP_NS // 10**6 + 5}\tTYPE_WAYPOINT\t211.25\t214.5")
    write("indoor-location-20/path.txt", "\n".join(rows) + "\n")
    at = [START_NS % 10**9 / 1e9 + t for t in M.t]
    expect(
        "indoor-location-20/path.txt", "indoor-location-20", accelerometer=vectors(at, M.force),
        gyroscope=vectors(at, M.rate), magnetometer=vectors(at, M.field), attitude=vectors(at, M.q),
        waypoints=vectors([at[0] - 0.005, at[-1] + 0.005], [[208.5, 216.75, None], [211.25, 214.5, None]]),
        epoch=START_NS // 10**9, leftOut=2 * COUNT,
    )


def get_sensor_data():
    rows = ["% LogFile created by the 'GetSensorData' App for Android.", "%", "% Model:\tSM-A520F"]
    app = [0.25 + t for t in M.t]
    for k in range(COUNT):
        # The app writes a row some milliseconds after its sample.
        stamps = [number(app[k]), number(BOOT + M.t[k] - 0.004)]
        for name, values in [("ACCE", M.force), ("MAGN", M.field), ("GYRO", M.rate)]:
            rows.append(";".join([name] + stamps + [number(v) for v in values[k]] + ["3"]))
        vector = [number(math.copysign(1, M.q[k][0]) * v) for v in M.q[k][1:]]
        rows.append(";".join(["AHRS"] + stamps + ["12.5", "-3.25", "101.5"] + vector + ["3"]))
        rows.append(f"WIFI;{stamps[0]};{stamps[1]};name;00:00:00:00:00:00;2437;-71")
    f = M.fix
    position = [str(f["latitude"]), str(f["longitude"])]
    cells = position + [str(f["altitude"]), "79.5", str(f["horizontal"]), "0.1", "22", "19"]
    rows.append(";".join(["GNSS", number(app[-1] + 0.5), str(START_NS // 10**9)] + cells))
    rows.append(";".join(["POSI", number(app[-1] + 0.75), "1"] + position + ["0", "100"]))
    write("get-sensor-data/log.txt", "\n".join(rows) + "\n")
    expect(
        "get-sensor-data/log.txt", "get-sensor-data", accelerometer=vectors(app, M.force), gyroscope=vectors(app, M.rate),
        magnetometer=vectors(app, M.field), attitude=vectors(app, M.q),
        location=fix(app[-1] + 0.5, vertical=False, motion=(0.1, 79.5)),
        leftOut=COUNT + 1,
    )


def gsdc():
    rows = ["MessageType,utcTimeMillis,elapsedRealtimeNanos,MeasurementX,MeasurementY,MeasurementZ,BiasX,BiasY,BiasZ"]
    for k in range(COUNT):
        unix, boot = START_NS + k * STEP_NS, int(BOOT * 1e9) + k * STEP_NS
        for name, values in [("UncalAccel", M.force), ("UncalGyro", M.rate), ("UncalMag", M.field)]:
            # Rows are written some milliseconds later; the fourth has no delay.
            late = 0 if k == 3 else 7
            rows.append(",".join([name, str(unix // 10**6 + late), str(boot)] + [number(v) for v in values[k]] + ["0"] * 3))
    f, zero = M.fix, START_NS // 10**9
    at = [START_NS % 10**9 / 1e9 + t for t in M.t]
    start_ms = START_NS // 10**6

    def positions(extra_names, extra):
        names = (
            "MessageType,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,"
            "UnixTimeMillis"
        )
        cells = ["Fix", "GT", f["latitude"], f["longitude"], f["altitude"], 0.5, f["horizontal"], 12.5, start_ms]
        return lines([[names + extra_names], cells + extra])

    imu = "\n".join(rows) + "\n"
    sensors = dict(
        accelerometer=vectors(at, M.force), gyroscope=vectors(at, M.rate), magnetometer=vectors(at, M.field), epoch=zero,
        leftOut=0,
    )
    write("gsdc/2022/device_imu.csv", imu)
    write("gsdc/2022/ground_truth.csv", positions("", []))
    expect("gsdc/2022", "gsdc", location=fix(at[0], vertical=False), **sensors)
    write("gsdc/2023/device_imu.csv", imu)
    write(
        "gsdc/2023/ground_truth.csv",
        positions(",SpeedAccuracyMps,BearingAccuracyDegrees,elapsedRealtimeNanos,VerticalAccuracyMeters",
                  [0.1, 1, int(BOOT * 1e9), f["vertical"]]),
    )
    expect("gsdc/2023", "gsdc", location=fix(at[0]), **sensors)
    # GPS time counts from 6 January 1980 and is 18 leap seconds ahead of UTC in March 2024.
    gps = start_ms - 315_964_800_000 + 18_000
    names = (
        "collectionName,phoneName,millisSinceGpsEpoch,latDeg,lngDeg,heightAboveWgs84EllipsoidM,timeSinceFirstFixSeconds,"
        "hDop,vDop,speedMps,courseDegree"
    )
    cells = ["drive", "Pixel4", gps, f["latitude"], f["longitude"], f["altitude"], 551.43, 1.2, 0, 0.5, 12.5]
    write("gsdc/ground_truth.csv", lines([[names], cells]))
    place = {"t": [at[0]], "values": [[f["latitude"], f["longitude"], f["altitude"], None, None]]}
    expect("gsdc/ground_truth.csv", "gsdc", location=place, epoch=zero, leftOut=0)


def gpx():
    start = datetime.datetime.fromtimestamp(START_NS // 10**9, datetime.timezone.utc)
    fixes = [[48.1374 + k / 1000, 11.5755 - k / 1000, 520.5 + k] for k in range(3)]
    heights = [fix[2] for fix in fixes[:2]] + [None]

    def points(form):
        rows = []
        for k, (latitude, longitude, height) in enumerate(fixes):
            moment = start + datetime.timedelta(seconds=k)
            ele = f"<ele>{height}</ele>" if k < 2 else ""
            rows.append(
                f'      <trkpt lat="{latitude:.6f}" lon="{longitude:.6f}">\n        {ele}<time>{moment.strftime(form)}</time>'
                f"\n        <extensions><time>1970</time></extensions>\n      </trkpt>\n"
            )
        return rows

    values = [[round(la, 6), round(lo, 6), height, None, None] for (la, lo, _), height in zip(fixes, heights)]
    location = {"t": [0, 1, 2], "values": values}
    rows = points("%Y-%m-%dT%H:%M:%SZ")
    write(
        "gpx/new.gpx",
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- A walk. -->\n'
        '<gpx version="1.1" creator="an app" xmlns="http://www.topografix.com/GPX/1/1">\n'
        '  <wpt lat="48" lon="11"><time>2020-01-01T00:00:00Z</time></wpt>\n  <trk>\n    <name>A &amp; B</name>\n    <trkseg>\n'
        + "".join(rows[:2]) + "    </trkseg>\n    <trkseg>\n" + rows[2]
        + '      <trkpt lat="48" lon="11"/>\n    </trkseg>\n  </trk>\n</gpx>\n',
    )
    # The waypoint and the point without a time.
    expect("gpx/new.gpx", "gpx", location=location, epoch=START_NS // 10**9, leftOut=2)
    write(
        "gpx/old.gpx",
        '<?xml version="1.0"?>\n<g:gpx version="1.0" creator="a receiver" xmlns:g="http://www.topografix.com/GPX/1/0">'
        "<g:trk><g:trkseg>\n"
        + "".join(points("%Y-%m-%dT%H:%M:%S.000+00:00")).replace("</", "</g:").replace("<", "<g:").replace("<g:/g:", "</g:")
        + "</g:trkseg></g:trk></g:gpx>\n",
    )
    expect("gpx/old.gpx", "gpx", location=location, epoch=START_NS // 10**9, leftOut=0)


def deflated(runs):
    """Compresses runs with Deflate and fixed codes (RFC 1951, 3.2.6): a byte and a count of its repetitions by 258."""
    bits = [1, 1, 0]

    def code(value, length):
        bits.extend(value >> (length - 1 - k) & 1 for k in range(length))

    for byte, repeats in runs:
        code(0x30 + byte, 8) if byte < 144 else code(0x190 + byte - 144, 9)
        for _ in range(repeats):
            code(0xC0 + 285 - 280, 8)
            code(0, 5)
    code(0, 7)
    bits.extend([0] * (-len(bits) % 8))
    return bytes(sum(bit << k for k, bit in enumerate(bits[i : i + 8])) for i in range(0, len(bits), 8))


def zipped(entries):
    """Returns a zip of entries (name, content, compressed content or None, flags)."""
    body, directory = b"", b""
    for name, content, packed, flags in entries:
        name, method = name.encode(), 0 if packed is None else 8
        packed = content if packed is None else packed
        sizes = struct.pack("<III", zlib.crc32(content), len(packed), len(content))
        # 2 March 2024, 12:30.
        common = struct.pack("<HHHHH", 20, flags, method, 12 << 11 | 30 << 5, 44 << 9 | 3 << 5 | 2) + sizes
        names = struct.pack("<HH", len(name), 0)
        directory += b"PK\1\2" + struct.pack("<H", 20) + common + names + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name
        body += b"PK\3\4" + common + names + name + packed
    count = len(entries)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + end


def nmea():
    def sentence(text):
        checksum = 0
        for character in text:
            checksum ^= ord(character)
        return f"${text}*{checksum:02X}"

    # 2 March 2024, 23:59:58.5 UTC, and the four half seconds around midnight.
    start = 1_709_423_998.5
    clock = ["235958.50", "235959.00", "235959.50", "000000.00", "000000.50"]
    dates = ["020324"] * 3 + ["030324"] * 2
    latitudes = [48 + (8.25 + k / 1000) / 60 for k in range(5)]
    longitudes = [-(11 + (34.5 + k / 1000) / 60) for k in range(5)]
    north, east, up = 3.1, 2.4, 8.25
    # The distance that 68 % of the errors do not exceed if each axis has the same standard deviation.
    radius = math.sqrt(-2 * math.log(1 - 0.68)) * math.sqrt((north**2 + east**2) / 2)
    rows, values = [sentence("GNGGA,,,,,,0,00,99.9,,,,,,"), sentence("GNRMC,,V,,,,,,,,,,N,V")], []
    for k, (time, date) in enumerate(zip(clock, dates)):
        place = f"480{8.25 + k / 1000:.3f},N,011{34.5 + k / 1000:.3f},W"
        rows.append(sentence(f"GNRMC,{time},A,{place},0.5,84.4,{date},3.1,E,A,V"))
        rows.append(sentence(f"GNVTG,84.4,T,81.3,M,0.5,N,0.9,K,A"))
        # The receiver does not know the geoid at first.
        geoid = f"520.{k},M,{'47.5' if k else ''},M"
        rows.append(sentence(f"GNGGA,{time},{place},1,12,0.8,{geoid},,"))
        if k < 3:
            rows.append(sentence(f"GNGST,{time},12,,,,{north},{east},{up}"))
        values.append([latitudes[k], longitudes[k], 520 + k / 10 + 47.5 if k else None]
                      + ([radius, up] if k < 3 else [None, None]) + [0.5 * 1852 / 3600, 84.4])
    # A damaged sentence: the last digit of the latitude of a later position is wrong.
    rows.append(sentence(f"GNGGA,000001.00,{place},1,12,0.8,{geoid},,").replace(",N,", "9,N,"))
    at = [start - int(start) + k / 2 for k in range(5)]
    expected_streams = dict(location=vectors(at, values), epoch=int(start))
    write("nmea/receiver.nmea", "\r\n".join(rows) + "\r\n")
    # Left out: 2 sentences without a time, 1 altitude, 1 checksum.
    expect("nmea/receiver.nmea", "nmea", leftOut=4, **expected_streams)
    write("nmea/phone.nmea", "".join(f"NMEA,{row},{1_709_424_000_123 + k}\n" for k, row in enumerate(rows)))
    expect("nmea/phone.nmea", "nmea", leftOut=4, **expected_streams)


def tangent_axes(latitude, longitude):
    """Returns the axes East, North and Up in Earth-centred coordinates."""
    (sa, ca), (so, co) = [(math.sin(math.radians(angle)), math.cos(math.radians(angle))) for angle in (latitude, longitude)]
    return [[-so, co, 0], [-sa * co, -sa * so, ca], [ca * co, ca * so, sa]]


def geopose():
    # WGS84.
    a, e2 = 6378137.0, (2 - 1 / 298.257223563) / 298.257223563

    def centred(latitude, longitude, height):
        up = tangent_axes(latitude, longitude)[2]
        normal = a / math.sqrt(1 - e2 * up[2] ** 2)
        return [(normal + height) * up[0], (normal + height) * up[1], ((1 - e2) * normal + height) * up[2]]

    def geodetic(x, y, z):
        horizontal, latitude = math.hypot(x, y), math.atan2(z, math.hypot(x, y))
        for _ in range(50):
            normal = a / math.sqrt(1 - e2 * math.sin(latitude) ** 2)
            latitude = math.atan2(z + e2 * normal * math.sin(latitude), horizontal)
        height = horizontal * math.cos(latitude) + z * math.sin(latitude) - a * math.sqrt(1 - e2 * math.sin(latitude) ** 2)
        return [math.degrees(latitude), math.degrees(math.atan2(y, x)), height]

    def quaternion(rows):
        """Returns the quaternion of a matrix near the identity."""
        w = math.sqrt(1 + rows[0][0] + rows[1][1] + rows[2][2]) / 2
        return [w] + [(rows[j][i] - rows[i][j]) / (4 * w) for i, j in ((1, 2), (2, 0), (0, 1))]

    def moved(origin, offset, q):
        """Returns the position at an offset in metres East, North, Up, and the orientation relative to the axes there."""
        axes, start = tangent_axes(*origin[:2]), centred(*origin)
        place = geodetic(*[start[i] + sum(offset[k] * axes[k][i] for k in range(3)) for i in range(3)])
        there = tangent_axes(*place[:2])
        turn_rows = [[sum(m * n for m, n in zip(row, column)) for column in axes] for row in there]
        return place, multiply(quaternion(turn_rows), q)

    def frame(name, parameters):
        return {"authority": "/geopose/1.0", "id": name, "parameters": parameters}

    def streams(times, poses):
        return dict(
            location=vectors(times, [place + [None, None] for place, _ in poses]),
            attitude=vectors(times, [q for _, q in poses]),
        )

    origin = [48.1374, 11.5755, 567.5]
    position = dict(zip(("lat", "lon", "h"), origin))
    angles = {"yaw": 130, "pitch": 10.5, "roll": -20}
    # Each rotation is about an axis that the previous rotations have moved.
    q = multiply(turn(130, [0, 0, 1]), multiply(turn(10.5, [0, 1, 0]), turn(-20, [1, 0, 0])))
    write("geopose/ypr.json", json.dumps({"position": position, "angles": angles}, indent=1))
    expect("geopose/ypr.json", "geopose", leftOut=0, **streams([0], [(origin, q)]))
    keys = ("w", "x", "y", "z")
    # Nine decimals do not depend on the machine's sine function.
    q = [round(value, 9) for value in q]
    attitudes = [[round(value, 9) for value in attitude] for attitude in M.q]
    write("geopose/quaternion.json", json.dumps({"quaternion": dict(zip(keys, q)), "position": position}))
    expect("geopose/quaternion.json", "geopose", leftOut=0, **streams([0], [(origin, q)]))
    start_ms, zero = START_NS // 10**6, START_NS // 10**9
    places = [[origin[0] + k / 1000, origin[1] - k / 1000, origin[2] + k] for k in range(COUNT)]
    rows = []
    for k in range(COUNT):
        tangent = f"longitude={places[k][1]}&latitude={places[k][0]}&height={places[k][2]}"
        rows.append(json.dumps({
            "frameSpecification": frame("LTP-ENU", tangent), "quaternion": dict(zip(keys, attitudes[k])), "validTime": start_ms + 20 * k,
        }))
    at = [start_ms / 1000 - zero + 0.02 * k for k in range(COUNT)]
    write("geopose/advanced.json", "\n".join(rows) + "\n")
    expect("geopose/advanced.json", "geopose", leftOut=0, epoch=zero, **streams(at, list(zip(places, M.q))))
    # Offsets of kilometres, so that East, North, Up there differ visibly from those at the origin.
    offsets = [[1500 * k, -2500 * k, 10 * k] for k in range(COUNT)]
    inner = [
        frame("RotateTranslate", f"translation={offset}&rotation={[q[1], q[2], q[3], q[0]]}") for offset, q in zip(offsets, attitudes)
    ]
    header = {
        "poseCount": COUNT, "startInstant": start_ms, "stopInstant": start_ms + 20 * COUNT - 20,
        "transitionModel": frame("none", ""),
    }
    outer = frame("LTP-ENU", "longitude=11.5755&latitude=48.1374&height=567.5")
    ends = {"outerFrame": outer, "trailer": {"poseCount": COUNT}}
    poses = [moved(origin, offset, q) for offset, q in zip(offsets, M.q)]
    write("geopose/regular.json", json.dumps({"header": header, "interPoseDuration": 20, "innerFrameSeries": inner, **ends}))
    expect("geopose/regular.json", "geopose", leftOut=0, epoch=zero, **streams(at, poses))
    # The second pose is missing.
    series = [{"frame": pose, "validTime": start_ms + 20 * k} for k, pose in enumerate(inner)]
    series[1] = None
    write("geopose/irregular.json", json.dumps({"header": header, "innerFrameAndTimeSeries": series, **ends}, indent=1))
    expect(
        "geopose/irregular.json", "geopose", leftOut=1, epoch=zero, **streams(at[:1] + at[2:], poses[:1] + poses[2:])
    )


def zips():
    def entries(folder, top="", pack=False):
        found = []
        for path in sorted(path for path in files if path.startswith(folder + "/")):
            content = files[path]
            packed = deflated([(byte, 0) for byte in content]) if pack else None
            found.append((top + path[len(folder) + 1 :], content, packed, 0))
        return found

    def save(name, content, like=None):
        files[f"zip/{name}.zip"] = content
        if like:
            expected[f"zip/{name}.zip"] = expected[like]

    save("sensor-logger", zipped(entries("sensor-logger/ios-new", pack=True)), "sensor-logger/ios-new")
    mac = [("__MACOSX/walk/._Gyroscope.csv", b"\0\5\x16\7", None, 0), ("walk/", b"", None, 0), ("walk/.DS_Store", b"\0", None, 0)]
    save("phyphox", zipped(mac + entries("phyphox/semicolon", "walk/")), "phyphox/semicolon")
    save("track", zipped([("new.gpx", files["gpx/new.gpx"], None, 0)]), "gpx/new.gpx")
    table = files["x-io/log.csv"]
    save("bad/outside", zipped([("../log.csv", table, None, 0)]))
    save("bad/rooted", zipped([("/tmp/log.csv", table, None, 0)]))
    save("bad/encrypted", zipped([("log.csv", table, None, 1)]))
    save("bad/twice", zipped([("log.csv", table, None, 0)] * 2))
    save("bad/empty", zipped([]))
    zeros = 1 + 258 * 8000
    bomb = zipped([("log.csv", b"0" * zeros, deflated([(0x30, 8000)]), 0)])
    save("bad/dense", bomb)
    # The directory declares a thousand bytes.
    size = struct.pack("<II", len(deflated([(0x30, 8000)])), zeros)
    save("bad/lying", bomb.replace(size, size[:4] + struct.pack("<I", 1000)))
    save("bad/damaged", zipped([("log.csv", table, None, 0)]).replace(b"Time (s)", b"Tame (s)"))
    save("bad/cut", zipped([("log.csv", table, None, 0)])[:-30])
    save("bad/unknown", zipped([("notes.txt", b"a b c\n", None, 0)]))


def main():
    makers = [sensor_logger, sensor_logger_watch, phyphox, sensorlog, androsensor, physics_toolbox, ios_logger, x_io]
    makers += [sensor_kinetics, sensor_record, motion_sense, gnss_logger, indoor_location, get_sensor_data]
    for make in makers + [advio, euroc, oxiod, ridi, repoimu, gsdc, gpx, nmea, geopose, zips]:
        make()
    # Fewer digits than a float has, so that the result does not depend on the machine's sine function.
    rounded = json.loads(json.dumps(expected), parse_float=lambda text: float(f"{float(text):.10f}"))
    files["layouts.json"] = (json.dumps(rounded, indent=1) + "\n").encode()
    if "--check" in sys.argv[1:]:
        wrong = [path for path, content in files.items() if not (HERE / path).is_file() or (HERE / path).read_bytes() != content]
        for path in wrong:
            print(f"{path} differs")
        sys.exit(1 if wrong else 0)
    for path, content in files.items():
        (HERE / path).parent.mkdir(parents=True, exist_ok=True)
        (HERE / path).write_bytes(content)


main()
