#!/usr/bin/env python3
"""Writes statistics.json: what scipy.stats says of ranks, tails of distributions, bootstrap intervals and permutations.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 make_statistics.py            # writes the file
    python3 make_statistics.py --check    # compares with the committed one

The bootstrap intervals follow their definition, with the resamples that SplitMix64 draws and scipy's Student quantiles.
"""
import itertools
import json
import math
import pathlib
import sys

import numpy as np
import scipy.integrate as integrate
import scipy.stats as stats

SEED = 20_140_901
RESAMPLES = 2_000
MASK = (1 << 64) - 1


class SplitMix:
    """Draws indices as Steele et al. 2014 (doi:10.1145/2660193.2660195) do."""

    def __init__(self, seed):
        self.state = seed

    def index(self, below):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return ((mixed ^ (mixed >> 31)) * below) >> 64


def draws(count, seed=SEED):
    generator = SplitMix(seed)
    return np.array([[generator.index(count) for _ in range(count)] for _ in range(RESAMPLES)])


def bounds(value, error, freedom, positive, ratios):
    """The wider sides of Student's interval, of the logarithm for positive means, and of the bootstrap-t interval.

    Without a sign, 2 over the degrees of freedom is the weight of the bootstrap-t interval where it is the narrower one.
    """
    width = stats.t.ppf(0.975, freedom) * error
    lower, upper = (value * np.exp(-width / value), value * np.exp(width / value)) if positive else (
        value - width, value + width)
    if ratios is not None:
        low, high = np.percentile(ratios, [2.5, 97.5])
        below, above = value - high * error, value - low * error
        if positive:
            lower, upper = min(lower, max(0.0, below)), max(upper, above)
        else:
            weight = 2 / freedom
            lower = below if below < lower else (1 - weight) * lower + weight * below
            upper = above if above > upper else (1 - weight) * upper + weight * above
    return float(lower), float(upper)


def smoothed(variance, own):
    return np.sqrt((variance + 0.04 * own) / 1.04)


def bootstrap(values, positive=True, factor=1.0):
    ordered = np.sort(np.array(values))
    count = len(ordered)
    mean, error = ordered.mean(), ordered.std(ddof=1) / np.sqrt(count)
    ratios = None
    if count >= 5:
        drawn = ordered[draws(count)]
        own = drawn.var(axis=1) / (count - 1)
        ratios = (drawn.mean(axis=1) - mean) / smoothed(own, error**2)
    positive = positive and ordered[0] >= 0 and mean > 0
    lower, upper = bounds(mean, error * np.sqrt(factor), count - 1, positive, ratios)
    return {"values": values, "lower": lower, "upper": upper}


def quotient(values, divisors):
    x, y = np.array(values), np.array(divisors)
    count = len(x)
    value = x.mean() / y.mean()
    error = (x - value * y).std(ddof=1) / y.mean() / np.sqrt(count)
    drawn = draws(count)
    means = x[drawn].mean(axis=1) / y[drawn].mean(axis=1)
    own = (x[drawn] - means[:, None] * y[drawn]).var(axis=1) / (count - 1) / y[drawn].mean(axis=1) ** 2
    lower, upper = bounds(value, error, count - 1, True, (means - value) / smoothed(own, error**2))
    return {"values": values, "divisors": divisors, "lower": lower, "upper": upper}


def strata(groups):
    """The mean of the groups' means, each with a stream of resamples, with Welch's degrees of freedom."""
    means, variances, errors, own = [], [], [], []
    for stream, values in enumerate(groups):
        ordered = np.sort(np.array(values))
        count = len(ordered)
        drawn = ordered[draws(count, SEED + stream)]
        means.append(ordered.mean())
        variances.append(ordered.var(ddof=1) / count)
        errors.append(drawn.mean(axis=1) - ordered.mean())
        own.append(drawn.var(axis=1) / (count - 1))
    share = 1 / len(groups)
    variances = share**2 * np.array(variances)
    variance = variances.sum()
    freedom = variance**2 / sum(v**2 / (len(g) - 1) for v, g in zip(variances, groups))
    ratios = share * np.sum(errors, axis=0) / smoothed(share**2 * np.sum(own, axis=0), variance)
    lower, upper = bounds(np.mean(means), np.sqrt(variance), freedom, True, ratios)
    return {"groups": groups, "lower": lower, "upper": upper}


def blocks(series, length):
    """The interval of the means of at most twelve blocks, of at least the length and four correlation lengths."""
    grain = max(1, length // 10)
    parts = np.array([part.mean() for part in split(series, len(series) // grain)])
    deviations = parts - parts.mean()
    correlations = [deviations[: len(parts) - k] @ deviations[k:] / (deviations @ deviations) for k in range(len(parts))]
    k = next(k for k, value in enumerate(correlations) if value < np.exp(-1))
    distance = k - (np.exp(-1) - correlations[k]) / (correlations[k - 1] - correlations[k])
    count = min(12, int(len(series) / max(length, 4 * grain * distance)))
    # An autoregression of n values with this correlation length, and two standard errors more.
    total = len(series)
    reach = grain * distance * (1 + 2 * np.sqrt(2 * grain * distance / total))

    def variance(span):
        return integrate.quad(lambda lag: 2 * (1 - lag / span) * np.exp(-lag / reach), 0, span)[0] / span

    # The expected variance of the blocks' means is that within the series.
    expected = (variance(total / count) - variance(total)) / (count - 1)
    interval = bootstrap([float(part.mean()) for part in split(series, count)], False, variance(total) / expected)
    return {"values": series, "block": length, "lower": interval["lower"], "upper": interval["upper"]}


def split(series, parts):
    return [np.array(series[len(series) * k // parts : len(series) * (k + 1) // parts]) for k in range(parts)]


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
    other = np.random.default_rng(44)
    content = {
        "bootstrap": [
            bootstrap(rng.gamma(2, size=count).round(6).tolist()) for count in (3, 5, 17, 60)
        ],
        "quotients": [
            quotient(other.gamma(2, size=count).round(6).tolist(), other.gamma(5, size=count).round(6).tolist())
            for count in (6, 30)
        ],
        "strata": [
            strata([other.gamma(2, size=count).round(6).tolist() for count in counts]) for counts in [(6, 9), (5, 12, 40)]
        ],
        "studentQuantiles": [
            {"tails": tails, "degreesOfFreedom": freedom, "quantile": stats.t.isf(tails / 2, freedom)}
            for tails in (0.05, 0.01) for freedom in (1, 2, 2.5, 3, 4, 7.3, 19, 115)
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
