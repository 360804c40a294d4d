#!/usr/bin/env python3
"""Shows what an ingest keeps that a signal ends at a random moment, and that the next run goes on from there.

A storage tree of layers, incompressible and compressed ones, is ingested again and again into one warehouse. Each run
but the last is ended: SIGINT, SIGTERM, SIGHUP, SIGINT twice, SIGKILL, and SIGTERM or SIGKILL while it publishes. After
each moment: no layer of before is gone; each layer is there with exactly its rows of an undisturbed run, and `varve sql`
counts as many; the exit code is that of the signal; standard error says what is kept and what is left, in true numbers;
of what was read, at most `publish-bytes` are read again after SIGKILL or a second SIGINT, and no whole
layer after the others. A first ingest that was cut is reported as one. When an ingest has ended, all tables equal
those of the undisturbed run, and the next warehouse begins, until there were as many moments as wanted.
Needs: a JDK, a build, python3 with duckdb. Linux only. Usage: interrupts.py [MOMENTS, 100] [GIGABYTES, 10]
Variables: VARVE (the launcher), WORK (a folder, made unless given), SEED, PUBLISH_BYTES (256MiB), MINUTES (50, at most).
"""
import collections, ctypes, glob, hashlib, io, json, os, pathlib, random, re, select, shutil, signal, subprocess, sys, tarfile, tempfile
import time, zlib, duckdb

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-interrupts-"))
moments = int(sys.argv[1]) if len(sys.argv) > 1 else 100
gigabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 10
interval = os.environ.get("PUBLISH_BYTES", "256MiB")
interval_bytes = int(re.match(r"\d+", interval)[0]) << {"M": 20, "G": 30}[re.sub(r"\d+", "", interval)[0]]
until = time.monotonic() + 60 * float(os.environ.get("MINUTES", "50"))
MOST_LAYER = 24 << 20
# What the layers in progress may have taken, and read-ahead.
IN_PROGRESS = (os.cpu_count() + 1) * MOST_LAYER + (16 << 20)
draw = random.Random(int(os.environ.get("SEED", "1")))
# Signals to send, and whether while the run publishes. A second one follows within half a second.
KINDS = {
    "KILL": ([signal.SIGKILL], False), "INT": ([signal.SIGINT], False), "TERM": ([signal.SIGTERM], False),
    "HUP": ([signal.SIGHUP], False), "INT INT": ([signal.SIGINT, signal.SIGINT], False),
    "TERM publishing": ([signal.SIGTERM], True), "KILL publishing": ([signal.SIGKILL], True),
}
failures = 0
libc = ctypes.CDLL(None)


def fail(what):
    global failures
    failures += 1
    print("FAILED:", what, flush=True)


def make(tree):
    """One image; its layers are archives of 1 to 24 MiB in 1 to 9 files, every third as gzip of compressible files."""
    root = tree / "docker/registry/v2"

    def blob(data):
        name = hashlib.sha256(data).hexdigest()
        place = root / "blobs/sha256" / name[:2] / name / "data"
        place.parent.mkdir(parents=True)
        place.write_bytes(data)
        return {"digest": "sha256:" + name, "size": len(data)}

    found, diffs, total = [], [], 0
    while total < gigabytes * 1e9:
        number, archive = len(found), io.BytesIO()
        files, size = draw.randrange(1, 10), draw.randrange(1 << 20, MOST_LAYER - (1 << 20))
        with tarfile.open(fileobj=archive, mode="w") as tar:
            for place in range(files):
                content = draw.randbytes(size // files)
                if number % 3 == 0:
                    content = content.hex().encode()  # half of it is redundant
                entry = tarfile.TarInfo(f"data/{number}/{place}")
                entry.size = len(content)
                tar.addfile(entry, io.BytesIO(content))
        data = archive.getvalue()
        diffs.append("sha256:" + hashlib.sha256(data).hexdigest())
        if number % 3 == 0:
            coder = zlib.compressobj(1, zlib.DEFLATED, 31)
            data = coder.compress(data) + coder.flush()
        found.append(blob(data))
        total += found[-1]["size"]
    config = blob(json.dumps({"os": "linux", "architecture": "amd64",
                              "rootfs": {"type": "layers", "diff_ids": diffs}}).encode())
    manifest = blob(json.dumps({"schemaVersion": 2, "config": config, "layers": found}).encode())
    for link in ["_manifests/revisions/sha256/" + manifest["digest"][7:], "_manifests/tags/v1/current",
                 *("_layers/sha256/" + one["digest"][7:] for one in found)]:
        place = root / "repositories/drill" / link / "link"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(manifest["digest"] if "_manifests" in link else "sha256:" + link[-64:])


def start(warehouse):
    return subprocess.Popen([varve, "ingest", "registry", str(work / "registry"), "--warehouse", str(warehouse), "--quiet",
                             "--set", f"ingest.publish-bytes={interval}"], stderr=subprocess.PIPE, text=True,
                            preexec_fn=hear)


def hear():
    """Hears signals that the shell may have ignored, as nohup does; what is ignored stays ignored in a program."""
    for one in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_DFL)


