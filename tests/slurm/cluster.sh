#!/usr/bin/env bash
# A real SLURM of one node on loopback, for tests: cluster.sh start | stop. Root, Debian's packages, no systemd.
# Fake GPUs are character devices, one each.
set -euo pipefail
state=/var/spool/slurm-test
name=$(hostname -s)

until_true() {
  for _ in $(seq 100); do "$@" > /dev/null 2>&1 && return 0; sleep 0.2; done
  echo "gave up: $*" >&2
  return 1
}

marker="# Written by tests/slurm/cluster.sh, which also removes it."

# Never touch a cluster that is somebody's.
refuse_a_real_one() {
  for file in /etc/slurm/slurm.conf /etc/slurm/gres.conf; do
    if [ -e "$file" ] && ! grep -qF "$marker" "$file"; then
      echo "there is a $file that is not ours: this machine belongs to a cluster" >&2
      exit 3
    fi
  done
  if [ ! -e /etc/slurm/slurm.conf ] && pgrep -x 'slurmctld|slurmd' > /dev/null; then
    echo "daemons of SLURM run that are not ours" >&2
    exit 3
  fi
}

case "${1:-}" in
start)
  refuse_a_real_one
  mkdir -p "$state"/{state,spool,log,run}
  chmod 755 "$state"
  getent ahostsv4 "$name" > /dev/null || echo "127.0.0.1 $name" >> /etc/hosts
  address=$(getent ahostsv4 "$name" | awk 'NR == 1 {print $1}')
  memory=$(awk '/MemTotal/ {print int($2 / 1024 * 0.9)}' /proc/meminfo)
  for gpu in 0 1; do [ -c "$state/gpu$gpu" ] || mknod "$state/gpu$gpu" c 1 3; done
  printf '%s\nAutoDetect=off\nName=gpu File=%s\nName=gpu File=%s\n' "$marker" "$state/gpu0" "$state/gpu1" > /etc/slurm/gres.conf
  # The executor's jobs read this place only.
  cat > /etc/slurm/slurm.conf << CONFIG
$marker
ClusterName=test
SlurmctldHost=$name($address)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
AuthType=auth/munge
StateSaveLocation=$state/state
SlurmdSpoolDir=$state/spool
SlurmctldPidFile=$state/run/slurmctld.pid
SlurmdPidFile=$state/run/slurmd.pid
SlurmctldLogFile=$state/log/slurmctld.log
SlurmdLogFile=$state/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
JobRequeue=1
EnforcePartLimits=ALL
ReturnToService=2
MinJobAge=300
KillWait=3
SchedulerParameters=sched_interval=5,bf_interval=5
GresTypes=gpu
NodeName=$name NodeAddr=$address CPUs=8 RealMemory=$memory Gres=gpu:2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=1440 DefaultTime=5 DefMemPerCPU=500 State=UP
CONFIG
  install -d -o munge -g munge -m 755 /run/munge
  munge -n 2> /dev/null | unmunge > /dev/null 2>&1 || runuser -u munge -- /usr/sbin/munged
  slurmctld -c # forgets an earlier run
  slurmd
  until_true sh -c 'sinfo -h -o %T | grep -q idle'
  ;;
stop)
  refuse_a_real_one
  scancel -u root 2> /dev/null || true
  for daemon in slurmd slurmctld; do
    [ -s "$state/run/$daemon.pid" ] && kill "$(cat "$state/run/$daemon.pid")" || true
  done
  sleep 2
  rm -f /etc/slurm/slurm.conf /etc/slurm/gres.conf
  ;;
*)
  echo "usage: $0 start | stop" >&2
  exit 2
  ;;
esac
