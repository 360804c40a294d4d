#!/usr/bin/env python3
"""HDFS and YARN on loopback, from package registries alone: start, stop, submit, verify, codes, faults. See README.md.

Usage: cluster.py WORK VERB ...    WORK is a folder of its own for everything that is written and for the pid files.
Variables: PYTHON_ENV (a virtual environment with pyspark 4.2.0 and duckdb; WORK/venv is made when it is not given),
INPUT (a folder with registry/ and vms/; made by `varve demo` when not given), PORT (the first of 100 ports, 19800),
EXECUTOR_MEMORY (800m), SUBMIT_OPTIONS (more words for spark-submit), SECURITY (kerberos, for a WORK of its own).
"""
import os, pathlib, shlex, signal, subprocess, sys, time, urllib.request, venv

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parent.parent
JAR = HOME / "jobs/target/varve.jar"
PORT = int(os.environ.get("PORT", "19800"))
NAME_NODE = f"hdfs://127.0.0.1:{PORT}"
DATA_NODES, NODE_MANAGERS = 3, 2
OPENS = [f"--add-opens=java.base/java.{p}=ALL-UNNAMED" for p in ("lang", "lang.reflect", "io", "net", "nio", "util")]


class Cluster:
    """Daemons below one folder; each is known by its pid and the moment it started, so that no other is ended."""

    def __init__(self, work):
        self.work = pathlib.Path(work).resolve()
        self.conf, self.pids, self.logs = (self.work / name for name in ("conf", "pids", "logs"))
        self.env = pathlib.Path(os.environ.get("PYTHON_ENV") or self.work / "venv")
        self.java = str(pathlib.Path(os.environ["JAVA_HOME"], "bin/java")) if "JAVA_HOME" in os.environ else "java"

    # What is fetched

    def fetch(self):
        for folder in (self.conf, self.pids, self.logs):
            folder.mkdir(parents=True, exist_ok=True)
        if not (self.work / "classpath").exists():
            say("fetching the daemons")
            subprocess.run([HOME / "mvnw", "-q", "-B", "-f", HERE / "pom.xml", "dependency:build-classpath",
                            f"-Dmdep.outputFile={self.work}/classpath"], cwd=HERE, check=True, stdout=sys.stderr)
        if not (self.env / "bin/python").exists():
            say("fetching Spark and DuckDB")
            venv.create(self.env, with_pip=True)
            subprocess.run([self.python(), "-m", "pip", "install", "-q", "pyspark==4.2.0", "duckdb"], check=True)
        if not JAR.exists():
            subprocess.run([HOME / "mvnw", "-q", "-Dprogram", "-pl", "jobs", "-am", "package"], cwd=HOME, check=True)

    def python(self):
        return str(self.env / "bin/python")

    def spark_home(self):
        return next(self.env.glob("lib/python3*/site-packages/pyspark"))

    # Daemons

    def daemons(self):
        """Name, main class and settings of its own, in the order of their start."""
        yarn = "org.apache.hadoop.yarn.server."
        yield "namenode", "org.apache.hadoop.hdfs.server.namenode.NameNode", {}
        for n in range(1, DATA_NODES + 1):
            at = PORT + 10 * n
            yield f"datanode-{n}", "org.apache.hadoop.hdfs.server.datanode.DataNode", {
                "dfs.datanode.data.dir": f"{self.work}/datanode-{n}", "dfs.datanode.address": f"127.0.0.1:{at}",
                "dfs.datanode.http.address": f"127.0.0.1:{at + 1}", "dfs.datanode.ipc.address": f"127.0.0.1:{at + 2}"}
        yield "resourcemanager", yarn + "resourcemanager.ResourceManager", {}
        for n in range(1, NODE_MANAGERS + 1):
            at = PORT + 60 + 10 * n
            folder = self.work / f"nodemanager-{n}"
            yield f"nodemanager-{n}", yarn + "nodemanager.NodeManager", {
                "yarn.nodemanager.local-dirs": f"{folder}/local", "yarn.nodemanager.log-dirs": f"{folder}/logs",
                "yarn.nodemanager.address": f"127.0.0.1:{at}", "yarn.nodemanager.localizer.address": f"127.0.0.1:{at + 1}",
                "yarn.nodemanager.webapp.address": f"127.0.0.1:{at + 2}",
                "yarn.nodemanager.collector-service.address": f"127.0.0.1:{at + 3}"}

    def start(self):
        self.fetch()
        self.write_conf()
        if not (self.work / "namenode/current").exists():
            with open(self.logs / "format.log", "w") as log:
                self.run_java("org.apache.hadoop.hdfs.server.namenode.NameNode", "-format", "-nonInteractive", out=log)
        for name, _, _ in self.daemons():
            self.start_one(name)
        self.wait_until_ready()
        say(f"ready: {NAME_NODE}, pages at 127.0.0.1:{PORT + 1} and 127.0.0.1:{PORT + 54}")

    def start_one(self, name, more=None):
        if self.pid(name):
            return
        main, own = next((main, own) for one, main, own in self.daemons() if one == name)
        arguments = self.arguments(name, {**own, **(more or {})})
        with open(self.logs / f"{name}.log", "a") as log:
            process = subprocess.Popen(self.java_command(main, *arguments), stdout=log, stderr=log, cwd=self.work,
                                       stdin=subprocess.DEVNULL, start_new_session=True, env=self.environment())
        (self.pids / name).write_text(f"{process.pid} {started_at(process.pid)}")
        while self.pid(name) and not self.is_up(name):
            time.sleep(0.2)

    def arguments(self, name, settings):
        return [word for key, value in settings.items() for word in ("-D", f"{key}={value}")]

    def is_up(self, name):
        """Whether those that are started after it may be."""
        return True

    def java_options(self):
        return ["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", *OPENS]

    def java_command(self, main, *arguments):
        return [self.java, *self.java_options(), "-Dhadoop.root.logger=INFO,console",
                f"-Dlog4j.configuration=file:{self.conf}/log4j.properties",
                "-cp", f"{self.conf}:{(self.work / 'classpath').read_text().strip()}", main, *arguments]

    def run_java(self, main, *arguments, out=None):
        return subprocess.run(self.java_command(main, *arguments), check=True, stdout=out, stderr=out, env=self.environment())

    def environment(self):
        java_home = pathlib.Path(subprocess.check_output(["which", self.java], text=True).strip()).resolve().parent.parent
        return {**os.environ, "JAVA_HOME": str(java_home), "HADOOP_CONF_DIR": str(self.conf), "SPARK_LOCAL_IP": "127.0.0.1",
                "SPARK_HOME": str(self.spark_home()), "PYSPARK_PYTHON": self.python()}

    def pid(self, name):
        """The process that a pid file names, while it runs and is that one; else None."""
        try:
            pid, moment = (self.pids / name).read_text().split()
        except FileNotFoundError:
            return None
        return int(pid) if started_at(pid) == moment else None

    def require_running(self):
        if not any(self.pid(name) for name, _, _ in self.daemons()):
            sys.exit(f"no daemon of {self.work} runs; start them first: cluster.py {self.work} start")

    def wait_until_gone(self, name):
        while self.pid(name):
            time.sleep(0.05)

    def wait_until_ready(self):
        def nodes(address, kind):
            with urllib.request.urlopen(f"http://127.0.0.1:{address}", timeout=5) as page:
                return page.read().decode().count(kind)
        deadline = time.time() + 180
        live = f'{PORT + 1}/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState'
        while True:
            dead = [name for name, _, _ in self.daemons() if not self.pid(name)]
            if dead:
                sys.exit(f"ended at their start: {', '.join(dead)}; see {self.logs}")
            try:
                if (nodes(live, f'"NumLiveDataNodes" : {DATA_NODES}') and nodes(f"{PORT + 54}/ws/v1/cluster/nodes", '"state":"RUNNING"') == NODE_MANAGERS):
                    return
            except OSError:
                pass
            if time.time() > deadline:
                sys.exit(f"not ready after 180 s; see {self.logs}")
            time.sleep(0.5)

    def stop(self):
        for name, _, _ in reversed(list(self.daemons())):
            pid = self.pid(name)
            if pid:
                os.kill(pid, signal.SIGTERM)
        deadline = time.time() + 30
        for name, _, _ in self.daemons():
            while self.pid(name) and time.time() < deadline:
                time.sleep(0.2)
            if self.pid(name):
                os.kill(self.pid(name), signal.SIGKILL)
            (self.pids / name).unlink(missing_ok=True)

    def write_conf(self):
        for page in ("hdfs", "datanode", "secondary", "static"):
            (self.conf / "webapps" / page).mkdir(parents=True, exist_ok=True)
        for name, values in self.sites().items():
            lines = "".join(f"<property><name>{key}</name><value>{value}</value></property>\n" for key, value in values.items())
            (self.conf / f"{name}.xml").write_text(f"<configuration>\n{lines}</configuration>\n")
        (self.conf / "log4j.properties").write_text(
            "log4j.rootLogger=WARN,console\nlog4j.appender.console=org.apache.log4j.ConsoleAppender\n"
            "log4j.appender.console.target=System.err\nlog4j.appender.console.layout=org.apache.log4j.PatternLayout\n"
            "log4j.appender.console.layout.ConversionPattern=%d %p %c{1}: %m%n\n")

    def sites(self):
        return {
            "core-site": {"fs.defaultFS": NAME_NODE, "hadoop.tmp.dir": f"{self.work}/tmp"},
            "hdfs-site": {
                "dfs.namenode.rpc-address": f"127.0.0.1:{PORT}", "dfs.namenode.http-address": f"127.0.0.1:{PORT + 1}",
                "dfs.namenode.name.dir": f"{self.work}/namenode", "dfs.namenode.safemode.extension": 0,
                "dfs.heartbeat.interval": 1, "dfs.namenode.heartbeat.recheck-interval": 5000,
                "dfs.namenode.datanode.registration.ip-hostname-check": "false", "dfs.datanode.hostname": "127.0.0.1",
                "dfs.replication": 2, "dfs.blocksize": 16 << 20, "dfs.permissions.enabled": "false",
                "dfs.datanode.du.reserved": 0},
            "yarn-site": {
                "yarn.resourcemanager.hostname": "127.0.0.1", "yarn.resourcemanager.bind-host": "127.0.0.1",
                "yarn.resourcemanager.address": f"127.0.0.1:{PORT + 50}",
                "yarn.resourcemanager.scheduler.address": f"127.0.0.1:{PORT + 51}",
                "yarn.resourcemanager.resource-tracker.address": f"127.0.0.1:{PORT + 52}",
                "yarn.resourcemanager.admin.address": f"127.0.0.1:{PORT + 53}",
                "yarn.resourcemanager.webapp.address": f"127.0.0.1:{PORT + 54}",
                "yarn.nodemanager.hostname": "127.0.0.1", "yarn.nodemanager.bind-host": "127.0.0.1",
                "yarn.nodemanager.resource.memory-mb": 4096, "yarn.nodemanager.resource.cpu-vcores": 4,
                "yarn.scheduler.minimum-allocation-mb": 256, "yarn.nodemanager.vmem-check-enabled": "false",
                "yarn.nodemanager.pmem-check-enabled": "false", "yarn.nm.liveness-monitor.expiry-interval-ms": 30000,
                "yarn.am.liveness-monitor.expiry-interval-ms": 120000, "yarn.nodemanager.delete.debug-delay-sec": 0,
                "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage": 99.5,
                "yarn.nodemanager.env-whitelist": "JAVA_HOME,HADOOP_CONF_DIR,SPARK_LOCAL_IP"},
            "capacity-scheduler": {
                "yarn.scheduler.capacity.root.queues": "default", "yarn.scheduler.capacity.root.default.capacity": 100,
                "yarn.scheduler.capacity.maximum-am-resource-percent": 0.8,
                "yarn.scheduler.capacity.root.default.maximum-am-resource-percent": 0.8}}

    # Its use

    def hdfs(self, *words):
        with open(self.logs / "hdfs.log", "a") as log:
            return self.run_java("org.apache.hadoop.fs.FsShell", *words, out=log)

    def code_erasures_of(self, path):
        """A folder whose files are blocks of two data and one parity: as many nodes as there are."""
        with open(self.logs / "hdfs.log", "a") as log:
            self.hdfs("-mkdir", "-p", path)
            for words in (["-enablePolicy"], ["-setPolicy", "-path", path]):
                self.run_java("org.apache.hadoop.hdfs.tools.ECAdmin", *words, "-policy", "XOR-2-1-1024k", out=log)

    def has(self, path):
        return subprocess.run(self.java_command("org.apache.hadoop.fs.FsShell", "-test", "-e", path), stderr=subprocess.DEVNULL,
                              env=self.environment()).returncode == 0

    def submit_options(self, mode):
        options = {
            "spark.yarn.jars": f"local:{self.spark_home()}/jars/*", "spark.yarn.am.memory": "384m", "spark.ui.enabled": "false",
            "spark.executor.memoryOverhead": "256m", "spark.driver.memoryOverhead": "256m", "spark.yarn.am.memoryOverhead": "256m",
            "spark.executor.instances": "2", "spark.executorEnv.SPARK_LOCAL_IP": "127.0.0.1",
            "spark.yarn.appMasterEnv.SPARK_LOCAL_IP": "127.0.0.1", "spark.sql.shuffle.partitions": "4",
            "spark.driver.extraJavaOptions": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
            "spark.executor.extraJavaOptions": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"}
        if mode == "client":
            options |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
        return options

    def submit_command(self, mode, words):
        return [str(self.spark_home() / "bin/spark-submit"), "--class", "dev.varve.jobs.Varve", "--master", "yarn", "--deploy-mode", mode,
                "--driver-memory", "700m", "--executor-memory", os.environ.get("EXECUTOR_MEMORY", "800m"), "--executor-cores", "1",
                *(word for key, value in self.submit_options(mode).items() for word in ("--conf", f"{key}={value}")),
                *shlex.split(os.environ.get("SUBMIT_OPTIONS", "")), str(JAR), *words]

    def submit(self, mode, words, log=None):
        """A verb on YARN, in the background; in client mode the process is the driver."""
        out = open(log, "w") if log else None
        return subprocess.Popen(self.submit_command(mode, words), stdout=out, stderr=out and subprocess.STDOUT, env=self.environment())

    def driver_log(self, log):
        """Folder of what the driver of the last application in a log of spark-submit's cluster mode printed."""
        ids = [word for word in pathlib.Path(log).read_text().split() if word.startswith("application_")]
        folders = sorted(self.work.glob(f"nodemanager-*/logs/{ids[-1]}/container_*_000001")) if ids else []
        return folders[-1] if folders else None


def is_of_this_build(path):
    """Whether a kept result is there, and younger than the program that it is to be compared with."""
    return path.exists() and path.stat().st_mtime > JAR.stat().st_mtime


def started_at(pid):
    """When a process started, in ticks since the boot; None when it has ended."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return None if fields[0] == "Z" else fields[19]
    except (FileNotFoundError, ProcessLookupError):
        return None


def say(text):
    print(time.strftime("%H:%M:%S"), text, flush=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    kind = Cluster
    if os.environ.get("SECURITY") == "kerberos":
        import kerberos
        kind = kerberos.SecuredCluster
    cluster, verb, words = kind(sys.argv[1]), sys.argv[2], sys.argv[3:]
    if verb in ("hdfs", "submit", "verify", "codes", "faults"):
        cluster.require_running()
    if verb == "start":
        cluster.start()
    elif verb == "stop":
        cluster.stop()
    elif verb == "status":
        for name, _, _ in cluster.daemons():
            print(f"{name:16} {cluster.pid(name) or 'not running'}")
    elif verb == "hdfs":
        subprocess.run(cluster.java_command("org.apache.hadoop.fs.FsShell", *words), env=cluster.environment())
    elif verb == "submit" and words and words[0] in ("client", "cluster"):
        sys.exit(cluster.submit(words[0], words[1:]).wait())
    elif verb == "verify":
        import verify
        cluster.fetch()
        sys.exit(verify.run(cluster, words or ["client", "cluster", "ec"]))
    elif verb == "codes":
        import codes
        sys.exit(codes.run(cluster, words))
    elif verb == "faults":
        import faults
        sys.exit(faults.run(cluster, words))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
