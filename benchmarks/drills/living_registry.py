#!/usr/bin/env python3
"""Shows that a warehouse follows a registry that lives: docker-registry (Distribution 2.8) over 30 simulated nights of
pushes, tags that move, deletions, collections of garbage, failed and killed ingests, ingests of one repository by API,
and a backup that is restored.

After each ingest images, tags, layers and bytes are compared with what this script counts in the folder by itself,
`report changes` with its own list, and `report freed` with the lengths of the blobs that went. At the end each night is
asked for again by --as-of, then once more after `compact`. Ends with 1 when anything differs.
Needs: a JDK, a build, docker-registry (Debian's package of this name). Usage: living_registry.py [NIGHTS, 30] [SEED, 1]
Variables: VARVE (the launcher), WORK (a folder, made unless given), SPARK_NIGHTS (every so many nights by Spark, 10).
"""
import gzip, hashlib, io, json, os, pathlib, random, shutil, signal, socket, subprocess, sys, tarfile, tempfile, time
import urllib.error, urllib.request

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-nights"))
nights = int(sys.argv[1]) if len(sys.argv) > 1 else 30
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
spark_nights = int(os.environ.get("SPARK_NIGHTS", "10"))
draw = random.Random(seed)
root, warehouse = work / "registry", work / "w"
v2 = root / "docker/registry/v2"
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
host = f"127.0.0.1:{port}"
faults = []


def fault(text):
    faults.append(text)
    print("  DIFFERS:", text, flush=True)


def same(what, varves, own):
    if varves != own:
        fault(f"{what}: varve {varves}, counted {own}")


# The registry.
INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
config_file = work / "config.yml"


