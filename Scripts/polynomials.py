#!/usr/bin/env python3
"""The polynomials of Sources/Geodesy/DegreeLanes.swift: least largest relative error, by Remez' algorithm.

    polynomials.py [--check]

Prints the coefficients and the relative error that they leave; with --check, compares them with the source. Needs mpmath.
"""
import pathlib
import re
import sys

import mpmath as mp

mp.mp.dps = 60
SOURCE = pathlib.Path(__file__).parent.parent / "Sources/Geodesy/DegreeLanes.swift"
DIGITS = 20


def sine_over_degrees(square):
    radians = mp.pi / 180
    return radians if square == 0 else mp.sin(mp.sqrt(square) * radians) / mp.sqrt(square)


def arc_sine_over_sine(square):
    return mp.mpf(1) if square == 0 else mp.asin(mp.sqrt(square)) / mp.sqrt(square)


# Of what, up to which square, with how many coefficients.
POLYNOMIALS = [(sine_over_degrees, mp.mpf(8100), 9), (arc_sine_over_sine, mp.mpf(1) / 4, 13)]


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
    text = SOURCE.read_text()
    for function, end, count in POLYNOMIALS:
        coefficients, error = exchange(function, end, count)
        print(f"{function.__name__}: {mp.nstr(error, 2)}")
        for coefficient in reversed(coefficients):
            print(f"    {mp.nstr(coefficient, DIGITS)}")
        if "--check" in sys.argv:
            written = [float(number) for number in re.findall(r"-?\d+\.\d+(?:e-\d+)?", text)]
            missing = [c for c in coefficients if not any(abs(w / float(c) - 1) < 1e-9 for w in written if w)]
            if missing:
                sys.exit(f"{SOURCE}: not there: {', '.join(mp.nstr(c, DIGITS) for c in missing)}")


if __name__ == "__main__":
    main()
