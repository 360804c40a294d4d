#!/usr/bin/env python3
"""Shows what an ingest keeps that SIGINT, SIGTERM or SIGKILL ends at a random moment.

A storage tree of random layers is ingested again and again into one warehouse, and each run but the last is ended by a
signal while it reads. Of each: the warehouse never has fewer layers than before; after SIGINT and SIGTERM the exit code
is that of the signal, the lines on standard error say as many layers as are there, and nothing is staged; after SIGKILL
at most one interval between publications is read again. At the end all tables equal those of an undisturbed run.
Then the next warehouse, until there were as many moments as wanted.
Needs: a JDK, a build, python3 with duckdb. Linux only. Usage: interrupts.py [MOMENTS, 100] [GIGABYTES, 10]
Variables: VARVE (the launcher), WORK (a folder, made unless given), SEED, PUBLISH_BYTES (256MiB).
"""
import glob, hashlib, io, json, os, pathlib, random, re, shutil, signal, subprocess, sys, tarfile, tempfile, time, duckdb

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-interrupts-"))
moments = int(sys.argv[1]) if len(sys.argv) > 1 else 100
gigabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 10
interval = os.environ.get("PUBLISH_BYTES", "256MiB")
interval_bytes = int(re.match(r"\d+", interval)[0]) << {"M": 20, "G": 30}[re.sub(r"\d+", "", interval)[0]]
draw = random.Random(int(os.environ.get("SEED", "1")))
failures = 0


def fail(what):
    global failures
    failures += 1
    print("FAILED:", what, flush=True)


def make(tree):
    """One image; its layers are archives of 1 to 24 MiB with a file each."""
    root = tree / "docker/registry/v2"

    def blob(data):
        name = hashlib.sha256(data).hexdigest()
        place = root / "blobs/sha256" / name[:2] / name / "data"
        place.parent.mkdir(parents=True)
        place.write_bytes(data)
        return {"digest": "sha256:" + name, "size": len(data)}

    layers, total = [], 0
    while total < gigabytes * 1e9:
        content, archive = draw.randbytes(draw.randrange(1 << 20, 24 << 20)), io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w") as tar:
            entry = tarfile.TarInfo(f"data/{len(layers)}")
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
        layers.append(blob(archive.getvalue()))
        total += layers[-1]["size"]
    config = blob(json.dumps({"os": "linux", "architecture": "amd64",
                              "rootfs": {"type": "layers", "diff_ids": [one["digest"] for one in layers]}}).encode())
    manifest = blob(json.dumps({"schemaVersion": 2, "config": config, "layers": layers}).encode())
    for link in ["_manifests/revisions/sha256/" + manifest["digest"][7:], "_manifests/tags/v1/current",
                 *("_layers/sha256/" + one["digest"][7:] for one in layers)]:
        place = root / "repositories/drill" / link / "link"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(manifest["digest"] if "_manifests" in link else "sha256:" + link[-64:])


def start(warehouse):
    return subprocess.Popen([varve, "ingest", "registry", str(work / "registry"), "--warehouse", str(warehouse), "--quiet",
                             "--set", f"ingest.publish-bytes={interval}"], stderr=subprocess.PIPE, text=True)


def layers(warehouse):
    files = glob.glob(f"{warehouse}/layer/*.parquet")
    return duckdb.connect().execute(f"SELECT count(*), coalesce(sum(compressed_bytes), 0) FROM read_parquet({files})").fetchone() if files else (0, 0)


def contents(warehouse):
    found = {}
    for table, left_out in [("layer", "EXCLUDE first_seen_at"), ("layer_recipe", ""), ("image_layer", "")]:
        found[table] = duckdb.connect().execute(f"SELECT count(*), bit_xor(hash(t)) FROM (SELECT * {left_out} FROM "
                                  f"'{warehouse}/{table}/*.parquet') t").fetchone()
    return found


def bytes_read(process):
    try:
        return int(re.search(r"rchar: (\d+)", pathlib.Path(f"/proc/{process.pid}/io").read_text())[1])
    except OSError:
        return 0


if not (work / "registry").exists():
    make(work / "registry")
reference = work / "reference"
shutil.rmtree(reference, ignore_errors=True)
began = time.monotonic()
run = start(reference)
if run.wait():
    fail(run.stderr.read())
took = time.monotonic() - began
total = layers(reference)
print(f"undisturbed: {total[0]} layers, {total[1] / 2**30:.2f} GiB in {took:.1f} s", flush=True)

# What the program reads apart from layers: a run that finds nothing new ends after so many bytes.
run = start(reference)
aside = 0
while run.poll() is None:
    aside = max(aside, bytes_read(run))
    time.sleep(0.01)

seen, most_again, longest, warehouses = {}, {}, 0, 0
while sum(seen.values()) < moments:
    warehouse = work / "warehouse"
    shutil.rmtree(warehouse, ignore_errors=True)
    warehouses += 1
    before = (0, 0)
    while True:
        sent = draw.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
        left = took * (1 - before[1] / total[1])
        last = sum(seen.values()) >= moments or left < took / 5
        run = start(warehouse)
        try:
            run.wait(None if last else draw.uniform(took / 10, max(left, took / 5)))
        except subprocess.TimeoutExpired:
            read, at = bytes_read(run), time.monotonic()
            run.send_signal(sent)
            run.wait()
            longest = max(longest, time.monotonic() - at)
        said, code = run.stderr.read(), run.returncode
        now = layers(warehouse)
        if now[0] < before[0]:
            fail(f"{before[0]} layers became {now[0]}")
        if code == 0:
            break
        name = sent.name
        again = max(0, read - aside - (now[1] - before[1]))
        most_again[name] = max(most_again.get(name, 0), again)
        seen[name] = seen.get(name, 0) + 1
        kept = re.search(r"interrupted; (?:([\d,]+) layers? of .* (?:is|are) kept|nothing new is kept).* reads (?:([\d,]+) layers?|nothing)", said)
        if sent == signal.SIGKILL:
            if code != -9:
                fail(f"SIGKILL led to {code}: {said}")
            if again > interval_bytes + (128 << 20):
                fail(f"{again} bytes are read again after SIGKILL")
        elif code not in (128 + sent, -sent):
            fail(f"{name} led to {code}: {said}")
        elif kept:
            grown = int((kept[1] or "0").replace(",", ""))
            rest = int((kept[2] or "0").replace(",", ""))
            if grown != now[0] - before[0] or rest != total[0] - now[0]:
                fail(f"{name}: {before[0]} layers became {now[0]} of {total[0]}, but: {said}")
            if glob.glob(f"{warehouse}/.varve/staging/*/*"):
                fail(f"{name}: something is staged")
        print(f"{name:8} code {code:4} {before[0]:5} -> {now[0]:5} layers; {said.strip().splitlines()[-1:] or ''}", flush=True)
        before = now
    if contents(warehouse) != contents(reference):
        fail("tables differ from those of an undisturbed run")
    read = duckdb.connect().execute(f"SELECT sum(read_bytes) FROM '{warehouse}/run/*.parquet'").fetchone()[0]
    if read != total[1]:
        fail(f"runs published {read} bytes of {total[1]}")
print("read again at most, in MiB:", {name: round(size / 2**20) for name, size in most_again.items()})
print(f"{seen}, {warehouses} warehouses, the longest end took {longest:.1f} s, {failures} failures")
sys.exit(1 if failures else 0)
