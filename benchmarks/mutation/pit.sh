#!/usr/bin/env bash
# Mutation testing of packages of pipeline by PIT, each by its own tests: pit.sh PACKAGE.. , as in pit.sh trace cache.
# Prints a line a package: how many mutants there are, how many its tests kill, and the share. What survives stands in
# OUT/PACKAGE/mutations.csv (OUT: a folder, a temporary one unless set). Needs a JDK and Maven's repositories.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
out=${OUT:-$(mktemp -d)}
(cd "$root" && ./mvnw -q -DskipTests -pl pipeline test-compile \
  dependency:build-classpath -Dmdep.outputFile="$out/classpath" -Dmdep.includeScope=test)
(cd "$root" && ./mvnw -q -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$out/pit")
classes=$root/pipeline/target
for package in "$@"; do
  mkdir -p "$out/$package"
  (cd "$root/pipeline" && java -cp "$out/pit/*:$classes/classes:$classes/test-classes:$(<"$out/classpath")" \
    org.pitest.mutationtest.commandline.MutationCoverageReport --reportDir "$out/$package" \
    --targetClasses "dev.varve.$package.*" --targetTests "dev.varve.$package.*" --sourceDirs "$root/pipeline/src/main/java" \
    --outputFormats CSV --timestampedReports false --threads "$(nproc)" --timeoutConst 20000 --verbose false) >"$out/$package/log" 2>&1 ||
    { echo "$package: it failed, see $out/$package/log" >&2; continue; }
  awk -F, -v package="$package" '{ all++ } $6 == "KILLED" || $6 == "TIMED_OUT" || $6 == "MEMORY_ERROR" { killed++ }
    END { printf "%-14s %5d mutants %5d killed %3d %%\n", package, all, killed, 100 * killed / all }' "$out/$package/mutations.csv"
done
