#!/usr/bin/env python3
"""Compares what `varve simulate retention` frees of a registry with what `registry garbage-collect --dry-run` lists (with and
without -m), and with a count of its own over the raw tables: 60 policies for each collection.
Without STORE it makes a store from a seed: shared layers, indexes, referrers, manifests without a tag, tags of equal times.
STORE (a folder that holds docker/registry/v2) is copied by hard links; nothing in it changes.
Usage: compare_registry.py WORK [STORE]   (docker-registry 2.8.2 of Debian 12; a Python with duckdb; VARVE: another bin/varve;
SEED and COLLECTIONS: 1 and distribution-2,reachable unless given)"""
import collections, datetime, gzip, hashlib, io, json, os, pathlib, random, re, shutil, subprocess, sys, tarfile
import duckdb

work = pathlib.Path(sys.argv[1])
store = work / "store"
varve = os.environ.get("VARVE", str(pathlib.Path(__file__).resolve().parents[2] / "bin" / "varve"))
rng = random.Random(int(os.environ.get("SEED", "1")))
NOW = "2026-01-01T00:00:00Z"
root = "docker/registry/v2"
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)

def blob(data):
    digest = hashlib.sha256(data).hexdigest()
    path = store / root / "blobs/sha256" / digest[:2] / digest / "data"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return "sha256:" + digest

def link(path, digest):
    path.mkdir(parents=True, exist_ok=True)
    (path / "link").write_text(digest)

def synthetic():
    layers = []
    for number in range(40):
        raw = io.BytesIO()
        with tarfile.open(fileobj=raw, mode="w") as tar:
            for name in range(rng.randint(1, 5)):
                content = f"file {rng.randint(0, 60)} ".encode() * rng.randint(1, 400)
                info = tarfile.TarInfo(f"d{number}/f{name}")
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
        data = gzip.compress(raw.getvalue(), mtime=0)
        layers.append((blob(data), len(data), "sha256:" + hashlib.sha256(raw.getvalue()).hexdigest()))
    oci = "application/vnd.oci.image."
    for number in range(12):
        repository = store / root / "repositories" / rng.choice(["", "team/"]) / f"app{number}"
        def put(document, tag=None):
            data = json.dumps(document).encode()
            digest = blob(data)
            link(repository / "_manifests/revisions/sha256" / digest[7:], digest)
            for one in [document.get("config")] + document.get("layers", []):
                if one:
                    link(repository / "_layers/sha256" / one["digest"][7:], one["digest"])
            if tag:
                link(repository / "_manifests/tags" / tag / "current", digest)
                link(repository / "_manifests/tags" / tag / "index/sha256" / digest[7:], digest)
            return {"mediaType": document["mediaType"], "digest": digest, "size": len(data)}
        def image(tag=None, subject=None):
            own = rng.sample(layers, rng.randint(1, 4))
            day = rng.choice([datetime.datetime(2025, 1, 1)] + [datetime.datetime(2025, rng.randint(1, 12), rng.randint(1, 28))] * 4)
            config = json.dumps({"os": "linux", "architecture": rng.choice(["amd64", "arm64"]), "n": rng.randint(0, 99),
                                 "created": None if rng.random() < 0.1 else day.isoformat() + "Z",
                                 "rootfs": {"type": "layers", "diff_ids": [one[2] for one in own]}}).encode()
            document = {"schemaVersion": 2, "mediaType": oci + "manifest.v1+json",
                        "config": {"mediaType": oci + "config.v1+json", "digest": blob(config), "size": len(config)},
                        "layers": [{"mediaType": oci + "layer.v1.tar+gzip", "digest": d, "size": n} for d, n, _ in own]}
            if subject:
                document["subject"] = subject
            return put(document, tag)
        known = []
        for version in range(rng.randint(1, 12)):
            tag = f"1.{version}"
            kind = rng.random()
            if kind < 0.6 or not known:
                known.append(image(tag))
            elif kind < 0.7:  # another tag of the same
                digest = rng.choice(known)["digest"]
                link(repository / "_manifests/tags" / tag / "current", digest)
                link(repository / "_manifests/tags" / tag / "index/sha256" / digest[7:], digest)
            elif kind < 0.9:
                children = [image() for _ in range(rng.randint(1, 2))] + rng.sample(known, rng.randint(0, 1))
                known.append(put({"schemaVersion": 2, "mediaType": oci + "index.v1+json", "manifests": children}, tag))
            else:
                image()
            if rng.random() < 0.3:
                image(subject=rng.choice(known))
            if rng.random() < 0.1:
                image("latest")
            if rng.random() < 0.2:
                image(f"sha256-{rng.choice(known)['digest'][7:]}.sig")

