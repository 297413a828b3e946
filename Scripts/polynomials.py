#!/usr/bin/env python3
"""Computes the polynomials of DegreeLanes.swift, which minimise the largest relative error, by Remez' algorithm.

    polynomials.py [--check]

The script prints the coefficients and the relative error of each polynomial. With --check, it compares the coefficients
with those in the source. Needs mpmath.
"""
import pathlib
import re
import sys

import mpmath as mp

mp.mp.dps = 60
SOURCES = pathlib.Path(__file__).parent.parent / "Sources"
DEGREES = SOURCES / "Geodesy/DegreeLanes.swift"
DIGITS = 20
# Relative. The grid of the exchange moves the last coefficients of a long polynomial by this much, and the error hardly.
TOLERANCE = 1e-5


def sine_over_degrees(square):
    radians = mp.pi / 180
    return radians if square == 0 else mp.sin(mp.sqrt(square) * radians) / mp.sqrt(square)


def arc_sine_over_sine(square):
    return mp.mpf(1) if square == 0 else mp.asin(mp.sqrt(square)) / mp.sqrt(square)


# The source, the function, the largest square and the number of coefficients.
POLYNOMIALS = [
    (DEGREES, sine_over_degrees, mp.mpf(8100), 9),
    (DEGREES, arc_sine_over_sine, mp.mpf(1) / 4, 13),
]


def exchange(function, end, count, rounds=30, steps=800):
    """Coefficients, the constant first, and the largest relative error on [0, end]."""
    points = [end * (1 - mp.cos(mp.pi * i / count)) / 2 for i in range(count + 1)]
    grid = [end * (1 - mp.cos(mp.pi * i / steps)) / 2 for i in range(steps + 1)]
    for _ in range(rounds):
        matrix, values = mp.matrix(count + 1, count + 1), mp.matrix(count + 1, 1)
        for i, x in enumerate(points):
            for j in range(count):
                matrix[i, j] = x**j
            matrix[i, count] = (-1) ** i * function(x)
            values[i] = function(x)
        solution = mp.lu_solve(matrix, values)
        coefficients = [solution[j] for j in range(count)]
        errors = [mp.polyval(coefficients[::-1], x) / function(x) - 1 for x in grid]
        runs = [[0]]
        for i in range(1, steps + 1):
            if mp.sign(errors[i]) == mp.sign(errors[runs[-1][-1]]):
                runs[-1].append(i)
            else:
                runs.append([i])
        extremes = [max(run, key=lambda i: abs(errors[i])) for run in runs]
        if len(extremes) <= count:
            break
        if len(extremes) > count + 1:
            first_is_smaller = abs(errors[extremes[0]]) < abs(errors[extremes[-1]])
            extremes = extremes[-count - 1:] if first_is_smaller else extremes[:count + 1]
        points = [grid[i] for i in extremes]
    return coefficients, max(abs(error) for error in errors)


def main():
    for source, function, end, count in POLYNOMIALS:
        text = source.read_text()
        coefficients, error = exchange(function, end, count)
        print(f"{function.__name__}: {mp.nstr(error, 2)}")
        for coefficient in reversed(coefficients):
            print(f"    {mp.nstr(coefficient, DIGITS)}")
        if "--check" in sys.argv:
            written = [float(number) for number in re.findall(r"\d+\.\d+(?:e-\d+)?", text)]
            missing = [c for c in coefficients if not any(abs(w / abs(float(c)) - 1) < TOLERANCE for w in written if w)]
            if missing:
                sys.exit(f"{source}: missing: {', '.join(mp.nstr(c, DIGITS) for c in missing)}")


if __name__ == "__main__":
    main()