def output(*arguments):
    return subprocess.run([varve, *arguments], capture_output=True, text=True)


def parquet(warehouse, table):
    return f"read_parquet({glob.glob(f'{warehouse}/{table}/*.parquet')})"


def layers(warehouse):
    if not glob.glob(f"{warehouse}/layer/*.parquet"):
        return (0, 0)
    return duckdb.connect().execute(
        f"SELECT count(*), coalesce(sum(compressed_bytes), 0) FROM {parquet(warehouse, 'layer')}").fetchone()


def in_part(warehouse):
    """Rows that the undisturbed run has not, and layers of which rows are missing."""
    db = duckdb.connect()
    if not glob.glob(f"{warehouse}/layer/*.parquet"):
        return 0
    ours, theirs = (f"SELECT * FROM {parquet(place, 'layer_recipe')} WHERE layer_digest IN "
                    f"(SELECT layer_digest FROM {parquet(warehouse, 'layer')})" for place in (warehouse, reference))
    return db.execute(f"SELECT (SELECT count(*) FROM ({ours} EXCEPT ALL {theirs})) + "
                      f"(SELECT count(*) FROM ({theirs} EXCEPT ALL {ours}))").fetchone()[0]


def contents(warehouse):
    found = {}
    for table, left_out in [("layer", "EXCLUDE first_seen_at"), ("layer_recipe", ""), ("layer_framing", ""), ("image_layer", "")]:
        found[table] = duckdb.connect().execute(
            f"SELECT count(*), bit_xor(hash(t)) FROM (SELECT * {left_out} FROM {parquet(warehouse, table)}) t").fetchone()
    return found


def bytes_read(process):
    try:
        return int(re.search(r"rchar: (\d+)", pathlib.Path(f"/proc/{process.pid}/io").read_text())[1])
    except OSError:
        return 0


def await_publication(process, warehouse):
    """Waits until the run decides a publication, whose journal appears in commits; this needs inotify, polls miss it."""
    watch = libc.inotify_init1(os.O_NONBLOCK)
    while process.poll() is None and not select.select([watch], [], [], 0.01)[0]:
        for writer in glob.glob(f"{warehouse}/.varve/commits/*"):
            libc.inotify_add_watch(watch, writer.encode(), 0x180)  # IN_CREATE, IN_MOVED_TO
    os.close(watch)


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
began = time.monotonic()
while run.poll() is None:
    aside = max(aside, bytes_read(run))
    time.sleep(0.01)
idle = time.monotonic() - began

