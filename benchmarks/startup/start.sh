#!/usr/bin/env bash
# Starts a program in an unpacked image under strace, and compares what Varve says that it needs with a count of its own.
# Usage: start.sh WAREHOUSE LAYOUT REPOSITORY TAG PROGRAM [ARGUMENT]...      (root; umoci, strace, a Python with duckdb)
# Prints files opened, their bytes, files and bytes that were needed, once counted and once from startup_result; ends with 1
# when they differ. PYTHON names the Python. The warehouse's own simulate startup is replaced.
set -euo pipefail

[ $# -ge 5 ] || { echo 'usage: start.sh WAREHOUSE LAYOUT REPOSITORY TAG PROGRAM [ARGUMENT]...' >&2; exit 2; }
here=$(dirname "$(readlink -f "$0")")
warehouse=$1 layout=$2 repository=$3 tag=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umoci unpack --image "$layout:$tag" "$work/bundle"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin strace -f -o "$work/all" chroot "$work/bundle/rootfs" "$@" >"$work/out" 2>&1 || true
# What chroot itself read lies outside of the image.
sed '1,/ chroot(/d' "$work/all" > "$work/start.strace"
counted=$("${PYTHON:-python3}" "$here/count_start.py" "$work/bundle/rootfs" "$work/start.strace")
"$here/../../bin/varve" simulate startup --warehouse "$warehouse" --strace "$repository:$tag=$work/start.strace"
found=$("$here/../../bin/varve" sql --warehouse "$warehouse" --format csv \
  "SELECT files, whole_bytes, needed_files, needed_bytes FROM startup_result" | tail -n +2)
"$here/../../bin/varve" report startup-need --warehouse "$warehouse"
"$here/../../bin/varve" sql --warehouse "$warehouse" "SELECT reason, count(*) FROM startup_drop GROUP BY ALL"
echo "lines of strace  $(wc -l < "$work/start.strace")"
echo "counted          $counted"
echo "varve            $found"
[ "$counted" = "$found" ]