if len(sys.argv) > 2:
    subprocess.run(["cp", "-al", sys.argv[2], str(store)], check=True)
else:
    synthetic()
warehouse = work / "w"
subprocess.run([varve, "ingest", "registry", str(store), "--warehouse", str(warehouse), "--quiet"], check=True)
db = duckdb.connect()
db.execute("SET TimeZone = 'UTC'")
def rows(sql):
    return db.execute(re.sub(r"\{(\w+)\}", lambda m: f"read_parquet('{warehouse}/{m.group(1)}/**/*.parquet')", sql)).fetchall()

# The raw tables, for the count of our own.
held = rows("SELECT repository, tag, manifest_digest, CAST(epoch_us(first_seen_at) AS BIGINT) FROM {repository_manifest}")
sizes = {d: b for d, b in rows("SELECT digest, max(bytes) FROM {manifest_reference} GROUP BY 1")}
sizes.update(rows("SELECT layer_digest, compressed_bytes FROM {layer}"))
sizes.update(rows("SELECT manifest_digest, bytes FROM {manifest}"))
subject = {m: s for m, s in rows("SELECT manifest_digest, subject FROM {manifest}")}
led = collections.defaultdict(list)
for m, d, k in rows("SELECT manifest_digest, digest, kind FROM {manifest_reference}"):
    led[m].append((d, k))
built = dict(rows("SELECT image_digest, CAST(epoch_us(created_at) AS BIGINT) FROM {image} WHERE created_at >= '1981-01-01'"))
files = collections.defaultdict(set)
file_bytes = {}
for layer, f, b in rows("SELECT layer_digest, fingerprint, bytes FROM {layer_recipe} WHERE kind = 'FILE'"):
    files[bytes(f)].add(layer)
    file_bytes[bytes(f)] = b
now = int(datetime.datetime.fromisoformat(NOW.replace("Z", "+00:00")).timestamp() * 1e6)
children = lambda m: [d for d, k in led[m] if k == "MANIFEST"]

def below(roots, referrers=()):
    found, left = set(roots), list(roots)
    while left:
        m = left.pop()
        for d in children(m) + [r for r in referrers if subject.get(r) == m]:
            if d not in found and d in subject:
                found.add(d)
                left.append(d)
    return found

def natural(tag):
    return [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in re.findall(r"\d+|\D", tag)]

