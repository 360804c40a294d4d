#!/usr/bin/env python3
"""How the cost of every step grows with the rows, reports by both engines, and a forecast. See README.md.

Usage: measure.py WORK SIZE...             SIZE is a number of rows such as 1e6, 1e7, 1e8, smallest first
       measure.py WORK SIZE... tables      writes the tables again, from WORK/*.csv
Variables: HEAP (4g), CORES (2), SETTINGS (more key=value of Varve, blanks between), LIMIT (seconds that a question may take,
3600), STEPS and ENGINES (of those below, with commas; all), KEEP (1: warehouses stay), SUFFIX (of files in WORK), FILES (a
folder whose files an ingest is measured on, up to 1 GB of them, /usr).
"""
import collections, csv, filecmp, gzip, hashlib, io, itertools, json, os, pathlib, queue, shutil, signal, subprocess, sys, tarfile, threading, time

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parent.parent
HEAP, CORES = os.environ.get("HEAP", "4g"), os.environ.get("CORES", "2")
LIMIT = float(os.environ.get("LIMIT", "3600"))
OUT_OF_LINE = 13  # times the cost for ten times the rows
RATIO_LIMIT = 2  # times DuckDB's processor time
MIB = 1 << 20

STEPS = {
    "derive": "derive",
    "simulate backup": "simulate backup --machines 100",
    "simulate deletion": "simulate deletion",
    "simulate availability": "simulate availability --failed 3,10 --trials 1000",
    "simulate durability": "simulate durability --trials 100",
    "simulate pulls": "simulate pulls",
    "simulate chains": "simulate chains --kinds real",
    "simulate startup": "simulate startup --accesses {work}/starts.csv",
    "simulate retention": "simulate retention",
    "check": "check",
    "report": "report",
}
ENGINES = ("duckdb", "spark")
REGISTRY = "derive of a registry"
INGEST_OF_COPIES = "ingest of four copies"
COPIES = 4
ASKED = os.environ.get("STEPS", ",".join(["generate", *STEPS, REGISTRY, "ingest", "questions"])).split(",")
ASKED_ENGINES = os.environ.get("ENGINES", ",".join(ENGINES)).split(",")
STEP_COLUMNS = ("rows", "step", "wall_seconds", "cpu_seconds", "peak_memory_bytes", "shuffle_bytes", "spill_bytes",
                "execution_memory_bytes", "result_bytes", "tasks", "exit")
QUESTION_COLUMNS = ("rows", "engine", "kind", "name", "answer_rows", "wall_seconds", "cpu_seconds", "shuffle_bytes",
                    "spill_bytes", "execution_memory_bytes", "result_bytes", "fault")


def say(line):
    print(time.strftime("%H:%M:%S"), line, file=sys.stderr, flush=True)


def table(path, columns):
    """The rows of a CSV file of ours so far."""
    if not path.exists():
        return []
    with path.open() as file:
        return [dict(zip(columns, row)) for row in list(csv.reader(file))[1:]]


def keep(path, columns, new, key):
    """Writes rows; one replaces an earlier one of the same key."""
    rows = {tuple(row[k] for k in key): row for row in table(path, columns)}
    for row in new:
        rows[tuple(str(row[k]) for k in key)] = row
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([row[c] for c in columns] for row in rows.values())


class EventLog:
    """What the tasks of a program took, from the engine's log of events."""

    def __init__(self, folder):
        self.tasks = []
        for file in sorted(folder.rglob("*")) if folder.exists() else ():
            if file.is_file() and not file.name.startswith((".", "appstatus")):
                with file.open() as lines:
                    for line in lines:
                        if line.startswith('{"Event":"SparkListenerTaskEnd"'):
                            self.tasks.append(json.loads(line))

    def sums(self, start=0, end=float("inf")):
        sums = dict.fromkeys(("shuffle_bytes", "spill_bytes", "execution_memory_bytes", "result_bytes", "tasks"), 0)
        for task in self.tasks:
            metrics = task.get("Task Metrics")
            if metrics and start <= task["Task Info"]["Finish Time"] <= end:
                sums["shuffle_bytes"] += metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
                sums["spill_bytes"] += metrics["Disk Bytes Spilled"]
                sums["execution_memory_bytes"] = max(sums["execution_memory_bytes"], metrics["Peak Execution Memory"])
                sums["result_bytes"] += metrics["Result Size"]
                sums["tasks"] += 1
        return sums


