#!/usr/bin/env python3
"""Shows that every table of a warehouse has equal rows in an Iceberg catalog, whoever reads it, and that nothing is rewritten.

The warehouse is copied, and registered in a catalog of type hadoop and in one of type jdbc (SQLite). Each table is then
read by pyiceberg, by DuckDB from the files that pyiceberg plans, by DuckDB's extension iceberg if it is installed, and by
Spark with Iceberg's own runtime if SPARK and RUNTIME are set; the rows are compared with those of `varve sql`. With a
JDBC catalog Spark makes all views and reports of `varve views spark` there, and a second session reads them; the rows
are those of `varve views duckdb`, numbers to nine digits. No Parquet file may change. Then readers go on while runs
publish, and runs are killed at random moments; the last registration has to mend all. At last a warehouse of 500 files
is registered, with its time.
Needs: a JDK, a build, python3 with pyiceberg[sql-sqlite,pyarrow] and duckdb. DuckDB's extension is that of the packages
duckdb-extension-avro and duckdb-extension-iceberg, with the duckdb that they name.
Usage: catalog.py DEMO [KILLS, 10], with the folder that `varve demo` made.
Variables: VARVE (the launcher), WORK (a folder, made unless given), SEED, SQLITE (the jar of sqlite-jdbc; without it no
JDBC catalog), SPARK (a python with pyspark 4.1), RUNTIME (the jar iceberg-spark-runtime-4.1_2.13).
"""
import glob, hashlib, importlib.util, os, pathlib, random, shutil, subprocess, sys, tempfile, threading, time
import duckdb
from pyiceberg.table import StaticTable

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-catalog-"))
draw = random.Random(int(os.environ.get("SEED", "1")))
demo = pathlib.Path(sys.argv[1])
kills = int(sys.argv[2]) if len(sys.argv) > 2 else 10
failures = []
environment = dict(os.environ, VARVE_CLASSPATH=os.environ.get("SQLITE", ""))


def check(what, good, note=""):
    print(("  ok: " if good else "  FAILED: ") + what, note, flush=True)
    if not good:
        failures.append(what)


def run(*words, code=0):
    done = subprocess.run([varve, *map(str, words)], capture_output=True, text=True, env=environment)
    if done.returncode != code:
        sys.exit(f"{words}: {done.returncode}\n{done.stderr}")
    return done


def digests(folder):
    return {p: hashlib.sha256(open(p, "rb").read()).hexdigest() for p in glob.glob(f"{folder}/*/*.parquet")}


def settings(kind):
    if kind == "hadoop":
        return ["--set", "catalog.type=hadoop", "--set", f"catalog.warehouse={work}/hadoop"]
    return ["--set", "catalog.type=jdbc", "--set", "catalog.jdbc.schema-version=V1", "--set",
            f"catalog.uri=jdbc:sqlite:{work}/catalog.db", "--set", f"catalog.warehouse={work}/jdbc"]


def load(kind, namespace):
    """What loads a table of a namespace by its name, as it is at each call."""
    if kind == "jdbc":
        from pyiceberg.catalog.sql import SqlCatalog
        catalog = SqlCatalog("varve", uri=f"sqlite:///{work}/catalog.db", warehouse=f"{work}/jdbc")
        return lambda name: catalog.load_table((namespace, name))

    def newest(name):
        metadata = work / kind / namespace / name / "metadata"
        version = (metadata / "version-hint.text").read_text().strip()
        return StaticTable.from_metadata(str(metadata / f"v{version}.metadata.json"))
    return newest


def tables(kind):
    table = load(kind, "varve")
    return {folder.name: table(folder.name) for folder in sorted((work / kind / "varve").iterdir())}


def form(column, kind):
    """SQL of DuckDB that makes a column a text, the same whatever wrote it."""
    name = f'"{column}"'
    kind = kind.upper()
    if "MAP" in kind:
        return f"array_to_string([k || '=' || {name}[k] FOR k IN list_sort(map_keys({name}))], ', ')"
    if "BLOB" in kind:
        return f"hex({name})"
    if "TIMESTAMP" in kind:
        return f"CAST(epoch_us({name}) AS VARCHAR)"
    if kind in ("DOUBLE", "HUGEINT") or kind.startswith("DECIMAL"):
        return f"format('{{:.9g}}', CAST({name} AS DOUBLE))"
    return f"CAST({name} AS VARCHAR)"


def fingerprint(connection, source, columns):
    """Number of the rows of a source, and a sum over their hashes, which their order does not change."""
    kinds = dict((row[0], row[1]) for row in connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall())
    row = ", ".join(f"coalesce({form(column, kinds[column])}, 'NULL')" for column in columns)
    return connection.execute(f"SELECT count(*), sum(hash({row})::HUGEINT) FROM {source}").fetchall()[0]


