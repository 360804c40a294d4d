#!/usr/bin/env python3
"""Counts what a registry holds, independently of Varve: gzip, zstd, GNU tar and sha256sum read the content.

Usage: count.py INPUT OUT      INPUT: OCI layout folder, Distribution storage tree, or folder of `docker save` archives
Variable: JOBS (layers read at once, 2).

Writes to OUT, and prints totals.json:
  totals.json, totals.csv   every figure by its name
  histograms.csv            things and bytes by sharing degree (distinct layers), by copies, by images a layer
  layers.tsv images.tsv tags.tsv   as met; an image's layer is named by its diffID
  entries.tsv               every entry of every layer, in archive order
  files.tsv                 diff_id, path, bytes, sha256 of every regular file, sorted
  sharing.tsv               every distinct content and its copies, layers and images

A layer's key is its diffID (sha256 of the plain tar), the same in every form. Only regular files have content: a hard
link is no file and has no bytes, a whiteout (.wh.NAME) is no file; paths that occur twice count twice.
"""
import collections, concurrent.futures, json, os, pathlib, re, subprocess, sys, tempfile

IMAGE_CONFIGS = ("application/vnd.oci.image.config.v1+json", "application/vnd.docker.container.image.v1+json")
UNPACK = {"gzip": ["gzip", "-dc"], "zstd": ["zstd", "-dcq"], "none": ["cat"]}
ENV = dict(os.environ, LC_ALL="C", TZ="UTC")
# One record a regular file, in archive order: size, name, NUL, and the line of sha256sum.
SUM = 'printf "%s\\t%s\\0" "$TAR_SIZE" "$TAR_REALNAME"; exec sha256sum'


def run(*command, **options):
    return subprocess.run(command, check=True, env=ENV, stdout=subprocess.PIPE, **options).stdout


def sha256(path):
    return "sha256:" + run("sha256sum", stdin=open(path, "rb"))[:64].decode()


# ---- the three forms: tags as (repository, tag, image), images as image -> blobs in order; fetch(blob, to) copies one

class Blobs:
    """Manifests and blobs by digest, as a layout and a storage tree have them."""

    def __init__(self, root, path):
        self.root, self.path, self.images, self.tags, self.declared = root, path, {}, [], {}

    def read(self, digest):
        return json.loads(self.file(digest).read_bytes())

    def file(self, digest):
        return self.root / self.path(*digest.split(":"))

    def add(self, repository, tag, digest):
        manifest = self.read(digest)
        if "manifests" in manifest:
            for child in manifest["manifests"]:
                self.add(repository, tag, child["digest"])
        elif manifest["config"]["mediaType"] in IMAGE_CONFIGS:
            self.images[digest] = [layer["digest"] for layer in manifest["layers"]]
            self.declared[digest] = self.read(manifest["config"]["digest"])["rootfs"]["diff_ids"]
            self.tags.append((repository, tag, digest))

    def fetch(self, blob, to):
        run("cp", self.file(blob), to)


def layout(root):
    blobs = Blobs(root, lambda algorithm, name: f"blobs/{algorithm}/{name}")
    for entry in json.loads((root / "index.json").read_bytes())["manifests"]:
        blobs.add("", entry.get("annotations", {}).get("org.opencontainers.image.ref.name", ""), entry["digest"])
    return blobs


def tree(root):
    root = root / "docker/registry/v2"
    blobs = Blobs(root, lambda algorithm, name: f"blobs/{algorithm}/{name[:2]}/{name}/data")
    for manifests in sorted(root.glob("repositories/**/_manifests")):
        repository = str(manifests.parent.relative_to(root / "repositories"))
        for link in sorted(manifests.glob("tags/*/current/link")):
            blobs.add(repository, link.parts[-3], link.read_text().strip())
        held = {digest for name, _, digest in blobs.tags if name == repository}
        for link in sorted(manifests.glob("revisions/*/*/link")):
            digest = link.read_text().strip()
            if digest not in held and "manifests" not in blobs.read(digest):
                blobs.add(repository, "", digest)
    return blobs


class Archives:
    """`docker save` archives: the image is known by its config, a blob by archive and name."""

    def __init__(self, root):
        self.images, self.tags, self.declared = {}, [], {}
        for archive in sorted(root.glob("*.tar")):
            for image in json.loads(run("tar", "-xOf", archive, "manifest.json")):
                config = run("tar", "-xOf", archive, image["Config"])
                digest = "sha256:" + run("sha256sum", input=config)[:64].decode()
                self.images[digest] = [(archive, name) for name in image["Layers"]]
                self.declared[digest] = json.loads(config)["rootfs"]["diff_ids"]
                for name in image["RepoTags"] or []:
                    self.tags.append(("", name.rsplit(":", 1)[1], digest))

    def fetch(self, blob, to):
        with open(to, "wb") as out:
            subprocess.run(["tar", "-xOf", *blob], check=True, stdout=out)