class Size:
    """One warehouse and its measurements."""

    def __init__(self, work, rows):
        self.work, self.rows = work, int(float(rows))
        self.warehouse = work / f"warehouse-{self.rows}"
        suffix = os.environ.get("SUFFIX", "")
        self.steps, self.questions = work / f"steps{suffix}.csv", work / f"questions{suffix}.csv"
        self.temporary = work / "temporary"

    def engine(self, events):
        settings = [f"spark.master=local[{CORES}]", f"spark.local.dir={self.temporary}", f"engine.spill-folder={self.temporary}",
                    "spark.eventLog.enabled=true", "spark.eventLog.compress=false", f"spark.eventLog.dir=file:{events}"]
        return settings + os.environ.get("SETTINGS", "").split()

    def run(self, step, command, java=""):
        """Runs a step as a process of its own, and keeps what it took."""
        events = self.work / "events"
        for folder in (events, self.temporary):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        log = self.work / f"{step.replace(' ', '-')}-{self.rows}.log"
        say(f"{self.rows} rows: {step}")
        started = time.time()
        with log.open("w") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out,
                                       env={**os.environ, "VARVE_JAVA_OPTIONS": f"-Xmx{HEAP} {java}"})
            _, status, usage = os.wait4(process.pid, 0)
        row = {"rows": self.rows, "step": step, "wall_seconds": round(time.time() - started, 1),
               "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 1), "peak_memory_bytes": usage.ru_maxrss * 1024,
               **EventLog(events).sums(), "exit": os.waitstatus_to_exitcode(status)}
        shutil.rmtree(self.temporary, ignore_errors=True)
        keep(self.steps, STEP_COLUMNS, [row], ("rows", "step"))
        say(f"  {row['cpu_seconds']} s of the processors, {row['peak_memory_bytes'] / MIB:.0f} MiB, exit {row['exit']}")

    def generate(self):
        shutil.rmtree(self.warehouse, ignore_errors=True)
        self.run("generate", [HERE.parent / "engine.sh", "Population", self.warehouse, str(self.rows), str(self.rows),
                              *self.engine(self.work / "events")])

    def verbs(self):
        for step, line in STEPS.items():
            if step in ASKED:
                words = line.format(work=self.work).split()
                if step == "simulate startup":
                    self.starts()
                if words[0] not in ("check", "report"):
                    words += [w for s in self.engine(self.work / "events") for w in ("--set", s)] + ["--quiet"]
                self.run(step, [HOME / "bin/varve", *words, "--warehouse", str(self.warehouse)])

    def registry_alone(self):
        """derive without the disks, for the forecast: the same files under another folder, by links."""
        alone = self.work / f"registry-{self.rows}"
        shutil.rmtree(alone, ignore_errors=True)
        disks = {"vm", "snapshot", "segment", "segment_recipe", "chain_file", "chain_map"}
        for folder in self.warehouse.iterdir():
            if folder.name not in disks and not declared_from_others(folder.name):
                shutil.copytree(folder, alone / folder.name, copy_function=os.link if folder.name != ".varve" else shutil.copy2)
        words = [w for s in self.engine(self.work / "events") for w in ("--set", s)]
        self.run(REGISTRY, [HOME / "bin/varve", "derive", *words, "--quiet", "--warehouse", str(alone)])
        shutil.rmtree(alone)

    def ingest(self):
        """Ingests of layers of real files, and of several copies of each, for the forecast: what the copies add has no start in it."""
        layout, copies = self.work / "layout", self.work / "layout-copies"
        if not (layout / "sums.json").exists():
            shutil.rmtree(layout, ignore_errors=True)
            make_layout(pathlib.Path(os.environ.get("FILES", "/usr")), layout)
        if not copies.exists():
            subprocess.run([HERE.parent / "ingest-limit/multiply.py", layout, str(COPIES), copies], check=True)
        target = self.work / "ingested"
        words = [w for s in self.engine(self.work / "events") for w in ("--set", s)]
        for step, source in (("ingest", layout), (INGEST_OF_COPIES, copies)):
            shutil.rmtree(target, ignore_errors=True)
            self.run(step, [HOME / "bin/varve", "ingest", "registry", str(source), *words, "--quiet", "--warehouse", str(target)],
                     "-XX:TieredStopAtLevel=4")
        shutil.rmtree(target, ignore_errors=True)

    def starts(self):
        """An access list: ten starts, each of ten files of an image."""
        images = subprocess.run([HOME / "bin/varve", "sql", "--warehouse", str(self.warehouse), "--format", "csv", """
            SELECT image_digest AS image, 'cold' AS run, path FROM (
              SELECT image_layer.image_digest, layer_recipe.path,
                row_number() OVER (PARTITION BY image_layer.image_digest ORDER BY layer_recipe.path) AS place
              FROM (SELECT image_digest FROM image ORDER BY image_digest LIMIT 10) AS chosen
              JOIN image_layer ON image_layer.image_digest = chosen.image_digest
              JOIN layer_recipe ON layer_recipe.layer_digest = image_layer.layer_digest
              WHERE layer_recipe.kind = 'FILE'
            ) AS file WHERE place <= 10"""], capture_output=True, text=True, check=True)
        (self.work / "starts.csv").write_text(images.stdout)

    def answers(self, engine):
        """Where the rows of every answer are kept, to be compared."""
        return self.work / f"answers-{engine}-{self.rows}"

    def differing(self):
        """Keeps which answers are not the same by both engines, with the number of lines that only one of them has."""
        duck, spark = (self.answers(engine) for engine in ENGINES)
        lines = []
        for one in sorted(spark.glob("*.csv")):
            other = duck / one.name
            if other.exists() and not filecmp.cmp(one, other, shallow=False):
                with one.open() as a, other.open() as b:
                    lines.append(f"{one.stem}: {sum(x != y for x, y in itertools.zip_longest(a, b))} lines")
        (self.work / f"differing-{self.rows}.txt").write_text("".join(line + "\n" for line in lines))
        say(f"  answers that differ: {'; '.join(lines) or 'none'}")

    def ask(self, engine):
        """Every report and check, in one process that is started again behind a question that takes too long."""
        names = [f"{kind}/{path.stem}" for kind in ("checks", "reports") for path in sorted((HOME / "schemas" / kind).glob("*.sql"))]
        events = self.work / "events"
        spent = 0.0
        peak = 0
        started = time.time()
        while names:
            for folder in (events, self.temporary):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
            java = "-XX:+UseParallelGC" if engine == "spark" else "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
            say(f"{self.rows} rows: {len(names)} reports and checks by {engine}")
            with (self.work / f"questions-{engine}-{self.rows}.log").open("a") as log:
                process = subprocess.Popen(
                    [HERE.parent / "engine.sh", "QueryTimes", self.warehouse, ",".join(names), *self.engine(events),
                     f"engine.name={engine}"], stdout=subprocess.PIPE, stderr=log, text=True, bufsize=1,
                    env={**os.environ, "VARVE_JAVA_OPTIONS": f"-Xmx{HEAP} {java} -Danswers={self.answers(engine)}"})
                rows, late = self.listen(process, engine)
                _, status, usage = os.wait4(process.pid, 0)
            spent += usage.ru_utime + usage.ru_stime
            peak = max(peak, usage.ru_maxrss * 1024)
            log = EventLog(events)
            for row in rows:
                sums = log.sums(row.pop("from"), row.pop("to"))
                row.update({c: sums[c] for c in ("shuffle_bytes", "spill_bytes", "execution_memory_bytes", "result_bytes")})
            if late:
                rows.append(late)
            keep(self.questions, QUESTION_COLUMNS, rows, ("rows", "engine", "kind", "name"))
            done = len(rows)
            if not done:
                say(f"  it ended with {os.waitstatus_to_exitcode(status)}")
                break
            names = names[done:]
        shutil.rmtree(self.temporary, ignore_errors=True)
        keep(self.steps, STEP_COLUMNS, [{
            "rows": self.rows, "step": f"all questions, {engine}", "wall_seconds": round(time.time() - started, 1),
            "cpu_seconds": round(spent, 1), "peak_memory_bytes": peak, "shuffle_bytes": 0, "spill_bytes": 0,
            "execution_memory_bytes": 0, "result_bytes": 0, "tasks": 0, "exit": 0}], ("rows", "step"))

    def listen(self, process, engine):
        """The questions that were answered, and the one that was not."""
        rows, asked, since = [], None, time.time()
        lines = queue.Queue()

        def hand_over():
            for line in iter(process.stdout.readline, ""):
                lines.put(line)
            lines.put("")

        threading.Thread(target=hand_over, daemon=True).start()
        while True:
            try:
                line = lines.get(timeout=1)
            except queue.Empty:
                line = None
            if line is not None:
                words = line.split()
                if not words:
                    break
                if words[0] == "begin":
                    asked, since = words[1:], time.time()
                elif asked and words[0] in ("end", "fault"):
                    base = {"rows": self.rows, "engine": engine, "kind": asked[0], "name": asked[1]}
                    if words[0] == "end":
                        count, wall, cpu, start, end = words[1:]
                        if float(cpu) > 30:
                            say(f"  {asked[1]}: {cpu} s of the processors")
                        rows.append({**base, "answer_rows": count, "wall_seconds": wall, "cpu_seconds": cpu,
                                     "from": int(start), "to": int(end), "fault": ""})
                    else:
                        rows.append({**base, "answer_rows": "", "wall_seconds": round(time.time() - since, 1),
                                     "cpu_seconds": "", "from": 0, "to": 0, "fault": " ".join(words[1:])[:200]})
                    asked = None
            elif asked and time.time() - since > LIMIT:
                process.send_signal(signal.SIGKILL)
                break
        late = None
        if asked:
            late = {"rows": self.rows, "engine": engine, "kind": asked[0], "name": asked[1], "answer_rows": "",
                    "wall_seconds": round(time.time() - since, 1), "cpu_seconds": "", "shuffle_bytes": 0, "spill_bytes": 0,
                    "execution_memory_bytes": 0, "result_bytes": 0, "fault": f"not answered, limit {LIMIT:.0f} s"}
        return rows, late

    def measure(self):
        if "generate" in ASKED or not self.warehouse.exists():
            self.generate()
        self.verbs()
        if REGISTRY in ASKED:
            self.registry_alone()
        if "ingest" in ASKED and not any(row["step"] == "ingest" for row in table(self.steps, STEP_COLUMNS)):
            self.ingest()
        if "questions" in ASKED:
            for engine in ASKED_ENGINES:
                self.ask(engine)
            if all(self.answers(engine).exists() for engine in ENGINES):
                self.differing()
        if os.environ.get("KEEP") != "1":
            shutil.rmtree(self.warehouse, ignore_errors=True)