def expected(warehouse, columns):
    """Fingerprints of all rows of each table, by the program: its views every_TABLE, as CSV."""
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    script = run("views", "duckdb", "--warehouse", warehouse).stdout
    connection.execute(script)
    return {table: fingerprint(connection, f'"every_{table}"', columns[table]) for table in columns}


def extension(connection):
    """Loads DuckDB's extension iceberg, where a package has brought it."""
    for name in ("avro", "iceberg"):
        found = importlib.util.find_spec(f"duckdb_extension_{name}")
        files = glob.glob(os.path.dirname(found.origin) + f"/extensions/*/{name}.duckdb_extension") if found else []
        if not files:
            return ()
        connection.execute(f"LOAD '{files[0]}'")
    return ("DuckDB's extension",)


def compare(kind, warehouse):
    found = tables(kind)
    columns = {name: [field.name for field in table.schema().fields] for name, table in found.items()}
    truth = expected(warehouse, columns)
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    rows = 0
    for reader in ("pyiceberg", "duckdb") + extension(connection):
        different = []
        for name, table in found.items():
            if reader == "pyiceberg":
                arrow = table.scan().to_arrow()
                connection.register("read", arrow)
                source = "read"
                rows += arrow.num_rows
            elif reader == "DuckDB's extension":
                source = f"iceberg_scan('{table.metadata_location.removeprefix('file://')}')"
            else:
                files = [task.file.file_path.removeprefix("file://") for task in table.scan().plan_files()]
                if not files:
                    continue
                source = f"read_parquet({files!r}, union_by_name = true)"
                have = {row[0] for row in connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()}
                missing = [column for column in columns[name] if column not in have]
                source = f"(SELECT *{''.join(f', NULL AS {c}' for c in missing)} FROM {source})"
            if fingerprint(connection, source, columns[name]) != truth[name]:
                different.append(name)
        check(f"{kind}: {len(found)} tables by {reader}", not different, f"{rows} rows {different or ''}")
    files = [task.file.file_path.removeprefix("file://") for table in found.values()
             for snapshot in table.metadata.snapshots
             for task in table.scan(snapshot_id=snapshot.snapshot_id).plan_files()]
    check(f"{kind}: no snapshot names a missing file", all(map(os.path.exists, files)), f"{len(files)} files of all snapshots")


SPARK_READER = """
import sys
from pyspark.sql import SparkSession
jars, kind, uri, folder, out, what = sys.argv[1:7]
catalog = "spark.sql.catalog.varve"
spark = (SparkSession.builder.master("local[2]").config("spark.jars", jars)
    .config("spark.driver.extraClassPath", jars.replace(",", ":")).config("spark.driver.memory", "3g")
    .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    .config("spark.sql.shuffle.partitions", "1").config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.extensions", "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
    .config(catalog, "org.apache.iceberg.spark.SparkCatalog").config(catalog + ".type", kind)
    .config(catalog + ".jdbc.schema-version", "V1").config(catalog + ".uri", uri)
    .config(catalog + ".warehouse", folder).getOrCreate())
spark.sparkContext.setLogLevel("FATAL")
if what == "make":
    spark.sql("CREATE NAMESPACE varve.answers")
    spark.sql("USE varve.answers")
    for statement in open(out).read().split(";\\n"):
        if statement.strip():
            spark.sql(statement)
else:
    names = spark.sql("SHOW " + what).collect()
    for name in ["varve." + row.namespace + "." + (row.viewName if "VIEWS" in what else row.tableName) for row in names]:
        spark.table(name).coalesce(1).write.parquet(out + "/" + name.split(".")[-1])
"""


def spark(kind, out, what):
    (work / "reader.py").write_text(SPARK_READER)
    jars = ",".join(filter(None, [os.environ["RUNTIME"], os.environ.get("SQLITE")]))
    uri = f"jdbc:sqlite:{work}/catalog.db"
    subprocess.run([os.environ["SPARK"], work / "reader.py", jars, kind, uri, work / kind, out, what], check=True,
                   stderr=subprocess.DEVNULL, env=dict(os.environ, SPARK_LOCAL_IP="127.0.0.1"))


def compare_spark(warehouse):
    found = tables("hadoop")
    columns = {name: [field.name for field in table.schema().fields] for name, table in found.items()}
    truth = expected(warehouse, columns)
    out = work / "spark"
    spark("hadoop", out, "TABLES IN varve.varve")
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    different = [name for name in found
                 if fingerprint(connection, f"read_parquet('{out}/{name}/*.parquet')", columns[name]) != truth[name]]
    check(f"hadoop: {len(found)} tables by Spark", not different, different or "")


