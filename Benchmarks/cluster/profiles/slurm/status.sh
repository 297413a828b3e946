#!/bin/sh
# What became of a Slurm job, in Snakemake's words: running, success or failed.
set -u

# Of `sbatch --parsable`: ID or ID;CLUSTER.
job=${1%%;*}

if state=$(squeue --noheader --states=all --format=%T --jobs="$job" 2>&1); then
    :
elif case $state in *"Invalid job id"*) true ;; *) false ;; esac; then
    # Ended so long ago that the controller has forgotten it: the accounting knows, where there is one.
    state=$(sacct --noheader --allocations --parsable2 --format=State --jobs="$job" 2>/dev/null)
else
    # The controller does not answer now: ask again.
    state=PENDING
fi

case $state in
    COMPLETED) echo success ;;
    # Of a job that nobody knows any more, too: its shard goes on from its store.
    "" | BOOT_FAIL* | CANCELLED* | DEADLINE* | FAILED* | NODE_FAIL* | OUT_OF_MEMORY* | PREEMPTED* | REVOKED* | \
        TIMEOUT*) echo failed ;;
    *) echo running ;;
esac
