#!/usr/bin/env python3
"""Runs the jobs of Snakemake as Jobs of Kubernetes; config.yaml lists the required environment.

    job.py submit CPUS JOBSCRIPT    prints the Job's name
    job.py status NAME              prints running, success or failed
"""

import json
import os
import subprocess
import sys


def kubectl(*arguments, text=None):
    return subprocess.run(["kubectl", *arguments], input=text, stdout=subprocess.PIPE, text=True, check=False)


def needed(name):
    value = os.environ.get(name)
    if not value:
        sys.exit(f"job.py: the environment variable {name} is not set; config.yaml describes it")
    return value


def manifest(cpus, jobscript):
    mount = os.environ.get("SEXTANT_MOUNT", os.getcwd())
    resources = {"cpu": cpus, "memory": os.environ.get("SEXTANT_MEMORY", "2Gi")}
    container = {
        "name": "shard",
        "image": needed("SEXTANT_IMAGE"),
        "command": ["/bin/sh", os.path.abspath(jobscript)],
        "workingDir": os.getcwd(),
        "resources": {"requests": resources, "limits": resources},
        "volumeMounts": [{"name": "work", "mountPath": mount}],
    }
    pod = {
        "restartPolicy": "Never",
        "containers": [container],
        "volumes": [{"name": "work", "persistentVolumeClaim": {"claimName": needed("SEXTANT_CLAIM")}}],
    }
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"generateName": "sextant-"},
        # Snakemake counts the attempts. The status of a finished Job is requested within a day.
        "spec": {"backoffLimit": 0, "ttlSecondsAfterFinished": 86400, "template": {"spec": pod}},
    }


def namespace():
    name = os.environ.get("SEXTANT_NAMESPACE")
    return ["--namespace", name] if name else []


def submit(cpus, jobscript):
    result = kubectl(
        *namespace(), "create", "--filename=-", "--output=jsonpath={.metadata.name}", text=json.dumps(manifest(cpus, jobscript))
    )
    if result.returncode != 0:
        sys.exit(result.returncode)
    print(result.stdout.strip())


def status(name):
    result = kubectl(*namespace(), "get", "job", name, "--ignore-not-found", "--output=json")
    if result.returncode != 0:
        # The cluster does not answer; the status is requested again later.
        return "running"
    if not result.stdout.strip():
        return "failed"
    conditions = json.loads(result.stdout).get("status", {}).get("conditions", [])
    held = {condition["type"] for condition in conditions if condition["status"] == "True"}
    if "Complete" in held:
        return "success"
    return "failed" if "Failed" in held else "running"


def main():
    match sys.argv[1:]:
        case ["submit", cpus, jobscript]:
            submit(cpus, jobscript)
        case ["status", name]:
            print(status(name))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
