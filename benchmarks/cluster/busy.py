#!/usr/bin/env python3
"""How busy executors were, from a Spark event log: the time of tasks over the time that cores were there.

Cores count from the moment their executor came to the end of the application. Then the longest times in which a core
waited, with the stage that ended before and the one that began after. Usage: busy.py EVENT_LOG [GAPS, 8]
(--conf spark.eventLog.enabled=true --conf spark.eventLog.dir=DIR writes event logs.)
"""
import collections, json, pathlib, subprocess, sys


def events(path):
    path = pathlib.Path(path)
    for part in sorted(path.glob("events_*")) if path.is_dir() else [path]:
        if part.suffix == ".zstd":
            lines = subprocess.run(["zstd", "-dc", part], check=True, capture_output=True, text=True).stdout.splitlines()
        else:
            lines = part.read_text().splitlines()
        yield from map(json.loads, lines)


came, cores, tasks, names, ended = {}, {}, collections.defaultdict(list), {}, 0
for event in events(sys.argv[1]):
    kind = event["Event"]
    if kind == "SparkListenerExecutorAdded":
        came[event["Executor ID"]] = event["Timestamp"]
        cores[event["Executor ID"]] = event["Executor Info"]["Total Cores"]
    elif kind == "SparkListenerStageSubmitted":
        stage = event["Stage Info"]
        names[stage["Stage ID"]] = f"{stage['Stage ID']} {stage['Stage Name'].splitlines()[0][:60]}"
    elif kind == "SparkListenerTaskEnd":
        info = event["Task Info"]
        tasks[info["Executor ID"]].append((info["Launch Time"], info["Finish Time"], event["Stage ID"]))
    elif kind == "SparkListenerApplicationEnd":
        ended = event["Timestamp"]

busy = sum(end - start for one in tasks.values() for start, end, _ in one)
there = sum(cores[executor] * (ended - came[executor]) for executor in came)
print(f"{len(came)} executors, {sum(cores.values())} cores, {sum(map(len, tasks.values()))} tasks; "
      f"{(ended - min(came.values())) / 1000:.1f} s from the first executor to the end")
print(f"busy: {busy / 1000:.1f} of {there / 1000:.1f} core s, {100 * busy / there:.1f} %")

gaps = []
for executor, done in tasks.items():
    if cores[executor] == 1:
        done.sort()
        before = [(came[executor], came[executor], None), *done]
        for (_, end, old), (start, _, new) in zip(before, [*done, (ended, ended, None)]):
            gaps.append((start - end, executor, names.get(old, "its start"), names.get(new, "the end")))
for gap, executor, old, new in sorted(gaps, reverse=True)[:int(sys.argv[2]) if len(sys.argv) > 2 else 8]:
    print(f"  {gap / 1000:6.1f} s  executor {executor}: after {old}, before {new}")