def compare_views(warehouse):
    """Views of Iceberg that one session of Spark makes and another reads, against those in DuckDB."""
    script = work / "views.sql"
    script.write_text(run("views", "spark").stdout)
    spark("jdbc", script, "make")
    out = work / "views"
    spark("jdbc", out, "VIEWS IN varve.answers")
    connection = duckdb.connect()
    connection.execute(run("views", "duckdb", "--warehouse", warehouse).stdout)
    connection.execute("SET TimeZone = 'UTC'")
    names = [row[0] for row in connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()]
    made = [name for name in names if (out / name).is_dir()]
    check("jdbc: Spark has the views that are in DuckDB", len(made) == len(names) == len(os.listdir(out)),
          f"{len(made)} of {len(names)}")
    different = []
    rows = 0
    for name in made:
        columns = [row[0] for row in connection.execute(f'DESCRIBE SELECT * FROM "{name}"').fetchall()]
        truth = fingerprint(connection, f'"{name}"', columns)
        rows += truth[0]
        if fingerprint(connection, f"read_parquet('{out}/{name}/*.parquet')", columns) != truth:
            different.append(name)
    check(f"jdbc: {len(made)} views by Spark", not different, f"{rows} rows {different or ''}")


def read_while_a_run_publishes(kind):
    """Readers of a catalog that a run follows; each reads first what refers, then what it refers to."""
    table = load(kind, "live")
    begun = [("image_layer", "layer_digest"), ("layer", "layer_digest"), ("layer_recipe", "layer_digest")]
    line = ["ingest", "registry", registry, "--warehouse", str(work / "live" / kind), "--conf", str(work / "many.conf")]
    namespace = ["--set", "catalog.namespace=live"]
    ingest = subprocess.Popen([varve, *line, *settings(kind), *namespace], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, env=environment)
    states, faults = [], []

    def read():
        state = []
        for name, column in begun:
            state.append(set(table(name).scan(selected_fields=(column,)).to_arrow()[column].to_pylist()))
        return state

    def reader():
        while ingest.poll() is None:
            if not (work / kind / "live/run").is_dir():
                time.sleep(0.1)  # table run is the last that the first publication makes
                continue
            try:
                states.append(read())
            except Exception as fault:
                faults.append(repr(fault)[:300])

    readers = [threading.Thread(target=reader) for _ in range(2)]
    for each in readers:
        each.start()
    for each in readers:
        each.join()
    check(f"{kind}: the run that readers followed", ingest.returncode == 0)
    end = read()
    halves = [state for state in states for low, high in ((0, 1), (1, 2))
              if state[low] - state[high] - (end[low] - end[high])]
    different = len({tuple(map(len, state)) for state in states})
    check(f"{kind}: readers while a run publishes", states and not faults and not halves,
          f"{len(states)} reads, {different} states {faults[:3] or ''} {len(halves) or ''}")


warehouse = work / "w"
shutil.copytree(demo / "warehouse", warehouse)
registry = str(demo / "registry")
kinds = ["hadoop"] + (["jdbc"] if os.environ.get("SQLITE") else [])
before = digests(warehouse)
for kind in kinds:
    print(kind, run("publish", "iceberg", "--warehouse", warehouse, *settings(kind)).stderr.strip())
    compare(kind, warehouse)
check("no Parquet file was changed", digests(warehouse) == before, f"{len(before)} files")
if os.environ.get("SPARK"):
    compare_spark(warehouse)
    if "jdbc" in kinds:
        compare_views(warehouse)

with open(work / "many.conf", "w") as conf:
    conf.write("varve { ingest { publish-bytes = 1, file-bytes = 1 }, tuning.ingest.task-bytes = 1 }\n")
for kind in kinds:
    read_while_a_run_publishes(kind)

print("kill -9 while runs are followed")
lines = [["derive"], ["simulate", "backup", "--machines", "4"], ["ingest", "registry", registry], ["publish", "iceberg"]]
for number in range(kills):
    line = draw.choice(lines)
    process = subprocess.Popen([varve, *line, "--warehouse", str(warehouse), *settings("hadoop")],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    time.sleep(draw.uniform(0.8, 4.5))
    process.kill()
    process.wait()
for kind in kinds:
    run("publish", "iceberg", "--warehouse", warehouse, *settings(kind))
    compare(kind, warehouse)

print("500 files")
shutil.rmtree(work / "hadoop")
many = work / "many"
for line in (["ingest", "registry", registry], ["ingest", "snapshots", demo / "vms"], ["derive"]):
    run(*line, "--warehouse", many, "--conf", work / "many.conf")
before = digests(many)
begin = time.monotonic()
told = run("publish", "iceberg", "--warehouse", many, *settings("hadoop")).stderr.strip()
print(f"  {len(before)} files in {time.monotonic() - begin:.1f} s with the start of the program: {told}")
check("no Parquet file was changed", digests(many) == before, f"{len(before)} files")
compare("hadoop", many)
print("no failure" if not failures else f"{len(failures)} FAILED: {failures}")
sys.exit(1 if failures else 0)
