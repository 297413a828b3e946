#!/bin/sh
# Prints the state of a Slurm job for Snakemake: running, success or failed.
set -u

# The argument is the output of `sbatch --parsable`: ID or ID;CLUSTER.
job=${1%%;*}

if state=$(squeue --noheader --states=all --format=%T --jobs="$job" 2>&1); then
    :
elif case $state in *"Invalid job id"*) true ;; *) false ;; esac; then
    # The controller has deleted an old job; Slurm's accounting database, if any, still has it.
    state=$(sacct --noheader --allocations --parsable2 --format=State --jobs="$job" 2>/dev/null)
else
    # The controller does not answer; Snakemake requests the state again.
    state=PENDING
fi

case $state in
    COMPLETED) echo success ;;
    # This includes unknown jobs; their shards continue from their stores.
    "" | BOOT_FAIL* | CANCELLED* | DEADLINE* | FAILED* | NODE_FAIL* | OUT_OF_MEMORY* | PREEMPTED* | REVOKED* | \
        TIMEOUT*) echo failed ;;
    *) echo running ;;
esac
