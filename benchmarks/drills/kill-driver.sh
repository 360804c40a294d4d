#!/usr/bin/env bash
# Shows that an ingest killed with -9 at any point leaves only published rows, and that running it again completes it.
# An undisturbed ingest is the reference. Then at points spread over its work, and right in its publications, the JVM of
# an ingest into a fresh warehouse is killed while a reader watches (watch.py, during the re-run too). After the
# kill every published layer must be whole; the re-run must end with 0, leave nothing in staging or commits, and all
# tables must equal the reference. Prints a row a point; ends with 1 when anything did not hold.
# Needs: a JDK, python3 with duckdb. Linux only (/proc).
# Variables: see lib.sh; FRACTIONS (of the reference's processor time), MOMENTS (globs below the warehouse at whose first match to kill; GLOB+K: the glob names a journal, of whose renames the
# first K are then carried out in its order, which is the state that a kill right after them leaves).
set -euo pipefail
. "$(dirname "$0")/lib.sh"

fractions=${FRACTIONS-0.25 0.45 0.6 0.7 0.8 0.9 0.97}
moments=${MOMENTS-.varve/commits/*/*-0000.moves .varve/commits/*/*-0001.moves+1 .varve/commits/*/*-0002.moves+2 .varve/commits/*/*-last.moves+2 layer_recipe/*-0000-* layer_phase/*-0001-* layer/*-0002-* image_layer/* image/* image_tag/*}

need_input
say "reference"
reference=$work/reference
rm -rf "$reference"
ingest "$reference" >"$work/reference.first.log" 2>&1 # also makes the archive of classes, which takes its time
rm -rf "$reference"
from=$(now_ms)
start "$work/reference.log" "$reference"
wait_cpu "$pid"
whole=$(($(now_ms) - from))
look "$reference"
waves=$(find "$reference/layer" -name '*.parquet' | wc -l)
say "reference took $whole ms, $took_cpu ms of the processors: $(rows "$reference" layer) layers in $waves publications, $(rows "$reference" layer_recipe) recipe rows"
printf '%-32s %9s %8s %8s %8s %9s %6s %6s %6s %5s\n' point 'killed ms' journal moves layers 'after run' equal left looks exit

# No sleep and no fork: the state that is waited for may last only milliseconds.
wait_for_glob() { until compgen -G "$1" >/dev/null || ! alive "$pid"; do :; done; }
rm -f "$work/tick"
mkfifo "$work/tick"
exec {tick}<>"$work/tick"

# drill POINT NAME: kills one ingest at the point, a fraction or a glob, then runs it again.
drill() {
  local point=$1 name=$2 w=$work/$2 glob=${1%+*} half= match journal='-' moves='-' try
  [ "$glob" = "$point" ] || half=${point##*+}
  for try in 1 2 3 4 5; do
    rm -rf "$w"
    watch "$w" "$name"
    start "$work/$name.log" "$w" --quiet
    from=$(now_ms)
    case $point in
      0.*)
        until_cpu "$pid" "$("$python" -c "print(int($took_cpu * $point * (1 - 0.1 * ($try - 1))))")"
        ;;
      *+*)
        # A publication lasts for milliseconds, so from its last staged file on the process runs a millisecond at a time.
        wave=${glob##*-}
        wait_for_glob "$w/.varve/staging/*/*-${wave%.moves}/run/run.parquet"
        until compgen -G "$w/$glob" >/dev/null || ! alive "$pid"; do
          kill -CONT "$pid" 2>/dev/null || break
          read -r -t 0.001 -u "$tick" || true
          kill -STOP "$pid" 2>/dev/null || break
          # The run has ended already: try again.
          if [ ! -e "$w/.varve/staging" ] || ! compgen -G "$w/.varve/staging/*/*-${wave%.moves}" >/dev/null; then break; fi
        done
        ;;
      *) wait_for_glob "$w/$glob" ;;
    esac
    # The pid must be the JVM, and alive; otherwise nothing was tested.
    if alive "$pid" && is_java "$pid" && kill -9 "$pid" 2>/dev/null; then
      killed=$(($(now_ms) - from))
      rc=0
      wait "$pid" 2>/dev/null || rc=$?
      if [ "$rc" = 137 ]; then
        # A publication lasts for milliseconds and may be over before the kill.
        if [ -z "$half" ] || compgen -G "$w/.varve/commits/*/*.moves" >/dev/null; then break; fi
      fi
    fi
    wait "$pid" 2>/dev/null || true
    unwatch "$name"
    rc=ended
  done
  [ "$rc" = 137 ] || { fail "$point: no ingest was alive at the kill"; return; }
  match=$(compgen -G "$w/.varve/commits/*/*.moves" || true)
  if [ -n "$match" ]; then
    [ -z "$half" ] || "$python" -c '
import os, sys
for line in open(sys.argv[1]).read().splitlines()[1 : 1 + int(sys.argv[2])]:
    old, new = (os.path.join(sys.argv[3], name) for name in line.split("\t")[:2])
    if os.path.exists(old):
        os.makedirs(os.path.dirname(new), exist_ok=True)
        os.replace(old, new)' "$match" "$half" "$w"
    journal=left
    moves=$("$python" -c '
import os, sys
lines = [line.split("\t") for line in open(sys.argv[1]).read().splitlines()[1:]]
print(sum(not os.path.exists(os.path.join(sys.argv[2], line[0])) for line in lines), "/", len(lines), sep="")' "$match" "$w")
  fi
  look "$w"
  local before after rc=0 same left
  before=$(rows "$w" layer)
  ingest "$w" --quiet >"$work/$name.again.log" 2>&1 || rc=$?
  unwatch "$name"
  [ "$rc" = 0 ] || fail "$point: the re-run ended with $rc: $(tail -3 "$work/$name.again.log")"
  after=$(rows "$w" layer)
  same=$(equal "$w" "$reference")
  [ "$same" = yes ] || { fail "$point: tables differ from the reference"; cat "$work/compare.log" >&2; }
  left=$(leftovers "$w")
  [ "$left" = 0 ] || { fail "$point: files left"; find "$w/.varve" -type f >&2; }
  printf '%-32s %9d %8s %8s %8d %9d %6s %6s %6s %5s\n' "$point" "$killed" "$journal" "$moves" "$before" "$after" "$same" "$left" "$looks" "$rc"
  drilled=$((drilled + 1))
  last=$w
  [ "$number" = "$points" ] || [ "${KEEP:-0}" = 1 ] || rm -rf "$w"
}

failures=0
drilled=0
last=$reference
number=0
set -f
points=$(set -- $fractions $moments; echo $#)
for point in $fractions $moments; do
  set +f
  number=$((number + 1))
  drill "$point" "point-$number"
done
for w in "$reference" "$last"; do
  VARVE_JAVA_OPTIONS=$jvm "$varve" derive --quiet --warehouse "$w" --set spark.sql.shuffle.partitions=4 >>"$work/derive.log" 2>&1
done
same=$(equal "$last" "$reference")
say "derived tables of the last equal the reference's: $same"
[ "$same" = yes ] || { fail "derived tables differ"; cat "$work/compare.log" >&2; }
say "$drilled kills, $failures failures"
[ "$failures" = 0 ]
