#!/usr/bin/env python3
"""Writes statistics.json: what scipy.stats says of ranks, tails of distributions, bootstrap intervals and permutations.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 make_statistics.py            # writes the file
    python3 make_statistics.py --check    # compares with the committed one

The bootstrap intervals are those of scipy.stats.bootstrap, which is handed the resamples that SplitMix64 draws.
"""
import itertools
import json
import math
import pathlib
import sys

import numpy as np
import scipy.stats as stats

SEED = 20_140_901
RESAMPLES = 2_000
MASK = (1 << 64) - 1


class SplitMix(np.random.Generator):
    """Draws indices as Steele et al. 2014 (doi:10.1145/2660193.2660195) do, in place of numpy's."""

    def __init__(self, seed):
        super().__init__(np.random.PCG64())
        self.state = seed

    def index(self, below):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return ((mixed ^ (mixed >> 31)) * below) >> 64

    def integers(self, low, high=None, size=None, **_):
        assert low == 0
        return np.array([self.index(high) for _ in range(int(np.prod(size)))]).reshape(size)


def bootstrap(values):
    ordered = np.sort(np.array(values))
    result = stats.bootstrap(
        (ordered,), np.mean, n_resamples=RESAMPLES, method="percentile", rng=SplitMix(SEED)
    )
    return {"values": values, "lower": result.confidence_interval.low, "upper": result.confidence_interval.high}


def blocks(series, length):
    """Moving blocks by their definition: concatenated, cut, averaged."""
    generator = SplitMix(SEED)
    series = np.array(series)
    means = []
    for _ in range(RESAMPLES):
        drawn = []
        while len(drawn) < len(series):
            start = generator.index(len(series) - length + 1)
            drawn += series[start : start + length].tolist()
        means.append(np.mean(drawn[: len(series)]))
    lower, upper = np.percentile(means, [2.5, 97.5])
    return {"values": series.tolist(), "block": length, "lower": lower, "upper": upper}


def friedman(figures):
    result = stats.friedmanchisquare(*np.array(figures).T)
    ranks = np.mean([stats.rankdata(row) for row in figures], axis=0)
    return {"figures": figures, "meanRanks": ranks.tolist(), "statistic": result.statistic, "pValue": result.pvalue}


def permutation(old, new, kind, alternative):
    """All ways to exchange figures, within pairs or within the only group, by scipy."""
    pairs = kind == "samples"

    def statistic(x, y, axis=-1):
        # The level of a group is the same in all ways.
        level = (x + y) / 2 if pairs else np.mean(np.concatenate([old, new]))
        return np.sum(y / level, axis=axis)

    result = stats.permutation_test(
        (np.array(old), np.array(new)), statistic, permutation_type=kind, n_resamples=np.inf,
        vectorized=True, batch=10_000, alternative={"larger": "greater", "smaller": "less"}[alternative],
    )
    groups = [{"old": [x], "new": [y]} for x, y in zip(old, new)] if pairs else [{"old": old, "new": new}]
    return {"groups": groups, "alternative": alternative, "pValue": result.pvalue}


def stratified(groups, alternative):
    """Several groups, which scipy does not know, by the definition."""
    sums = [0.0]
    observed = 0.0
    for group in groups:
        pooled = np.array(group["old"] + group["new"])
        shares = pooled / (pooled.mean() or 1)
        count = len(group["new"])
        observed += shares[-count:].sum()
        choices = [math.fsum(choice) for choice in itertools.combinations(shares, count)]
        sums = np.add.outer(sums, choices).ravel()
    slack = 1e-11 * sum(len(group["old"]) + len(group["new"]) for group in groups)
    extreme = sums >= observed - slack if alternative == "larger" else sums <= observed + slack
    return {"groups": groups, "alternative": alternative, "pValue": float(extreme.mean())}


def permutations(rng):
    def figures(count, scale=1.0):
        return (scale * rng.gamma(4, size=count)).round(4).tolist()

    cases = [permutation(figures(n), figures(n, 1.5), "samples", side) for n in (3, 8, 14, 18)
             for side in ("larger", "smaller")]
    cases += [permutation(figures(m), figures(n, 1.3), "independent", side)
              for m, n in [(3, 3), (5, 4), (8, 8), (2, 9)] for side in ("larger", "smaller")]
    for sizes in [[(5, 5), (1, 1), (1, 1)], [(3, 4), (2, 5), (1, 3)]]:
        groups = [{"old": figures(m, 10.0 ** k), "new": figures(n, 1.2 * 10.0 ** k)} for k, (m, n) in enumerate(sizes)]
        cases += [stratified(groups, side) for side in ("larger", "smaller")]
    # Ties, and groups in which nothing was measured but zeros.
    ties = [{"old": [1.0, 2.0, 2.0], "new": [2.0, 2.0, 3.0]}, {"old": [0.0, 0.0], "new": [0.0]}]
    return cases + [stratified(ties, side) for side in ("larger", "smaller")]


def main():
    rng = np.random.default_rng(42)
    series = np.zeros(200)
    for index in range(1, 200):
        series[index] = 0.8 * series[index - 1] + rng.normal()
    content = {
        "bootstrap": [
            bootstrap(rng.gamma(2, size=count).round(6).tolist()) for count in (3, 5, 17, 60)
        ],
        "blocks": [blocks(series.round(6).tolist(), length) for length in (1, 7, 25)],
        "friedman": [
            friedman((rng.normal(size=(rows, columns)) + shift * np.arange(columns)).round(digits).tolist())
            for rows, columns, shift, digits in
            [(5, 3, 0, 6), (12, 4, 0.5, 6), (30, 7, 0.2, 0), (8, 10, 0.3, 1), (39, 10, 2, 3)]
        ],
        "chiSquareTails": [
            {"statistic": x, "degreesOfFreedom": k, "tail": stats.chi2.sf(x, k)}
            for k in (1, 2, 3, 9, 40) for x in (0.01, 1.0, 5.0, 30.0, 200.0)
        ],
        "ranges": [
            {"count": k, "tail": tail, "quantile": stats.studentized_range.ppf(1 - tail, k, np.inf)}
            for k in (2, 3, 5, 10, 20, 50) for tail in (0.1, 0.05, 0.01)
        ],
        "permutations": permutations(np.random.default_rng(43)),
    }
    text = json.dumps(content, indent=1) + "\n"
    file = pathlib.Path(__file__).resolve().parent / "statistics.json"
    if "--check" in sys.argv[1:]:
        sys.exit(0 if file.read_text() == text else f"{file.name} differs from what this script makes")
    file.write_text(text)


if __name__ == "__main__":
    main()
