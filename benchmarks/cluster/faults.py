"""kill -9 of one process in the middle of a verb on YARN: what is published is whole, and a re-run ends with the undisturbed tables.

Words: VERB:VICTIM:MODE, as many as wanted, of ingest|derive : executor|nodemanager|datanode|driver|master : client|cluster
(the driver of cluster mode lives in the master); points=N random moments each (1), seed=N. Without words all that make sense.
The moment is a random share of the time of an undisturbed run, counted from its first executor. A run that ended before its
moment counts as a failure: nothing was disturbed.
"""
import os, pathlib, random, shutil, signal, subprocess, sys, time
from cluster import DATA_NODES, HERE, NAME_NODE, NODE_MANAGERS, say, started_at
from verify import inputs_of

ALL = [f"{verb}:{victim}:client" for victim in ("executor", "nodemanager", "datanode", "driver") for verb in ("ingest", "derive")]
ALL += ["ingest:master:cluster", "derive:master:cluster"]
DRILLS = HERE.parent / "drills"
WAIT_SECONDS = 900


def words_of(verb, warehouse):
    # Several publications, so that there are states in between.
    more = ["registry", f"{NAME_NODE}/input/registry", "--set", "ingest.publish-bytes=20MB", "--set", "ingest.task-bytes=4MB"] if verb == "ingest" else []
    return [verb, *more, "--warehouse", f"{NAME_NODE}/{warehouse}"]


def containers(cluster, main):
    """Java processes of containers of our NodeManagers that run a main class, which are in folders of ours."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
            ours = os.readlink(process / "cwd").startswith(f"{cluster.work}/nodemanager-")
            if ours and any(word.endswith(main) for word in command) and (process / "comm").read_text().strip() == "java":
                found.append(int(process.name))
        except OSError:
            pass
    return found


def executors(cluster):
    return containers(cluster, "YarnCoarseGrainedExecutorBackend")


def victim_of(cluster, victim, process):
    """A process to kill, and the daemon that it was."""
    if victim == "driver":
        return process.pid, None
    if victim == "executor":
        return next(iter(random.sample(executors(cluster), 1)), None) if executors(cluster) else None, None
    if victim == "master":
        return next(iter(containers(cluster, ".ApplicationMaster") + containers(cluster, ".ExecutorLauncher")), None), None
    name = f"{victim}-{random.randint(1, {'datanode': DATA_NODES, 'nodemanager': NODE_MANAGERS}[victim])}"
    return cluster.pid(name), name


def first_executor(cluster, process):
    while process.poll() is None and not executors(cluster):
        time.sleep(0.1)
    return time.time()


def idle(cluster):
    """Waits until the containers of the run before are gone."""
    end = time.time() + 120
    while (executors(cluster) or containers(cluster, ".ApplicationMaster") or containers(cluster, ".ExecutorLauncher")) and time.time() < end:
        time.sleep(0.5)


def fetched(cluster, name, to):
    shutil.rmtree(to, ignore_errors=True)
    cluster.hdfs("-get", f"/{name}", str(to))
    return to


def equal(cluster, a, b):
    return subprocess.run([cluster.python(), DRILLS / "compare_warehouses.py", a, b], capture_output=True,
                          env={**os.environ, "QUIET": "1"}).returncode == 0


def prepare(cluster, verb, name):
    cluster.hdfs("-rm", "-r", "-f", "-skipTrash", f"/{name}")
    if verb == "derive":
        cluster.hdfs("-cp", "/undisturbed-ingest", f"/{name}")


def undisturbed(cluster, verb):
    """Runs a verb in client mode, once for this folder; its seconds from the first executor on, and the tables it leaves."""
    tables, seconds = cluster.work / f"undisturbed-{verb}", cluster.work / f"undisturbed-{verb}.seconds"
    if not seconds.exists():
        name = f"undisturbed-{verb}"
        prepare(cluster, verb, name)
        process = cluster.submit("client", words_of(verb, name), cluster.logs / f"{name}.log")
        begun = first_executor(cluster, process)
        if process.wait():
            sys.exit(f"the undisturbed {verb} failed; see {cluster.logs}")
        took = time.time() - begun
        fetched(cluster, name, tables)
        seconds.write_text(str(took))
        say(f"undisturbed {verb}: {took:.0f} s from the first executor on")
    return tables, float(seconds.read_text())


def state(cluster, verb, copy, reference):
    """What a reader finds after the kill: before, after, or (of an ingest of several publications) a whole part of it."""
    if equal(cluster, copy, reference):
        return "after"
    if any(path.is_file() for path in (copy / ".varve/commits").rglob("*")):
        return "journal to be finished"
    if verb == "derive":
        return "before" if equal(cluster, copy, cluster.work / "undisturbed-ingest") else "NEITHER"
    if not any(copy.glob("[!.]*/*.parquet")):
        return "before"
    stop = cluster.work / "look.stop"
    stop.touch()
    whole = subprocess.run([cluster.python(), DRILLS / "watch.py", copy, stop], capture_output=True).returncode == 0
    return "a published part" if whole else "NEITHER"


def drill(cluster, verb, victim, mode, number):
    reference, took = undisturbed(cluster, verb)
    faults, name = [], "disturbed"
    idle(cluster)
    prepare(cluster, verb, name)
    log = cluster.logs / f"fault-{verb}-{victim}-{mode}-{number}.log"
    process = cluster.submit(mode, words_of(verb, name), log)
    begun = first_executor(cluster, process)
    moment = random.uniform(0.05, 0.85) * took
    while process.poll() is None and time.time() < begun + moment:
        time.sleep(0.05)
    pid, daemon = victim_of(cluster, victim, process)
    alive = process.poll() is None and pid and started_at(pid)
    if alive:
        os.kill(pid, signal.SIGKILL)
        time.sleep(0.3)
        alive = victim == "driver" or process.poll() is None
    if not alive:
        faults.append("the job was not alive at the kill")
    try:
        code = process.wait(WAIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
        faults.append(f"did not end within {WAIT_SECONDS} s")
    total = time.time() - begun
    if daemon:
        cluster.start_one(daemon)
        cluster.wait_until_ready()
    idle(cluster)
    copy = fetched(cluster, name, cluster.work / "disturbed") if cluster.has(f"/{name}") else cluster.work / "nothing"
    copy.mkdir(exist_ok=True)
    found = state(cluster, verb, copy, reference)
    if found == "NEITHER" or (code == 0 and found != "after"):
        faults.append(f"found {found}")
    again = "-"
    if code:
        again = cluster.submit("client", words_of(verb, name), pathlib.Path(f"{log}.again")).wait()
        copy = fetched(cluster, name, cluster.work / "disturbed")
        if again or not equal(cluster, copy, reference):
            faults.append("the re-run does not end with the undisturbed tables")
    left = [path for place in ("staging", "commits") for path in (copy / ".varve" / place).rglob("*") if path.is_file()]
    if left:
        faults.append(f"{len(left)} files left")
    say(f"{verb:7} {victim:12} {mode:8} killed after {moment:4.0f} s, exit {code:4}, {total:4.0f} s in all, found {found}, "
        f"re-run {again}: {'; '.join(faults) or 'held'}")
    return bool(faults)


def run(cluster, words):
    settings = dict(word.split("=") for word in words if "=" in word)
    random.seed(int(settings.get("seed", "1")))
    inputs_of(cluster)
    undisturbed(cluster, "ingest")
    cases = [word for word in words if "=" not in word] or ALL
    failures = sum(drill(cluster, *case.split(":"), number) for case in cases for number in range(int(settings.get("points", "1"))))
    say(f"{failures} failures")
    return 1 if failures else 0
