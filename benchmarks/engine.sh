#!/usr/bin/env bash
# Runs a main class of the benchmarks on an embedded engine: engine.sh CLASS [ARGUMENT...]. Needs a build
# (./mvnw -DskipTests package). VARVE_JAVA_OPTIONS: more options for the JVM, such as -Xmx8g.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
class=$1
shift
export SPARK_LOCAL_IP=${SPARK_LOCAL_IP:-127.0.0.1}
# shellcheck disable=SC2086
exec java "@$home/conf/jvm.options" --add-opens=java.base/sun.security.action=ALL-UNNAMED ${VARVE_JAVA_OPTIONS:-} \
  -cp "$home/benchmarks/target/benchmarks-0.1.0.jar:$home/jobs/target/varve.jar:$(sed -E "s#(^|:)lib/#\1$home/jobs/target/lib/#g" "$home/jobs/target/classpath")" \
  "dev.varve.benchmarks.$class" "$@"
