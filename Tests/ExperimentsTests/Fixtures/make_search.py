#!/usr/bin/env python3
"""Writes search.json: the steps of scipy's adaptive Nelder-Mead simplex, and of the CMA-ES of its author's package.

    pip install numpy==2.4.6 scipy==1.17.1 cma==4.5.0
    python3 make_search.py            # writes the file
    python3 make_search.py --check    # compares with the committed one, within 1e-9

All in the unit box. The evolution strategy draws its own populations, which the file holds, with the costs: what is
compared are mean, step size and covariance after each. The first population of Sextant's own draws is made here again,
from SplitMix64 (doi:10.1145/2660193.2660195) and the formula of Box and Muller (doi:10.1214/aoms/1177706645). Of the package, the constants of step size control are set to
those of the tutorial (arXiv:1604.00772, equation 55), and negative weights are switched off.
"""
import json
import pathlib
import sys

import cma
import numpy as np
import scipy.optimize

LOWEST, WIDTH = -2, 4


def sphere(u):
    x = LOWEST + WIDTH * np.asarray(u)
    return float(np.sum((x - 0.3) ** 2))


def rosenbrock(u):
    return float(scipy.optimize.rosen(LOWEST + WIDTH * np.asarray(u)))


def ellipsoid(u):
    x = LOWEST + WIDTH * np.asarray(u) - 0.3
    return float(np.sum(10 ** (4 * np.arange(len(x)) / (len(x) - 1)) * x**2))


def outside(u):
    """Best beyond a corner of the box."""
    return float(np.sum((np.asarray(u) - 1.2) ** 2) + np.asarray(u)[0])


def simplex_steps(function, dimension, evaluations, seed):
    rng = np.random.default_rng(seed)
    simplex = rng.uniform(0.1, 0.9, (dimension + 1, dimension)).round(6)
    points, costs = [], []

    def counted(u):
        points.append([float(x) for x in u])
        costs.append(function(u))
        return costs[-1]

    scipy.optimize.minimize(
        counted, simplex[0], method="Nelder-Mead", bounds=[(0, 1)] * dimension,
        options={"adaptive": True, "initial_simplex": simplex, "maxfev": evaluations, "xatol": 0, "fatol": 0},
    )
    return {"name": f"{function.__name__} {dimension}", "simplex": simplex.tolist(), "points": points, "costs": costs}


def strategy_steps(function, dimension, population, generations, seed):
    strategy = cma.CMAEvolutionStrategy(
        [0.5] * dimension, 0.3,
        {"seed": seed, "popsize": population, "CMA_active": False, "verbose": -9, "updatecovwait": 0,
         "tolconditioncov": np.inf, "conditioncov_alleviate": [np.inf, np.inf]},
    )
    mass = strategy.sp.weights.mueff
    rate = (mass + 2) / (dimension + mass + 5)
    strategy.adapt_sigma.cs = rate
    strategy.adapt_sigma.damps = 1 + 2 * max(0, np.sqrt((mass - 1) / (dimension + 1)) - 1) + rate
    # The package begins a little off the unit matrix.
    strategy.sm.C = np.eye(dimension)
    strategy.sm.D = np.ones(dimension)
    strategy.sm.B = np.eye(dimension)
    steps = []
    for _ in range(generations):
        points = strategy.ask()
        costs = [function(point) for point in points]
        strategy.tell(points, costs)
        steps.append({
            "points": [point.tolist() for point in points],
            "costs": costs,
            "mean": strategy.mean.tolist(),
            "stepSize": float(strategy.sigma),
            "covariance": np.array(strategy.sm.covariance_matrix).tolist(),
        })
    return {"name": f"{function.__name__} {dimension}", "population": strategy.popsize, "steps": steps}


MASK = (1 << 64) - 1


class SplitMix:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def fraction(self):
        return (self.next() >> 11) * 2.0**-53


def first_population(seed, dimension, population):
    """Around the middle of [0, 10] along each axis, mirrored at the borders, with six significant digits."""
    name = 0xCBF29CE484222325
    for byte in b"search.run.0":
        name = ((name ^ byte) * 0x00000100000001B3) & MASK
    uniform = SplitMix(SplitMix(SplitMix(seed).next() ^ name).next())
    normals = []
    while len(normals) < dimension * population:
        radius = np.sqrt(-2 * np.log(1 - uniform.fraction()))
        turns = uniform.fraction()
        normals += [radius * np.cos(2 * np.pi * turns), radius * np.sin(2 * np.pi * turns)]
    unbounded = 0.5 + 0.3 * np.array(normals[: dimension * population]).reshape(population, dimension)
    phase = unbounded % 2
    points = 10 * np.minimum(phase, 2 - phase)
    return {"seed": seed, "points": [[float(f"{x:.6g}") for x in point] for point in points]}


def differences(left, right, path="search.json"):
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        return [line for key in left for line in differences(left[key], right[key], f"{path}.{key}")]
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return [line for index, pair in enumerate(zip(left, right)) for line in differences(*pair, f"{path}[{index}]")]
    if isinstance(left, float) and isinstance(right, float):
        return [] if abs(left - right) <= 1e-9 * max(1, abs(right)) else [f"{path}: {left} for {right}"]
    return [] if left == right else [f"{path}: {left} for {right}"]


def main():
    content = {
        "simplex": [
            simplex_steps(rosenbrock, 2, 80, 1), simplex_steps(ellipsoid, 3, 90, 2), simplex_steps(rosenbrock, 5, 150, 3),
            simplex_steps(outside, 2, 40, 4),
        ],
        "strategy": [
            strategy_steps(sphere, 2, 6, 12, 1), strategy_steps(rosenbrock, 3, 14, 12, 2),
            strategy_steps(ellipsoid, 5, 8, 12, 3),
        ],
        "draws": [first_population(1, 2, 6), first_population(2**63 + 5, 3, 7)],
    }
    file = pathlib.Path(__file__).resolve().parent / "search.json"
    if "--check" in sys.argv[1:]:
        found = differences(json.loads(file.read_text()), json.loads(json.dumps(content)))
        sys.exit("\n".join(found[:10]) if found else 0)
    file.write_text(json.dumps(content) + "\n")


if __name__ == "__main__":
    main()
