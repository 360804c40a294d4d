#!/usr/bin/env python3
"""Shows that every verb that writes may end at any moment: a DuckDB reader sees no table in part, and running the verb
again leads to the tables of an undisturbed run.

A run is stopped again and again (SIGSTOP), at random fractions of its processor time and in single steps of half a
millisecond while it publishes; each time the warehouse is copied. Such a copy is what kill -9 would have left. Of each:
every table is as before the verb or as after it, no table without those that it refers to; the verb run again on the
copy ends with 0, leaves nothing in staging and commits, and all tables equal those of the undisturbed run. While the
stopped run goes on, a reader looks at its warehouse all the time by the same rules.
Prints a line a verb; ends with 1 when anything did not hold.
Needs: a JDK, a build, python3 with duckdb. Linux only. Usage: kill-verbs.py [MOMENTS a verb, 30]
Variables: VARVE (the launcher), WORK (a folder, made unless given), SEED, VERBS (some of them, with ; between).
"""
import glob, os, pathlib, random, shutil, signal, subprocess, sys, tempfile, threading, time, duckdb

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-kills"))
moments = int(sys.argv[1]) if len(sys.argv) > 1 else 30
draw = random.Random(int(os.environ.get("SEED", "1")))
environment = dict(os.environ, VARVE_JAVA_OPTIONS="-Xmx1g -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m")
ticks = os.sysconf("SC_CLK_TCK")
small = ["--machines", "10", "--set", "backup.block-bytes=1MiB"]
demo = work / "demo"
chunks = ["--chunks", "fixed-4k"]
layers = ["layer_recipe", "layer_framing", "file_recipe", "content_sample", "layer_phase", "layer"]
# The verb, the stage of the warehouse that it begins with, and tables each of which refers to those before it.
VERBS = [
    ("ingest registry", "empty", [str(demo / "registry")], layers),
    ("ingest registry --chunks", "empty", [*chunks[1:], str(demo / "registry")], layers),
    ("ingest snapshots", "empty", [str(demo / "vms")], ["segment_recipe", "segment", "snapshot"]),
    ("derive", "ingested", [], []),
    ("rebuild", "ingested", ["--sample", "3"], []),
    ("simulate backup", "derived", small, []),
    ("simulate availability", "packed", small + ["--failed", "2", "--trials", "300"], []),
    ("simulate durability", "packed", small + ["--trials", "20"], []),
    ("simulate deletion", "packed", [], []),
    ("simulate pulls", "ingested", ["--trace", str(demo / "trace.json.gz"), "--backends", "whole-layers,dedup-arc",
                                    "--servers", "4"], []),
    ("simulate chains", "ingested", ["--snapshots", "0,5", "--disk-bytes", "64MiB", "--requests", "500",
                                     "--cache-bytes", "64KiB"], []),
    ("simulate startup", "ingested", ["--accesses", str(demo / "starts.csv")], []),
    ("simulate retention", "ingested", ["--now", "2026-01-31T00:00:00Z"], []),
]
VERBS = [verb for verb in VERBS if verb[0] in os.environ.get("VERBS", verb[0]).split(";")]
failures = 0


def fail(what):
    global failures
    failures += 1
    print("FAILED:", what, file=sys.stderr, flush=True)


def command(verb, warehouse, more):
    return [varve, *verb.split(), *more, "--warehouse", str(warehouse), "--quiet", "--set",
            "spark.sql.shuffle.partitions=4"]


def run(verb, warehouse, more):
    done = subprocess.run(command(verb, warehouse, more), env=environment, capture_output=True, text=True)
    if done.returncode:
        fail(f"{verb} on {warehouse} ended with {done.returncode}: {done.stderr[-600:]}")
    return done.returncode


def contents(warehouse):
    """Rows and a hash of all rows of every table, read from the plain folders; without ids of runs and times."""
    db = duckdb.connect(config={"threads": 1})
    found = {}
    for folder in sorted(pathlib.Path(warehouse).glob("[!.]*")):
        files = f"read_parquet('{folder}/**/*.parquet')"
        if folder.name == "run" or not any(folder.glob("*.parquet")):
            continue
        for attempt in range(3):
            try:
                names = [row[0] for row in db.execute(f"DESCRIBE FROM {files}").fetchall()]
                kept = ", ".join(f'"{name}"' for name in names if name not in ("run_id", "first_seen_at") and not name.endswith("nanos"))
                found[folder.name] = db.execute(
                    f"SELECT count(*), bit_xor(hash(t)) FROM (SELECT {kept} FROM {files}) t").fetchone()
                break
            except duckdb.Error as error:
                # A file may be replaced between two steps of one query.
                if attempt == 2:
                    fail(f"{folder}: {error}")
    return found


def judge(now, before, after, order, where):
    new = {}
    for table in set(now) | set(before) | set(after):
        new[table] = now.get(table, (0, None)) == after.get(table, (0, None))
        if not new[table] and now.get(table, (0, None)) != before.get(table, (0, None)):
            if table == "rejected_blob" and now[table][0] < after[table][0]:
                continue  # published in two parts
            fail(f"{where}: {table} is neither that of before nor that of after: {now.get(table)}")
    order = [table for table in order if before.get(table, (0, None)) != after.get(table, (0, None))]
    for first, then in zip(order, order[1:]):
        if new.get(then) and not new.get(first):
            fail(f"{where}: {then} is there before {first}")


