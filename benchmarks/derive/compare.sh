#!/usr/bin/env bash
# derive against DuckDB: sharing degrees of the same recipes, in one run, on two cores and 8 GB each; then the answers
# are compared row by row. Needs a build (./mvnw -DskipTests package) and python3 with duckdb (PYTHON names it).
# Usage: compare.sh [ROWS]; 50 million unless given. Layers are not compared with each other, as DuckDB does not either.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=$here/../..
rows=${1:-50000000}
work=${WORK:-$(mktemp -d)}
[ -n "${WORK:-}" ] || trap 'rm -rf "$work"' EXIT
warehouse=$work/warehouse-$rows
if [ ! -e "$warehouse" ]; then
  VARVE_JAVA_OPTIONS=-Xmx8g "$here/../engine.sh" Population "$warehouse" "$rows" 0 "spark.master=local[2]"
fi
cat "$warehouse"/layer_recipe/*.parquet >/dev/null

share=$(awk '/^MemTotal/ {printf "%.3f", 8 * 1000 * 1000 / $2}' /proc/meminfo)
TIMEFORMAT='%R s, %U s of the processors'
"$home/bin/varve" --version >/dev/null # makes the archive of classes, where it is not there yet
echo "derive:"
time VARVE_JAVA_OPTIONS="-Xmx8g ${VARVE_JAVA_OPTIONS:-}" "$home/bin/varve" derive --quiet --warehouse "$warehouse" \
  --set "spark.master=local[2]" --set derive.twins.layers=none --set engine.memory-share="$share"
echo "DuckDB:"
time "${PYTHON:-python3}" "$here/duckdb_sharing.py" "$warehouse" "$work/duckdb.parquet"
"${PYTHON:-python3}" - "$warehouse" "$work/duckdb.parquet" <<'P'
import duckdb, sys
warehouse, other = sys.argv[1:]
ours = f"read_parquet('{warehouse}/file_sharing/*.parquet')"
names = ('bytes', 'copies', 'layers', 'images', 'repositories')
db = duckdb.connect()
db.execute("SET memory_limit='8GB'")
print('rows, copies, layers, images, repositories:', db.sql(f"SELECT count(*), sum(copies), sum(layers), sum(images), sum(repositories) FROM {ours}").fetchall()[0])
different = ' OR '.join(f'ours.{n} IS DISTINCT FROM other.{n}' for n in names)
print('rows that differ:', db.sql(f"SELECT count(*) FROM {ours} ours FULL JOIN read_parquet('{other}') other USING (fingerprint) WHERE {different}").fetchall()[0][0])
P
