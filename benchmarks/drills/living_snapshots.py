#!/usr/bin/env python3
"""Shows that a warehouse follows backups that live: over some simulated nights a datastore like that of Proxmox Backup
Server, two folders of qcow2 chains and live raw disks, and a manifest, with snapshots that are added, pruned, committed, renamed,
moved and brought back, disks that are rewritten, backups that are half written on one night, inputs that are empty,
single groups that are ingested alone, and ingests that are killed or ended by a signal.

After each night the snapshots, their formats and disk bytes, the distinct chunks of the datastore, and the distinct
blocks of all that guests of disks see are compared with what this script counts in the files by itself, and
`report changes` with its own list. At the end each night is asked
for again by --as-of, then once more after `compact`. After an ingest that a signal has ended, each disk of its folder must
be there as it was or as it is, and in one reading only. Ends with 1 when anything differs.
Needs: a JDK, a build, qemu-img, qemu-io. Usage: living_snapshots.py [NIGHTS, 14] [SEED, 1]
Variables: VARVE (the launcher), WORK (a folder, made unless given), SPARK_NIGHTS (every so many nights by Spark, 5).
"""
import hashlib, json, os, pathlib, random, shutil, signal, struct, subprocess, sys, tempfile, time

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-snapshots"))
nights = int(sys.argv[1]) if len(sys.argv) > 1 else 14
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
spark_nights = int(os.environ.get("SPARK_NIGHTS", "5"))
draw = random.Random(seed)
store, manifest = work / "store", work / "list/kept.csv"
# Chunks of indexes were cut by another program, so they have a warehouse of their own.
disk_warehouse, store_warehouse = work / "disks", work / "backups"
warehouses = [disk_warehouse, store_warehouse]
folders = [work / "pool", work / "shelf"]
MIB = 1 << 20
faults, number = [], 0


def fault(text):
    faults.append(text)
    print("  DIFFERS:", text, flush=True)


def same(what, varves, own):
    if varves != own:
        fault(f"{what}: varve {varves}, counted {own}")


def fresh(prefix):
    global number
    number += 1
    return f"{prefix}{number:03d}"


def tool(*command):
    subprocess.run(list(map(str, command)), check=True, capture_output=True)


# The datastore.
def index(chunks):
    """A fixed index of chunks of 4 MiB, by their digests; the magic is derived from a sentence, as by the server."""
    rows = b"".join(bytes.fromhex(one) for one in chunks)
    head = bytearray(4096)
    head[:8] = hashlib.sha256(b"Proxmox Backup fixed sized chunk index v1.0").digest()[:8]
    head[32:64] = hashlib.sha256(rows).digest()
    struct.pack_into("<QQ", head, 64, len(chunks) * 4 * MIB, 4 * MIB)
    return bytes(head) + rows


def back_up(group):
    last = sorted((store / group).glob("*/drive-scsi0.img.fidx"))
    data = last[-1].read_bytes()[4096:] if last else b""
    chunks = [data[at:at + 32].hex() for at in range(0, len(data), 32)] or [draw.randbytes(32).hex() for _ in range(20)]
    for _ in range(draw.randint(0, 4)):
        chunks[draw.randrange(len(chunks))] = draw.randbytes(32).hex()
    fresh("")
    day, second = divmod(number, 60)
    place = store / group / f"2026-01-{1 + day:02d}T00:00:{second:02d}Z" / "drive-scsi0.img.fidx"
    place.parent.mkdir(parents=True)
    place.write_bytes(index(chunks))
    (place.parent / "index.json.blob").write_bytes(b"x")


def chunks_of(path):
    data = path.read_bytes()
    return {data[at:at + 32].hex() for at in range(4096, len(data), 32)}


# Folders of chains.
def chain(folder):
    """The files of a VM from the lowest to the highest."""
    return sorted(folder.glob("*.qcow2"))