def processor_seconds(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / ticks
    except OSError:
        return 0


def stop(process):
    """Stops all threads; one that waits for the disk stops only when its call has ended."""
    process.send_signal(signal.SIGSTOP)
    for _ in range(2000):
        try:
            states = [pathlib.Path(f"/proc/{process.pid}/task/{task}/stat").read_text().rsplit(")", 1)[1].split()[0]
                      for task in os.listdir(f"/proc/{process.pid}/task")]
        except OSError:
            return  # it has ended
        if all(state in "TtZX" for state in states):
            return
        time.sleep(0.001)
    fail("the run did not stop")


def left(warehouse):
    return [f for place in ("staging", "commits") for f in glob.glob(f"{warehouse}/.varve/{place}/**", recursive=True)
            if os.path.isfile(f)]


def stopped_run(verb, base, more, took, wanted, images):
    """One run, stopped now and then; copies its warehouse at each stop into images."""
    warehouse = work / "w"
    shutil.rmtree(warehouse, ignore_errors=True)
    shutil.copytree(base, warehouse)
    process = subprocess.Popen(command(verb, warehouse, more), env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    seen, over = [], threading.Event()

    def look():
        while not over.is_set():
            seen.append(contents(warehouse))
            over.wait(0.1)

    reader = threading.Thread(target=look)
    reader.start()

    def copy():
        image = work / f"image-{len(images)}"
        shutil.rmtree(image, ignore_errors=True)
        shutil.copytree(warehouse, image, symlinks=True)
        images.append(image)

    random_stops = sorted(draw.uniform(0.35, 0.97) * took for _ in range(wanted // 2))
    stepping, state = False, None
    while process.poll() is None and len(images) < wanted:
        if random_stops and processor_seconds(process.pid) >= random_stops[0]:
            random_stops.pop(0)
            stop(process)
            copy()
            process.send_signal(signal.SIGCONT)
        # The row of the run is what is staged last.
        if glob.glob(f"{warehouse}/.varve/staging/*/*-last/run.parquet"):
            stop(process)
            now = sorted(glob.glob(f"{warehouse}/.varve/commits/*/*") + glob.glob(f"{warehouse}/.varve/staging/*/*/*")
                         + glob.glob(f"{warehouse}/.varve/published/*"))
            if now != state:
                state = now
                copy()
            process.send_signal(signal.SIGCONT)
            time.sleep(0.0005)
        else:
            time.sleep(0.002)
    code = process.wait()
    over.set()
    reader.join()
    if code:
        fail(f"{verb} that was stopped now and then ended with {code}")
    return seen


print("making a world", flush=True)
if not demo.exists():
    subprocess.run([varve, "demo", "--quiet", "--out", str(demo)], env=environment, check=True, capture_output=True)
stages = {"empty": work / "empty", "ingested": work / "ingested", "derived": work / "derived", "packed": work / "packed"}
stages["empty"].mkdir(parents=True, exist_ok=True)
if not stages["packed"].exists():
    shutil.copytree(stages["empty"], stages["ingested"])
    # With chunks, so that derive fills all of its tables.
    run("ingest registry", stages["ingested"], [*chunks, str(demo / "registry")])
    run("ingest snapshots", stages["ingested"], [str(demo / "vms")])
    shutil.copytree(stages["ingested"], stages["derived"])
    run("derive", stages["derived"], [])
    shutil.copytree(stages["derived"], stages["packed"])
    run("simulate backup", stages["packed"], small)

total = 0
for verb, stage, more, order in VERBS:
    base, reference, images, looks = stages[stage], work / "reference", [], 0
    shutil.rmtree(reference, ignore_errors=True)
    shutil.copytree(base, reference)
    times = os.times()
    run(verb, reference, more)
    took = os.times().children_user + os.times().children_system - times.children_user - times.children_system
    before, after = contents(base), contents(reference)
    for attempt in range(6):
        if len(images) >= moments:
            break
        seen = stopped_run(verb, base, more, took, min(moments, len(images) + moments // 2 + 1), images)
        looks += len(seen)
        for number, now in enumerate(seen):
            judge(now, before, after, order, f"{verb}, look {number}")
    journals = sum(bool(glob.glob(f"{image}/.varve/commits/*/*.moves")) for image in images)
    for image in images:
        judge(contents(image), before, after, order, f"{verb}, {image.name}")
        run(verb, image, more)
        if contents(image) != after:
            fail(f"{verb}, {image.name}: run again it differs")
        if left(image):
            fail(f"{verb}, {image.name}: left {left(image)[:3]}")
        shutil.rmtree(image)
    total += len(images)
    print(f"{verb:24} {len(images):4} moments, {journals} of them with a journal, {looks} looks, {failures} failures", flush=True)
print(f"{total} moments, {failures} failures")
sys.exit(1 if failures else 0)