def opened(root):
    if (root / "index.json").exists():
        return layout(root)
    if (root / "docker/registry/v2").exists():
        return tree(root)
    if list(root.glob("*.tar")):
        return Archives(root)
    sys.exit(f"{root}: no OCI layout, no storage tree, no folder of archives")


# ---- one layer

def unquoted(name):
    """Bytes of a name in the `escape` quoting style of GNU tar."""
    plain = {"n": b"\n", "t": b"\t", "r": b"\r", "a": b"\a", "b": b"\b", "f": b"\f", "v": b"\v"}
    def one(match):
        code = match[1].decode()
        return bytes([int(code, 8)]) if code[0] in "01234567" else plain.get(code, code.encode())
    return re.sub(rb"\\([0-7]{3}|.)", one, name, flags=re.S)


def escaped(name):
    """Text of a name: ASCII controls, the backslash and bytes that are no UTF-8 as \\xHH."""
    name = re.sub(rb"[\x00-\x1f\x7f\\]", lambda match: b"\\x%02x" % match[0][0], name)
    return re.sub("[\udc80-\udcff]", lambda match: "\\x%02x" % (ord(match[0]) - 0xDC00),
                  name.decode("utf-8", "surrogateescape"))


def path_of(name):
    """A path as layer_recipe keeps it: no leading ./ and /, no trailing /; the root is a dot."""
    name = re.sub(rb"^(\./+|/+)+", b"", name).rstrip(b"/")
    return escaped(name or b".")


LINE = re.compile(rb"(.)(.{9}) (\d+)/(\d+) +(\d+|\d+,\d+) (\S+ [0-9:]+)(?:\.\d+)? (.*)", re.S)


def mode(text):
    """Permission bits of rwxr-sr-t and its like."""
    bits = sum(1 << (8 - at) for at, letter in enumerate(text) if letter in "rwxst")
    return bits | sum(4 >> at << 9 for at in range(3) if text[3 * at + 2] in "sStT")


def kind_of(letter, name):
    if letter in "-C":
        base = name.rstrip(b"/").rsplit(b"/", 1)[-1]
        return ("FILE" if not base.startswith(b".wh.") else "OPAQUE" if base == b".wh..wh..opq"
                else "METADATA" if base.startswith(b".wh..wh.") else "WHITEOUT")
    return {"d": "DIRECTORY", "l": "SYMLINK", "h": "HARD_LINK", "b": "DEVICE", "c": "DEVICE", "p": "FIFO"}[letter]


def entries_of(tar, empty):
    """Every entry in order: path, kind, bytes, sha256, mode, uid, gid, modified_at, link_target."""
    names = run("tar", "-Ptf", tar, "--quoting-style=escape").splitlines()
    lines = run("tar", "-Ptvf", tar, "--quoting-style=escape", "--numeric-owner", "--full-time").splitlines()
    sums = re.findall(rb"(\d+)\t([^\0]*)\0([0-9a-f]{64})  -\n", run("tar", "-Pxf", tar, "--to-command=" + SUM, cwd=empty))
    assert len(names) == len(lines) and not os.listdir(empty)
    content, rows = iter(sums), []
    for quoted, line in zip(names, lines):
        letter, bits, uid, gid, size, time, rest = LINE.fullmatch(line).groups()
        name, letter = unquoted(quoted), letter.decode()
        kind, digest, target = kind_of(letter, name), "", ""
        assert rest.startswith(quoted), (quoted, rest)
        if letter in "-C":
            length, real, digest = next(content)
            assert real == name and length == size, (real, name)
        elif letter in "lh":
            target = rest[len(quoted) + len(" -> " if letter == "l" else " link to "):]
            target = escaped(unquoted(target))
        rows.append((path_of(name), kind, int(size) if kind in ("FILE", "METADATA") else 0,
                     digest.decode() if kind == "FILE" else "", mode(bits.decode()), int(uid), int(gid),
                     time.decode(), target))
    assert next(content, None) is None
    return rows


def layer_of(source, blob):
    """One blob: its row of layers.tsv and its entries."""
    with tempfile.TemporaryDirectory() as folder:
        stored, tar, empty = (os.path.join(folder, name) for name in ("blob", "tar", "empty"))
        os.mkdir(empty)
        source.fetch(blob, stored)
        magic = open(stored, "rb").read(4)
        compression = "gzip" if magic[:2] == b"\x1f\x8b" else "zstd" if magic == b"\x28\xb5\x2f\xfd" else "none"
        with open(tar, "wb") as out:
            subprocess.run([*UNPACK[compression], stored], check=True, stdout=out)
        digest, diff_id, archive_bytes = sha256(stored), sha256(tar), os.path.getsize(tar)
        assert not isinstance(blob, str) or digest == blob, f"{blob} holds {digest}"
        run("truncate", "-s", "%512", tar)  # the padding of the last file, which `umoci insert` leaves out
        rows = entries_of(tar, empty)
        kinds = collections.Counter(row[1] for row in rows)
        return dict(layer_digest=digest, diff_id=diff_id, compression=compression,
                    compressed_bytes=os.path.getsize(stored), archive_bytes=archive_bytes,
                    file_bytes=sum(row[2] for row in rows if row[1] == "FILE"), files=kinds["FILE"],
                    directories=kinds["DIRECTORY"], symlinks=kinds["SYMLINK"], hard_links=kinds["HARD_LINK"],
                    whiteouts=kinds["WHITEOUT"] + kinds["OPAQUE"],
                    other_entries=kinds["DEVICE"] + kinds["FIFO"] + kinds["METADATA"]), rows


