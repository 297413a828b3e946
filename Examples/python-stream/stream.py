"""Answers each gyroscope sample from standard input with an orientation on standard output."""
import argparse
import sys

from madgwick import Madgwick

parser = argparse.ArgumentParser()
parser.add_argument("--beta", type=float, required=True)
estimator = Madgwick(parser.parse_args().beta)

for line in sys.stdin:
    sensor, *numbers = line.split(",")
    time, *value = map(float, numbers)
    estimator.update(sensor, time, value)
    if sensor == "gyroscope":
        # An empty line: no orientation yet.
        print(*(estimator.q or []), sep=",", flush=True)
