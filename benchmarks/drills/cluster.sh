# A standalone cluster on loopback: a master and two workers of one core and 1 GB each. Sourced after lib.sh.
# Variables: SPARK_HOME, MASTER_PORT (the next two ports are for its pages; all on 127.0.0.1).
: "${SPARK_HOME:?set SPARK_HOME to a Spark distribution, such as the pyspark folder of a virtual environment}"
port=${MASTER_PORT:-17077}
master=spark://127.0.0.1:$port
jar=${JAR:-$(dirname "$varve")/../jobs/target/varve.jar}
workers=()

# Daemons must not take more than they need of a shared machine.
daemon() {
  local log=$1
  shift
  SPARK_DAEMON_MEMORY=256m SPARK_DAEMON_JAVA_OPTS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' SPARK_LOCAL_IP=127.0.0.1 \
    "$SPARK_HOME/bin/spark-class" "$@" >"$log" 2>&1 &
  daemon=$!
  started+=("$daemon")
}

wait_for() { # SECONDS TEXT LOG
  local end=$((SECONDS + $1))
  until grep -q "$2" "$3" 2>/dev/null; do
    [ "$SECONDS" -lt "$end" ] || { echo "no '$2' in $3 after $1 s" >&2; exit 1; }
    sleep 0.3
  done
}

start_cluster() {
  daemon "$work/master.log" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$port" --webui-port $((port + 1))
  wait_for 90 'I have been elected leader' "$work/master.log"
  local number
  for number in 1 2; do
    daemon "$work/worker-$number.log" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --cores 1 --memory 1g \
      --webui-port $((port + 1 + number)) --work-dir "$work/worker-$number" "$master"
    workers+=("$daemon")
  done
  for number in 1 2; do wait_for 90 'Successfully registered with master' "$work/worker-$number.log"; done
}

# Pids of the executors, which are children of workers that this script started.
executors() {
  local worker child children
  for worker in "${workers[@]}"; do
    children=$(cat "/proc/$worker/task/"*/children 2>/dev/null || true)
    for child in $children; do
      if tr '\0' ' ' <"/proc/$child/cmdline" 2>/dev/null | grep -q CoarseGrainedExecutorBackend; then echo "$child"; fi
    done
  done
}

# submit_verb LOG VERB...: any verb on the cluster in the background, driver here; $pid is its JVM.
submit_verb() {
  local log=$1
  shift
  "$SPARK_HOME/bin/spark-submit" --class dev.varve.jobs.Varve --master "$master" --deploy-mode client \
    --driver-memory 700m --executor-memory 1g --executor-cores 1 \
    --driver-java-options "-XX:TieredStopAtLevel=1 -Dlog4j2.configurationFile=$(realpath "$here/../../conf/log4j2.properties")" --conf spark.executor.extraJavaOptions='-XX:TieredStopAtLevel=1' \
    --conf spark.driver.host=127.0.0.1 --conf spark.driver.bindAddress=127.0.0.1 --conf spark.ui.enabled=false \
    "$jar" "$@" >"$log" 2>&1 &
  pid=$!
  started+=("$pid")
}

# submit LOG WAREHOUSE INPUT [more]: an ingest of a registry.
submit() {
  local log=$1 warehouse=$2 input=$3
  shift 3
  submit_verb "$log" ingest registry "$input" --warehouse "$warehouse" "${settings[@]}" "$@"
}