class Server:
    process = None

    def start(self):
        self.process = subprocess.Popen(
            ["docker-registry", "serve", str(config_file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://{host}/v2/")
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("the registry does not answer")

    def stop(self):
        self.process.terminate()
        self.process.wait()


server = Server()


def call(method, path, data=None, kind="application/octet-stream"):
    url = path if path.startswith("http") else f"http://{host}/v2/{path}"
    request = urllib.request.Request(url, data=data, method=method, headers={"Content-Type": kind})
    with urllib.request.urlopen(request) as answer:
        return answer


def push_blob(repository, data):
    digest = "sha256:" + hashlib.sha256(data).hexdigest()
    place = call("POST", f"{repository}/blobs/uploads/", b"").headers["Location"]
    call("PUT", place + ("&" if "?" in place else "?") + "digest=" + digest, data)
    return {"digest": digest, "size": len(data)}


def put_manifest(repository, reference, document, kind):
    data = json.dumps({"schemaVersion": 2, "mediaType": kind, **document}).encode()
    digest = "sha256:" + hashlib.sha256(data).hexdigest()
    call("PUT", f"{repository}/manifests/{reference or digest}", data, kind)
    return {"mediaType": kind, "digest": digest, "size": len(data)}


def layer(number):
    """A layer that is the same for the same number, and of which every third is large."""
    own = random.Random(number)
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for file in range(own.randint(1, 4)):
            content = own.randbytes(own.randint(100, 40_000 if number % 3 == 0 else 3_000))
            entry = tarfile.TarInfo(f"l{number}/f{file}")
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return gzip.compress(archive.getvalue(), 1, mtime=0), "sha256:" + hashlib.sha256(archive.getvalue()).hexdigest()


def push_image(repository, reference, machine="amd64"):
    layers = [layer(draw.randrange(60)) for _ in range(draw.randint(1, 4))]
    config = push_blob(repository, json.dumps(
        {"os": "linux", "architecture": machine, "rootfs": {"type": "layers", "diff_ids": [diff for _, diff in layers]},
         "config": {"Labels": {"n": str(draw.random())}}}).encode())
    return put_manifest(repository, reference, {
        "config": {"mediaType": "application/vnd.oci.image.config.v1+json", **config},
        "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", **push_blob(repository, blob)}
                   for blob, _ in layers]}, MANIFEST)


def push_index(repository, tag):
    entries = [dict(push_image(repository, None, machine), platform={"os": "linux", "architecture": machine})
               for machine in ("amd64", "arm64")]
    return put_manifest(repository, tag, {"manifests": entries}, INDEX)


def push_artifact(repository, tag):
    content = push_blob(repository, b"signature %f" % draw.random())
    return put_manifest(repository, tag, {
        "config": {"mediaType": "application/vnd.example.config.v1+json", **push_blob(repository, b"{}")},
        "layers": [{"mediaType": "application/vnd.example.signature.v1", **content}]}, MANIFEST)


# What is in the folder, counted by this script alone.
def document(digest):
    path = v2 / "blobs/sha256" / digest[7:9] / digest[7:] / "data"
    return json.loads(path.read_bytes()) if path.exists() else None


everything = {}  # manifests that were there in any night


def is_image(manifest):
    return "image.config" in manifest.get("config", {}).get("mediaType", "")


def repositories():
    return sorted(str(p.parent.relative_to(v2 / "repositories")) for p in (v2 / "repositories").glob("*/**/_manifests"))


def look(repository, seen=False):
    """Tags of a repository, and its linked manifests; what an ingest sees too is kept in everything."""
    own = v2 / "repositories" / repository / "_manifests"
    tags = {link.parent.parent.name: link.read_text() for link in own.glob("tags/*/current/link")}
    linked = {"sha256:" + link.parent.name for link in own.glob("revisions/sha256/*/link")}
    for digest in linked:
        known = document(digest)
        if known and seen:
            everything[digest] = known
    return {tag: digest for tag, digest in tags.items() if digest in linked}, linked


def images_below(digest, linked):
    manifest = everything.get(digest)
    if digest not in linked or document(digest) is None:
        return set()
    if "manifests" in manifest:
        return set().union(*[images_below(child["digest"], linked) for child in manifest["manifests"]])
    return {digest} if is_image(manifest) else set()


def place_of(repository, untagged=True):
    """The names that are at one place: (repository, tag or None, manifest) and (repository, tag or None, image)."""
    tags, linked = look(repository, seen=True)
    names = {(repository, tag, digest) for tag, digest in tags.items()}
    images = {(repository, tag, image) for tag, digest in tags.items() for image in images_below(digest, linked)}
    if untagged:
        names |= {(repository, None, digest) for digest in linked - set(tags.values())}
        tagged = {image for _, _, image in images}
        images |= {(repository, None, image) for digest in linked for image in images_below(digest, linked) - tagged}
    return names, images


def blobs():
    return {"sha256:" + path.parent.name: path.stat().st_size for path in (v2 / "blobs").glob("sha256/*/*/data")}


def unnamed(stored):
    named = set()
    for repository in repositories():
        for digest in look(repository)[1]:
            manifest = document(digest) or {}
            named |= {digest}
            for part in [manifest.get("config")] + manifest.get("layers", []) + manifest.get("manifests", []):
                named |= {part["digest"]} if part else set()
    return sum(size for digest, size in stored.items() if digest not in named)


def layers_ever():
    return {part["digest"]: part["size"] for manifest in everything.values() if is_image(manifest)
            for part in manifest["layers"]}


# The warehouse.
def run(*arguments, ends=0, **options):
    done = subprocess.run([varve, *map(str, arguments)], capture_output=True, text=True, **options)
    if done.returncode != ends:
        fault(f"varve {' '.join(map(str, arguments))} ended with {done.returncode}: {done.stderr[-600:]}")
    return done.stdout


def rows(sql, *options):
    return json.loads(run("sql", "--warehouse", warehouse, "--format", "json", *options, sql))["rows"]


COUNTS = """SELECT (SELECT max(run_id) FROM run WHERE verb = 'ingest registry') AS run, (SELECT count(*) FROM image) AS images,
 (SELECT count(*) FROM image_tag) AS tags, (SELECT count(*) FROM layer) AS layers,
 (SELECT coalesce(sum(compressed_bytes), 0) FROM layer) AS bytes,
 (SELECT counts['leftover_blob_bytes'] FROM run WHERE verb = 'ingest registry' ORDER BY started_at DESC LIMIT 1) AS waiting"""


class State:
    """What ingests have seen: by place, and the blobs of the folder."""

    def __init__(self):
        self.places, self.blobs, self.waiting = {}, {}, None

    def see_tree(self):
        self.places = {key: value for key, value in self.places.items() if key[0] == "api"}
        for repository in repositories():
            self.places["tree", repository] = place_of(repository)
        self.blobs = blobs()
        self.waiting = unnamed(self.blobs) or None

    def see_api(self, repository):
        # The registry lists no manifests without a tag; those below an index are found by it.
        self.places["api", repository] = place_of(repository, untagged=False)
        self.waiting = None

    def copy(self):
        other = State()
        other.places, other.blobs, other.waiting = dict(self.places), dict(self.blobs), self.waiting
        return other

    def names(self):
        return set().union(*[names for names, _ in self.places.values()])

    def images(self):
        return {image for _, all_images in self.places.values() for _, _, image in all_images}

    def tags(self):
        all_tags = set().union(*[images for _, images in self.places.values()])
        tagged = {(repository, image) for repository, tag, image in all_tags if tag}
        return {one for one in all_tags if one[1] or (one[0], one[2]) not in tagged}

    def layers(self):
        ever = layers_ever()
        named = {part["digest"] for image in self.images() for part in everything[image]["layers"]}
        return {digest: size for digest, size in ever.items() if digest in self.blobs or digest in named}


def own_changes(before, now):
    listed = {child["digest"] for manifest in everything.values() for child in manifest.get("manifests", [])}

    def by_tag(state):
        tags = {}
        for repository, tag, digest in state.names():
            if tag:
                tags.setdefault(f"{repository}:{tag}", set()).add(digest)
        return tags

    old, new = by_tag(before), by_tag(now)
    changes = {("new" if name not in old else "gone" if name not in new else "moved", "tag", name)
               for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    had = {(repository, digest) for repository, _, digest in before.names()}
    has = {(repository, digest) for repository, _, digest in now.names()}
    untagged = {state: {(r, d) for r, tag, d in state.names() if tag is None and d not in listed} for state in (before, now)}
    changes |= {("new", "manifest", f"{r}@{d}") for r, d in untagged[now] if (r, d) not in had}
    changes |= {("gone", "manifest", f"{r}@{d}") for r, d in untagged[before] if (r, d) not in has}
    return changes


def compare(before, now):
    counted = rows(COUNTS)[0]
    layers = now.layers()
    same("images", counted["images"], len(now.images()))
    same("tags", counted["tags"], len(now.tags()))
    same("layers", counted["layers"], len(layers))
    same("bytes", counted["bytes"], sum(layers.values()))
    same("bytes that no manifest names", counted["waiting"] or None, now.waiting)
    reports = json.loads(run("report", "changes", "freed", "--warehouse", warehouse, "--format", "json"))
    report = {one["name"]: one["rows"] for one in reports}
    theirs = {(row["change"], row["thing"], row["name"]) for row in report["changes"]}
    own = own_changes(before, now)
    if theirs != own:
        fault(f"changes: varve alone {sorted(theirs - own)[:4]}, counted alone {sorted(own - theirs)[:4]}")
    freed = report["freed"][0]
    went = before.blobs.keys() - now.blobs.keys()
    same("freed blobs", freed["freed_blobs"], len(went))
    same("freed bytes", freed["freed_bytes"], sum(before.blobs[one] for one in went))
    return counted["run"]


def as_of(night, run_id, state):
    lines = run("report", "coverage", "--warehouse", warehouse, "--format", "csv", "--as-of", run_id).splitlines()
    found = {tuple(line.split(",")[:3]): line.split(",")[3:5] for line in lines[1:]}
    read = int(found.get(("image", "read", "-"), [0])[0])
    same(f"night {night} as of then, images", read, len(state.images()))
    layers = [found.get(("layer", "ingested", reason), ["0", "0"]) for reason in ("listed by an image", "in no image")]
    own = state.layers_then
    same(f"night {night} as of then, layers", sum(int(one[0]) for one in layers), len(own))
    same(f"night {night} as of then, bytes", sum(int(one[1] or 0) for one in layers), sum(own.values()))


def ingest(night):
    engine = ["--set", "engine.name=spark"] if spark_nights and night % spark_nights == spark_nights - 1 else []
    run("ingest", "registry", root, "--warehouse", warehouse, *engine)


def remove_tag(repository, tag):
    try:
        call("DELETE", f"{repository}/manifests/{tag}")
    except urllib.error.HTTPError:  # version 2.8 deletes by digest alone; operators delete the folder
        shutil.rmtree(v2 / "repositories" / repository / "_manifests/tags" / tag)


def day():
    """What happens between two nights."""
    done = []
    for _ in range(draw.randint(1, 5)):
        repository = draw.choice(["app", "web", "team/db", "team/deep/er"])
        have = look(repository)[0] if (v2 / "repositories" / repository).exists() else {}
        what = draw.choice(["push", "push", "push", "index", "artifact", "retag", "tag", "manifest"])
        tag = f"v{draw.randrange(8)}"
        if what == "push":
            push_image(repository, tag)
        elif what == "index":
            push_index(repository, tag)
        elif what == "artifact":
            push_artifact(repository, f"sig-{draw.randrange(4)}")
        elif not have:
            continue
        elif what == "retag":
            digest = draw.choice(sorted(have.values()))
            put_data = (v2 / "blobs/sha256" / digest[7:9] / digest[7:] / "data").read_bytes()
            try:
                call("PUT", f"{repository}/manifests/{tag}", put_data, json.loads(put_data)["mediaType"])
            except urllib.error.HTTPError:  # garbage-collect -m deletes children of indexes that have a tag
                continue
        elif what == "tag":
            remove_tag(repository, draw.choice(sorted(have)))
        else:
            call("DELETE", f"{repository}/manifests/{draw.choice(sorted(have.values()))}")
        done.append(what)
    if draw.random() < 0.35:
        server.stop()
        collect = ["docker-registry", "garbage-collect", *(["-m"] if draw.random() < 0.3 else []), str(config_file)]
        subprocess.run(collect, check=True, capture_output=True)
        server.start()
        done.append(" ".join(collect[1:-1]))
    return done


def main():
    root.mkdir(parents=True)
    config_file.write_text(f"""version: 0.1
log: {{level: error}}
storage:
  filesystem: {{rootdirectory: {root}}}
  delete: {{enabled: true}}
  maintenance: {{uploadpurging: {{enabled: false}}}}
http: {{addr: {host}}}
""")
    server.start()
    state, history = State(), []
    backup = work / "backup"
    for night in range(nights):
        done = day() if night else [push_image(r, "v0") and "push" for r in ("app", "web", "team/db")]
        if night == nights // 3:
            shutil.copytree(root, backup, symlinks=True)
            done.append("BACKUP")
        if night == 2 * nights // 3:
            server.stop()
            shutil.rmtree(root)
            shutil.copytree(backup, root, symlinks=True)
            server.start()
            done.append("RESTORED")
        before = state
        if night in (5, nights - 3):
            server.stop()
            root.rename(work / "away")
            root.mkdir()
            run("ingest", "registry", root, "--warehouse", warehouse, ends=4)
            root.rmdir()
            run("ingest", "registry", root, "--warehouse", warehouse, ends=4)
            (work / "away").rename(root)
            server.start()
            counted = rows(COUNTS)[0]
            same("images after a night without input", counted["images"], len(state.images()))
            same("layers after a night without input", counted["layers"], len(state.layers_then))
            done.append("AWAY")
        if night % 4 == 2:
            killed = subprocess.Popen([varve, "ingest", "registry", root, "--warehouse", warehouse],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(draw.uniform(0.3, 2.5))
            os.killpg(killed.pid, signal.SIGKILL)
            killed.wait()
            done.append("KILLED")
            # If it had published its end before, this night has no changes left; then the comparison is with it.
            ended = rows("SELECT count(*) AS n FROM run WHERE verb = 'ingest registry' AND finished_at IS NOT NULL")[0]["n"]
            if ended > len(history):
                before = State()
                before.see_tree()
                before.places = {**{k: v for k, v in state.places.items() if k[0] == "api"}, **before.places}
                done.append("TOO LATE")
                history.append((rows(COUNTS)[0]["run"], None))
        if night % 7 == 4:
            repository = draw.choice([one for one in repositories() if look(one)[0]])
            state = before.copy()
            state.see_api(repository)
            run("ingest", "registry", f"docker://{host}/{repository}", "--warehouse", warehouse)
            done.append("API " + repository)
        else:
            state = before.copy()
            state.see_tree()
            ingest(night)
        state.layers_then = state.layers()
        print(f"night {night}: {', '.join(done)}; {len(state.images())} images, {len(state.tags())} tags,"
              f" {len(state.layers_then)} layers", flush=True)
        history.append((compare(before, state), state))
    for night, (run_id, then) in enumerate(history):
        if then:
            as_of(night, run_id, then)
    checks = run("check", "--files", "--warehouse", warehouse)
    middle = len(history) // 2
    run("compact", "--warehouse", warehouse, "--before", history[middle][0])
    run("check", "--files", "--warehouse", warehouse)
    for night, (run_id, then) in list(enumerate(history))[middle:]:
        if then:
            as_of(f"{night} after compact", run_id, then)
    same("images after compact", rows(COUNTS)[0]["images"], len(state.images()))
    both = [run("report", "changes", "freed", "history", "--warehouse", warehouse, "--format", "csv",
                "--since", history[middle][0], "--engine", engine) for engine in ("duckdb", "spark")]
    same("reports by Spark", both[1], both[0])


try:
    main()
finally:
    if server.process and server.process.poll() is None:
        server.stop()
print(f"{nights} nights, seed {seed}: {len(faults)} differences")
sys.exit(1 if faults else 0)
