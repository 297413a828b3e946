#!/usr/bin/env python3
"""Compares an accuracy table of BROAD's trials by `sextant evaluate` with a Python script of ahrs or vqf with numpy.

    accuracy_peers.py SEXTANT FOLDER [--rounds N] [--ahrs-rounds N]

SEXTANT is the built command line, FOLDER contains trials of BROAD as CSV. The table has the root mean square of the
total, heading and inclination error of each trial (Laidig et al. 2021, doi:10.3390/data6070072), for

    ahrs: Madgwick, Mahony and EKF, each over whole columns, as in its documentation
    vqf: the authors' compiled batch

Sextant computes it for ten pipelines, and for `vqf` only. The times are those of whole commands, including start, imports
and reading, in turn. The scripts read with polars if it is installed. The figures are medians over the rounds (7) of real
time and of processor time. The figures of `vqf` must agree with the authors' to 0.1 deg: the authors' filter starts with
no orientation, Sextant's with that of gravity and magnetic field. Requires `pip install ahrs vqf numpy polars`.
"""
import argparse
import json
import math
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

PIPELINES = (
    "triad", "gyroscope", "complementary", "madgwick", "mahony", "ekf", "vqf", "vqf:magDistRejectionEnabled=false",
    "madgwick+lowPass", "vqf+oneEuro",
)
METRICS = ("total_rmse_deg", "heading_rmse_deg", "inclination_rmse_deg")
# Degrees.
CLOSENESS = 0.1


def table(path):
    try:
        import polars
    except ImportError:
        import numpy

        return numpy.loadtxt(path, delimiter=",", skiprows=1)
    return polars.read_csv(path, null_values="nan", schema_overrides=[polars.Float64] * 15).to_numpy()


def errors(estimate, reference):
    """Returns the three errors in degrees of rows w, x, y, z that rotate device to East, North, Up coordinates."""
    import numpy

    a, b, c, d = estimate.T
    w, x, y, z = (reference * [1, -1, -1, -1]).T
    pw, px, py, pz = (
        a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y, a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w
    )
    angles = (
        2 * numpy.arctan2(numpy.sqrt(px * px + py * py + pz * pz), numpy.abs(pw)),
        2 * numpy.arctan2(numpy.abs(pz), numpy.abs(pw)),
        2 * numpy.arctan2(numpy.hypot(px, py), numpy.hypot(pw, pz)),
    )
    return [math.degrees(math.sqrt(numpy.mean(angle * angle))) for angle in angles]


def from_north_west_up(orientations):
    import numpy

    w, x, y, z = orientations.T
    return math.sqrt(0.5) * numpy.column_stack([w - z, x - y, y + x, z + w])


def from_north_east_down(orientations):
    import numpy

    w, x, y, z = orientations.T
    return math.sqrt(0.5) * numpy.column_stack([-(x + y), w + z, w - z, y - x])


def ahrs_orientations(rate, acceleration, field, frequency):
    from ahrs.filters import EKF, Madgwick, Mahony

    sensors = {"gyr": rate, "acc": acceleration, "mag": field, "frequency": frequency}
    yield "madgwick", from_north_west_up(Madgwick(**sensors).Q)
    yield "mahony", Mahony(**sensors).Q
    # Its model uses gravity instead of the specific force, and the frame North, East, Down.
    yield "ekf", from_north_east_down(EKF(**{**sensors, "acc": -acceleration}).Q)


def vqf_orientations(rate, acceleration, field, frequency):
    import numpy
    import vqf

    columns = (numpy.ascontiguousarray(part) for part in (rate, acceleration, field))
    yield "vqf", vqf.VQF(1 / frequency).updateBatch(*columns)["quat9D"]


def work(library, files):
    """Computes the table as the script of a study would."""
    import numpy

    orientations = {"ahrs": ahrs_orientations, "vqf": vqf_orientations}[library]
    figures = {}
    for path in files:
        rows = table(path)
        frequency = (len(rows) - 1) / (rows[-1, 0] - rows[0, 0])
        counts = (rows[:, 14] > 0) & numpy.isfinite(rows[:, 10:14]).all(axis=1)
        for name, estimate in orientations(rows[:, 4:7], rows[:, 1:4], rows[:, 7:10], frequency):
            figures.setdefault(name, {})[pathlib.Path(path).stem] = errors(estimate[counts], rows[counts, 10:14])
    json.dump(figures, sys.stdout)


def timed(command):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return (wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), output


def sextant(program, files, pipelines):
    with tempfile.TemporaryDirectory() as folder:
        chosen = [word for pipeline in pipelines for word in ("--pipeline", pipeline)]
        times, _ = timed(
            [program, "evaluate", *files, "--layout", "broad", *chosen, "--metrics", ",".join(METRICS)]
            + ["--format", "json", "--output", folder, "--quiet"]
        )
        results = json.loads((pathlib.Path(folder) / "results.json").read_text())
    return times, results


def sextant_figures(results, pipeline):
    return {
        run["recording"]["name"]: [run["accuracy"][name] for name in METRICS]
        for run in results["runs"]
        if run["pipeline"]["name"] == pipeline
    }


def compare(title, rounds, ours, theirs):
    """Runs both in turn after a warm-up pair; returns the last output of each."""
    seconds = []
    for pair in range(rounds + 1):
        mine, results = ours()
        other, figures = theirs()
        if pair > 0 or rounds == 1:
            seconds.append((mine, other))
    for place, clock in enumerate(("wall", "processor")):
        mine, other = (statistics.median(times[place] for times in column) for column in zip(*seconds))
        ratio = statistics.median(b[place] / a[place] for a, b in seconds)
        print(f"{title:44} {clock:10}{mine:8.3f} s{other:9.3f} s{ratio:8.1f}", flush=True)
    return results, json.loads(figures)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--ahrs-rounds", type=int, default=7, help="rounds of the comparison with ahrs, of a minute each")
    options = parser.parse_args()
    files = sorted(str(path) for path in options.folder.glob("*.csv"))
    if not files:
        sys.exit(f"{options.folder}: no CSV files; pass a folder with trials of BROAD")

    def script(library):
        return lambda: timed([sys.executable, __file__, "--work", library, *files])

    print(f"{len(files)} trials; medians of {options.rounds} rounds, {options.ahrs_rounds} with ahrs")
    print(f"{'':44} {'':10}{'sextant':>10}{'script':>11}{'ratio':>8}")
    _, theirs = compare(
        "vqf + numpy: sextant with vqf",
        options.rounds,
        lambda: sextant(options.program, files, ["vqf"]),
        script("vqf"),
    )
    ten = lambda: sextant(options.program, files, PIPELINES)
    results, _ = compare("vqf + numpy: sextant with ten pipelines", options.rounds, ten, script("vqf"))
    ours = sextant_figures(results, "vqf")
    worst = max(abs(a - b) for name in ours for a, b in zip(ours[name], theirs["vqf"][name]))
    print(f"vqf: largest difference of a figure {worst:.2g} deg")
    results, others = compare("3 of ahrs + numpy: sextant with ten", options.ahrs_rounds, ten, script("ahrs"))
    for name, figures in others.items():
        mine = sextant_figures(results, name)
        means = [statistics.mean(column[trial][0] for trial in mine) for column in (mine, figures)]
        print(f"{name}: mean total RMSE {means[0]:.2f} deg in sextant, {means[1]:.2f} deg in ahrs, each with its defaults")
    if worst > CLOSENESS:
        sys.exit(f"vqf: more than {CLOSENESS} deg apart")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], sys.argv[3:])
    else:
        main()
