#!/usr/bin/env bash
# What one core could do at most, what a plain Python loop does, and what an ingest does: on the same bytes, in one run,
# as CPU seconds and as megabytes of tar for each of them.
#   limit    igzip inflates every layer, openssl makes one SHA-256 of the stored and one of the inflated bytes
#   python   loop.py: tarfile and hashlib
#   ingest   the whole job with its tables, of the same layers COPIES times over, so that what a job costs by itself does
#            not hide what its bytes cost; several rounds in one process, the median of the last three
# One core is one core of the machine: compiling and collecting go on there too.
# Needs igzip (package isal), openssl, python3, a build (./mvnw -DskipTests package), room for the copies.
# Usage: compare.sh [LAYOUT]; one that is not there is made by corpus.sh.
# COPIES=8, ROUNDS=5, CORES="1 2", and more settings as in SETTINGS="ingest.diff-id=trust".
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
layout=${1:-$work/corpus}
[ -e "$layout/index.json" ] || "$here/corpus.sh" "$layout"
python3 - "$layout" >"$work/blobs" <<'P'
import json, sys
layout = sys.argv[1]
for image in json.load(open(f'{layout}/index.json'))['manifests']:
    for layer in json.load(open(f"{layout}/blobs/{image['digest'].replace(':', '/')}"))['layers']:
        print(f"{layout}/blobs/{layer['digest'].replace(':', '/')}")
P
mapfile -t blobs <"$work/blobs"

cpu() { # what the command took of the processors, in seconds
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>"$work/err"; } 2>&1 | tail -1 | awk '{ print $1 + $2 }'
}
inflate_all() { igzip -dc "${blobs[@]}"; }
for at in "${!blobs[@]}"; do igzip -dc "${blobs[$at]}" >"$work/$at.tar"; done
tars=("$work"/*.tar)
bytes=$(cat "${tars[@]}" | wc -c)
cat "${blobs[@]}" "${tars[@]}" >/dev/null
best() { for _ in 1 2 3; do cpu "$@"; done | sort -n | head -1; }
inflate=$(best inflate_all)
stored=$(best openssl dgst -sha256 "${blobs[@]}")
plain=$(best openssl dgst -sha256 "${tars[@]}")
loop=$(cpu python3 "$here/loop.py" "$layout")
rm -f "${tars[@]}"

rounds() { # INPUT CORES
  # shellcheck disable=SC2086
  taskset -c "0-$(($2 - 1))" "$here/../engine.sh" IngestRounds registry "$1" "${ROUNDS:-5}" "spark.master=local[$2]" ${SETTINGS:-}
}
many=$work/many
"$here/multiply.py" "$layout" "${COPIES:-8}" "$many"
for cores in ${CORES:-1 2}; do
  rounds "$many" "$cores" >"$work/cores-$cores"
done

python3 - "$work" "$bytes" "$inflate" "$stored" "$plain" "$loop" ${CORES:-1 2} <<'P'
import statistics, sys
work, cores = sys.argv[1], sys.argv[7:]
size, inflate, stored, plain, loop = map(float, sys.argv[2:7])
def steady(name):
    rows = [list(map(float, line.split())) for line in open(f'{work}/{name}') if line[:1].isdigit()]
    return [statistics.median(row[i] for row in rows[-3:]) for i in (1, 2, 3)]
mb = 1e6
limit = inflate + stored + plain
print(f'{size / mb:.0f} MB of tar')
print(f'limit    {size / mb / limit:7.0f} MB a CPU second (igzip {size / mb / inflate:.0f}, SHA-256 stored {stored:.2f} s, inflated {plain:.2f} s)')
print(f'python   {size / mb / loop:7.0f} MB a CPU second')
for count in cores:
    wall, cpu, tar = steady(f'cores-{count}')
    print(f'ingest, spark.master=local[{count}]: {wall:.2f} s = {tar / mb / wall:.0f} MB a second')
    rate = tar / mb / cpu
    print(f'  process {rate:6.0f} MB a CPU second = {rate / (size / mb / limit):.2f} of the limit, {rate / (size / mb / loop):.1f} times python')
P
