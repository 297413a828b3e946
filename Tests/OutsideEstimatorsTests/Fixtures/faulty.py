"""A stream program with one fault, named by its first argument, after the tenth answer."""
import os
import subprocess
import sys
import time

fault = sys.argv[1]
answers = 0


def answer(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def go_wrong():
    if fault == "hang":
        time.sleep(600)
    elif fault == "die":
        sys.exit("ValueError: no such matrix")
    elif fault == "crash":
        os.kill(os.getpid(), 11)
    elif fault == "half":
        answer("1,0,")
        sys.exit(0)
    elif fault == "nan":
        answer("nan,0,0,0\n")
    elif fault == "text":
        answer("orientation: 1 0 0 0\n")
    elif fault == "length":
        answer("2,0,0,0\n")
    elif fault == "many":
        answer("1,0,0,0\n1,0,0,0\n")
    elif fault == "flood":
        while True:
            answer("1" * 65536)
    elif fault == "errors":
        while True:
            sys.stderr.write("e" * 65536)
    elif fault == "nothing":
        sys.exit(0)
    elif fault in ("fork", "daemon"):
        child = subprocess.Popen(["sleep", "600"], start_new_session=fault == "daemon")
        with open(sys.argv[2], "w") as file:
            file.write(str(child.pid))
        answer("1,0,0,0\n")
    else:
        answer("1,0,0,0\n")


for line in sys.stdin:
    if not line.startswith("gyroscope"):
        continue
    answers += 1
    if answers == 11:
        go_wrong()
    else:
        answer("1,0,0,0\n")
if fault == "late":
    answer("1,0,0,0\n")
if fault == "linger":
    time.sleep(600)
if fault == "status":
    sys.exit(3)
