#!/usr/bin/env python3
"""Makes a storage tree of Distribution with many small images: FOLDER/docker/registry/v2.

Each image has a manifest and a config of its own and two of 1,000 layers. 500 tags are in one repository.
Usage: many_manifests.py FOLDER [IMAGES, 100000]
"""
import gzip, hashlib, io, json, os, sys, tarfile

root = os.path.join(sys.argv[1], "docker/registry/v2")
images = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
LAYERS, TAGS = 1000, 500


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(data)


def blob(data):
    digest = hashlib.sha256(data).hexdigest()
    put(f"{root}/blobs/sha256/{digest[:2]}/{digest}/data", data)
    return {"digest": "sha256:" + digest, "size": len(data)}


layers = []
for number in range(LAYERS):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        entry = tarfile.TarInfo(f"file-{number}")
        content = b"%d\n" % number * 100
        entry.size = len(content)
        tar.addfile(entry, io.BytesIO(content))
    layers.append((blob(gzip.compress(archive.getvalue(), 6, mtime=0)), hashlib.sha256(archive.getvalue()).hexdigest()))
for number in range(images):
    chosen = [layers[number % LAYERS], layers[(number // LAYERS + number * 7 + 1) % LAYERS]]
    config = blob(json.dumps({
        "architecture": "amd64", "os": "linux", "created": "2026-01-01T00:00:00Z", "config": {"Env": [f"N={number}"]},
        "history": [{"created_by": f"COPY {place}"} for place in range(2)],
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + diff for _, diff in chosen]}}).encode())
    manifest = blob(json.dumps({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": {"mediaType": "application/vnd.oci.image.config.v1+json", **config},
        "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", **layer} for layer, _ in chosen]}).encode())
    digest = manifest["digest"]
    own = f"{root}/repositories/team{number // TAGS // 20}/app{number // TAGS}/_manifests"
    put(f"{own}/tags/v{number % TAGS}/current/link", digest.encode())
    put(f"{own}/tags/v{number % TAGS}/index/{digest.replace(':', '/')}/link", digest.encode())
    put(f"{own}/revisions/{digest.replace(':', '/')}/link", digest.encode())
