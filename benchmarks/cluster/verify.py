"""The main jobs of a registry and of VMs on HDFS and YARN: every stored table and every answer equals that of an embedded run.
Form ec is client mode with the warehouse in a folder with erasure coding. Forms dynamic, adaptive and plain are client mode
with other settings of Spark (FORMS), without questions; what the settings are to cause must be in the event logs.
Form s3a needs no cluster: the embedded engine reads the inputs from an S3 server on loopback (moto, from PyPI)."""
import csv, io, os, pathlib, shutil, subprocess, sys
from cluster import HERE, HOME, NAME_NODE, PORT, is_of_this_build, say

BLOCKS = ["--machines", "4", "--set", "backup.block-bytes=1MiB"]
SQL = "SELECT kind, count(*) AS entries, sum(bytes) AS bytes FROM layer_recipe GROUP BY kind ORDER BY kind"

# Settings of Spark by form, and events that each must cause.
FORMS = {
    # Executors come when tasks wait and go after a second without one.
    "dynamic": ({"spark.dynamicAllocation.enabled": "true", "spark.dynamicAllocation.shuffleTracking.enabled": "true",
                 "spark.dynamicAllocation.minExecutors": "0", "spark.dynamicAllocation.maxExecutors": "3",
                 "spark.dynamicAllocation.executorIdleTimeout": "1s",
                 "spark.dynamicAllocation.shuffleTracking.timeout": "5s", "spark.executor.instances": "1"},
                ["ExecutorAdded", "ExecutorRemoved"]),
    "adaptive": ({"spark.sql.adaptive.enabled": "true", "spark.sql.shuffle.partitions": "7",
                  "spark.sql.adaptive.advisoryPartitionSizeInBytes": "64k"}, ["SQLAdaptiveExecutionUpdate"]),
    "plain": ({"spark.sql.adaptive.enabled": "false", "spark.sql.shuffle.partitions": "7"}, [])}


def options_of(form, cluster):
    """Words for spark-submit; the folder of event logs is made anew."""
    settings, wanted = FORMS.get(form, ({}, []))
    if wanted:
        events = cluster.work / f"events-{form}"
        shutil.rmtree(events, ignore_errors=True)
        events.mkdir()
        settings = {**settings, "spark.eventLog.enabled": "true", "spark.eventLog.dir": events.as_uri(), "spark.eventLog.compress": "false",
                    "spark.eventLog.rolling.enabled": "false"}
    return " ".join(f"--conf {key}={value}" for key, value in settings.items())


def caused(form, cluster):
    """How often each wanted event is in the event logs of a form."""
    logs = [log.read_text() for log in (cluster.work / f"events-{form}").glob("app*")]
    return {event: sum(log.count(f'SparkListener{event}"') for log in logs) for event in FORMS.get(form, ({}, []))[1]}


def written(inputs, warehouse):
    """Every verb that writes, in order."""
    to = ["--warehouse", warehouse]
    yield ["ingest", "registry", f"{inputs}/registry", *to]
    yield ["ingest", "snapshots", f"{inputs}/vms", *to]
    yield ["derive", *to]
    yield ["simulate", "backup", *to, *BLOCKS]


def asked(warehouse):
    to = ["--warehouse", warehouse]
    yield ["report", "dedup-summary", "backup-efficiency", "layer-profile", *to, "--format", "csv"]
    yield ["check", *to]


def queried(warehouse):
    """Statements, which DuckDB answers: spark-submit has none."""
    to = ["--warehouse", warehouse]
    yield ["sql", *to, "--format", "csv", SQL]


def embedded(words, log):
    with open(log, "w") as out:
        environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "VARVE_JAVA_OPTIONS": "-Xmx1g"}
        done = subprocess.run([HOME / "bin/varve", *words], stdout=subprocess.PIPE, stderr=out, env=environment, text=True)
    if done.returncode:
        sys.exit(f"embedded {words[:2]} ended with {done.returncode}; see {log}")
    return done.stdout


def demo_of(cluster):
    """A folder with registry/ and vms/."""
    folder = pathlib.Path(os.environ.get("INPUT", cluster.work / "demo"))
    if not (folder / "registry").exists():
        say("making a registry and disks")
        embedded(["demo", "--quiet", "--out", str(folder)], cluster.logs / "demo.log")
    return folder


def inputs_of(cluster):
    """A folder with registry/ and vms/, and the same on HDFS."""
    folder = demo_of(cluster)
    if not (cluster.work / "input-put").exists():
        say("putting them to HDFS")
        cluster.hdfs("-mkdir", "-p", "/input")
        cluster.hdfs("-put", "-f", str(folder / "registry"), str(folder / "vms"), "/input")
        (cluster.work / "input-put").touch()
    return folder


def reference_of(cluster, folder):
    """The warehouse and the answers of an embedded run; kept for the next time with this build."""
    warehouse, answers = cluster.work / "reference", cluster.work / "reference-answers"
    if not is_of_this_build(answers):
        say("embedded run")
        shutil.rmtree(warehouse, ignore_errors=True)
        for words in written(folder.resolve(), str(warehouse)):
            embedded(words, cluster.logs / "embedded.log")
        answered = [embedded([*words, "--engine", "spark"], cluster.logs / "embedded.log") for words in asked(str(warehouse))]
        answered += [embedded(words, cluster.logs / "embedded.log") for words in queried(str(warehouse))]
        answers.write_text("\0".join(answered))
    return warehouse, answers.read_text().split("\0")