def declared_from_others(table):
    """Whether a table is made by a verb from other tables."""
    file = HOME / "schemas/tables" / f"{table}.sql"
    return file.exists() and "\n-- from: " in file.read_text()


def make_layout(files, layout):
    """An OCI layout of eight layers of some 128 MB, compressed by gzip as registries have it."""
    blobs = layout / "blobs/sha256"
    blobs.mkdir(parents=True)
    sums = {"files": 0, "archive_bytes": 0, "blob_bytes": 0}

    def blob(data):
        digest = hashlib.sha256(data).hexdigest()
        (blobs / digest).write_bytes(data)
        return "sha256:" + digest, len(data)

    paths = (p for p in sorted(files.rglob("*")) if p.is_file() and not p.is_symlink() and os.access(p, os.R_OK))
    layers, diffs = [], []
    for _ in range(8):
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for path in paths:
                tar.add(path, str(path)[1:], recursive=False)
                sums["files"] += 1
                if archive.tell() > 128e6:
                    break
        data = archive.getvalue()
        digest, size = blob(gzip.compress(data, 6))
        layers.append({"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": digest, "size": size})
        diffs.append("sha256:" + hashlib.sha256(data).hexdigest())
        sums["archive_bytes"] += len(data)
        sums["blob_bytes"] += size
    digest, size = blob(json.dumps({"os": "linux", "architecture": "amd64", "rootfs": {"type": "layers", "diff_ids": diffs}}).encode())
    image = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "layers": layers,
             "config": {"mediaType": "application/vnd.oci.image.config.v1+json", "digest": digest, "size": size}}
    digest, size = blob(json.dumps(image).encode())
    (layout / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')
    (layout / "index.json").write_text(json.dumps({"schemaVersion": 2, "manifests": [
        {"mediaType": image["mediaType"], "digest": digest, "size": size}]}))
    (layout / "sums.json").write_text(json.dumps(sums))


# The tables

HUB = {"layers": 1_792_609, "files": 5.28e9, "archive_bytes": 167e12, "blob_bytes": 47e12}
EFFICIENCY = 0.9  # of many executors against the two cores that were measured
EXECUTOR_CORES = 4
LINK = 125e6  # bytes a second of an executor, for blobs and for shuffles, each way
ENTRIES_PER_FILE = 1.1
LARGEST_LAYER = 826_196 * 31_629  # bytes of archive that one task reads


def forecast(work, steps):
    """Docker Hub on clusters: unit costs times its size, see README.md."""
    by = {(row["step"], int(row["rows"])): row for row in steps}
    sizes = [size for step, size in by if step == REGISTRY]
    ingests = {step: float(row["cpu_seconds"]) for (step, _), row in by.items() if step in ("ingest", INGEST_OF_COPIES)}
    if not sizes or len(ingests) < 2:
        return ""
    size, sums = max(sizes), json.loads((work / "layout/sums.json").read_text())
    derive = by[REGISTRY, size]
    entries = HUB["files"] * ENTRIES_PER_FILE
    byte = (ingests[INGEST_OF_COPIES] - ingests["ingest"]) / ((COPIES - 1) * sums["archive_bytes"])
    entry, shuffled = float(derive["cpu_seconds"]) / size, float(derive["shuffle_bytes"]) / size
    lines = ["# Docker Hub, forecast", "",
             f"{HUB['layers']:,} layers, {HUB['files']:.3g} files, {HUB['archive_bytes'] / 1e12:.0f} TB of archives in "
             f"{HUB['blob_bytes'] / 1e12:.0f} TB of blobs. Measured: ingest {byte * 1e9:.1f} CPU s a GB of archive "
             f"({sums['files']:,} files, {sums['archive_bytes'] / 1e9:.2f} GB); derive {entry * 1e6:.2f} CPU s a million entries and "
             f"{shuffled:.0f} bytes of shuffle an entry, at {size:.0e}.", "",
             "| executors | cores | ingest h | of it reading h | derive h | of it shuffle h | together h |", "|--:|--:|--:|--:|--:|--:|--:|"]
    for executors in (10, 100, 1000):
        cores = executors * EXECUTOR_CORES
        reading = HUB["blob_bytes"] / (executors * LINK) / 3600
        ingest = max(HUB["archive_bytes"] * byte / (cores * EFFICIENCY) / 3600, reading, LARGEST_LAYER * byte / 3600)
        shuffle = entries * shuffled / (executors * LINK) / 3600
        derived = entries * entry / (cores * EFFICIENCY) / 3600 + shuffle
        lines.append(f"| {executors:,} | {cores:,} | {ingest:,.1f} | {reading:,.1f} | {derived:,.2f} | {shuffle:,.2f} | "
                     f"{ingest + derived:,.1f} |")
    return "\n".join(lines) + "\n"


def figure(text, scale=1.0):
    value = float(text or 0) / scale
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def growth(steps):
    sizes = sorted({int(row["rows"]) for row in steps})
    by = {(row["step"], int(row["rows"])): row for row in steps}
    lines = ["# How the cost of each step grows", "",
             f"Processor seconds and peak memory of the process; shuffle and spill of all tasks, most execution memory of one. Heap {HEAP}, "
             f"{CORES} cores. *times* is the growth of the processor's seconds for ten times the rows; {OUT_OF_LINE} and more is marked.", "",
             "| step | rows | CPU s | wall s | peak MiB | shuffle MiB | spill MiB | execution MiB | to the driver MiB | times |",
             "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for step in dict.fromkeys(row["step"] for row in steps):
        before = None
        for size in sizes:
            row = by.get((step, size))
            if not row:
                continue
            times = ""
            if before and float(before["cpu_seconds"]) > 0:
                tenfold = size / int(before["rows"]) / 10
                value = float(row["cpu_seconds"]) / float(before["cpu_seconds"]) / tenfold
                times = f"**{value:.1f}**" if value > OUT_OF_LINE else f"{value:.1f}"
            name = step + ("" if row["exit"] == "0" else f" (exit {row['exit']})")
            columns = ("shuffle_bytes", "spill_bytes", "execution_memory_bytes", "result_bytes")
            lines.append(f"| {name} | {size:.0e} | {figure(row['cpu_seconds'])} | {figure(row['wall_seconds'])} | "
                         f"{figure(row['peak_memory_bytes'], MIB)} | " + " | ".join(figure(row[c], MIB) for c in columns) + f" | {times} |")
            before = row
    return "\n".join(lines) + "\n"


def ratios(questions):
    largest = max(int(row["rows"]) for row in questions)
    by = collections.defaultdict(dict)
    for row in questions:
        if int(row["rows"]) == largest:
            by[row["kind"], row["name"]][row["engine"]] = row
    lines = [f"# Reports and checks on {largest:.0e} rows by both engines", "",
             "Processor seconds in a process that had started; *ratio* is Spark over DuckDB, marked above 2.", "",
             "| | | rows | DuckDB CPU s | Spark CPU s | ratio | Spark shuffle MiB | Spark spill MiB | |", "|---|---|--:|--:|--:|--:|--:|--:|---|"]
    found = []
    for (kind, name), engines in by.items():
        duck, spark = engines.get("duckdb", {}), engines.get("spark", {})
        cpu = [float(e.get("cpu_seconds") or 0) for e in (duck, spark)]
        ratio = cpu[1] / cpu[0] if cpu[0] and cpu[1] else 0
        marked = f"**{ratio:.1f}**" if ratio > RATIO_LIMIT else f"{ratio:.1f}" if ratio else ""
        fault = "; ".join(f"{e}: {engines[e]['fault']}" for e in engines if engines[e]["fault"])
        rows = duck.get("answer_rows", "")
        if spark and duck and spark.get("answer_rows") != rows and not fault:
            fault = f"Spark has {spark.get('answer_rows')} rows"
        found.append((-cpu[1], f"| {kind[:-1]} | {name} | {rows} | {cpu[0]:.1f} | {cpu[1]:.1f} | {marked} | "
                      f"{figure(spark.get('shuffle_bytes'), MIB)} | {figure(spark.get('spill_bytes'), MIB)} | {fault} |"))
    return "\n".join(lines + [line for _, line in sorted(found)]) + "\n"


def tables(work):
    suffix = os.environ.get("SUFFIX", "")
    steps = table(work / f"steps{suffix}.csv", STEP_COLUMNS)
    questions = table(work / f"questions{suffix}.csv", QUESTION_COLUMNS)
    if steps:
        (work / f"growth{suffix}.md").write_text(growth(steps))
        (work / f"forecast{suffix}.md").write_text(forecast(work, steps))
    if questions:
        (work / f"ratios{suffix}.md").write_text(ratios(questions))


def main(work, *sizes):
    work = pathlib.Path(work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    if "tables" not in sizes:
        # The first start of a build prepares the next ones, which is not what is measured.
        subprocess.run([HOME / "bin/varve", "--version"], check=True, stdout=subprocess.DEVNULL)
        for size in sizes:
            Size(work, size).measure()
    tables(work)
    print(f"{work}: growth.md, ratios.md, forecast.md, steps.csv, questions.csv")


if __name__ == "__main__":
    main(*sys.argv[1:])
