#!/usr/bin/env python3
"""Measures how often `sextant compare` reports a false alarm, and how often it detects a filter that is 5 % worse.

    python3 Scripts/false_alarms.py .build/release/sextant [--repetitions 200] [--seeds 7] [--keep DIR]

The script evaluates two pipelines over two scenarios with many seeds. One pipeline is a low-pass filter in a file,
which is also evaluated with a parameter that makes its total_rmse_deg 5 % worse. The script divides the seeds into
groups and compares the results of two groups:

- with the same filter: every alarm is false. The exit code is 1 if there are more alarms than the 99.9 % quantile of
  the binomial distribution allows at a confidence of 95 %, or if a comparison is undecided.
- with the worse filter in the candidate: it should be detected with different seeds (by the statistical test) and with
  the same seeds (by the exact comparison).

The script prints the results to standard output, and requires only Python's standard library.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

SCENARIOS = ["look-up", "pocket-to-AR"]
PIPELINES = ["madgwick:beta=0.05"]
METRICS = ["total_rmse_deg", "heading_rmse_deg", "inclination_rmse_deg", "still_rms_deg", "increment_rms_deg",
           "jump_count", "lag_ms"]
CONFIDENCE = 0.95


def binomial_limit(count, chance, tail=0.001):
    """Returns the smallest k that is exceeded with a probability of at most `tail`."""
    below = 0.0
    for k in range(count + 1):
        below += math.comb(count, k) * chance**k * (1 - chance) ** (count - k)
        if 1 - below <= tail:
            return k
    return count


class Sextant:
    def __init__(self, path, folder):
        self.path = str(pathlib.Path(path).resolve())
        self.folder = folder

    def run(self, *arguments, codes=(0,)):
        outcome = subprocess.run([self.path, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)
        if outcome.returncode not in codes:
            sys.exit(f"sextant {' '.join(map(str, arguments))}: {outcome.returncode}\n{outcome.stderr}")
        return outcome.stdout

    def evaluate(self, name, alpha, pipelines, scenarios, seeds):
        (self.folder / "filter.yaml").write_text(f"- triad\n- lowPass: {{alpha: {alpha!r}}}\n")
        arguments = [word for scenario in scenarios for word in ("--scenario", scenario)]
        arguments += [word for pipeline in pipelines for word in ("--pipeline", pipeline)]
        self.run("evaluate", *arguments, "--seeds", seeds, "--output", name, "--format", "json", "--quiet")
        return json.loads((self.folder / name / "results.json").read_text())

    def compare(self, baseline, candidate):
        for name, results in (("old", baseline), ("new", candidate)):
            (self.folder / f"{name}.json").write_text(json.dumps(results))
        metrics = [word for metric in METRICS for word in ("--metric", metric)]
        text = self.run("compare", "old.json", "new.json", "--format", "json", "--confidence", CONFIDENCE, *metrics,
                        codes=(0, 1))
        return json.loads(text)


def total(results):
    """Returns the mean total_rmse_deg of the filter in the file."""
    figures = [run["accuracy"]["total_rmse_deg"] for run in results["runs"] if run["pipeline"]["name"] == "filter.yaml"]
    return sum(figures) / len(figures)


def worse_alpha(sextant, alpha, seeds):
    """Returns the parameter whose total_rmse_deg over these seeds is 5 % larger."""
    aim = 1.05 * total(sextant.evaluate("aim", alpha, ["filter.yaml"], SCENARIOS, seeds))
    low, high = alpha / 10, alpha
    for _ in range(12):
        middle = math.sqrt(low * high)
        if total(sextant.evaluate("aim", middle, ["filter.yaml"], SCENARIOS, seeds)) > aim:
            low = middle
        else:
            high = middle
    return math.sqrt(low * high)


def portion(results, first, count):
    """Returns the runs with `count` seeds from `first` on."""
    seeds = {f"{scenario}/seed-{seed}" for scenario in SCENARIOS for seed in range(first, first + count)}
    return dict(results, runs=[run for run in results["runs"] if run["recording"]["name"] in seeds])


def verdicts(comparison, verdict):
    return [m for m in comparison["metrics"] if m["verdict"] == verdict]


def caught(comparison):
    return any(m["pipeline"] == "filter.yaml" and m["metric"] == "total_rmse_deg"
               for m in verdicts(comparison, "worse"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sextant")
    parser.add_argument("--repetitions", type=int, default=200)
    parser.add_argument("--seeds", type=int, default=7, help="seeds of each scenario on either side")
    parser.add_argument("--alpha", type=float, default=0.2)
    parser.add_argument("--keep", help="work in this directory, and keep the files")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        sextant = Sextant(options.sextant, folder)
        (n, repetitions) = (options.seeds, options.repetitions)
        bad = worse_alpha(sextant, options.alpha, 20)
        seeds = 2 * n * repetitions
        good_results = sextant.evaluate("good", options.alpha, ["filter.yaml", *PIPELINES], SCENARIOS, seeds)
        bad_results = sextant.evaluate("bad", bad, ["filter.yaml"], SCENARIOS, seeds)
        print(f"lowPass alpha {options.alpha} -> {bad:.5f}: total_rmse_deg {total(good_results):.4f} -> "
              f"{total(bad_results):.4f}, {100 * (total(bad_results) / total(good_results) - 1):+.2f} %")
        others = [run for run in good_results["runs"] if run["pipeline"]["name"] != "filter.yaml"]
        worse_results = dict(good_results, runs=bad_results["runs"] + others)
        alarms = undecided = tests = found = exact = praise = 0
        for repetition in range(repetitions):
            old = portion(good_results, 1 + 2 * n * repetition, n)
            new = portion(good_results, 1 + n + 2 * n * repetition, n)
            comparison = sextant.compare(old, new)
            tests += len(comparison["metrics"])
            alarms += bool(verdicts(comparison, "worse"))
            praise += bool(verdicts(comparison, "better"))
            undecided += bool(verdicts(comparison, "cannot tell"))
            found += caught(sextant.compare(old, portion(worse_results, 1 + n + 2 * n * repetition, n)))
            exact += caught(sextant.compare(old, portion(worse_results, 1 + 2 * n * repetition, n)))
        limit = binomial_limit(repetitions, 1 - CONFIDENCE)
        print(f"{repetitions} repetitions, {len(SCENARIOS)} scenarios, {n} seeds on either side, "
              f"{tests / repetitions:g} tests each, confidence {CONFIDENCE}")
        print(f"noise alone: {alarms} false alarms ({100 * alarms / repetitions:g} %; allowed {100 * (1 - CONFIDENCE):g} %, "
              f"at most {limit} by chance), {praise} improvements, {undecided} undecided")
        print(f"5 % worse: detected {found} of {repetitions} over other seeds, {exact} of {repetitions} over the same ones")
        sys.exit(1 if alarms > limit or undecided or exact < repetitions else 0)


if __name__ == "__main__":
    main()
