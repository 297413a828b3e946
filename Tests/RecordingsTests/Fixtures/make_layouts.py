#!/usr/bin/env python3
"""Recordings of one known motion, written as phone apps write them, and what has to be read from them.

Writes a folder per layout and layouts.json beside this script: for each recording its layout and its streams in SI
units, device axes, device -> East, North, Up. Everything follows from `Motion` below; nothing of Sextant is used.

    python3 make_layouts.py            write the files
    python3 make_layouts.py --check    compare them with what is written; exit code 1 where they differ
"""

import datetime
import json
import math
import pathlib
import random
import sys

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
    """A vector of the Earth frame in the device's axes."""
    inverse = [q[0], -q[1], -q[2], -q[3]]
    return multiply(multiply(inverse, [0.0] + list(vector)), q)[1:]


class Motion:
    """A phone that is held up and panned: device -> East, North, Up."""

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
    expected[path] = {"layout": layout, **streams}


def write(path, text, encoding="utf-8"):
    files[path] = text.encode(encoding)


def fix(t, altitude=True, vertical=True):
    f = M.fix
    row = [f["latitude"], f["longitude"], f["altitude"] if altitude else None, f["horizontal"]]
    return {"t": [t], "values": [row + [f["vertical"] if vertical else None]]}




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

    def location(folder, names):
        cells = {
            "latitude": M.fix["latitude"], "longitude": M.fix["longitude"], "altitude": M.fix["altitude"],
            "horizontalAccuracy": M.fix["horizontal"], "verticalAccuracy": -1, "speed": -1, "bearing": -1,
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

    # Android, with warm-up rows of zeros.
    zeros = [[0, 0, 0]] * 2
    xyz("android-new", "Accelerometer", zeros + M.user[2:])
    xyz("android-new", "Gravity", M.gravity)
    xyz("android-new", "TotalAcceleration", zeros + M.force[2:])
    orientation("android-new", M.q, android_order)
    location("android-new", newer)
    metadata("android-new", "android", "false")
    total = vectors(times("Accelerometer")[2:], M.force[2:])
    expect("sensor-logger/android-new", "sensor-logger", accelerometer=total, leftOut=2, **common)

    xyz("android-old", "Accelerometer", zeros + M.user[2:])
    xyz("android-old", "Gravity", M.gravity)
    orientation("android-old", M.q, android_order)
    location("android-old", older)
    # The zeros, and gravity at their times.
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

    xyz("ios-standardised", "AccelerometerUncalibrated", M.force)
    orientation("ios-standardised", M.q, ios_order)
    write("sensor-logger/ios-standardised/Location.csv", "")
    metadata("ios-standardised", "ios", "true")
    without = {key: value for key, value in common.items() if key not in ["attitude", "location"]}
    # The empty file.
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
            [[0.25, f["latitude"], f["longitude"], 520, f["altitude"], 0, 0, 0, f["horizontal"], f["vertical"], 9]],
        )
        write(f"phyphox/{folder}/meta/time.csv", '"event","experiment time","system time","system time text"\n')
        expect(
            f"phyphox/{folder}", "phyphox", accelerometer=vectors(M.t, M.force), gyroscope=vectors(M.t, M.rate),
            magnetometer=vectors(M.t, M.field), location=fix(0.25), leftOut=0,
        )

    write_all("comma", ",", False)
    write_all("tab", "\t", False)
    write_all("semicolon", ";", True)
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
        # Written with a delay of 4 ms, but for the third row: that one tells how the clocks stand to each other.
        stamp = START_NS + k * STEP_NS + (0 if k == 2 else 4_000_000)
        moment = datetime.datetime.fromtimestamp(stamp // 10**9, datetime.timezone(datetime.timedelta(hours=1)))
        return f"{moment:%Y-%m-%d %H:%M:%S}.{stamp % 10**9 // 10**6:03d} +0100"

    # The magnetometer and the location are slower, and repeated; the user's acceleration is off.
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
        "locationSpeed": [-1] * COUNT,
        "locationCourse": [-1] * COUNT,
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
        location=fix(0.1),
        epoch=zero,
        leftOut=0,
    )
    names = list(columns)
    save("sensorlog/plain.csv", names, lambda name: name)
    expect("sensorlog/plain.csv", "sensorlog", **streams)
    save("sensorlog/units.csv", names, titled)
    expect("sensorlog/units.csv", "sensorlog", **streams)
    # Without the raw accelerometer: gravity and the user's acceleration.
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
            # The first fix comes with the fourth row.
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
    # Two rows that changed places.
    order = [0, 1, 3, 2, 4, 5]
    save("Gyro", [M.rate[k] for k in order], [unix[k] for k in order])
    save("Magnet", [[value + 300 for value in v] for v in M.field])
    save("MotMagnFull", [v + [2] for v in M.field])
    save("Motion", NWU)
    save("Head", [[28.25, 31.5, 12.25]] * 3, [unix[0]] * 3)
    f = M.fix
    save("GPS", [[f["latitude"], f["longitude"], f["horizontal"], f["altitude"], f["vertical"], 0, -1, -1]], unix[2:3])
    # The camera's axes in the device's: x along -y, y along x. Its world: any.
    camera = turn(-90, [0, 0, 1])
    poses = [[1.5, 0.25 * k, -2] + multiply(M.q[k], camera) for k in range(COUNT)]
    save("ARposes", poses)
    kept = [0, 1, 3, 4, 5]
    expect(
        "ios-logger/session", "ios-logger", accelerometer=vectors(at, M.force),
        gyroscope=vectors([at[k] for k in kept], [M.rate[k] for k in kept]),
        magnetometer=vectors(at, M.field), attitude=vectors(at, M.q),
        heading={"t": at[:1], "values": [[31.5, 28.25, 12.25]]}, location=fix(at[2]),
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


def main():
    for make in [sensor_logger, phyphox, sensorlog, androsensor, physics_toolbox, ios_logger, x_io]:
        make()
    # Fewer digits than a float has, so that the last one does not depend on a machine's sine.
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
