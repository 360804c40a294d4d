#!/usr/bin/env bash
# Fuzzes one reader, guided by coverage: fuzz.sh TARGET SECONDSs|EXECUTIONS, such as `fuzz.sh tar 3600s` or `fuzz.sh tar 10000000`.
# Without arguments it prints the names of the targets. What is found to reach new code is kept, and a later run goes on from it.
# Ends with 0 when nothing was found; else the input stands in crash-*, timeout-* or oom-* of the target's folder.
# Variables: WORK (folder of corpora and findings; target/fuzz), HEAP (512m), MAX_BYTES of an input (by target),
# BUILD=no to take the classes as they are.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
classpath=$root/pipeline/target/fuzz-classpath
if [ "${BUILD:-yes}" = yes ] || [ ! -e "$classpath" ]; then
  (cd "$root" && ./mvnw -q -ntp -pl pipeline test-compile dependency:build-classpath \
    -Dmdep.outputFile="$classpath" -Dmdep.includeScope=test)
fi
classes=$root/pipeline/target/classes:$root/pipeline/target/test-classes:$(cat "$classpath")
if [ $# = 0 ]; then
  exec java -cp "$classes" dev.varve.fuzz.FuzzTargets
fi
target=$1
case $2 in
  *s) bound=-max_total_time=${2%s} ;;
  *) bound=-runs=$2 ;;
esac
work=${WORK:-$root/target/fuzz}/$target
mkdir -p "$work/corpus"
# Short inputs find the most; what only longer ones reach, an occasional run with more MAX_BYTES does.
case $target in
  trace36 | destor | caibx | csv | accesses | strace | reads | requests) most=1024 ;;
  pax | gzip | zstd | applelz4) most=2048 ;;
  images) most=4096 ;;
  qcow2 | vhdx) most=65536 ;;
  bolt) most=262144 ;;
  *) most=6144 ;;
esac
# What makes the inputs and compares the results is not what is tested, and sums of bytes would be traced byte by byte.
apart=dev.varve.fuzz.**:dev.varve.input.tar.TarSum:dev.varve.input.tar.Hand**:dev.varve.input.codec.OneByteSteps:dev.varve.input.codec.Packing
apart=$apart:dev.varve.content.packed.Hand**:dev.varve.input.source.MemoryStore:dev.varve.input.disk.Hand**:dev.varve.input.trace.Hand**:dev.varve.input.disk.Qcow2Writer
# Hooks that look for patterns made of the input: there are none, and every use of a pattern would be looked at.
hooks=com.code_intelligence.jazzer.sanitizers.RegexInjection:com.code_intelligence.jazzer.sanitizers.RegexRoadblocks

cd "$work"
options=(-XX:+UseSerialGC -Xmn"${YOUNG:-48m}" -XX:-UsePerfData)
# An exception costs as much as its stack is deep, and the fault stands at its top.
options+=(-XX:MaxJavaStackTraceDepth="${DEPTH:-12}")
# The agent is attached at run time, which JDK 21 and later warn of unless told.
options+=(-XX:+IgnoreUnrecognizedVMOptions -XX:+EnableDynamicAgentLoading --enable-native-access=ALL-UNNAMED)
export JAZZER_FUZZ=1 VARVE_FUZZ_TARGET=$target
exec java -Xmx"${HEAP:-512m}" "${options[@]}" \
  -cp "$classes" \
  com.code_intelligence.jazzer.Jazzer \
  --instrumentation_includes='dev.varve.**' --instrumentation_excludes="$apart" \
  --custom_hook_includes='dev.varve.**' --custom_hook_excludes="$apart" --disabled_hooks="$hooks" \
  --target_class=dev.varve.fuzz.ReadersFuzzTest --target_method=bytes \
  "$bound" -max_len="${MAX_BYTES:-$most}" -timeout=30 -rss_limit_mb=0 -artifact_prefix="$work/" "$work/corpus"