def expected(newest, days, collection, untagged):
    gone_tags, gone, needed = set(), set(), set()
    for repository in {r for r, *_ in held}:
        own = [(t, m, max([built[i] for i in below([m]) if i in built] or [seen])) for r, t, m, seen in held if r == repository]
        members = below([m for _, m, _ in own])
        signs = lambda t: "sha256:" + t[7:71] if collection == "reachable" and t and re.fullmatch(r"sha256-[0-9a-f]{64}(\..*)?", t) and "sha256:" + t[7:71] in members else None
        tags = [one for one in own if one[0] and not signs(one[0])]
        signatures = [one for one in own if one[0] and signs(one[0])]
        judged = sorted([one for one in tags if one[0] != "latest"], key=lambda one: (one[2], natural(one[0])), reverse=True)
        old = lambda time: not days or time < now - days * 86_400_000_000
        going = {one[0] for rank, one in enumerate(judged) if (newest or days) and (not newest or rank >= newest) and old(one[2])}
        stay = {m for t, m, _ in tags if t not in going}
        if collection == "reachable":
            led_to = below({m for _, m, _ in tags}, members) | {m for _, m, _ in signatures}
            roots = stay | {m for t, m, time in own if not t and m not in led_to and not (untagged and old(time))}
            kept = below(roots, members)
            while True:
                more = below(kept | {m for t, m, _ in signatures if signs(t) in kept}, members)
                if more == kept:
                    break
                kept = more
            going |= {t for t, m, _ in signatures if signs(t) not in kept}
        elif untagged:
            kept = stay
        else:
            kept = members - ({m for t, m, _ in tags if t in going} - stay)
        gone_tags |= {(repository, t) for t in going}
        gone |= {(repository, m) for m in members - kept}
        needed |= kept | {d for m in kept for d, _ in led[m]}
    everything = set()
    for repository in {r for r, *_ in held}:
        members = below([m for r, _, m, _ in held if r == repository])
        everything |= members | {d for m in members for d, _ in led[m]}
    freed = everything - needed
    gone_files = sum(b for f, b in file_bytes.items() if files[f] & everything and files[f] & everything <= freed)
    return gone_tags, gone, freed, gone_files

def collected(gone_tags, gone, untagged):
    """What the registry itself lists, after tags and manifests were deleted in a copy."""
    copy = work / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["cp", "-al", str(store), str(copy)], check=True)
    for repository, tag in gone_tags:
        shutil.rmtree(copy / root / "repositories" / repository / "_manifests/tags" / tag)
    for repository, manifest in () if untagged else gone:
        shutil.rmtree(copy / root / "repositories" / repository / "_manifests/revisions/sha256" / manifest[7:])
    config = work / "config.yml"
    config.write_text(f"version: 0.1\nstorage:\n  filesystem:\n    rootdirectory: {copy}\n  delete:\n    enabled: true\n")
    said = subprocess.run(["docker-registry", "garbage-collect", "--dry-run"] + (["-m"] if untagged else []) + [str(config)],
                          capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"blob eligible for deletion: (sha256:\w+)", said))

compared = blobs = 0
before = collected(set(), set(), False)
if before:
    print(f"the store holds {len(before)} blobs that no manifest leads to; ingest does not see them: left out")
numbers, ages = "0,1,2,3,4,5,6,7,8,9", "any,30d,60d,120d,200d,300d"
for collection in os.environ.get("COLLECTIONS", "distribution-2,reachable").split(","):
    for untagged in [False, True]:
        subprocess.run([varve, "simulate", "retention", "--warehouse", str(warehouse), "--quiet", "--keep-newest", numbers,
                        "--older-than", ages, "--collection", collection, "--now", NOW] + ["--untagged"] * untagged, check=True)
        for policy, newest, seconds, bytes_, of_files in rows(
                "SELECT policy, max(keep_newest), max(older_than_seconds), sum(freed_bytes), sum(freed_file_bytes) FROM {retention_result} GROUP BY 1"):
            tags = set(rows(f"SELECT repository, tag FROM {{retention_tag}} WHERE policy = '{policy}'"))
            gone = set(rows(f"SELECT repository, manifest_digest FROM {{retention_manifest}} WHERE policy = '{policy}'"))
            freed = {d for d, in rows(f"SELECT digest FROM {{retention_blob}} WHERE policy = '{policy}'")}
            own = expected(newest or 0, (seconds or 0) // 86400, collection, untagged)
            assert tags == own[0], (collection, policy, tags ^ own[0])
            assert gone == own[1], (collection, policy, gone ^ own[1])
            assert freed == own[2], (collection, policy, freed ^ own[2])
            assert bytes_ == sum(sizes[d] for d in freed) and of_files == own[3], (collection, policy, bytes_, of_files, own[3])
            if collection != "reachable":
                real = collected(tags, gone, untagged) - before
                assert freed == real, (collection, policy, sorted(freed - real), sorted(real - freed))
            compared += 1
            blobs += len(freed)
        print(f"{collection}{' --untagged' * untagged}: equal so far, {compared} policies, {blobs:,} blobs freed in all", flush=True)
