#!/usr/bin/env bash
# Runs Slurm on this machine, to test a workflow: munged, slurmctld and one slurmd per node.
#
#   slurm-on-one-machine.sh start [NODES]   installs missing packages (Debian, Ubuntu) and starts 4 nodes of one CPU
#   slurm-on-one-machine.sh status          prints the nodes and the jobs; exit 1 if Slurm is not running
#   slurm-on-one-machine.sh kill NODE       kills a node and its jobs immediately, as a power cut does
#   slurm-on-one-machine.sh stop            stops Slurm and removes its folder
#
# Its configuration, keys, sockets and logs are in one folder, SEXTANT_SLURM_DIR (out/slurm). An installed Slurm of the
# machine is not affected. Debian's build supports several slurmd on one machine (MULTIPLE_SLURMD), so each node is a
# separate slurmd, independent of the number of processors. It uses no cgroups, no systemd and no accounting.
#
# Slurm's commands find it by the variable SLURM_CONF=out/slurm/slurm.conf, whose absolute path `start` prints.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
state=${SEXTANT_SLURM_DIR:-$root/out/slurm}
[[ $state == /* ]] || state=$PWD/$state
export SLURM_CONF=$state/slurm.conf
# The ports of the nodes start at 17011.
controller_port=${SEXTANT_SLURM_PORT:-17010}
started_within=60

fail() {
    printf 'slurm-on-one-machine.sh: %s\n' "$2" >&2
    exit "$1"
}

as_root() {
    if [[ $(id -u) -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

install_packages() {
    local missing=() package
    for package in munge slurm-client slurmctld slurmd; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    command -v apt-get >/dev/null ||
        fail 4 "apt-get is missing; on a system other than Debian, install munge, slurmctld, slurmd and Slurm's commands"
    printf 'Installing %s\n' "${missing[*]}" >&2
    as_root apt-get update -qq >/dev/null || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
        >/dev/null || fail 4 "apt-get could not install ${missing[*]}"
}

# Whether the process of a PID file is running.
runs() {
    [[ -s $1 ]] && kill -0 "$(<"$1")" 2>/dev/null
}

write_configuration() {
    local nodes=$1 host user index
    host=$(hostname -s)
    user=$(id -un)
    cat >"$SLURM_CONF" <<CONFIGURATION
ClusterName=sextant
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller_port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$state/munge.socket
StateSaveLocation=$state/controller
SlurmdSpoolDir=$state/%n
SlurmctldPidFile=$state/slurmctld.pid
SlurmdPidFile=$state/%n.pid
SlurmctldLogFile=$state/slurmctld.log
SlurmdLogFile=$state/%n.log
# Without cgroups and systemd, so that it runs in a container.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
# The nodes have the number of processors written here, not that of the machine.
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
# A lost node is detected within seconds. The submitter restarts its jobs.
SlurmdTimeout=10
JobRequeue=0
ReturnToService=2
KillWait=5
# Without accounting, the end of a job is known only as long as the controller stores it.
MinJobAge=86400
MaxJobCount=100000
CONFIGURATION
    for ((index = 1; index <= nodes; index++)); do
        printf 'NodeName=node%d NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=1\n' \
            "$index" "$host" $((controller_port + index))
    done >>"$SLURM_CONF"
    echo "PartitionName=all Nodes=node[1-$nodes] Default=YES MaxTime=INFINITE State=UP" >>"$SLURM_CONF"
}

# Prints the end of a daemon's log, to show why it does not run.
explain() {
    tail -n 5 "$state/$1.log" >&2 2>/dev/null || true
    fail 4 "$1 does not run; its log is $state/$1.log"
}

await() {
    local what=$1 deadline=$((SECONDS + started_within))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < deadline)) || explain "$what"
        sleep 0.2
    done
}

all_idle() {
    [[ $(sinfo --noheader --Node --format=%t | grep -cx idle) -eq $1 ]]
}

start() {
    local nodes=$1 index
    [[ $nodes =~ ^[1-9][0-9]?$ ]] || fail 2 "the number of nodes is '$nodes', but must be from 1 to 99"
    ! runs "$state/slurmctld.pid" || fail 2 "Slurm already runs in $state; stop it with 'stop'"
    install_packages
    stop
    mkdir -p "$state/controller"
    chmod 700 "$state"
    write_configuration "$nodes"
    (umask 077 && head -c 1024 /dev/urandom >"$state/munge.key")
    # --force: accept a folder that other users of the group can write.
    /usr/sbin/munged --force --key-file="$state/munge.key" --socket="$state/munge.socket" \
        --pid-file="$state/munge.pid" --log-file="$state/munge.log" --seed-file="$state/munge.seed" \
        2>>"$state/munge.log" || explain munge
    await munge runs "$state/munge.pid"
    /usr/sbin/slurmctld 2>>"$state/slurmctld.log" || explain slurmctld
    await slurmctld scontrol ping
    for ((index = 1; index <= nodes; index++)); do
        mkdir -p "$state/node$index"
        /usr/sbin/slurmd -N "node$index" 2>>"$state/node$index.log" || explain "node$index"
    done
    await slurmctld all_idle "$nodes"
    echo "export SLURM_CONF=$SLURM_CONF"
}

status() {
    runs "$state/slurmctld.pid" || fail 1 "Slurm does not run in $state; start it with 'start'"
    sinfo --Node --format='%8N %10T %C' && squeue --format='%8i %24j %10T %8N %M'
}

# Prints all descendants of a process, and the process last.
family() {
    local child
    for child in $(ps -o pid= --ppid "$1"); do family "$child"; done
    echo "$1"
}

# Prints the processes of a node: slurmd, the stepds of its jobs (which are not its children), and their descendants.
processes_of() {
    local pid
    ! runs "$state/$1.pid" || cat "$state/$1.pid"
    for pid in $(pgrep -x slurmstepd || true); do
        if find "/proc/$pid/fd" -lname "$state/$1.log" 2>/dev/null | grep -q .; then family "$pid"; fi
    done
}

kill_node() {
    [[ -n $1 && -f $state/$1.pid ]] || fail 2 "there is no node '$1' in $state; 'status' lists the nodes"
    local pids
    pids=$(processes_of "$1")
    # shellcheck disable=SC2086 # one argument per process
    [[ -z $pids ]] || kill -KILL $pids
}

# Ends the processes of PID files concurrently, and waits for their end.
end() {
    local file pid pids=() deadline=$((SECONDS + 10))
    for file in "$@"; do
        runs "$file" || continue
        pid=$(<"$file")
        kill -TERM "$pid"
        pids+=("$pid")
    done
    for pid in "${pids[@]}"; do
        while kill -0 "$pid" 2>/dev/null; do
            ((SECONDS < deadline)) || kill -KILL "$pid" 2>/dev/null || true
            sleep 0.1
        done
    done
}

stop() {
    [[ -d $state ]] || return 0
    if runs "$state/slurmctld.pid"; then
        scancel --user="$(id -un)" --full --signal=KILL 2>/dev/null || true
        scancel --user="$(id -un)" 2>/dev/null || true
        local deadline=$((SECONDS + 15))
        while [[ -n $(squeue --noheader 2>/dev/null) ]] && ((SECONDS < deadline)); do sleep 0.2; done
    fi
    end "$state"/node*.pid "$state/slurmctld.pid"
    end "$state/munge.pid"
    rm -rf "$state"
}

case ${1:-} in
    start) start "${2:-4}" ;;
    status) status ;;
    kill) kill_node "${2:-}" ;;
    stop) stop ;;
    *) fail 2 "unknown command; use start [NODES], status, kill NODE or stop" ;;
esac
