# What the drills share; sourced by them, does nothing by itself.
# Variables: PYTHON (a python3 with duckdb), VARVE (the launcher to drill, bin/varve), WORK (a folder, made unless given
# and removed at the end unless KEEP=1), INPUT (what to ingest; made by `varve demo` unless given), JVM (options of the
# ingest's JVM), PUBLISH_BYTES and TASK_BYTES (so small that an ingest publishes several times).
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=${PYTHON:-python3}
varve=${VARVE:-$here/../../bin/varve}
work=${WORK:-}
made_work=
[ -n "$work" ] || { work=$(mktemp -d); made_work=1; }
mkdir -p "$work"
work=$(realpath "$work")
jvm=${JVM:--Xmx1g -XX:TieredStopAtLevel=1}
settings=(--set "ingest.publish-bytes=${PUBLISH_BYTES:-20MB}" --set "tuning.ingest.task-bytes=${TASK_BYTES:-4MB}"
  --set spark.sql.shuffle.partitions=4)
export SPARK_LOCAL_IP=127.0.0.1
started=() # pids that are ours to end

say() { printf '%5d s  %s\n' "$SECONDS" "$*"; }
fail() { echo "FAILED: $*" >&2; failures=$((${failures:-0} + 1)); }
now_ms() { local t=${EPOCHREALTIME/./}; echo $((t / 1000)); }

finish() {
  local pid
  for pid in ${started[@]+"${started[@]}"}; do kill "$pid" 2>/dev/null || true; done
  if [ -n "$made_work" ] && [ "${KEEP:-0}" != 1 ]; then rm -rf "$work"; fi
}
trap finish EXIT
set -E
trap 'echo "$0: line $LINENO failed" >&2' ERR

"$python" -c 'import duckdb' 2>/dev/null || { echo "$python has no duckdb: pip install duckdb, or set PYTHON" >&2; exit 2; }

# A registry from a seed, with one layer damaged. Its JVM's archive of classes is made on the way.
need_input() {
  if [ -z "${INPUT:-}" ]; then
    say "making a registry"
    VARVE_JAVA_OPTIONS=$jvm "$varve" demo --quiet --out "$work/demo" >"$work/demo.log" 2>&1
    INPUT=$work/demo/registry
  fi
  INPUT=$(realpath "$INPUT")
}

# ingest WAREHOUSE [more arguments]: in the foreground, to its end.
ingest() {
  local warehouse=$1
  shift
  VARVE_JAVA_OPTIONS=$jvm "$varve" ingest registry "$INPUT" --warehouse "$warehouse" "${settings[@]}" "$@"
}

# start LOG WAREHOUSE [more]: the same in the background; $pid is the launcher, which becomes the JVM.
start() {
  local log=$1 warehouse=$2
  shift 2
  VARVE_JAVA_OPTIONS=$jvm "$varve" ingest registry "$INPUT" --warehouse "$warehouse" "${settings[@]}" "$@" >"$log" 2>&1 &
  pid=$!
  started+=("$pid")
}

# A process is there and no zombie.
alive() {
  local stat
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  stat=${stat##*) }
  [ "${stat:0:1}" != Z ]
}

# Processor time of a process so far, in ms: a measure of progress that does not depend on the load of the machine.
cpu_ms() {
  local stat
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || { echo 0; return; }
  stat=(${stat##*) })
  echo $(((stat[11] + stat[12]) * 10))
}

# Waits for a process and notes the processor time it took in $took_cpu; ends as the process did.
wait_cpu() {
  local now
  took_cpu=0
  while alive "$1"; do
    now=$(cpu_ms "$1")
    [ "$now" -le "$took_cpu" ] || took_cpu=$now
    sleep 0.1
  done
  wait "$1"
}

# until_cpu PID MS: waits until a process has taken so much processor time, or has ended.
until_cpu() { while [ "$(cpu_ms "$1")" -lt "$2" ] && alive "$1"; do sleep 0.01; done; }

is_java() { [ "$(cat "/proc/$1/comm" 2>/dev/null)" = java ]; }

# watch WAREHOUSE NAME: a reader in a process of its own; unwatch NAME ends it and says what it saw.
watch() {
  rm -f "$work/$2.stop"
  "$python" "$here/watch.py" "$1" "$work/$2.stop" >"$work/$2.watch" 2>&1 &
  watcher=$!
  started+=("$watcher")
}
unwatch() {
  local rc=0
  touch "$work/$1.stop"
  wait "$watcher" || rc=$?
  looks=$("$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["looks"])' "$work/$1.watch" 2>/dev/null || echo '?')
  [ "$rc" = 0 ] || { fail "the reader saw what it should not, $1:"; tail -c 3000 "$work/$1.watch" >&2; }
}

# One check of a warehouse without a running writer: every published layer is whole, by the reader's rules.
look() {
  touch "$work/look.stop"
  "$python" "$here/watch.py" "$1" "$work/look.stop" >"$work/look.watch" 2>&1 || { fail "not whole: $1"; tail -c 3000 "$work/look.watch" >&2; }
}

# Rows of a table by DuckDB; 0 when it is not there.
rows() {
  "$python" - "$1/$2" <<'PY'
import pathlib, sys, duckdb
found = any(pathlib.Path(sys.argv[1]).rglob("*.parquet"))
print(duckdb.connect().execute(f"SELECT count(*) FROM read_parquet('{sys.argv[1]}/**/*.parquet')").fetchall()[0][0] if found else 0)
PY
}

# equal A B: yes or no; the differences go into LOG.
equal() {
  if "$python" "$here/compare_warehouses.py" "$1" "$2" >"$work/compare.log" 2>&1; then
    echo yes
  else
    echo NO
  fi
}

# Files under staging and commits, of which none may be left.
leftovers() {
  local folder count=0 found
  for folder in staging commits; do
    found=$({ find "$1/.varve/$folder" -type f 2>/dev/null || true; } | wc -l)
    count=$((count + found))
  done
  echo "$count"
}
