#!/usr/bin/env bash
# Compares a Varve warehouse with a folder that count.py wrote of the same input: every entry, layer, image, total and
# histogram, and file_sharing when it was derived. Prints the totals and ends with 0 when all are equal, else prints the
# differing lines and ends with 1.
# Usage: compare.sh WAREHOUSE COUNT_DIR
# Variables: PYTHON (a python3 that has the package duckdb), SHOWN (differing lines to print, 40).
set -euo pipefail

[ $# = 2 ] || { echo 'usage: compare.sh WAREHOUSE COUNT_DIR' >&2; exit 2; }
python=${PYTHON:-python3}
"$python" -c 'import duckdb' 2>/dev/null || { echo "$python has no duckdb: pip install duckdb, or set PYTHON" >&2; exit 2; }
exec "$python" - "$(dirname "$0")" "$1" "$2" "${SHOWN:-40}" <<'PY'
import pathlib, sys, duckdb

here, warehouse, counted, shown = sys.argv[1:]
db = duckdb.connect(config={"threads": 2})
db.execute("SET TimeZone = 'UTC'")
db.execute("SET VARIABLE warehouse = ?", [warehouse])
db.execute("SET VARIABLE counted = ?", [counted])
db.execute(pathlib.Path(here, "compare.sql").read_text())
differing = db.sql("FROM differing ORDER BY what = 'entry', what, line, side DESC").fetchall()
if list(pathlib.Path(warehouse, "file_sharing").rglob("*.parquet")):
    found = f"SELECT lower(hex(fingerprint)) AS sha256, bytes, copies, layers, images FROM '{warehouse}/file_sharing/**/*.parquet'"
    listed = f"FROM read_csv('{counted}/sharing.tsv', delim = '\t', header = true)"
    for side, one, other in (("found", found, listed), ("counted", listed, found)):
        differing += [(side, "file_sharing", row) for row in db.sql(f"({one}) EXCEPT ALL ({other})").fetchall()]
for name, one, other in db.sql("FROM total ORDER BY name").fetchall():
    print(f"{name:20} {one if one is not None else '-':>15}" + ("" if one == other else f"   counted {other}"))
if differing:
    for side, what, line in differing[: int(shown)]:
        print(f"{side:8} {what:12} {line}")
    print(f"{len(differing)} lines differ")
    sys.exit(1)
((entries,),) = db.sql("SELECT count(*) FROM counted_entry").fetchall()
print(f"all equal: {entries} entries, every layer, image, total and histogram")
PY
