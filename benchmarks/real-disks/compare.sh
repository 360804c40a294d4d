#!/usr/bin/env bash
# Our reader against qemu-img on every disk below TREE (see compare_disks.py). With a WAREHOUSE that TREE was ingested and
# simulated into, also: allocated bytes of table snapshot, and perfect deduplication as DuckDB counts it over the recipes.
# Needs a build (./mvnw -DskipTests package), qemu-img, and for a warehouse python3 with duckdb (PYTHON names it).
# Usage: compare.sh TREE [WAREHOUSE]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=$here/../..
tree=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
java -cp "$home/benchmarks/target/benchmarks-0.1.0.jar:$home/jobs/target/varve.jar:$(sed -E "s#(^|:)lib/#\1$home/jobs/target/lib/#g" "$home/jobs/target/classpath")" \
  dev.varve.benchmarks.DiskFacts "$tree" "$tree"/.base/*.qcow2 "$tree"/*/*.qcow2 >"$work/facts"
"${PYTHON:-python3}" "$here/compare_disks.py" "$tree" "$work/facts"
[ -n "${2:-}" ] || exit 0
"${PYTHON:-python3}" - "$2" "$work/facts" "$home/schemas/duckdb/segment_chunk.sql" <<'P'
import duckdb, os, sys
warehouse, facts, view = sys.argv[1:]
db = duckdb.connect()
for table in ('snapshot', 'segment', 'segment_recipe', 'backup_result', 'chunk_sharing'):
    db.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{warehouse}/{table}/*.parquet')")
db.execute('CREATE VIEW segment_chunk AS ' + open(view).read())
wanted = {words[1]: int(words[3]) for words in map(str.split, open(facts)) if words[0] == 'image'}
bad = 0
for vm, snapshot, source, allocated in db.sql('SELECT vm, snapshot, source, allocated_bytes FROM snapshot').fetchall():
    if wanted[source.split(':', 1)[1].replace('///', '/')] != allocated:
        bad += 1
        print('DIFFERS: allocated bytes of', vm, snapshot)
raw, zero = db.sql('SELECT sum(virtual_bytes - zero_bytes), sum(zero_bytes) FROM snapshot').fetchall()[0]
unique = db.sql('SELECT sum(b) FROM (SELECT min(bytes) AS b FROM segment_chunk WHERE NOT zero GROUP BY fingerprint)').fetchall()[0][0]
kept = db.sql("SELECT raw_bytes, zero_bytes, stored_bytes, efficiency FROM backup_result WHERE scheme = 'perfect'").fetchall()[0]
shared = db.sql('SELECT sum(bytes) FROM chunk_sharing WHERE NOT zero').fetchall()[0][0]
print(f'{raw} bytes and {zero} of zeros, {unique} unique by DuckDB; backup_result: {kept}; chunk_sharing: {shared}')
bad += (raw, zero, unique, 1.0) != kept or shared != unique
print('DIFFERS' if bad else 'equal')
sys.exit(bad > 0)
P
