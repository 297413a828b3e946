#!/usr/bin/env python3
"""Makes smartphone_kalman.csv: what the Kalman filters of the smartphone benchmark make of smartphone_inputs.csv in their
authors' own program (Michel et al. 2018).

    python3 make_smartphone_kalman.py REPOSITORY            writes the file
    python3 make_smartphone_kalman.py REPOSITORY --check    compares the numbers with the committed ones

`make_smartphone_benchmark.py` describes the recording and the program. The noises of EkfSn and ChoukrounSn are those of
the Nexus 5 there.
"""
from make_smartphone_benchmark import HERE, make

ALGORITHMS = ["Ekf", "EkfExp", "EkfLJ", "EkfRev", "EkfSn", "EkfWithoutMag", "MartinEkf", "SabatiniExtacc", "SabatiniExtmag",
              "MichelEkfExtmag", "MichelEkfExtmagWt", "MichelEkfExtmagWtRep", "Choukroun", "ChoukrounSn", "Renaudin",
              "RenaudinB", "RenaudinBG", "RenaudinExtacc", "RenaudinExtmag", "RenaudinExtaccExtmag",
              "RenaudinBGExtaccExtmag"]

if __name__ == "__main__":
    make(HERE / "smartphone_kalman.csv", ALGORITHMS)