# ---- all of it

def write(path, header, rows, separator="\t"):
    with open(path, "w", encoding="utf-8", newline="") as out:
        for row in (header, *rows):
            out.write(separator.join(str(value) for value in row) + "\n")


def main(root, out):
    source = opened(root)
    blobs = list(dict.fromkeys(blob for image in source.images.values() for blob in image))
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", 2))) as pool:
        read = dict(zip(blobs, pool.map(lambda blob: layer_of(source, blob), blobs)))
    digest_of = {blob: row["layer_digest"] for blob, (row, _) in read.items()}
    images = {image: [digest_of[blob] for blob in listed] for image, listed in source.images.items()}
    layers = {row["layer_digest"]: (row, rows) for row, rows in read.values()}  # an archive repeats its blobs
    diff_id = {digest: row["diff_id"] for digest, (row, _) in layers.items()}
    for image, listed in images.items():
        assert [diff_id[layer] for layer in listed] == source.declared[image], f"{image}: other diffIDs than its config"

    users = collections.defaultdict(set)
    for image, listed in images.items():
        for layer in listed:
            users[layer].add(image)
    copies, owners, size = collections.Counter(), collections.defaultdict(set), {}
    for layer, (_, rows) in layers.items():
        for row in rows:
            if row[1] == "FILE":
                copies[row[3]] += 1
                owners[row[3]].add(layer)
                size[row[3]] = row[2]

    tags = sorted(set(source.tags))
    totals = dict(images=len(images), tags=sum(tag != "" for _, tag, _ in tags), layers=len(layers),
                  layer_references=sum(map(len, images.values())),
                  image_layer_pairs=sum(map(len, users.values())))
    for column in list(next(iter(layers.values()))[0])[3:]:
        totals[column] = sum(row[column] for row, _ in layers.values())
    totals.update(diff_ids=len(set(diff_id.values())), unique_fingerprints=len(size), unique_bytes=sum(size.values()),
                  shared_fingerprints=sum(len(held) > 1 for held in owners.values()),
                  empty_files=sum(copies[digest] for digest, length in size.items() if length == 0))

    histograms = {}
    for name, degrees, length in (("layers", {key: len(held) for key, held in owners.items()}, size),
                                  ("copies", copies, size),
                                  ("images-per-layer", {key: len(held) for key, held in users.items()},
                                   {key: row["compressed_bytes"] for key, (row, _) in layers.items()})):
        for key, degree in degrees.items():
            bar = histograms.setdefault((name, degree), [0, 0])
            bar[0] += 1
            bar[1] += length[key]
    bars = [(*key, *histograms[key]) for key in sorted(histograms)]

    out.mkdir(parents=True, exist_ok=True)
    write(out / "totals.csv", ("name", "value"), totals.items(), ",")
    write(out / "histograms.csv", ("histogram", "degree", "things", "bytes"), bars, ",")
    ordered = sorted(layers.values(), key=lambda layer: (layer[0]["diff_id"], layer[0]["layer_digest"]))
    write(out / "layers.tsv", ordered[0][0].keys(), [row.values() for row, _ in ordered])
    write(out / "images.tsv", ("image_digest", "depth", "diff_id"),
          [(image, depth, diff_id[layer]) for image in sorted(images) for depth, layer in enumerate(images[image])])
    write(out / "tags.tsv", ("repository", "tag", "image_digest"), tags)
    write(out / "entries.tsv",
          ("diff_id", "position", "path", "kind", "bytes", "sha256", "mode", "uid", "gid", "modified_at", "link_target"),
          [(row["diff_id"], at, *entry) for row, rows in ordered for at, entry in enumerate(rows)])
    write(out / "files.tsv", ("diff_id", "path", "bytes", "sha256"),
          sorted((row["diff_id"], *entry[:1], *entry[2:4]) for row, rows in ordered for entry in rows if entry[1] == "FILE"))
    write(out / "sharing.tsv", ("sha256", "bytes", "copies", "layers", "images"),
          [(key, size[key], copies[key], len(owners[key]), len(set().union(*(users[layer] for layer in owners[key]))))
           for key in sorted(size)])
    text = json.dumps(dict(totals, histograms=[dict(zip(("histogram", "degree", "things", "bytes"), bar)) for bar in bars]),
                      indent=1)
    (out / "totals.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
