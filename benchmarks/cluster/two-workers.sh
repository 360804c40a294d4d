#!/usr/bin/env bash
# One executor against two on an ingest: a standalone cluster on loopback whose workers have a core each. With one, the
# driver and the master share its core; with two, both cores: N workers have N cores, all included.
# Prints seconds from shell to shell and their ratio; the warehouses stay in WORK, for compare_warehouses.py of the drills.
# Usage: SPARK_HOME=... [PYTHON=...] two-workers.sh LAYOUT [ROUNDS]; needs a build, taskset, python3 with duckdb.
set -euo pipefail
layout=$(realpath "${1:?the folder of a registry or layout}")
rounds=${2:-1}
source "$(dirname "$0")/../drills/lib.sh"
source "$here/../drills/cluster.sh"

run() { # WORKERS
  local n=$1 cores number from until
  cores=$([ "$n" = 1 ] && echo 0 || echo 0,1)
  daemon "$work/master.log" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$port" --webui-port $((port + 1))
  taskset -apc "$cores" "$daemon" >/dev/null
  local daemons=("$daemon")
  wait_for 90 'I have been elected leader' "$work/master.log"
  for number in $(seq "$n"); do
    daemon "$work/worker-$number.log" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --cores 1 --memory 3g \
      --webui-port $((port + 1 + number)) --work-dir "$work/worker-$number" "$master"
    taskset -apc $((number - 1)) "$daemon" >/dev/null
    daemons+=("$daemon")
    wait_for 90 'Successfully registered with master' "$work/worker-$number.log"
  done
  rm -rf "$work/w$n"
  from=$(now_ms)
  taskset -c "$cores" "$SPARK_HOME/bin/spark-submit" --class dev.varve.jobs.Varve --master "$master" --deploy-mode client \
    --driver-memory 1g --executor-memory 2g --executor-cores 1 \
    --driver-java-options "-XX:TieredStopAtLevel=1 -Dlog4j2.configurationFile=$(realpath "$here/../../conf/log4j2.properties")" \
    --conf spark.driver.host=127.0.0.1 --conf spark.driver.bindAddress=127.0.0.1 --conf spark.ui.enabled=false \
    ${SUBMIT_OPTIONS:-} "$jar" ingest registry "$layout" --warehouse "$work/w$n" >"$work/run-$n.log" 2>&1
  until=$(now_ms)
  for number in "${daemons[@]}"; do kill "$number"; wait "$number" 2>/dev/null || true; done
  took=$((until - from))
  echo "$n executor(s): $((took / 1000)).$((took % 1000 / 100)) s; $(grep '^took' "$work/run-$n.log")"
}

for round in $(seq "$rounds"); do
  run 1
  one=$took
  run 2
  printf 'two are %d.%02d times one\n' $((one / took)) $((100 * one / took % 100))
done
