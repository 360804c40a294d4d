#!/usr/bin/env python3
"""Compares the squashed views of a warehouse with what umoci unpacks of the same images: every file by path, size and
sha256sum, and every path of the layers that unpacking leaves out. Through the command line alone: each path is an access in
a run of its own.
Usage: compare_umoci.py WAREHOUSE LAYOUT REPOSITORY TAG...   (root; umoci, a Python with duckdb; the warehouse's own
simulate startup is replaced). Ends with 1 and the differing lines when anything differs."""
import csv, hashlib, os, pathlib, subprocess, sys, tempfile
import duckdb

warehouse, layout, repository, *tags = sys.argv[1:]
varve = pathlib.Path(__file__).resolve().parents[2] / "bin" / "varve"
db = duckdb.connect(config={"threads": 2})
table = lambda name: f"'{warehouse}/{name}/**/*.parquet'"

def escaped(path):
    raw = os.fsencode(path)
    text = raw.decode("utf-8", "surrogateescape")
    return "".join(
        f"\\x{ord(c) & 255:02x}" if c == "\\" or ord(c) < 32 or ord(c) == 127 or 0xdc80 <= ord(c) < 0xdd00 else c for c in text)

with tempfile.TemporaryDirectory() as work:
    listed = os.path.join(work, "all.csv")
    expected, gone, names = {}, 0, 0
    with open(listed, "w", newline="", errors="surrogateescape") as out:
        rows = csv.writer(out)
        rows.writerow(["image", "run", "path"])
        for tag in tags:
            image = f"{repository}:{tag}"
            subprocess.run(["umoci", "unpack", "--image", f"{layout}:{tag}", f"{work}/{tag}"], check=True)
            root = f"{work}/{tag}/rootfs"
            there = set()
            for folder, folders, files in os.walk(root):
                for name in folders + files:
                    full = os.path.join(folder, name)
                    path = os.path.relpath(full, root)
                    there.add(escaped(path))
                    if os.path.isfile(full) and not os.path.islink(full):
                        run = "/" + escaped(path)
                        rows.writerow([image, run, "/" + path])
                        names += os.stat(full).st_nlink > 1
                        digest = hashlib.sha256(pathlib.Path(full).read_bytes()).hexdigest()
                        expected[image, run] = (digest, os.path.getsize(full))
            of_layers = db.execute(
                f"SELECT DISTINCT path FROM {table('layer_recipe')} JOIN {table('image_layer')} USING (layer_digest)"
                f" JOIN {table('image_tag')} USING (image_digest) WHERE repository = ? AND tag = ? AND path <> '.'"
                " AND kind NOT IN ('WHITEOUT', 'OPAQUE', 'METADATA')", [repository, tag]).fetchall()
            for (path,) in of_layers:
                if path not in there and "\\" not in path:
                    rows.writerow([image, "gone", "/" + path])
                    gone += 1
    subprocess.run([str(varve), "simulate", "startup", "--warehouse", warehouse, "--accesses", listed], check=True)
    found = {}
    for image, run, digest, size in db.execute(
        "SELECT repository || ':' || tag, run, lower(hex(fingerprint)), bytes"
        f" FROM {table('startup_file')} JOIN {table('image_tag')} USING (image_digest) WHERE repository = ?",
        [repository]).fetchall():
        found[image, run] = (digest, size)
    drops = db.execute(f"SELECT run = 'gone' AND reason = 'ABSENT', count(*) FROM {table('startup_drop')} GROUP BY 1").fetchall()
differing = sorted(set(expected.items()) ^ set(found.items()))
print(f"{len(tags)} images, {len(expected)} files ({names} of them hard links), {gone} paths that unpacking leaves out")
print(f"dropped as absent: {dict(drops).get(True, 0)}, otherwise: {dict(drops).get(False, 0)}; differing: {len(differing)}")
for line in differing[:40]:
    print(line)
sys.exit(1 if differing or dict(drops) not in ({True: gone}, {}) or dict(drops).get(True, 0) != gone else 0)