def snapshot(folder):
    folder.mkdir(parents=True, exist_ok=True)
    before = chain(folder)
    disk = folder / (fresh("s") + ".qcow2")
    below = ["-b", before[-1].name, "-F", "qcow2"] if before else []
    tool("qemu-img", "create", "-f", "qcow2", *below, disk, *([] if before else [f"{draw.randint(4, 9)}M"]))
    for _ in range(3):
        tool("qemu-io", "-c", f"write -P {draw.randrange(1, 255)} {draw.randrange(40) * 65536} 65536", disk)


def prune(folder):
    """Deletes any snapshot of a chain; what stands on it is put on what is below it, as blockcommit does."""
    disks = chain(folder)
    at = draw.randrange(len(disks))
    if at + 1 < len(disks):
        below = ["-b", disks[at - 1].name, "-F", "qcow2"] if at else ["-b", ""]
        tool("qemu-img", "rebase", "-f", "qcow2", *below, disks[at + 1])
    disks[at].unlink()


def commit(folder):
    """Writes a snapshot of a chain into the one below, and puts what stands on it on that one."""
    disks = chain(folder)
    at = draw.randrange(1, len(disks))
    tool("qemu-img", "commit", "-q", disks[at])
    if at + 1 < len(disks):
        tool("qemu-img", "rebase", "-u", "-f", "qcow2", "-b", disks[at - 1].name, "-F", "qcow2", disks[at + 1])
    disks[at].unlink()