def run_verb(cluster, mode, words, log):
    """Standard output of a verb on YARN, and its exit code; in cluster mode the driver's is in the logs of its container."""
    if mode == "client":
        with open(log, "w") as out:
            done = subprocess.run(cluster.submit_command(mode, words), stdout=subprocess.PIPE, stderr=out, env=cluster.environment(), text=True)
        return done.stdout, done.returncode
    code = cluster.submit(mode, words, log).wait()
    driver = cluster.driver_log(log)
    return (driver / "stdout").read_text() if driver else "", code


def compare(cluster, name, reference, folder):
    """Copies a warehouse out of HDFS and compares its tables; prints those that differ."""
    copy = cluster.work / name
    shutil.rmtree(copy, ignore_errors=True)
    cluster.hdfs("-get", f"/{name}", str(copy))
    return tables_equal(cluster, copy, reference, f"{NAME_NODE}/input/", folder)


def tables_equal(cluster, copy, reference, inputs, folder):
    # The holes of a file take no bytes on the local disk, but do on HDFS and in a bucket.
    places = {"INPUT_A": inputs, "INPUT_B": f"file:{folder.resolve()}/", "LEFT_OUT": "file_bytes"}
    done = subprocess.run([cluster.python(), HERE.parent / "drills/compare_warehouses.py", copy, reference], capture_output=True, text=True,
                          env={**os.environ, **places})
    return done.returncode == 0, done.stdout + done.stderr


def s3_keys():
    return {"endpoint": f"http://127.0.0.1:{PORT + 95}", "endpoint.region": "us-east-1", "access.key": "varve",
            "secret.key": "loopback", "path.style.access": "true"}


def run_s3a(cluster, reference, folder):
    """Ingests, derive and simulate with inputs in a bucket."""
    subprocess.run([cluster.python(), "-m", "pip", "install", "-q", "moto[server]==5.2.5"], check=True)
    warehouse = cluster.work / "warehouse-s3a"
    shutil.rmtree(warehouse, ignore_errors=True)
    options = [word for key, value in s3_keys().items() for word in ("--set", f"spark.hadoop.fs.s3a.{key}={value}")]
    with open(cluster.logs / "moto.log", "w") as log:
        server = subprocess.Popen([cluster.env / "bin/moto_server", "-H", "127.0.0.1", "-p", str(PORT + 95)], stdout=log, stderr=log)
    try:
        subprocess.run([cluster.python(), HERE / "put_s3.py", s3_keys()["endpoint"], folder], check=True)
        for words in written("s3a://varve", str(warehouse)):
            embedded([*words, *options], cluster.logs / "s3a.log")
            say(f"s3a      {' '.join(words[:2]):18} exit 0")
    finally:
        server.terminate()
        server.wait()
    return tables_equal(cluster, warehouse, reference, "s3a://varve/", folder)


def asked_from_here(cluster, warehouse, answered):
    """The same questions to the warehouse on HDFS by bin/varve, which copies what they name; it has no ticket for Kerberos."""
    failures = 0
    for words, expected in [] if os.environ.get("SECURITY") == "kerberos" else zip([*asked(warehouse), *queried(warehouse)], answered):
        equal = sorted_rows(embedded(words, cluster.logs / "copied.log")) == sorted_rows(expected)
        say(f"copied   {words[0]:18} {'as embedded' if equal else 'DIFFERENT'}")
        failures += not equal
    return failures


def sorted_rows(text):
    return sorted(csv.reader(io.StringIO(text)))


def run(cluster, modes):
    folder = demo_of(cluster) if modes == ["s3a"] else inputs_of(cluster)
    reference, answered = reference_of(cluster, folder)
    failures = 0
    if "s3a" in modes:
        equal, text = run_s3a(cluster, reference, folder)
        print(text, flush=True)
        failures += not equal
    for mode in (mode for mode in modes if mode != "s3a"):
        name = f"warehouse-{mode}"
        warehouse = f"{NAME_NODE}/{name}"
        cluster.hdfs("-rm", "-r", "-f", "-skipTrash", f"/{name}")
        deploy = mode
        if mode == "ec":
            cluster.code_erasures_of(f"/{name}")
        if mode != "cluster":
            deploy = "client"
        given = os.environ.get("SUBMIT_OPTIONS", "")
        os.environ["SUBMIT_OPTIONS"] = f"{given} {options_of(mode, cluster)}"
        for words in written(f"{NAME_NODE}/input", warehouse):
            log = cluster.logs / f"{mode}-{'-'.join(words[:2])}.log".replace("---warehouse", "")
            _, code = run_verb(cluster, deploy, words, log)
            say(f"{mode:8} {' '.join(words[:2]):18} exit {code}, {len(log.read_text().splitlines())} lines of log")
            failures += code != 0
        for words, expected in [] if mode in FORMS else zip(asked(warehouse), answered):
            text, code = run_verb(cluster, deploy, words, cluster.logs / f"{mode}-{words[0]}.log")
            equal = sorted_rows(text) == sorted_rows(expected)
            say(f"{mode:8} {words[0]:18} exit {code}, {'as embedded' if equal else 'DIFFERENT'}, {len(text.splitlines())} lines")
            failures += code != 0 or not equal
        failures += 0 if mode in FORMS else asked_from_here(cluster, warehouse, answered)
        os.environ["SUBMIT_OPTIONS"] = given
        for event, count in caused(mode, cluster).items():
            say(f"{mode:8} {event}: {count}")
            failures += not count
        equal, text = compare(cluster, name, reference, folder)
        print(text, flush=True)
        failures += not equal
    say(f"{failures} failures")
    return 1 if failures else 0
