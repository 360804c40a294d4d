#!/usr/bin/env python3
"""Makes an OCI layout of layers in families that drift apart, for compare_pairs.py.

usage: make_layers.py FOLDER [LAYERS] [SEED]

Each layer of a family changes up to a quarter of the files of the one before; sizes of families and layers vary, a
tenth of the layers have one to five files, and all hold the same licence and an empty file. One image lists each layer.
"""
import gzip, hashlib, io, json, os, random, sys, tarfile


def blob(folder, data):
    digest = hashlib.sha256(data).hexdigest()
    with open(os.path.join(folder, "blobs/sha256", digest), "wb") as out:
        out.write(data)
    return {"digest": "sha256:" + digest, "size": len(data)}


def archive(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in [("licence", b"the same"), ("empty", b"")] + files:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


def main():
    folder, layers = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    os.makedirs(os.path.join(folder, "blobs/sha256"))
    manifests = []
    while len(manifests) < layers:
        count = draw.randint(1, 5) if draw.random() < 0.1 else draw.randint(6, 120)
        family = [draw.randbytes(draw.randint(1, 40)) for _ in range(count)]
        for _ in range(min(draw.randint(1, 40), layers - len(manifests))):
            for _ in range(draw.randint(0, max(1, count // 4))):
                family[draw.randrange(count)] = draw.randbytes(draw.randint(1, 40))
            tar = archive([(f"f/{place}", content) for place, content in enumerate(family)])
            layer = blob(folder, gzip.compress(tar, 1, mtime=0))
            config = blob(folder, json.dumps({
                "architecture": "amd64", "os": "linux",
                "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(tar).hexdigest()]},
            }).encode())
            manifests.append(blob(folder, json.dumps({
                "schemaVersion": 2,
                "config": {"mediaType": "application/vnd.oci.image.config.v1+json", **config},
                "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", **layer}],
            }).encode()))
    with open(os.path.join(folder, "index.json"), "w") as out:
        kind = "application/vnd.oci.image.manifest.v1+json"
        json.dump({"schemaVersion": 2, "manifests": [{"mediaType": kind, **one} for one in manifests]}, out)
    with open(os.path.join(folder, "oci-layout"), "w") as out:
        json.dump({"imageLayoutVersion": "1.0.0"}, out)


main()
