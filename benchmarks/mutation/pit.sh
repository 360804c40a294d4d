#!/usr/bin/env bash
# Mutation testing of packages of pipeline by PIT, each by its own tests: pit.sh PACKAGE.. , as in pit.sh input.trace;
# without a name all packages. Prints a line a package: how many mutants there are, how many its tests kill, the share,
# and the seconds. What survives stands in OUT/PACKAGE/mutations.csv (OUT: a folder, a temporary one unless set).
# Left out are tests that are slow for mutants (tags thorough and slow, and the MutationTests, which only look for
# hangs) and, as there are no programs on the path, those that start other programs. A package has 15 minutes.
# Needs a JDK and Maven's repositories.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
out=${OUT:-$(mktemp -d)}
java=$(command -v java)
timeout=$(command -v timeout)
(cd "$root" && ./mvnw -q -DskipTests -pl pipeline test-compile \
  dependency:build-classpath -Dmdep.outputFile="$out/classpath" -Dmdep.includeScope=test)
(cd "$root" && ./mvnw -q -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$out/pit")
classes=$root/pipeline/target
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(cd "$root/pipeline/src/main/java/dev/varve" && find . -name '*.java' -printf '%P\n' | sed -n 's|/[^/]*$||p' | sort -u | tr / .)
for package in "$@"; do
  mkdir -p "$out/$package"
  started=$SECONDS
  (cd "$root/pipeline" && PATH=/nowhere "$timeout" 900 "$java" \
    -cp "$out/pit/*:$classes/classes:$classes/test-classes:$(<"$out/classpath")" \
    org.pitest.mutationtest.commandline.MutationCoverageReport --reportDir "$out/$package" \
    --targetClasses "dev.varve.$package.*" --targetTests "dev.varve.$package.*" --sourceDirs "$root/pipeline/src/main/java" \
    --excludedGroups thorough,slow --excludedTestClasses 'dev.varve.*.MutationTest' \
    --threads 2 --mutationUnitSize 40 --timeoutConst 5000 \
    --jvmArgs -Xmx1g,-XX:TieredStopAtLevel=1,-XX:+UseSerialGC,-XX:ErrorFile=/dev/null \
    --outputFormats CSV --timestampedReports false --verbose false) >"$out/$package/log" 2>&1 ||
    { echo "$package: it failed or took too long, see $out/$package/log" >&2; continue; }
  awk -F, -v package="$package" -v seconds=$((SECONDS - started)) '{ all++ }
    $6 ~ /^(KILLED|TIMED_OUT|MEMORY_ERROR|RUN_ERROR)$/ { killed++ }
    END { printf "%-14s %5d mutants %5d killed %3d %% %4d s\n", package, all, killed, 100 * killed / all, seconds }' \
    "$out/$package/mutations.csv"
done
