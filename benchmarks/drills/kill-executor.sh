#!/usr/bin/env bash
# Shows that an ingest on a cluster survives kill -9 of executors and finds the same as anywhere else.
# On a standalone cluster (loopback, a master, two workers of one core): an undisturbed run is the reference. Embedded
# runs on one and on two cores, with other task sizes and with the input given as its parts in another order must equal
# it. Then at ten points and more of an ingest one executor JVM is killed while the job runs, while a reader (watch.py) watches; the
# run must end with 0 and equal the reference. Prints a row a run; ends with 1 when anything did not hold.
# Needs: a JDK, python3 with duckdb, a Spark distribution, 4 GB. Linux only (/proc).
# Variables: see lib.sh and cluster.sh; POINTS (fractions of the processor time that the driver of an undisturbed run
# takes, or globs below the warehouse at whose first match to kill),
# COMPARE=0 (leave the embedded runs out)..
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/cluster.sh"

points=${POINTS:-0.3 0.5 0.7 .varve/staging/*/*-0000/.layers/_temporary/0/task_* .varve/staging/*/*-0000/layer_recipe layer/*-0000-* \
  .varve/staging/*/*-0001/.layers/_temporary/0/task_* .varve/staging/*/*-0001/layer .varve/staging/*/*-0002/layer_recipe/_temporary \
  .varve/staging/*/*-0003/.layers/_temporary .varve/staging/*/*-last/image_layer}

need_input
[ -s "$jar" ] || { echo "no $jar: build Varve first" >&2; exit 2; }
start_cluster
say "cluster is up"
failures=0

reference=$work/reference
rm -rf "$reference"
from=$(now_ms)
submit "$work/reference.log" "$reference" "$INPUT"
wait_cpu "$pid" || { tail -5 "$work/reference.log" >&2; exit 1; }
first=$(($(now_ms) - from))
look "$reference"
say "reference on the cluster took $first ms, $took_cpu ms of the processors in the driver: $(rows "$reference" layer) layers, $(rows "$reference" layer_recipe) recipe rows"

# other NAME [arguments of ingest...]: an embedded run, compared with the reference.
other() {
  local name=$1 w=$work/other rc=0 same
  shift
  rm -rf "$w"
  VARVE_JAVA_OPTIONS=$jvm "$varve" ingest registry --warehouse "$w" --quiet "$@" >"$work/other.log" 2>&1 || rc=$?
  same=$(equal "$w" "$reference")
  printf '%-44s exit %s  equal %s\n' "$name" "$rc" "$same"
  [ "$rc" = 0 ] && [ "$same" = yes ] || { fail "$name"; tail -3 "$work/other.log" >&2; cat "$work/compare.log" >&2; }
  rm -rf "$w"
}
one=(--set spark.sql.shuffle.partitions=4)
if [ "${COMPARE:-1}" = 1 ]; then
  other 'embedded, 1 core' "$INPUT" "${settings[@]}" --set 'spark.master=local[1]'
  other 'embedded, 2 cores' "$INPUT" "${settings[@]}" --set 'spark.master=local[2]'
  other 'embedded, tasks of 64 MB, one publication' "$INPUT" "${one[@]}"
  other 'embedded, a task a blob, many publications' "$INPUT" "${one[@]}" --set tuning.ingest.task-blobs=1 --set ingest.publish-bytes=4MB
  other 'embedded, recipe files of 100 kB' "$INPUT" "${settings[@]}" --set ingest.file-bytes=100kB

  # The repositories are split into two trees, which are then given in either order.
  tree=docker/registry/v2
  if [ -d "$INPUT/$tree/repositories" ]; then
    rm -rf "$work"/part-[12] "$work/forward"
    mapfile -t repositories < <(cd "$INPUT/$tree/repositories" && find . -name _manifests -prune -printf '%h\n' | sort)
    for number in "${!repositories[@]}"; do
      part=$work/part-$((number % 2 + 1))/$tree
      mkdir -p "$part/repositories/${repositories[number]}"
      cp -a "$INPUT/$tree/repositories/${repositories[number]}/." "$part/repositories/${repositories[number]}/"
      [ -e "$part/blobs" ] || ln -s "$INPUT/$tree/blobs" "$part/blobs"
    done
    ingest_parts() { VARVE_JAVA_OPTIONS=$jvm "$varve" ingest registry "$2" "$3" --warehouse "$1" --quiet "${settings[@]}" "${@:4}"; }
    ingest_parts "$work/forward" "$work/part-1" "$work/part-2" >"$work/other.log" 2>&1
    ingest_parts "$work/other" "$work/part-2" "$work/part-1" --set tuning.ingest.task-bytes=1MB >>"$work/other.log" 2>&1
    order=$(equal "$work/forward" "$work/other")
    # Against the reference only where a rejected blob lies may differ.
    "$python" "$here/compare_warehouses.py" "$work/forward" "$reference" >"$work/parts.log" 2>&1 || true
    whole=$(grep -c '  equal$' "$work/parts.log" || true)
    printf '%-44s equal %s; %s of 9 tables equal the reference\n' 'two inputs, in either order' "$order" "$whole"
    [ "$order" = yes ] || { fail 'input order'; cat "$work/compare.log" >&2; }
    grep -v '  equal$' "$work/parts.log" | grep -E '^[a-z]' | grep -qv '^rejected_blob' && { fail 'parts and whole differ'; cat "$work/parts.log" >&2; }
    rm -rf "$work/other" "$work/forward"
  fi
