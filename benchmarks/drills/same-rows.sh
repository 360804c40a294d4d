#!/usr/bin/env bash
# Shows that neither executors nor partitions nor the order of the inputs change a row: every verb that writes, on the
# demo's registry and VMs, embedded on one core, embedded on two with parts of other sizes and the disks given one by
# one in another order, and on a standalone cluster of two workers; all tables compared. Ends with 1 when they differ.
# Needs: a JDK, python3 with duckdb, a Spark distribution, 4 GB. Linux only. About 10 minutes. Variables: see lib.sh, cluster.sh.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/cluster.sh"

need_input
vms=$work/demo/vms
[ -d "$vms" ] || { echo "leave INPUT out: the demo's VMs are needed too" >&2; exit 2; }
[ -s "$jar" ] || { echo "no $jar: build Varve first" >&2; exit 2; }
start_cluster
say "cluster is up"
failures=0

embedded() { VARVE_JAVA_OPTIONS=$jvm "$varve" "$@" --quiet >"$work/verb.log" 2>&1; }
clustered() {
  submit_verb "$work/verb.log" "$@" --quiet
  wait "$pid"
}

# whole HOW WAREHOUSE DISKS... [-- more]: every verb that writes.
whole() {
  local how=$1 warehouse=$2 disks=()
  shift 2
  while [ $# -gt 0 ] && [ "$1" != -- ]; do disks+=("$1"); shift; done
  [ $# = 0 ] || shift
  rm -rf "$warehouse"
  local small=(--machines 10 --failed 2 --set backup.block-bytes=1MiB)
  { "$how" ingest registry "$INPUT" --warehouse "$warehouse" "$@" &&
    "$how" ingest snapshots "${disks[@]}" --warehouse "$warehouse" "$@" &&
    "$how" derive --warehouse "$warehouse" "$@" &&
    "$how" simulate backup --warehouse "$warehouse" --machines 10 --set backup.block-bytes=1MiB "$@" &&
    "$how" simulate availability --warehouse "$warehouse" "${small[@]}" --trials 1000 "$@" &&
    "$how" simulate durability --warehouse "$warehouse" --machines 10 --trials 20 --set backup.block-bytes=1MiB "$@" &&
    "$how" simulate deletion --warehouse "$warehouse" "$@"; } || { tail -5 "$work/verb.log" >&2; return 1; }
  say "done: $how into $(basename "$warehouse")"
}
same() { # NAME WAREHOUSE
  local answer
  answer=$(equal "$2" "$work/reference")
  printf '%-60s equal %s\n' "$1" "$answer"
  [ "$answer" = yes ] || { fail "$1"; cat "$work/compare.log" >&2; }
}

whole embedded "$work/reference" "$vms" -- --set 'spark.master=local[1]'
look "$work/reference"
"$python" "$here/compare_warehouses.py" "$work/reference" "$work/reference"
mapfile -t backwards < <(find "$vms" -mindepth 1 -maxdepth 1 | sort -r)
whole embedded "$work/other" "${backwards[@]}" -- --set 'spark.master=local[2,4]' --set tuning.ingest.range-bytes=8MiB \
  --set tuning.ingest.task-blobs=1 --set ingest.publish-bytes=20MB --set spark.sql.shuffle.partitions=7 --set tuning.availability.part-edges=50
same 'embedded, two cores, other parts, disks in another order' "$work/other"
whole clustered "$work/cluster" "$vms" -- --set spark.sql.shuffle.partitions=5
same 'a cluster of two workers' "$work/cluster"
echo "$failures failures"
[ "$failures" = 0 ]
