#!/usr/bin/env bash
# Shows that of two ingests into one warehouse at once the second waits or says who holds it.
# Both of two ingests started together must end with 0 and the tables equal those of one ingest, while a reader (watch.py)
# watches. With lock.wait-seconds=1 the second must end with 1 and name the process that writes. An ingest that starts
# while the holder is stopped (SIGSTOP: alive, but silent for longer than lock.stale-seconds) must not take over.
# Needs: a JDK, python3 with duckdb. Linux only (/proc). Variables: see lib.sh.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

failures=0
need_input
reference=$work/reference
rm -rf "$reference"
ingest "$reference" --quiet >"$work/reference.log" 2>&1
say "reference: $(rows "$reference" layer) layers"

w=$work/both
rm -rf "$w"
watch "$w" both
start "$work/first.log" "$w"
one=$pid
start "$work/second.log" "$w"
two=$pid
rc_one=0 rc_two=0
wait "$one" || rc_one=$?
wait "$two" || rc_two=$?
unwatch both
same=$(equal "$w" "$reference")
waited=$(cat "$work/first.log" "$work/second.log" | grep -c 'waiting for process [0-9]* on this host' || true)
say "two at once: exits $rc_one $rc_two, equal $same, $waited said that it waits, left $(leftovers "$w"), $looks looks"
grep -h -E '^(waiting|read|skipped) ' "$work/first.log" "$work/second.log" | sed 's/^/         /' || true
[ "$rc_one$rc_two$same$waited" = 00yes1 ] || { fail "two at once"; tail -5 "$work/first.log" "$work/second.log" "$work/compare.log" >&2; }
[ "$(rows "$w" run)" = 2 ] || fail "two runs should be on record"
rm -rf "$w"

w=$work/busy
rm -rf "$w"
start "$work/holder.log" "$w" --quiet
holder=$pid
until compgen -G "$w/layer/*.parquet" >/dev/null || ! alive "$holder"; do sleep 0.05; done
rc=0
ingest "$w" --quiet --set lock.wait-seconds=1 >"$work/refused.log" 2>&1 || rc=$?
alive "$holder" && held=yes || held=no
say "the second, with 1 s of patience: exit $rc, holder alive $held: $(tail -1 "$work/refused.log")"
[ "$rc" = 1 ] && grep -q "process $holder on this host" "$work/refused.log" || fail "the second should have named $holder and ended with 1"
rc=0
wait "$holder" || rc=$?
[ "$rc$(equal "$w" "$reference")" = 0yes ] || fail "the holder was disturbed: exit $rc"
rm -rf "$w"

w=$work/stopped
rm -rf "$w"
start "$work/holder.log" "$w" --quiet --set lock.stale-seconds=2
holder=$pid
until compgen -G "$w/layer/*.parquet" >/dev/null || ! alive "$holder"; do sleep 0.05; done
kill -STOP "$holder"
rc=0
ingest "$w" --quiet --set lock.wait-seconds=5 --set lock.stale-seconds=2 >"$work/refused.log" 2>&1 || rc=$?
kill -CONT "$holder"
say "the second, the holder stopped: exit $rc: $(tail -1 "$work/refused.log")"
[ "$rc" = 1 ] || fail "the second took over from a holder that is alive"
rc=0
wait "$holder" || rc=$?
[ "$rc$(equal "$w" "$reference")" = 0yes ] || fail "the stopped holder did not end well: exit $rc"
say "$failures failures"
[ "$failures" = 0 ]
