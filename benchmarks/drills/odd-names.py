#!/usr/bin/env python3
"""Shows that nothing vanishes by its name: disks, VMs, tags, repositories and folders of a registry with odd names are
each read, or a row of rejected_blob, and that this is so in any locale.

Names with umlauts, of other scripts, of letters beyond 16 bits, decomposed, of bytes that no charset has, with control
letters, quotes, patterns, escapes, of 255 bytes, and more. Each is given to a VM, to a disk, to a tag and a repository
of a storage tree, and to a folder that is an OCI layout. `ingest snapshots` and `ingest registry` read them under
LC_ALL=C and under C.UTF-8, both into a warehouse of their own; all rows must be the same, and as many as there are
names. Names that are UTF-8 are read as they stand; of the others there is a row of rejected_blob each.
Prints a line an input; ends with 1 when anything did not hold.
Needs: a JDK, a build, python3 with duckdb; Linux. Usage: odd-names.py
Variables: VARVE (the launcher), WORK (a folder, made unless given).
"""
import ast, gzip, hashlib, io, json, os, pathlib, subprocess, sys, tarfile, tempfile, duckdb

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-names"))
MOST = 255  # bytes of a name in Linux
NAMES = [name if isinstance(name, bytes) else name.encode() for name in (
    "plain", "\u00e4\u00f6\u00fc", "u\u0308ber", "\u65e5\u672c\u8a9e", "\u0440\u0443\u0441\u0441\u043a\u0438\u0439",
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\U0001f600", "\U0001f468\u200d\U0001f469", "\ufeffmark", "\u202ereversed",
    "zero\u200bwidth", "line\nend", "tab\tstop", "return\rhere", "esc\x1b[31mred", "bell\x07", "del\x7f", "c1\u009b31m",
    "a b", " around ", "qu\"ote", "apos'trophe", "back\\slash", "comma,semi;colon", "per%41cent", "hash#mark", "question?",
    "star*", "[a-z]", "{b,c}", "$HOME", "`id`", "a=b", "a:b", "a@b", "-dash", "--help", "~", "a..b", "CON", "null",
    b"byte\xff", b"\xff\xfe", b"half\xc3", b"overlong\xc0\xaf", b"surrogate\xed\xa0\x80", b"latin\xfc",
    "l" * MOST, "\u00fc" * (MOST // 2), "\U0001f600" * (MOST // 4))]
failures = 0


def fail(what):
    global failures
    failures += 1
    print("FAILED:", what, file=sys.stderr, flush=True)


def fit(name, suffix=b""):
    """The name with a suffix, cut between letters so that a file may have it."""
    return name[:(MOST - len(suffix)) // 4 * 4 if len(name) > 200 else MOST] + suffix


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(data)


def sha(data):
    return hashlib.sha256(data).hexdigest()


def image(number):
    """Layer, config and manifest of an image of one file that holds its number."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        entry = tarfile.TarInfo("number")
        entry.size = 4
        tar.addfile(entry, io.BytesIO(b"%04d" % number))
    layer = gzip.compress(archive.getvalue(), mtime=0)
    config = json.dumps({"os": "linux", "architecture": "amd64", "rootfs": {
        "type": "layers", "diff_ids": ["sha256:" + sha(archive.getvalue())]}}).encode()
    manifest = json.dumps({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": {
        "mediaType": "application/vnd.oci.image.config.v1+json", "digest": "sha256:" + sha(config), "size": len(config)},
        "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": "sha256:" + sha(layer),
                    "size": len(layer)}]}).encode()
    return layer, config, manifest


def make(root):
    """The inputs; how many things each of them holds."""
    disks, tree, layouts = (os.fsencode(root / name) for name in ("disks", "tree", "layouts"))
    blobs = tree + b"/docker/registry/v2/blobs/sha256/"
    repositories = tree + b"/docker/registry/v2/repositories/"
    for number, name in enumerate(NAMES):
        write(disks + b"/" + fit(name) + b"/a.raw", b"v" * (1000 + number))
        write(disks + b"/vm/" + fit(name, b".raw"), b"d" * (5000 + number))
        parts = image(number)
        manifest = sha(parts[2])
        for part in parts:
            write(blobs + sha(part)[:2].encode() + b"/" + sha(part).encode() + b"/data", part)
            write(layouts + b"/" + fit(name) + b"/blobs/sha256/" + sha(part).encode(), part)
        link = b"sha256:" + manifest.encode()
        for repository, tag in ((b"app", fit(name)), (fit(name), b"latest")):
            manifests = repositories + repository + b"/_manifests"
            write(manifests + b"/tags/" + tag + b"/current/link", link)
            write(manifests + b"/revisions/sha256/" + manifest.encode() + b"/link", link)
        layout = layouts + b"/" + fit(name)
        write(layout + b"/oci-layout", b'{"imageLayoutVersion":"1.0.0"}')
        write(layout + b"/index.json", json.dumps({"schemaVersion": 2, "manifests": [{
            "mediaType": "application/vnd.oci.image.manifest.v1+json", "digest": "sha256:" + manifest,
            "size": len(parts[2])}]}).encode())


def run(locale, verb, source, warehouse):
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    environment["LC_ALL"] = locale
    done = subprocess.run([varve, "ingest", verb, str(source), "--warehouse", str(warehouse), "--quiet"],
                          env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode:
        fail(f"ingest {verb} {source.name} under {locale} ended with {done.returncode}: {done.stderr[-1000:]!r}")
    steering = [octet for octet in done.stdout + done.stderr if octet < 32 and octet not in b"\n\t"]
    if steering:
        fail(f"ingest {verb} {source.name} under {locale} printed control letters: {bytes(steering)!r}")


def rows(warehouse, query):
    db = duckdb.connect()
    for folder in warehouse.glob("[!.]*"):
        if any(folder.glob("*.parquet")):
            db.execute(f"CREATE VIEW {folder.name} AS FROM read_parquet('{folder}/*.parquet')")
    try:
        return sorted(map(repr, db.execute(query).fetchall()))
    except duckdb.CatalogException:
        return []


make(work)
REJECTED = "SELECT source, digest, reason, message FROM rejected_blob"
# An input, its verb, the columns that name what was read, and how names stand there, each as often as it was given.
INPUTS = [
    ("disks", "snapshots", "SELECT vm, snapshot, virtual_bytes FROM snapshot",
     [(fit(name), b"a") for name in NAMES] + [(b"vm", fit(name, b".raw")[:-4]) for name in NAMES]),
    ("tree", "registry", "SELECT repository, tag, image_digest FROM image_tag WHERE tag IS NOT NULL",
     [(b"app", fit(name)) for name in NAMES] + [(fit(name), b"latest") for name in NAMES]),
    ("layouts", "registry", "SELECT DISTINCT repository, image_digest FROM image_tag", [(fit(name),) for name in NAMES]),
]


def decoded(names):
    """Names as text; None where any of them is no UTF-8."""
    try:
        return tuple(name.decode() for name in names)
    except UnicodeDecodeError:
        return None


for name, verb, query, given in INPUTS:
    things, texts = len(given), set(map(decoded, given)) - {None}
    found = {}
    for locale in ("C", "C.UTF-8"):
        warehouse = work / f"{name}-{locale}"
        run(locale, verb, work / name, warehouse)
        found[locale] = rows(warehouse, query), rows(warehouse, REJECTED)
    read, rejected = found["C"]
    for kind, one, other in zip(("read", "rejected"), found["C"], found["C.UTF-8"]):
        for row in sorted(set(one) ^ set(other)):
            fail(f"{name}: {kind} under one locale only: {row}")
    named = {row[:len(given[0])] for row in map(ast.literal_eval, read)}
    for text in sorted(named ^ texts):
        fail(f"{name}: {text} was {'given' if text in texts else 'read'} only")
    if len(read) + len(rejected) != things:
        fail(f"{name}: {things} names, but {len(read)} read and {len(rejected)} rejected")
        print("\n".join(read + rejected), file=sys.stderr)
    print(f"{name:8} {things:4} names, {len(read)} read, {len(rejected)} rejected, {failures} failures", flush=True)
print(f"{len(NAMES)} odd names, {failures} failures")
sys.exit(1 if failures else 0)
