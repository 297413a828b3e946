#!/usr/bin/env bash
# Checks that an experiment in shards has the results of a single run.
#
#   Benchmarks/cluster/check.sh [local] [slurm]
#
# local: four shards on this machine. slurm: four shards on a Slurm of four nodes that the check starts and stops; one node
# is killed during its shard. Default: both. The merged store must equal that of a single run cell by cell, and the
# finished cells of the killed node must not be run again.
#
# SEXTANT names the program (.build/release/sextant), POINTS the number of points of each axis of the grid (24). The
# output is in out/cluster-check. Requires Snakemake 7 of Debian or Ubuntu; the check installs Slurm.
#
# Exit codes: 0, 1 a difference, 4 a program is missing.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
sextant=${SEXTANT:-$root/.build/release/sextant}
points=${POINTS:-24}
work=$root/out/cluster-check
shards=4
began_within=120

fail() {
    printf 'check.sh: %s\n' "$2" >&2
    exit "$1"
}

step() { printf '\n== %s\n' "$1"; }

now() { date +%s.%N; }

# Prints the time since a moment, and the efficiency: the time of the single run, divided by the time of all processors.
report() {
    awk -v begin="$1" -v end="$(now)" -v single="$single" -v processors="$(nproc)" 'BEGIN {
        printf "%.1f s, efficiency %.0f %% on %d processors\n", end - begin, 100 * single / ((end - begin) * processors), processors
    }'
}

workflow() {
    local profile=$1
    snakemake --snakefile "$here/Snakefile" --directory "$work" --profile "$here/profiles/$profile" \
        --config experiment=experiment.yaml shards=$shards sextant="$sextant" output="$profile" \
        >"$work/$profile.log" 2>&1
}

expect_the_same() {
    python3 "$here/stores.py" same "$work/single/results.sqlite" "$work/$1/merged/results.sqlite" ||
        fail 1 "$work/$1/merged differs from the single run"
}

check_local() {
    step "$shards shards on this machine"
    local begin
    begin=$(now)
    workflow local || { tail -n 40 "$work/local.log" >&2 && fail 1 "Snakemake failed; its log is $work/local.log"; }
    report "$begin"
    expect_the_same local
}

# Prints a shard that has finished some of its cells, and its node.
find_victim() {
    local deadline=$((SECONDS + began_within)) shard node
    while ((SECONDS < deadline)); do
        for ((shard = 1; shard <= shards; shard++)); do
            python3 "$here/stores.py" finished "$work/slurm/shards/$shard-of-$shards/results.sqlite" >"$work/done.txt"
            node=$(squeue --noheader --states=RUNNING --format='%k %N' | sed -n "s/^shard=$shard //p")
            if [[ -s $work/done.txt && -n $node ]]; then
                echo "$shard $node"
                return
            fi
        done
        sleep 0.1
    done
    return 1
}

check_slurm() {
    local shard node pid
    step "$shards shards on Slurm, one node lost"
    "$here/slurm-on-one-machine.sh" start $shards >"$work/slurm.env"
    trap '"$here/slurm-on-one-machine.sh" stop' EXIT
    # shellcheck disable=SC1091 # this script writes the file
    source "$work/slurm.env"
    local begin
    begin=$(now)
    workflow slurm &
    pid=$!
    read -r shard node < <(find_victim) || fail 1 "no shard began within $began_within s; the log is $work/slurm.log"
    "$here/slurm-on-one-machine.sh" kill "$node"
    echo "killed $node after $(wc -l <"$work/done.txt") cells of shard $shard"
    wait $pid || { tail -n 40 "$work/slurm.log" >&2 && fail 1 "Snakemake failed; its log is $work/slurm.log"; }
    grep -q 'Trying to restart job' "$work/slurm.log" || fail 1 "no shard was restarted; set POINTS to more than $points"
    python3 "$here/stores.py" once "$work/slurm/shards/$shard-of-$shards/results.sqlite" <"$work/done.txt" ||
        fail 1 "the shard was not killed during its run, or repeated finished cells; set POINTS to more than $points"
    report "$begin"
    expect_the_same slurm
    trap - EXIT
    "$here/slurm-on-one-machine.sh" stop
}

[[ $# -gt 0 ]] || set -- local slurm
for word in "$@"; do
    [[ $word == local || $word == slurm ]] || fail 2 "unknown workflow '$word'; use local or slurm"
done
command -v snakemake >/dev/null || fail 4 "snakemake is missing; as root: apt-get install snakemake"
command -v "$sextant" >/dev/null || fail 4 "$sextant is missing; run 'make command', or set SEXTANT to the program"

rm -rf "$work"
mkdir -p "$work"
cat >"$work/experiment.yaml" <<EXPERIMENT
name: cluster-check
recordings:
  - {path: "$root/Datasets/simulated-walk"}
  - {path: "$root/Datasets/simulated-pocket"}
  - {path: "$root/Datasets/simulated-step-yaw"}
  - {scenario: look-up, noise: nexus5, seeds: [1, 2]}
pipelines:
  - triad
  - spec: mahony
    grid: {kp: {log-range: [0.02, 2], count: $points}, ki: {log-range: [0.0001, 0.01], count: $points}}
  - spec: madgwick+oneEuro
    grid: {oneEuro.minCutoff: {log-range: [0.1, 10], count: $points}, oneEuro.beta: [0.1, 1, 10]}
metrics: [total_rmse_deg, heading_rmse_deg, inclination_rmse_deg]
EXPERIMENT

step "one run"
begin=$(now)
(cd "$work" && "$sextant" run experiment.yaml --jobs 1 --output single >single.log 2>&1) ||
    { tail -n 20 "$work/single.log" >&2 && fail 1 "the single run failed"; }
single=$(awk -v begin="$begin" -v end="$(now)" 'BEGIN { print end - begin }')
printf '%.1f s with one job\n' "$single"
for word in "$@"; do "check_$word"; done
echo
echo "All the same."
