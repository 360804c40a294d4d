"""What YARN's cluster mode makes of each exit code of a verb: the final status, the number of attempts, the code in the diagnostics,
and with what spark-submit ends. The codes themselves are those that the embedded program ends with on the same words."""
import json, os, re, time, urllib.request
from cluster import NAME_NODE, PORT, say
from verify import inputs_of

TO = ["--warehouse", f"{NAME_NODE}/codes"]
DAMAGED, HELD = "/codes-damaged", "/codes-held"

# Words, the exit code of the verb, and more words for spark-submit.
CASES = [
    (["ingest", "registry", f"{NAME_NODE}/input/registry", *TO], 0, ""),
    (["derive", "--warehouse", f"{NAME_NODE}{DAMAGED}"], 1, ""),
    (["derive", *TO, "--set", "derive.twins.bands=0"], 2, ""),
    (["ingest", "registry", f"{NAME_NODE}/input/registry", *TO, "--strict"], 3, ""),
    (["derive", "--warehouse", f"{NAME_NODE}/codes-of-nothing"], 4, ""),
    (["derive", "--warehouse", f"{NAME_NODE}/codes-of-nothing"], 4, "--conf spark.yarn.maxAppAttempts=1"),
    (["derive", "--warehouse", f"{NAME_NODE}/codes-of-nothing"], 4, "--conf spark.yarn.submit.waitAppCompletion=false"),
    # A writer that died holds the lock for stale-seconds more: longer than YARN waits for a context.
    (["derive", "--warehouse", f"{NAME_NODE}{HELD}", "--set", "lock.stale-seconds=90"], 0, "--conf spark.yarn.am.waitTime=45s")]


def asked(path):
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT + 54}/ws/v1/cluster/apps/{path}", timeout=10) as page:
        return json.load(page)


def damage(cluster):
    """A copy of the warehouse in which a file of layers is cut off."""
    cluster.hdfs("-rm", "-r", "-f", "-skipTrash", DAMAGED)
    cluster.hdfs("-cp", "/codes", DAMAGED)
    cluster.hdfs("-truncate", "-w", "100", f"{DAMAGED}/layer/*")


def hold(cluster):
    """A copy of the warehouse whose lock a process of another machine has just taken."""
    lock = cluster.work / "lock"
    lock.write_text("elsewhere.invalid 1 -")
    cluster.hdfs("-rm", "-r", "-f", "-skipTrash", HELD)
    cluster.hdfs("-cp", "/codes", HELD)
    cluster.hdfs("-put", "-f", str(lock), f"{HELD}/.varve/locks/lock-{10**6}")


def run(cluster, numbers):
    """All cases, or those of these numbers on the warehouse of an earlier call."""
    inputs_of(cluster)
    if not numbers:
        cluster.hdfs("-rm", "-r", "-f", "-skipTrash", "/codes", "/codes-of-nothing")
    failures, given = 0, os.environ.get("SUBMIT_OPTIONS", "")
    for number, (words, code, options) in enumerate(CASES):
        if numbers and str(number) not in numbers:
            continue
        if number == 1:
            damage(cluster)
        if HELD in words[2]:
            hold(cluster)
        log = cluster.logs / f"code-{number}.log"
        os.environ["SUBMIT_OPTIONS"] = f"{given} {options}"
        ended = cluster.submit("cluster", words, log).wait()
        os.environ["SUBMIT_OPTIONS"] = given
        application = re.findall(r"application_\d+_\d+", log.read_text())[-1]
        while asked(application)["app"]["finalStatus"] == "UNDEFINED":
            time.sleep(0.5)
        app = asked(application)["app"]
        attempts = len(asked(f"{application}/appattempts")["appAttempts"]["appAttempt"])
        stated = re.findall(r"(?:exitCode:|exited with status) (\d+)", app["diagnostics"])
        say(f"code {code}: {app['finalStatus']}, {attempts} attempts, diagnostics state {stated[:1] or 'no code'}, "
            f"spark-submit ends with {ended} {options}")
        failures += (app["finalStatus"], attempts) != ("SUCCEEDED", 1) if code == 0 else app["finalStatus"] != "FAILED" or str(code) not in stated[:1]
    say(f"{failures} failures")
    return 1 if failures else 0