seen, most_again, longest, warehouses = collections.Counter(), {}, 0, 0
while seen.total() < moments and time.monotonic() < until:
    warehouse = work / "warehouse"
    shutil.rmtree(warehouse, ignore_errors=True)
    warehouses += 1
    before, cuts = (0, 0), 0
    while True:
        name = draw.choice(list(KINDS))
        signals, publishing = KINDS[name]
        sent = signals[-1]
        left = took * (1 - before[1] / total[1])
        last = seen.total() >= moments or time.monotonic() > until or left < took / 25
        locks = glob.glob(f"{warehouse}/.varve/locks/*")
        run, read = start(warehouse), 0
        try:
            # Also before anything is read; about 25 times in a warehouse.
            run.wait(None if last else draw.uniform(0.05, idle + 2 * took / 25))
        except subprocess.TimeoutExpired:
            if publishing:
                await_publication(run, warehouse)
            read, at = bytes_read(run), time.monotonic()
            for number, one in enumerate(signals):
                time.sleep(draw.uniform(0, 0.5) if number else 0)
                run.send_signal(one)
            run.wait()
            longest = max(longest, time.monotonic() - at)
        said, code = run.stderr.read().strip(), run.returncode
        now = layers(warehouse)
        if code == 0:
            break
        seen[name] += 1
        cuts += 1
        print(f"{name:15} code {code:4} {before[0]:5} -> {now[0]:5} layers; {said.splitlines()[-1:] or ''}", flush=True)
        if now[0] < before[0]:
            fail(f"{name}: {before[0]} layers became {now[0]}")
        if rows := in_part(warehouse):
            fail(f"{name}: {rows} rows are too many or missing")
        if now[0]:
            counted = output("sql", "SELECT count(*) AS layers FROM every_layer", "--format", "csv", "--warehouse", str(warehouse))
            # The program finishes a publication that was decided.
            later = layers(warehouse)
            if counted.stdout.split() != ["layers", str(later[0])]:
                fail(f"{name}: varve sql says {counted.stdout} {counted.stderr}, not {later}")
            if later != now and not publishing and sent != signal.SIGKILL and len(signals) == 1:
                fail(f"{name}: a publication was left for the next run")
            now = later
        again = max(0, read - aside - (now[1] - before[1]))
        most_again[name] = max(most_again.get(name, 0), again)
        if code not in ((-9,) if sent == signal.SIGKILL else (128 + sent, -sent)):
            fail(f"{name} led to {code}: {said}")
        kept = re.search(r"interrupted; (?:([\d,]+) layers? of .* (?:is|are) kept|nothing new is kept).* reads (?:([\d,]+) layers?|nothing)", said)
        if kept:
            grown, rest = (int((kept[group] or "0").replace(",", "")) for group in (1, 2))
            more = now[0] - before[0] - grown
            # A second signal may arrive while a publication is carried out.
            if more != rest - (total[0] - now[0]) or more < 0 or (more and len(signals) == 1):
                fail(f"{name}: {before[0]} layers became {now[0]} of {total[0]}, but: {said}")
            # During the last publication a signal ends the program immediately.
            if len(signals) == 1 and "published before" not in said and glob.glob(f"{warehouse}/.varve/staging/*/*"):
                fail(f"{name}: something is staged")
        elif code > 0 and len(signals) == 1 and now[0] > before[0]:
            fail(f"{name}: layers are kept, but: {said}")
        elif code > 0 and glob.glob(f"{warehouse}/.varve/locks/*") != locks and not re.search("interrupted; .*next run", said):
            fail(f"{name}: does not say what the next run does: {said}")
        if again > (IN_PROGRESS if kept and len(signals) == 1 else interval_bytes + IN_PROGRESS):
            fail(f"{name}: {again} bytes are read again")
        if cuts == 1 and now[0]:
            shown = output("report", "--warehouse", str(warehouse)).stdout
            if f"{now[0]:,} layer" not in shown or "Unfinished: " not in shown:
                fail(f"{name}: the report of a first ingest that was cut: {shown[:800]}")
        before = now
    if said:
        fail(f"an undisturbed run says {said}")
    if contents(warehouse) != contents(reference):
        fail("tables differ from those of an undisturbed run")
    read = duckdb.connect().execute(f"SELECT sum(read_bytes) FROM {parquet(warehouse, 'run')}").fetchone()[0]
    if read != total[1]:
        fail(f"runs published {read} bytes of {total[1]}")
print("read again at most, in MiB:", {name: round(size / 2**20) for name, size in most_again.items()})
print(f"{seen.total()} moments: {dict(seen)}, {warehouses} warehouses, the longest end took {longest:.1f} s, {failures} failures")
sys.exit(1 if failures else 0)
