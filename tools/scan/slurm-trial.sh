#!/usr/bin/env bash
# Tries `dxlens scan` on a real Slurm: installs Debian's slurm-wlm on this machine as one node with several slots, submits an array job, ends and
# requeues tasks while they run, and compares the parts with what is in the archives. Needs Debian or Ubuntu and root; changes /etc/slurm and
# /etc/munge. Stops the daemons at the end.
#
# usage: tools/scan/slurm-trial.sh [TASKS] [ARCHIVES] [REQUEUES]      (8 tasks, 680 archives, 12 requeues)
#
# Needs the built program: npm run build.
set -euo pipefail
cd "$(dirname "$0")/../.."

tasks=${1:-8}
archives=${2:-680}
requeues=${3:-12}
slots=${SLOTS:-4}
program=$PWD/dist/cli/main.cjs
work=$(mktemp -d /tmp/dxlens-slurm-XXXXXX)
pids=()
started=0

# Stops what this script started.
finish() {
  if [ "$started" = 1 ]; then scancel --user root >/dev/null 2>&1 || true; fi
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  # They save their state before they end.
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null; then
  apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends slurm-wlm munge >/dev/null
fi

host=$(hostname -s)
mkdir -p /etc/slurm "$work/state" "$work/spool" /run/munge
chown munge:munge /run/munge
[ -f /etc/munge/munge.key ] || (dd if=/dev/urandom of=/etc/munge/munge.key bs=1 count=1024 status=none && chown munge:munge /etc/munge/munge.key && chmod 400 /etc/munge/munge.key)
# One node that claims more processors than it may have, so that tasks run side by side.
cat >/etc/slurm/slurm.conf <<CONF
ClusterName=trial
SlurmctldHost=$host
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
MpiDefault=none
SchedulerParameters=sched_interval=2,requeue_delay=1
NodeName=$host CPUs=$slots State=UNKNOWN
PartitionName=trial Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF

pgrep -x munged >/dev/null || {
  runuser -u munge -- munged --foreground &
  pids+=($!)
  sleep 1
}
slurmctld -D &
pids+=($!)
sleep 2
slurmd -D &
pids+=($!)
started=1
for _ in $(seq 30); do
  if sinfo -h -o %t 2>/dev/null | grep -q idle; then break; fi
  sleep 1
done
sinfo

npx tsx tools/scan/make-archives.ts "$work/set" --archives "$archives"
mkdir "$work/parts"
cat >"$work/scan.sbatch" <<SBATCH
#!/bin/bash
#SBATCH --job-name=dxlens-scan
#SBATCH --array=1-$tasks
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=$work/parts/scan-%a.log

echo "task \$SLURM_ARRAY_TASK_ID, restart \${SLURM_RESTART_COUNT:-0}"
exec node "$program" scan --resume --jobs "\$SLURM_CPUS_PER_TASK" \\
  --shard "\$SLURM_ARRAY_TASK_ID/\$SLURM_ARRAY_TASK_COUNT" \\
  --format parquet -o "$work/parts/part-\$SLURM_ARRAY_TASK_ID.parquet" "$work/set/archives"
SBATCH

begin=$(date +%s)
job=$(sbatch --parsable "$work/scan.sbatch")
requeued=0
killed=0
while [ -n "$(squeue -h -j "$job" 2>/dev/null)" ]; do
  sleep "$((RANDOM % 3 + 1))"
  [ "$requeued" -lt "$requeues" ] || continue
  # A task that runs: its process is killed as a failing node would, then Slurm requeues it.
  task=$(squeue -h -r -j "$job" -t RUNNING -o %i | shuf -n 1)
  [ -n "$task" ] || continue
  if [ $((RANDOM % 2)) = 0 ]; then
    # SIGKILL to the program itself, so that Slurm finds it dead.
    for pid in $(scontrol listpids "$(squeue -h -j "$task" -o %A)" "$host" 2>/dev/null | awk 'NR > 1 && $1 > 1 { print $1 }'); do
      [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = node ] && kill -KILL "$pid" 2>/dev/null && killed=$((killed + 1))
    done
    sleep 1
    scontrol requeue "$task" 2>/dev/null && requeued=$((requeued + 1))
  else
    scontrol requeue "$task" 2>/dev/null && requeued=$((requeued + 1))
  fi
done
echo "job $job: $tasks tasks, $requeued requeued ($killed of them killed first), $(($(date +%s) - begin)) s"
grep -h restart "$work"/parts/scan-*.log | sort | uniq -c
grep -h 'finished before' "$work"/parts/scan-*.log || true
ls "$work"/parts | grep -v log
npx tsx tools/scan/check-scan.ts "$work/set" "$work/parts/*.parquet"

# The same in one piece.
node "$program" scan --quiet --format parquet -o "$work/whole.parquet" "$work/set/archives"
npx tsx tools/scan/same-rows.ts "$work/whole.parquet" "$work/parts/*.parquet"