fi

printf '%-48s %9s %7s %6s %8s %6s %6s %5s %6s %7s\n' point 'killed ms' 'at wave' exit 'took ms' equal left looks layers noticed
drill() {
  local point=$1 name=$2 w=$work/$2 try victims victim rc=0 killed='' wave took same left noticed
  for try in 1 2 3; do
    rm -rf "$w"
    until [ -z "$(executors)" ]; do sleep 0.2; done # those of the run before
    watch "$w" "$name"
    from=$(now_ms)
    submit "$work/$name.log" "$w" "$INPUT" --quiet
    case $point in
      0.*) until_cpu "$pid" "$("$python" -c "print(int($took_cpu * $point * (1 - 0.1 * ($try - 1))))")" ;;
      *) until compgen -G "$w/$point" >/dev/null || ! alive "$pid"; do sleep 0.01; done ;;
    esac
    # An executor may still be starting; one that this job has is waited for.
    victims=()
    while alive "$pid"; do
      mapfile -t victims < <(executors)
      [ "${#victims[@]}" = 0 ] || break
      sleep 0.02
    done
    if [ "${#victims[@]}" -gt 0 ]; then
      victim=${victims[$((RANDOM % ${#victims[@]}))]}
      wave=$({ find "$w/layer" -name '*.parquet' 2>/dev/null || true; } | wc -l)
      if alive "$pid" && is_java "$victim" && kill -9 "$victim"; then
        sleep 0.2
        # The job must run before and after the kill; otherwise the kill disturbed nothing.
        if alive "$pid"; then killed=$(($(now_ms) - from)); fi
      fi
    fi
    rc=0
    wait "$pid" || rc=$?
    took=$(($(now_ms) - from))
    unwatch "$name"
    [ -z "$killed" ] || break
  done
  [ -n "$killed" ] || { fail "$point: the job was not alive at the kill"; return; }
  [ "$rc" = 0 ] || { fail "$point: ended with $rc"; tail -5 "$work/$name.log" >&2; }
  # The engine says so when it loses an executor that it still needs.
  noticed=no
  ! grep -q 'Lost executor' "$work/$name.log" || noticed=yes
  same=$(equal "$w" "$reference")
  [ "$same" = yes ] || { fail "$point: tables differ from the reference"; cat "$work/compare.log" >&2; }
  left=$(leftovers "$w")
  [ "$left" = 0 ] || { fail "$point: files left"; find "$w/.varve" -type f >&2; }
  printf '%-48s %9d %7s %6s %8d %6s %6s %5s %6s %7s\n' "$point" "$killed" "$wave" "$rc" "$took" "$same" "$left" "$looks" "$(rows "$w" layer)" "$noticed"
  drilled=$((drilled + 1))
  [ "${KEEP:-0}" = 1 ] || rm -rf "$w"
}
drilled=0
number=0
set -f
for point in $points; do
  set +f
  number=$((number + 1))
  drill "$point" "executor-$number"
done
say "$drilled kills, $failures failures"
[ "$failures" = 0 ]
