#!/usr/bin/env python3
"""Compares the cost per sample of `madgwick`, `mahony` and `vqf` with C and the authors' C++ at -O2.

    estimator_peers.py ESTIMATOR-COST FOLDER [PAIRS]

ESTIMATOR-COST is the built program, FOLDER contains trials of BROAD as CSV, of which the first is measured. The script
downloads the source of the authors' VQF (Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014) once from PyPI to the
build folder of the benchmarks, and compiles it there with C/estimators.c and C/vqf_authors.cpp.
"""
import pathlib
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent.parent
BUILD = HERE / ".build" / "peers"


def authors_source():
    known = sorted(BUILD.glob("vqf-*/vqf/cpp/vqf.cpp"))
    if not known:
        BUILD.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*pip, "--no-binary", "vqf", "--dest", BUILD, "vqf"], check=True)
        with tarfile.open(next(BUILD.glob("vqf-*.tar.gz"))) as archive:
            archive.extractall(BUILD, filter="data")
        known = sorted(BUILD.glob("vqf-*/vqf/cpp/vqf.cpp"))
    return known[-1]


def library(source):
    output = BUILD / "libestimators.so"
    c = BUILD / "estimators.o"
    subprocess.run(["cc", "-O2", "-fPIC", "-c", "-o", c, HERE / "C" / "estimators.c"], check=True)
    files = [c, HERE / "C" / "vqf_authors.cpp", source]
    subprocess.run(["c++", "-O2", "-fPIC", "-shared", f"-I{source.parent}", "-o", output, *files, "-lm"], check=True)
    return output


def main(program, folder, pairs="21"):
    trials = sorted(pathlib.Path(folder).glob("*.csv"))
    if not trials:
        sys.exit(f"{folder}: no CSV files; pass a folder with trials of BROAD")
    source = authors_source()
    built = library(source)
    print(f"the authors' VQF: {source.relative_to(BUILD).parts[0]}", flush=True)
    subprocess.run([program, built, trials[0], pairs], check=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:4])
