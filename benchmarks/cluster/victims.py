"""What can go wrong in the middle of a verb on YARN. Each strike(cluster, process) does it once, and gives back what ends it
when the verb is over, or None where there was nothing to strike. process is spark-submit's."""
import os, pathlib, random, shutil, signal, subprocess, tempfile, threading, time
from cluster import DATA_NODES, HERE, NODE_MANAGERS

# Holds ever more of the heap of the process that it is loaded into: all its threads meet an OutOfMemoryError.
EXHAUST = """
import java.util.ArrayList;
public class Exhaust {
  static final ArrayList<byte[]> HELD = new ArrayList<>();
  public static void agentmain(String arguments) {
    new Thread(() -> { while (true) try { HELD.add(new byte[1 << 20]); } catch (OutOfMemoryError e) { Thread.yield(); } }).start();
  }
  public static void main(String[] arguments) throws Exception {
    var vm = com.sun.tools.attach.VirtualMachine.attach(arguments[0]);
    vm.loadAgent(arguments[1]);
    vm.detach();
  }
}
"""


def nothing():
    pass


def containers(cluster, *mains):
    """Java processes of containers of our NodeManagers that run one of these main classes, in folders of ours."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
            ours = os.readlink(process / "cwd").startswith(f"{cluster.work}/nodemanager-")
            if ours and any(word.endswith(mains) for word in command) and (process / "comm").read_text().strip() == "java":
                found.append(int(process.name))
        except OSError:
            pass
    return found


def executors(cluster):
    return containers(cluster, "YarnCoarseGrainedExecutorBackend")


def masters(cluster):
    return containers(cluster, ".ApplicationMaster", ".ExecutorLauncher")


def killed(pid):
    if pid is None:
        return None
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return None
    return nothing


def executor(cluster, process):
    return killed(random.choice(executors(cluster) or [None]))


def master(cluster, process):
    return killed(random.choice(masters(cluster) or [None]))


def driver(cluster, process):
    """In client mode: spark-submit starts the JVM in its own place."""
    return killed(process.pid)


def daemon(cluster, name):
    struck = killed(cluster.pid(name))

    def again():
        cluster.start_one(name)
        cluster.wait_until_ready()
    return struck and again


def datanode(cluster, process):
    return daemon(cluster, f"datanode-{random.randint(1, DATA_NODES)}")


def nodemanager(cluster, process):
    return daemon(cluster, f"nodemanager-{random.randint(1, NODE_MANAGERS)}")


def full(cluster, process):
    """Two of three DataNodes, or all, come back without a byte left for new blocks."""
    nodes = random.sample(range(1, DATA_NODES + 1), random.choice([2, DATA_NODES]))
    for node in nodes:
        if not killed(cluster.pid(f"datanode-{node}")):
            return None
        cluster.wait_until_gone(f"datanode-{node}")
        cluster.start_one(f"datanode-{node}", {"dfs.datanode.du.reserved": 1 << 60})

    def emptied():
        for node in nodes:
            killed(cluster.pid(f"datanode-{node}"))
            cluster.wait_until_gone(f"datanode-{node}")
            cluster.start_one(f"datanode-{node}")
        cluster.wait_until_ready()
    return emptied


def replica(cluster, process):
    """Bytes in the middle of a few blocks of one DataNode change on its disk."""
    node = random.randint(1, DATA_NODES)
    blocks = [path for path in (cluster.work / f"datanode-{node}").rglob("finalized/**/blk_*") if path.suffix != ".meta"]
    before = {}
    for path in random.sample(blocks, min(20, len(blocks))):
        at = path.stat().st_size // 2
        with open(path, "r+b") as file:
            file.seek(at)
            before[path] = (at, file.read(64))
            file.seek(at)
            file.write(bytes(255 - byte for byte in before[path][1]))

    def restored():
        for path, (at, was) in before.items():
            if path.exists():
                with open(path, "r+b") as file:
                    file.seek(at)
                    file.write(was)
    return restored if before else None


def slow(cluster, process):
    """An executor stands still nine tenths of the time, with speculation on (see OPTIONS)."""
    pid = random.choice(executors(cluster) or [None])
    if pid is None:
        return None

    def halt():
        try:
            while process.poll() is None:
                os.kill(pid, signal.SIGSTOP)
                time.sleep(1.8)
                os.kill(pid, signal.SIGCONT)
                time.sleep(0.2)
        except ProcessLookupError:
            pass
    thread = threading.Thread(target=halt)
    thread.start()
    return thread.join


def memory(cluster, process):
    """An executor's heap is full: it ends itself, as it does when a task needs too much."""
    pid = random.choice(executors(cluster) or [None])
    if pid is None:
        return None
    folder = pathlib.Path(tempfile.mkdtemp(dir=cluster.work))
    (folder / "Exhaust.java").write_text(EXHAUST)
    (folder / "manifest").write_text("Agent-Class: Exhaust\n")
    subprocess.run(["javac", "-d", folder, folder / "Exhaust.java"], check=True)
    subprocess.run(["jar", "cfm", folder / "exhaust.jar", folder / "manifest", "-C", folder, "."], check=True)
    done = subprocess.run([cluster.java, "-cp", folder, "Exhaust", str(pid), folder / "exhaust.jar"], capture_output=True)
    shutil.rmtree(folder)
    return nothing if done.returncode == 0 else None


def readonly(cluster, process):
    """Nothing can be written from here on: the NameNode is in safe mode."""
    def safe_mode(word):
        cluster.run_java("org.apache.hadoop.hdfs.tools.DFSAdmin", "-safemode", word, out=subprocess.DEVNULL)
    safe_mode("enter")
    return lambda: safe_mode("leave")


OPTIONS = {slow: "--conf spark.speculation=true --conf spark.speculation.interval=500ms --conf spark.speculation.multiplier=1.5 "
                 "--conf spark.speculation.quantile=0.5"}
VICTIMS = {function.__name__: function
           for function in (executor, master, driver, datanode, nodemanager, full, replica, slow, memory, readonly)}
