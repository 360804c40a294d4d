#!/usr/bin/env bash
# Shows which versions of Spark run Varve: by spark-submit of each, on two cores, both ingests, derive, a simulation and
# a report of the demo's registry and disks. All tables, and what the report prints, are compared with those of the
# embedded DuckDB. A version that is named with a minus must be refused by name, with exit code 1 and without a warehouse.
# Ends with 1 when anything differs. Usage: spark-versions.sh [VERSION...]; unless given, 4.0 4.1 4.2 -3.5.
# Needs: a JDK that the versions run on (17), python3 with venv and duckdb, 3 GB of memory. Installs each version from PyPI,
# the newest of a series, into a folder of 500 MB. Variables: ENVS (these folders; kept), DRIVER_MEMORY (1g), see lib.sh.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

jar=${JAR:-$(dirname "$varve")/../jobs/target/varve.jar}
envs=${ENVS:-$work/envs}
failures=0
[ $# -gt 0 ] || set -- 4.0 4.1 4.2 -3.5
need_input
[ -s "$jar" ] || { echo "no $jar: build Varve first" >&2; exit 2; }
vms=$(dirname "$INPUT")/vms
[ -d "$vms" ] || { echo "beside INPUT must be vms, a folder of disks" >&2; exit 2; }

# install SERIES: a Spark distribution from PyPI; sets SPARK_HOME.
install() {
  local env=$envs/$1 series=$1
  [[ $series == *.*.* ]] || series="$series.*"
  [ -x "$env/bin/python" ] || "$python" -m venv "$env"
  compgen -G "$env/lib/python3*/site-packages/pyspark/bin/spark-submit" >/dev/null ||
    "$env/bin/python" -m pip install -q --no-cache-dir "pyspark==$series"
  SPARK_HOME=$(echo "$env"/lib/python3*/site-packages/pyspark)
  version=$(sed -n "s/^__version__.*['\"]\(.*\)['\"]\$/\1/p" "$SPARK_HOME/version.py")
}

embedded() { VARVE_JAVA_OPTIONS=$jvm "$varve" "$@"; }
submitted() {
  SPARK_HOME=$SPARK_HOME PYSPARK_PYTHON=$python "$SPARK_HOME/bin/spark-submit" --class dev.varve.jobs.Varve --master 'local[2]' \
    --driver-memory "${DRIVER_MEMORY:-1g}" --driver-java-options "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=128m" --conf spark.ui.enabled=false \
    --conf spark.driver.host=127.0.0.1 --conf spark.driver.bindAddress=127.0.0.1 "$jar" "$@"
}

# whole HOW WAREHOUSE: what is written and asked; the report's answer goes into WAREHOUSE.csv.
whole() {
  local how=$1 warehouse=$2
  rm -rf "$warehouse"
  { "$how" ingest registry "$INPUT" --warehouse "$warehouse" --quiet &&
    "$how" ingest snapshots "$vms" --warehouse "$warehouse" --quiet &&
    "$how" derive --warehouse "$warehouse" --quiet &&
    "$how" simulate backup --warehouse "$warehouse" --machines 10 --set backup.block-bytes=1MiB --quiet &&
    "$how" report dedup-summary backup-efficiency --warehouse "$warehouse" --format csv >"$warehouse.csv"; } \
    2>"$warehouse.log" || { tail -5 "$warehouse.log" >&2; return 1; }
}

refused() { # VERSION: whether it is refused by name
  local rc=0
  submitted ingest registry "$INPUT" --warehouse "$work/refused" >"$work/refused.log" 2>&1 || rc=$?
  [ "$rc" = 1 ] && grep -q "this is Spark $1; Varve runs under" "$work/refused.log" && [ ! -e "$work/refused" ]
}

whole embedded "$work/embedded"
say "embedded, $(find "$work/embedded" -name '*.parquet' | wc -l) files"
for named in "$@"; do
  install "${named#-}"
  say "Spark $version is installed"
  if [[ $named == -* ]]; then
    if refused "$version"; then say "Spark $version is refused"; else fail "Spark $version:"; tail -5 "$work/refused.log" >&2; fi
    continue
  fi
  warehouse=$work/spark-$version
  whole submitted "$warehouse" || { fail "Spark $version"; continue; }
  answer=$(equal "$warehouse" "$work/embedded")
  cmp -s "$warehouse.csv" "$work/embedded.csv" || answer=NO
  say "Spark $version: tables and answers equal $answer"
  [ "$answer" = yes ] || { fail "Spark $version"; QUIET=1 "$python" "$here/compare_warehouses.py" "$warehouse" "$work/embedded" >&2 || true; }
done
echo "$failures failures"
[ "$failures" = 0 ]
