#!/usr/bin/env bash
# Cuts and fingerprints a disk image with the crates fastcdc and sha1, and with ours, in turns, one core each: MB/s, the
# median of the rounds, and the median of the rounds' ratios; last a whole `ingest snapshots` of a chain of
# SNAPSHOTS of it, tables included, on the same core: the last three of five in one process. Ends with 1 when chunks or fingerprints differ.
# Usage: compare.sh [DISK_IMAGE]      without an image: 512 MB like a disk's, made from a seed. It has to fit in memory.
# Variables: WORK (folder for the build and the made image; a temporary one that is removed), ROUNDS (7), WARM_UPS (4),
# SNAPSHOTS (32).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
[ $# -le 1 ] || { echo 'usage: compare.sh [DISK_IMAGE]' >&2; exit 2; }
command -v cargo > /dev/null || { echo 'cargo is not installed' >&2; exit 2; }
if [ -z "${WORK:-}" ]; then
  WORK=$(mktemp -d)
  trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK"

CARGO_TARGET_DIR=$WORK/target cargo build --quiet --release --locked --manifest-path "$here/reference/Cargo.toml"
(cd "$root" && ./mvnw -q -ntp -DskipTests package)
jar=$root/benchmarks/target/benchmarks.jar

image=${1:-$WORK/disk.img}
if [ $# = 0 ] && [ ! -e "$image" ]; then
  java -cp "$jar" dev.varve.benchmarks.DiskContent "$image.part" 512
  mv "$image.part" "$image"
fi
heap=$(( $(stat -L -c %s "$image") / 1000000 * 5 / 4 + 512 ))m

# The last core, for both: compiler and collector threads of the JVM share it.
core=()
command -v taskset > /dev/null && core=(taskset -c "$(($(nproc) - 1))")
for round in $(seq "${ROUNDS:-7}"); do
  "${core[@]}" "$WORK/target/release/reference" speed "$image" | sed "s/^/$round rust /"
  "${core[@]}" java -Xms"$heap" -Xmx"$heap" -cp "$jar" dev.varve.benchmarks.ChunkSpeed "$image" "${WARM_UPS:-4}" |
    sed "s/^/$round varve /"
done >"$WORK/rounds.txt"
tree=$(mktemp -d "$WORK/tree.XXXX")
mkdir "$tree/vm"
for snapshot in $(seq "${SNAPSHOTS:-32}"); do ln "$(realpath "$image")" "$tree/vm/$snapshot.raw" || cp "$image" "$tree/vm/$snapshot.raw"; done
VARVE_JAVA_OPTIONS=-Xmx2g "${core[@]}" "$here/../engine.sh" IngestRounds snapshots "$tree" 5 "spark.master=local[1]" ingest.fingerprint=sha1 |
  awk '/^[234]/ { print $1 - 1, "varve", "ingest", $4 / 1e6 / $3 }' >"$WORK/ingests.txt"
rm -r "$tree"
awk '
  function median(values, count,    i, j, swap) {
    for (i = 2; i <= count; i++)
      for (j = i; j > 1 && values[j - 1] > values[j]; j--) { swap = values[j]; values[j] = values[j - 1]; values[j - 1] = swap }
    return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
  }
  function of(side, what,    round, values) {
    for (round = 1; round <= rounds; round++) values[round] = rate[round, side, what]
    return median(values, rounds)
  }
  function ingest(    round, values) {
    for (round = 1; round <= 3; round++) values[round] = rate[round, "varve", "ingest"]
    printf "%-10s %10.0f %10.0f %8.2f\n", "ingest", of("rust", "cut+sha1"), median(values, 3), values[2] / of("rust", "cut+sha1")
  }
  function line(what, base,    round, values) {
    for (round = 1; round <= rounds; round++) values[round] = rate[round, "varve", what] / rate[round, "rust", base]
    printf "%-10s %10.0f %10.0f %8.2f\n", what, of("rust", base), of("varve", what), median(values, rounds)
  }
  {
    if ($3 != "ingest") rounds = $1
    rate[$1, $2, $3] = $4
    if ($3 ~ /^cut/) {
      if (!($3 in found)) found[$3] = $5 " chunks " $6
      else if (found[$3] != $5 " chunks " $6) { print $2, $3, $5 " chunks " $6, "but before", found[$3]; differs = 1 }
    }
  }
  END {
    if (rounds == 0) { print "nothing was measured"; exit 1 }
    print "FastCDC 4 KB   Rust MB/s  ours MB/s    ratio"
    line("cut", "cut"); line("cut+sha1", "cut+sha1"); line("segments", "cut+sha1"); ingest()
    print (differs ? "cuts differ" : "same cuts and fingerprints: " found["cut+sha1"])
    exit differs
  }' "$WORK/rounds.txt" "$WORK/ingests.txt"
