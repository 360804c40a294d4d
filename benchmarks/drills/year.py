#!/usr/bin/env python3
"""Shows what a year of nights costs those that read the warehouse, before and after `compact`.

A layout gets an image of one new small layer each night, and is ingested. Then a report and an ingest of an unchanged
layout are timed, in turns, on three warehouses: that of the year, the same after `compact`, and a fresh one that
ingested the last night's layout at once. Ends with 1 when the compacted one takes more than 1.2 times as long as the
fresh one (medians), or when rows differ.
Needs: a JDK, a build, python3 with duckdb. Usage: year.py [NIGHTS, 365] [PAIRS, 5]
Variables: VARVE (the launcher), WORK (a folder, made unless given; one with a finished year is used again).
"""
import hashlib, io, json, os, pathlib, shutil, statistics, subprocess, sys, tarfile, tempfile, time

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-year-"))
nights = int(sys.argv[1]) if len(sys.argv) > 1 else 365
pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
layout, images = work / "layout", []
(layout / "blobs/sha256").mkdir(parents=True, exist_ok=True)
(layout / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')


def blob(data, kind):
    name = hashlib.sha256(data).hexdigest()
    (layout / "blobs/sha256" / name).write_bytes(data)
    return {"mediaType": kind, "digest": "sha256:" + name, "size": len(data)}


def push(night):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for file in range(20):
            data = hashlib.sha256(f"{night % 50} {file}".encode()).digest() * 100
            member = tarfile.TarInfo(f"app/{night}/file{file}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    layer = blob(archive.getvalue(), "application/vnd.oci.image.layer.v1.tar")
    config = {"architecture": "amd64", "os": "linux", "rootfs": {"type": "layers", "diff_ids": [layer["digest"]]},
              "created": time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(1735689600 + 86400 * night)), "history": [{}]}
    manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
                "config": blob(json.dumps(config).encode(), "application/vnd.oci.image.config.v1+json"), "layers": [layer]}
    image = blob(json.dumps(manifest).encode(), manifest["mediaType"])
    image["annotations"] = {"org.opencontainers.image.ref.name": f"team/app:{night}"}
    images.append(image)
    (layout / "index.json").write_text(json.dumps({"schemaVersion": 2, "manifests": images}))


def run(*words):
    began = time.monotonic()
    subprocess.run([varve, *map(str, words)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - began


year, compacted, fresh = work / "year", work / "compacted", work / "fresh"
finished = work / "finished"
for night in range(nights):
    push(night)
    if not finished.exists():
        run("ingest", "registry", layout, "--warehouse", year)
        if night % 30 == 0:
            print(f"night {night}", flush=True)
finished.touch()
for old in (compacted, fresh):
    shutil.rmtree(old, ignore_errors=True)
shutil.copytree(year, compacted)
print(f"compact took {run('compact', '--warehouse', compacted, '--before', '90d'):.1f} s")
run("ingest", "registry", layout, "--warehouse", fresh)
files = {name: sum(1 for _ in folder.glob("[!.]*/*.parquet")) for name, folder in
         (("year", year), ("compacted", compacted), ("fresh", fresh))}
print("files:", files)
seconds = {}
for _ in range(pairs):
    for name, folder in (("year", year), ("compacted", compacted), ("fresh", fresh)):
        for what, words in (("report", ("report", "dedup-summary")), ("ingest", ("ingest", "registry", layout))):
            seconds.setdefault((what, name), []).append(run(*words, "--warehouse", folder))
bad = False
for what in ("report", "ingest"):
    medians = {name: statistics.median(seconds[what, name]) for name in ("year", "compacted", "fresh")}
    ratios = {name: medians[name] / medians["fresh"] for name in medians}
    print(what, {name: f"{value:.2f} s, {ratios[name]:.2f}" for name, value in medians.items()})
    bad |= ratios["compacted"] > 1.2
same = subprocess.run([sys.executable, str(here / "compare_warehouses.py"), str(year), str(compacted)],
                      env=dict(os.environ, QUIET="1"), capture_output=True, text=True)
print("rows of the year and after compact:", "equal" if same.returncode == 0 else same.stdout[-2000:])
sys.exit(1 if bad or same.returncode else 0)