def rewrite(disk):
    """A live disk: some blocks of it are written anew."""
    data = bytearray(disk.read_bytes() if disk.exists() else draw.randbytes(MIB))
    for _ in range(3):
        at = draw.randrange(len(data) // 4096) * 4096
        data[at:at + 4096] = draw.randbytes(4096)
    disk.parent.mkdir(parents=True, exist_ok=True)
    disk.write_bytes(data)


def half_write(folder):
    """A backup of which a half is there, as far as its copying has come; returns the whole."""
    data = draw.randbytes(MIB)
    disk = folder / "half" / (fresh("h") + ".raw")
    disk.parent.mkdir(parents=True, exist_ok=True)
    disk.write_bytes(data[:MIB // 2] + bytes(MIB // 2))
    return disk, data


def disk_bytes(path):
    said = subprocess.run(["qemu-img", "info", "-U", "--output=json", path], check=True, capture_output=True).stdout
    return json.loads(said)["virtual-size"]


def state(path):
    """Length and time of change of all files of a chain."""
    said = subprocess.run(["qemu-img", "info", "-U", "--backing-chain", "--output=json", path], check=True,
                          capture_output=True).stdout
    files = [path.parent / pathlib.Path(one["filename"]).name for one in json.loads(said)]
    return tuple((one.stat().st_size, one.stat().st_mtime_ns // 1_000_000) for one in files)


def blocks(path, kind):
    """Digests of the blocks of 4 KiB that the guest sees, without those of zeros."""
    raw = work / "guest.raw"
    tool("qemu-img", "convert", "-U", "-f", kind, "-O", "raw", path, raw)
    data = raw.read_bytes()
    parts = (data[at:at + 4096] for at in range(0, len(data), 4096))
    return frozenset(hashlib.sha256(one).hexdigest() for one in parts if any(one))


def disk(path, kind):
    return kind, disk_bytes(path) if kind == "qcow2" else path.stat().st_size, state(path), blocks(path, kind)


def vms():
    return sorted(one for folder in folders for one in folder.glob("*") if chain(one))


# The manifest: raw files stay, lines come and go.
def listed():
    return [line.split(",") for line in manifest.read_text().splitlines()[1:]] if manifest.exists() else []


def list_again(lines):
    manifest.write_text("\n".join(",".join(line) for line in [["vm", "snapshot", "path"], *lines]) + "\n")


def add_line(lines):
    name = fresh("d")
    (manifest.parent / f"{name}.raw").write_bytes(draw.randbytes(MIB))
    return [*lines, [draw.choice(["lx", "ly"]), name, f"{name}.raw"]]


# What is there, counted by this script alone: (VM, snapshot) with format and disk bytes.
def look(source):
    if source == store:
        return {(f"{one.parent.parent.relative_to(store)}/drive-scsi0", one.parent.name):
                ("fidx", (one.stat().st_size - 4096) // 32 * 4 * MIB, one.stat().st_mtime_ns // 1_000_000, None) for one in store.glob("vm/*/*/*.fidx")}
    if source == manifest:
        return {(vm, name): disk(manifest.parent / path, "raw") for vm, name, path in listed()}
    return {(one.parent.name, one.stem): disk(one, one.suffix[1:]) for one in source.glob("*/*.*")}


def run(*arguments, ends=0):
    done = subprocess.run([varve, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != ends:
        fault(f"varve {' '.join(map(str, arguments))} ended with {done.returncode}: {done.stderr[-600:]}")
    return done.stdout


def rows(warehouse, sql):
    return json.loads(run("sql", "--warehouse", warehouse, "--format", "json", sql))["rows"]


def names(places):
    return {name: value for found in places.values() for name, value in found.items()}


def by_format(found):
    counted = {}
    for kind, size, _, _ in found.values():
        things, total = counted.get(kind, (0, 0))
        counted[kind] = (things + 1, total + size)
    return counted


def report(name, warehouse, *options):
    answer = json.loads(run("report", name, "--warehouse", warehouse, "--format", "json", *options))
    return (answer[0] if isinstance(answer, list) else answer)["rows"]


def covered(warehouse, *options):
    return {row["reason"]: (row["count"], row["bytes"]) for row in report("coverage", warehouse, *options)
            if row["thing"] == "snapshot" and row["state"] == "ingested"}


def last_run(warehouse):
    return rows(warehouse, "SELECT max(run_id) AS run FROM run WHERE verb = 'ingest snapshots' AND finished_at IS NOT NULL")[0]["run"]


def of(warehouse, found):
    return {name: value for name, value in found.items() if (value[0] == "fidx") == (warehouse == store_warehouse)}


def compare(before, now, since):
    for warehouse in warehouses:
        old, new = of(warehouse, before), of(warehouse, now)
        same("snapshots by format", covered(warehouse), by_format(new))
        if since:
            theirs = {(row["change"], row["name"]) for row in report("changes", warehouse, "--since", since[warehouse])}
            own = {("new", "/".join(name)) for name in new.keys() - old.keys()} | {("gone", "/".join(name)) for name in old.keys() - new.keys()} | {
                ("changed", "/".join(name)) for name in old.keys() & new.keys() if old[name][2] != new[name][2]}
            if theirs != own:
                fault(f"changes: varve alone {sorted(theirs - own)[:4]}, counted alone {sorted(own - theirs)[:4]}")
    same("distinct chunks of the datastore", chunks_there(), state_chunks)
    same_blocks(now, "")


def same_blocks(now, when):
    own = set().union(*(value[3] for value in now.values() if value[3] is not None))
    theirs = {row["block"] for row in
              rows(disk_warehouse, "SELECT DISTINCT lower(hex(fingerprint)) AS block FROM segment_chunk WHERE NOT zero")}
    if own != theirs:
        fault(f"blocks of guests{when}: {len(theirs - own)} by varve alone, {len(own - theirs)} counted alone")


def end_early(folder, places):
    """Ends an ingest by SIGTERM after a publication: each disk of the folder is as it was or as it is, never both."""
    published = set((disk_warehouse / "snapshot").glob("*.parquet"))
    ended = subprocess.Popen([varve, "ingest", "snapshots", folder, "--chunker", "fixed-4k", "--warehouse", disk_warehouse, "--set", "ingest.publish-bytes=1"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while ended.poll() is None and set((disk_warehouse / "snapshot").glob("*.parquet")) <= published:
        time.sleep(0.01)
    if ended.poll() is None:
        os.killpg(ended.pid, signal.SIGTERM)
    if ended.wait() == 0:
        places[folder] = look(folder)
        return "ENDED TOO LATE"
    old, new, theirs = places[folder], look(folder), {}
    for row in rows(disk_warehouse, f"""
            SELECT place.vm, coalesce(version_of, place.snapshot) AS name, place.snapshot, lower(hex(fingerprint)) AS block
            FROM snapshot_sighting AS place JOIN snapshot USING (vm, snapshot) LEFT JOIN segment_chunk AS chunk
            ON chunk.vm = place.vm AND chunk.snapshot = place.snapshot AND NOT zero
            WHERE gone_at IS NULL AND contains(location, '{folder}/')"""):
        theirs.setdefault((row["vm"], row["name"]), {}).setdefault(row["snapshot"], set()).add(row["block"])
    for name in old.keys() | new.keys() | theirs.keys():
        readings = [blocks - {None} for blocks in theirs.get(name, {}).values()]
        allowed = [[one[name][3]] for one in (old, new) if name in one] + ([] if name in old else [[]])
        if readings not in allowed:
            fault(f"after an ended run {'/'.join(name)} has {len(readings)} readings of {[len(one) for one in readings]} blocks,"
                  f" counted {[[len(blocks) for blocks in one] for one in allowed]}")
    changed = [name for name in old.keys() & new.keys() if old[name][3] != new[name][3]]
    reached = sum([new[name][3]] == list(theirs.get(name, {}).values()) for name in changed)
    return f"ENDED at {reached} of {len(changed)} changed"


def chunks_there():
    return rows(store_warehouse, "SELECT count(DISTINCT fingerprint) AS n FROM segment_chunk")[0]["n"]


def day():
    done = []
    for whole, data in halves:
        if whole.exists():
            whole.write_bytes(data)
    halves.clear()
    rewrite(folders[0] / "live/disk.raw")
    if draw.random() < 0.5:
        rewrite(folders[1] / "still/disk.raw")
    for _ in range(draw.randint(2, 6)):
        what = draw.choice(["back up", "back up", "prune backup", "snapshot", "snapshot", "prune", "commit", "half", "list", "strike", "relist", "rename", "move"])
        backups = sorted(store.glob("vm/*/*/*.fidx"))
        if what == "back up":
            back_up(f"vm/{draw.randrange(100, 103)}")
        elif what == "prune backup" and len(backups) > 1:
            shutil.rmtree(draw.choice(backups).parent)
        elif what == "snapshot":
            snapshot(draw.choice(folders) / draw.choice(["web", "mail"]) if not vms() else draw.choice(vms()))
        elif what == "prune" and len(vms()) > 2:
            prune(draw.choice(vms()))
        elif what == "commit" and any(len(chain(one)) > 1 for one in vms()):
            commit(draw.choice([one for one in vms() if len(chain(one)) > 1]))
        elif what == "half":
            halves.append(half_write(draw.choice(folders)))
        elif what == "list":
            list_again(add_line(listed()))
        elif what == "strike" and len(listed()) > 1:
            lines = listed()
            struck.append(lines.pop(draw.randrange(len(lines))))
            list_again(lines)
        elif what == "relist" and struck:
            list_again([*listed(), struck.pop()])
        elif what == "rename" and vms():
            one = draw.choice(vms())
            one.rename(one.with_name(fresh("vm")))
        elif what == "move" and vms():
            one = draw.choice(vms())
            other = folders[1 - folders.index(one.parent)] / one.name
            if other.exists() and not chain(other):
                other.rmdir()
            if not other.exists() and sum(two.parent == one.parent for two in vms()) > 1:
                other.parent.mkdir(exist_ok=True)
                one.rename(other)
        else:
            continue
        done.append(what)
    return done


struck, halves, state_chunks = [], [], 0


def main():
    global state_chunks
    for group in ("vm/100", "vm/101"):
        back_up(group)
    for folder in (folders[0] / "web", folders[0] / "db", folders[1] / "mail", folders[1] / "old"):
        snapshot(folder)
        snapshot(folder)
    for folder in folders:
        rewrite(folder / ("live" if folder == folders[0] else "still") / "disk.raw")
    manifest.parent.mkdir(parents=True)
    list_again(add_line(add_line([])))
    places, history, since = {}, [], None
    for night in range(nights):
        done = day() if night else []
        before = names(places)
        engine = ["--set", "engine.name=spark"] if spark_nights and night % spark_nights == spark_nights - 1 else []
        if night % 5 == 3:
            store.rename(work / "away")
            store.mkdir()
            run("ingest", "snapshots", store, "--warehouse", store_warehouse, ends=4)
            store.rmdir()
            (work / "away").rename(store)
            done.append("AWAY")
        if night % 4 == 2:
            killed = subprocess.Popen([varve, "ingest", "snapshots", folders[0], "--chunker", "fixed-4k", "--warehouse", disk_warehouse],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(draw.uniform(0.3, 2.5))
            os.killpg(killed.pid, signal.SIGKILL)
            killed.wait()
            done.append("KILLED")
        if night % 3 == 1:
            done.append(end_early(folders[night // 3 % 2], places))
        if night % 3 == 2:  # a part alone, which says nothing of the rest
            group = draw.choice(sorted({one.parent.parent for one in store.glob("vm/*/*/*.fidx")}))
            run("ingest", "snapshots", group, "--warehouse", store_warehouse, *engine)
            vm = f"{group.relative_to(store)}/drive-scsi0"
            rest = {name: value for name, value in places[store].items() if name[0] != vm}
            places[store] = {**rest, **{name: value for name, value in look(store).items() if name[0] == vm}}
            if night % 2:
                run("ingest", "snapshots", manifest, "--chunker", "fixed-4k", "--warehouse", disk_warehouse, *engine)
                places[manifest] = look(manifest)
            done.append("ONLY " + group.name)
        else:
            for source in [*folders, store, manifest]:
                chunker = [] if source == store else ["--chunker", "fixed-4k"]
                run("ingest", "snapshots", source, *chunker, "--warehouse", store_warehouse if source == store else disk_warehouse, *engine)
                places[source] = look(source)
        if night % 4 == 2:  # the killed run may have ended, and a VM may have moved from one of the folders to the other
            for folder in folders:
                run("ingest", "snapshots", folder, "--chunker", "fixed-4k", "--warehouse", disk_warehouse)
                places[folder] = look(folder)
        now = names(places)
        remember()
        state_chunks = len(set().union(*[ever[name] for name, value in now.items() if value[0] == "fidx"]))
        print(f"night {night}: {', '.join(done)}; {len(now)} snapshots", flush=True)
        compare(before, now, since)
        since = {one: last_run(one) for one in warehouses}
        history.append((since, now))
    as_of(history, "")
    middle = len(history) // 2
    for warehouse in warehouses:
        run("check", "--files", "--warehouse", warehouse)
        run("compact", "--warehouse", warehouse, "--before", history[middle][0][warehouse])
        run("check", "--files", "--warehouse", warehouse)
    as_of(history[middle:], " after compact")
    same("distinct chunks after compact", chunks_there(), state_chunks)
    same_blocks(history[-1][1], " after compact")
    for warehouse in warehouses:
        run("derive", "--warehouse", warehouse)
        both = [run("report", name, "--warehouse", warehouse, "--format", "csv", "--engine", engine, *options)
                for engine in ("duckdb", "spark")
                for name, options in [("coverage", []), ("changes", ["--since", history[middle][0][warehouse]]),
                                      ("snapshot-sharing", []), ("snapshot-history", []), ("chunk-dedup-summary", [])]]
        same("reports by Spark", both[5:], both[:5])


ever = {}  # chunks of every backup that was there on any night


def remember():
    for one in store.glob("vm/*/*/*.fidx"):
        ever[f"{one.parent.parent.relative_to(store)}/drive-scsi0", one.parent.name] = chunks_of(one)


def as_of(history, when):
    for night, (run_ids, then) in enumerate(history):
        for warehouse in warehouses:
            same(f"night {night} as of then{when}", covered(warehouse, "--as-of", run_ids[warehouse]),
                 by_format(of(warehouse, then)))


main()
print(f"{nights} nights, seed {seed}: {len(faults)} differences")
sys.exit(1 if faults else 0)
