#!/usr/bin/env python3
"""Measures every verb from shell to shell on the demo's small world: the time of the clock, and of the processors.

Each run is a process of its own, as a user starts it; verbs that write get a copy of the warehouse each time. With two
builds they run by turns, and a ratio is printed: below 10 % it is noise. The first start of a build, which prepares its
classes, is not measured.
Prints a table: the verb, runs, the least and the middle time of the clock, and the middle processor seconds (user and system).
Needs: a JDK, builds, python3. Usage: measure.py [RUNS, 3] [LAUNCHER ...], such as measure.py 5 before/bin/varve bin/varve
Variables: WORK (a folder, made unless given), VERBS (some of them, with ; between).
"""
import os, pathlib, resource, shutil, statistics, subprocess, sys, tempfile, time

here = pathlib.Path(__file__).resolve().parent
runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
launchers = sys.argv[2:] or [str(here / "../../bin/varve")]
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-verbs"))
demo = work / "demo"
# The verb, its words, and whether it writes.
VERBS = [
    ("report, one", ["report", "dedup-summary"], False),
    ("report, headline", ["report"], False),
    ("report, all", ["report", "--all"], False),
    ("check", ["check"], False),
    ("sql", ["sql", "SELECT count(*) AS layers FROM layer"], False),
    ("report, one, by Spark", ["report", "dedup-summary", "--engine=spark"], False),
    ("report, all, by Spark", ["report", "--all", "--engine=spark"], False),
    ("ingest registry", ["ingest", "registry", str(demo / "registry")], None),
    ("ingest snapshots", ["ingest", "snapshots", str(demo / "vms")], None),
    ("derive", ["derive"], True),
    ("rebuild", ["rebuild"], True),
    ("simulate backup", ["simulate", "backup"], True),
    ("simulate availability", ["simulate", "availability"], True),
    ("simulate durability", ["simulate", "durability"], True),
    ("simulate deletion", ["simulate", "deletion"], True),
    ("simulate pulls", ["simulate", "pulls", "--trace", str(demo / "trace.json.gz")], True),
    ("simulate chains", ["simulate", "chains"], True),
    ("simulate startup", ["simulate", "startup", "--accesses", str(demo / "starts.csv")], True),
    ("simulate retention", ["simulate", "retention"], True),
    ("demo", ["demo", "--out", str(work / "again")], None),
]
VERBS = [verb for verb in VERBS if verb[0] in os.environ.get("VERBS", verb[0]).split(";")]


def measured(launcher, words, writes):
    """Seconds of the clock and of the processors."""
    warehouse = work / "warehouse"
    for folder in (warehouse, work / "again"):
        shutil.rmtree(folder, ignore_errors=True)
    if writes is not None:
        shutil.copytree(demo / "warehouse", warehouse)
    where = [] if words[0] == "demo" else ["--warehouse", str(warehouse)]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([launcher, *words, *where], capture_output=True, text=True)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    # 3: answered, and some of the demo's checks or inputs are damaged on purpose.
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(words)} ended with {done.returncode}: {done.stderr[-800:]}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


for launcher in launchers:
    shutil.rmtree(demo, ignore_errors=True)
    subprocess.run([launcher, "demo", "--quiet", "--out", str(demo)], check=True, capture_output=True)
    subprocess.run([launcher, "sql", "SELECT 1", "--warehouse", str(demo / "warehouse")], check=True, capture_output=True)

ratio = " | to the first" if len(launchers) > 1 else ""
print(f"| verb | runs | least s | middle s | CPU s{ratio} |\n|---|--:|--:|--:|--:|{'--:|' if ratio else ''}", flush=True)
for verb, words, writes in VERBS:
    seen = [[] for _ in launchers]
    for _ in range(runs):
        for index, launcher in enumerate(launchers):
            seen[index].append(measured(launcher, words, writes))
    first = statistics.median(wall for wall, _ in seen[0])
    for index, times in enumerate(seen):
        wall = statistics.median(one for one, _ in times)
        last = f" | {wall / first:.2f}" if ratio else ""
        name = verb + (f" ({launchers[index]})" if ratio else "")
        print(f"| {name} | {runs} | {min(one for one, _ in times):.2f} | {wall:.2f} | "
              f"{statistics.median(cpu for _, cpu in times):.1f}{last} |", flush=True)
