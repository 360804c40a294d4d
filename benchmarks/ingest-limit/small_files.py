#!/usr/bin/env python3
"""An OCI layout of small files: those of some folders, up to a size, in layers of gzip -6; then copies of them with another
first line, so that no content repeats. Usage: small_files.py OUT [COPIES, 2] [MOST_BYTES, 60000] [FOLDER..., /usr/share ..]"""
import gzip, hashlib, io, json, os, pathlib, sys, tarfile

FOLDERS = ["/usr/share", "/usr/include", "/usr/lib/python3", "/usr/lib/python3.11", "/usr/lib/node_modules", "/usr/local"]
LAYERS = 6  # a copy


def main(out, copies=2, most=60000, *folders):
    blobs = pathlib.Path(out, "blobs", "sha256")
    blobs.mkdir(parents=True)

    def put(data, media):
        digest = hashlib.sha256(data).hexdigest()
        (blobs / digest).write_bytes(data)
        return {"mediaType": f"application/vnd.oci.image.{media}", "digest": f"sha256:{digest}", "size": len(data)}

    paths = sorted(os.path.join(folder, name) for top in folders or FOLDERS
                   for folder, _, names in os.walk(top) for name in names)
    files = [path for path in paths if os.path.isfile(path) and not os.path.islink(path)
             and os.path.getsize(path) < int(most)]
    layers, diffs, total = [], [], 0
    for copy in range(int(copies)):
        for part in range(LAYERS):
            archive = io.BytesIO()
            with tarfile.open(fileobj=archive, mode="w") as tar:
                for path in files[part * len(files) // LAYERS:(part + 1) * len(files) // LAYERS]:
                    data = (b"%d\n" % copy if copy else b"") + pathlib.Path(path).read_bytes()
                    entry = tarfile.TarInfo(path.lstrip("/"))
                    entry.size = len(data)
                    tar.addfile(entry, io.BytesIO(data))
            total += len(archive.getvalue())
            diffs.append("sha256:" + hashlib.sha256(archive.getvalue()).hexdigest())
            layers.append(put(gzip.compress(archive.getvalue(), 6, mtime=0), "layer.v1.tar+gzip"))
    configuration = {"architecture": "amd64", "os": "linux", "rootfs": {"type": "layers", "diff_ids": diffs}}
    manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
                "config": put(json.dumps(configuration).encode(), "config.v1+json"), "layers": layers}
    image = put(json.dumps(manifest).encode(), "manifest.v1+json")
    image["annotations"] = {"org.opencontainers.image.ref.name": "small:1"}
    pathlib.Path(out, "index.json").write_text(json.dumps({"schemaVersion": 2, "manifests": [image]}))
    pathlib.Path(out, "oci-layout").write_text(json.dumps({"imageLayoutVersion": "1.0.0"}))
    count = len(files) * int(copies)
    print(f"{count:,} files, {total / 1e6:,.0f} MB of tar, {sum(layer['size'] for layer in layers) / 1e6:,.0f} MB stored")


if __name__ == "__main__":
    main(*sys.argv[1:])
