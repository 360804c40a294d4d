#!/usr/bin/env bash
# Layers for lazy pulling, as real tools make them: the archive TAR as it is, as eStargz by the library of its inventors,
# and as zstd:chunked by skopeo. All three are ingested; the files have to be the same, and what a format adds for itself
# has to stand apart as METADATA. Ends with 1 when not.
# Needs go, skopeo, zstd, a build, python3 with duckdb (PYTHON names it). Usage: compare.sh TAR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
varve=$here/../../bin/varve
tar=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$here/estargz" && go build -o "$work/estargz" .)
"$work/estargz" "$tar" "$work/layer.esgz"
gzip -dc "$work/layer.esgz" >"$work/esgz.tar"
layer=application/vnd.oci.image.layer.v1
python3 "$here/layout.py" "$tar" "$tar" $layer.tar "$work/plain"
python3 "$here/layout.py" "$work/layer.esgz" "$work/esgz.tar" $layer.tar+gzip "$work/estargz-layout"
skopeo --insecure-policy copy -q --dest-compress --dest-compress-format zstd:chunked "oci:$work/plain:layer" "dir:$work/chunked"
read -r chunked < <(python3 -c "import json; print(json.load(open('$work/chunked/manifest.json'))['layers'][0]['digest'][7:])")
# Old skopeo (1.9) omits zeros after the end of the archive, so the diffID is that of the bytes it wrote.
zstd -dc <"$work/chunked/$chunked" >"$work/chunked.tar"
python3 "$here/layout.py" "$work/chunked/$chunked" "$work/chunked.tar" $layer.tar+zstd "$work/chunked-layout"
for form in plain estargz-layout chunked-layout; do
  "$varve" ingest registry "$work/$form" --warehouse "$work/w-$form" --strict --quiet
done
"${PYTHON:-python3}" - "$work" <<'P'
import duckdb, sys
work, bad = sys.argv[1], 0
def recipe(form):
    return f"read_parquet('{work}/w-{form}/layer_recipe/*.parquet')"
columns = 'path, kind, bytes, fingerprint, mode, uid, gid, link_target'
for form in ('estargz-layout', 'chunked-layout'):
    odd = ' UNION ALL '.join(
        f"(SELECT {columns} FROM {recipe(a)} WHERE kind <> 'METADATA' EXCEPT ALL SELECT {columns} FROM {recipe(b)})"
        for a, b in (('plain', form), (form, 'plain')))
    rows = duckdb.sql(odd).fetchall()
    compression, entries = duckdb.sql(f"SELECT max(compression), sum(files) FROM read_parquet('{work}/w-{form}/layer/*.parquet')").fetchall()[0]
    own = duckdb.sql(f"SELECT path, bytes FROM {recipe(form)} WHERE kind = 'METADATA' ORDER BY path").fetchall()
    print(f"{form}: {compression}, {entries} files, {len(rows)} rows that differ, metadata {own}")
    bad += bool(rows)
    for row in rows[:10]:
        print('  ', row)
sys.exit(bad > 0)
P
