"""One thing goes wrong in the middle of a verb on YARN: what is published is whole, and a re-run ends with the undisturbed tables.

Words: VERB:VICTIM:MODE, as many as wanted, of ingest|derive|simulate : executor|nodemanager|datanode|driver|master|full|replica|
slow|memory|readonly|second : client|cluster (the driver of cluster mode lives in the master; see victims.py for what each is;
second is another driver with the same words); points=N random moments each (1), seed=N. Without words all that make sense.
The moment is a random share of the time of an undisturbed run, counted from its first executor. A run that ended before its
moment counts as a failure: nothing was disturbed.
"""
import os, pathlib, random, shutil, subprocess, sys, time
from cluster import HERE, NAME_NODE, is_of_this_build, say
from verify import BLOCKS, inputs_of
from victims import OPTIONS, VICTIMS, executors, masters

DRILLS = HERE.parent / "drills"
WAIT_SECONDS = 900
# Several publications, so that there are states in between.
WAVES = ["--set", "ingest.publish-bytes=20MB", "--set", "tuning.ingest.task-bytes=4MB"]
# Words, and the verb whose tables are there before.
VERBS = {
    "ingest": (["ingest", "registry", f"{NAME_NODE}/input/registry", *WAVES], None),
    "derive": (["derive"], "ingest"),
    "disks": (["ingest", "snapshots", f"{NAME_NODE}/input/vms"], None),
    "simulate": (["simulate", "backup", *BLOCKS], "disks")}
ALL = [f"{verb}:{victim}:client" for victim in [*VICTIMS, "second"] if victim != "master" for verb in ("ingest", "derive", "simulate")]
ALL += [f"{verb}:master:cluster" for verb in ("ingest", "derive", "simulate")]


def submit(cluster, mode, verb, name, log, more=""):
    options = os.environ.get("SUBMIT_OPTIONS", "")
    os.environ["SUBMIT_OPTIONS"] = f"{options} {more}"
    try:
        return cluster.submit(mode, [*VERBS[verb][0], "--warehouse", f"{NAME_NODE}/{name}"], log)
    finally:
        os.environ["SUBMIT_OPTIONS"] = options


def first_executor(cluster, process):
    while process.poll() is None and not executors(cluster):
        time.sleep(0.1)
    return time.time()


def idle(cluster):
    """Waits until the containers of the run before are gone."""
    end = time.time() + 120
    while (executors(cluster) or masters(cluster)) and time.time() < end:
        time.sleep(0.5)


def fetched(cluster, name, to):
    shutil.rmtree(to, ignore_errors=True)
    if cluster.has(f"/{name}"):
        cluster.hdfs("-get", f"/{name}", str(to))
    to.mkdir(exist_ok=True)
    return to


def equal(cluster, a, b):
    return subprocess.run([cluster.python(), DRILLS / "compare_warehouses.py", a, b], capture_output=True,
                          env={**os.environ, "QUIET": "1"}).returncode == 0


def prepare(cluster, verb, name):
    cluster.hdfs("-rm", "-r", "-f", "-skipTrash", f"/{name}")
    base = VERBS[verb][1]
    if base:
        undisturbed(cluster, base)
        cluster.hdfs("-cp", f"/undisturbed-{base}", f"/{name}")


def undisturbed(cluster, verb):
    """Runs a verb in client mode, once for this folder and build; its seconds from the first executor on, and the tables it leaves."""
    tables, seconds = cluster.work / f"undisturbed-{verb}", cluster.work / f"undisturbed-{verb}.seconds"
    if not is_of_this_build(seconds):
        name = f"undisturbed-{verb}"
        prepare(cluster, verb, name)
        process = submit(cluster, "client", verb, name, cluster.logs / f"{name}.log")
        begun = first_executor(cluster, process)
        if process.wait():
            sys.exit(f"the undisturbed {verb} failed; see {cluster.logs}")
        took = time.time() - begun
        fetched(cluster, name, tables)
        seconds.write_text(str(took))
        say(f"undisturbed {verb}: {took:.0f} s from the first executor on")
    return tables, float(seconds.read_text())


def state(cluster, verb, copy, reference):
    """What a reader finds after the fault: before, after, or (of an ingest of several publications) a whole part of it."""
    if equal(cluster, copy, reference):
        return "after"
    if any(path.is_file() for path in (copy / ".varve/commits").rglob("*")):
        return "journal to be finished"
    base = VERBS[verb][1]
    if base:
        return "before" if equal(cluster, copy, cluster.work / f"undisturbed-{base}") else "NEITHER"
    if not any(copy.glob("[!.]*/*.parquet")):
        return "before"
    stop = cluster.work / "look.stop"
    stop.touch()
    whole = subprocess.run([cluster.python(), DRILLS / "watch.py", copy, stop], capture_output=True).returncode == 0
    return "a published part" if whole else "NEITHER"


def drill(cluster, verb, victim, mode, number):
    reference, took = undisturbed(cluster, verb)
    strike = VICTIMS.get(victim)
    faults, name = [], "disturbed"
    idle(cluster)
    prepare(cluster, verb, name)
    log = cluster.logs / f"fault-{verb}-{victim}-{mode}-{number}.log"
    process = submit(cluster, mode, verb, name, log, OPTIONS.get(strike, ""))
    begun = first_executor(cluster, process)
    moment = random.uniform(0.05, 0.85) * took
    while process.poll() is None and time.time() < begun + moment:
        time.sleep(0.05)
    other, ended = None, None
    if victim == "second":
        other = submit(cluster, mode, verb, name, pathlib.Path(f"{log}.second"))
    alive = process.poll() is None
    if alive and strike:
        ended = strike(cluster, process)
        time.sleep(0.3)
        alive = ended and (victim == "driver" or process.poll() is None)
    if not alive:
        faults.append("the job was not alive when it was struck")
    try:
        code = process.wait(WAIT_SECONDS)
        if other and other.wait(WAIT_SECONDS):
            faults.append(f"the second ended with {other.returncode}")
        if other and code:
            faults.append(f"the first ended with {code}, disturbed by the second")
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
        faults.append(f"did not end within {WAIT_SECONDS} s")
    total = time.time() - begun
    if ended:
        ended()
    idle(cluster)
    copy = fetched(cluster, name, cluster.work / "disturbed")
    found = state(cluster, verb, copy, reference)
    if found == "NEITHER" or (code == 0 and found != "after"):
        faults.append(f"found {found}")
    again = "-"
    if code:
        again = submit(cluster, "client", verb, name, pathlib.Path(f"{log}.again")).wait()
        copy = fetched(cluster, name, cluster.work / "disturbed")
        if again or not equal(cluster, copy, reference):
            faults.append("the re-run does not end with the undisturbed tables")
    left = [path for place in ("staging", "commits") for path in (copy / ".varve" / place).rglob("*") if path.is_file()]
    if left:
        faults.append(f"{len(left)} files left")
    say(f"{verb:8} {victim:11} {mode:7} struck after {moment:4.0f} s, exit {code:4}, {total:4.0f} s in all, found {found}, "
        f"re-run {again}: {'; '.join(faults) or 'held'}")
    return bool(faults)


def run(cluster, words):
    settings = dict(word.split("=") for word in words if "=" in word)
    random.seed(int(settings.get("seed", "1")))
    inputs_of(cluster)
    cases = [word for word in words if "=" not in word] or ALL
    failures = sum(drill(cluster, *case.split(":"), number) for case in cases for number in range(int(settings.get("points", "1"))))
    say(f"{failures} failures")
    return 1 if failures else 0
