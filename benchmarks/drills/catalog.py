#!/usr/bin/env python3
"""Shows that every table of a warehouse has equal rows in an Iceberg catalog, whoever reads it, and that nothing is rewritten.

The warehouse is copied, and registered in a catalog of type hadoop and in one of type jdbc (SQLite). Each table is then
read by pyiceberg, by DuckDB from the files that pyiceberg plans and, if SPARK and RUNTIME are set, by Spark with Iceberg's
own runtime; the rows are compared with those of `varve sql`. No Parquet file may change. Then runs follow by themselves
while they are killed at random moments, and the last registration has to mend all. At last a warehouse of 500 files is
registered, with its time.
Needs: a JDK, a build, python3 with pyiceberg[sql-sqlite,pyarrow] and duckdb.
Usage: catalog.py DEMO [KILLS, 10], with the folder that `varve demo` made.
Variables: VARVE (the launcher), WORK (a folder, made unless given), SEED, SQLITE (the jar of sqlite-jdbc; without it no
JDBC catalog), SPARK (a python with pyspark 4.1), RUNTIME (the jar iceberg-spark-runtime-4.1_2.13).
"""
import glob, hashlib, os, pathlib, random, shutil, subprocess, sys, tempfile, time
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
    return ["--set", "catalog.type=jdbc", "--set", f"catalog.uri=jdbc:sqlite:{work}/catalog.db", "--set",
            f"catalog.warehouse={work}/jdbc"]


def tables(kind):
    if kind == "jdbc":
        from pyiceberg.catalog.sql import SqlCatalog
        catalog = SqlCatalog("varve", uri=f"sqlite:///{work}/catalog.db", warehouse=f"{work}/jdbc")
        return {name[-1]: catalog.load_table(name) for name in catalog.list_tables("varve")}
    found = {}
    for folder in sorted((work / "hadoop/varve").iterdir()):
        version = (folder / "metadata/version-hint.text").read_text().strip()
        found[folder.name] = StaticTable.from_metadata(str(folder / f"metadata/v{version}.metadata.json"))
    return found


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


def compare(kind, warehouse):
    found = tables(kind)
    columns = {name: [field.name for field in table.schema().fields] for name, table in found.items()}
    truth = expected(warehouse, columns)
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    rows = 0
    for reader in ("pyiceberg", "duckdb"):
        different = []
        for name, table in found.items():
            if reader == "pyiceberg":
                arrow = table.scan().to_arrow()
                connection.register("read", arrow)
                source = "read"
                rows += arrow.num_rows
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
jar, folder, out = sys.argv[1:4]
catalog = "spark.sql.catalog.varve"
spark = (SparkSession.builder.master("local[1]").config("spark.jars", jar).config("spark.ui.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC").config(catalog, "org.apache.iceberg.spark.SparkCatalog")
    .config(catalog + ".type", "hadoop").config(catalog + ".warehouse", folder).getOrCreate())
spark.sparkContext.setLogLevel("ERROR")
for row in spark.sql("SHOW TABLES IN varve.varve").collect():
    spark.table("varve.varve." + row.tableName).coalesce(1).write.parquet(out + "/" + row.tableName)
"""


def compare_spark(warehouse):
    found = tables("hadoop")
    columns = {name: [field.name for field in table.schema().fields] for name, table in found.items()}
    truth = expected(warehouse, columns)
    out = work / "spark"
    (work / "reader.py").write_text(SPARK_READER)
    subprocess.run([os.environ["SPARK"], work / "reader.py", os.environ["RUNTIME"], work / "hadoop", out], check=True,
                   stderr=subprocess.DEVNULL, env=dict(os.environ, SPARK_LOCAL_IP="127.0.0.1"))
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    different = [name for name in found
                 if fingerprint(connection, f"read_parquet('{out}/{name}/*.parquet')", columns[name]) != truth[name]]
    check(f"hadoop: {len(found)} tables by Spark", not different, different or "")


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
with open(work / "many.conf", "w") as conf:
    conf.write("varve { ingest { publish-bytes = 1, file-bytes = 1 }, tuning.ingest.task-bytes = 1 }\n")
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
