#!/usr/bin/env bash
# simulate backup of a synthetic fleet of any size, in a heap of 4 GB: time and peak memory of the process.
# Needs a build (./mvnw -DskipTests package). Usage: scale.sh [VMS [SNAPSHOTS [SEGMENTS]]]; 20 10 1000 unless given:
# 102 million chunk references. WORK=DIR keeps the warehouse.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
vms=${1:-20} snapshots=${2:-10} segments=${3:-1000}
work=${WORK:-$(mktemp -d)}
[ -n "${WORK:-}" ] || trap 'rm -rf "$work"' EXIT
warehouse=$work/chunks-$vms-$snapshots-$segments
if [ ! -e "$warehouse/segment_recipe/_SUCCESS" ]; then
  rm -rf "$warehouse"
  "$here/../engine.sh" ChunkTables "$warehouse" "$vms" "$snapshots" "$segments" "spark.master=local[2]"
fi
mkdir -p "$warehouse/.varve"
"$here/../../bin/varve" --version >/dev/null # makes the archive of classes, where it is not there yet
VARVE_JAVA_OPTIONS="-Xmx4g ${VARVE_JAVA_OPTIONS:-}" "$here/../../bin/varve" simulate backup --warehouse "$warehouse" \
  --set "spark.master=local[2]" &
job=$!
while kill -0 "$job" 2>/dev/null; do
  awk '/VmHWM/ { print $2 }' "/proc/$job/status" >"$work/peak.new" 2>/dev/null || true
  [ ! -s "$work/peak.new" ] || mv "$work/peak.new" "$work/peak"
  sleep 1
done
wait "$job"
echo "peak memory $(($(cat "$work/peak") / 1024)) MiB"
"$here/../../bin/varve" report backup-efficiency --warehouse "$warehouse"
