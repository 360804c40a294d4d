#!/usr/bin/env bash
# Makes OUT, an OCI image layout of real layers with more than 1 GB of tar in them: root file systems of a Debian
# release with different packages, each compressed as container tools do it (gzip -6).
# Needs root, mmdebstrap, python3, and Debian's packages. Usage: corpus.sh OUT
set -euo pipefail
out=$(realpath -m "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out/blobs/sha256"

layer() { # NAME PACKAGES
  mmdebstrap --quiet --variant=minbase ${2:+--include="$2"} bookworm "$work/$1.tar"
  gzip -6 -n -k "$work/$1.tar"
  echo "$1 $(stat -c %s "$work/$1.tar") bytes of tar, $(stat -c %s "$work/$1.tar.gz") compressed" >&2
}
layer base ""
layer build gcc,g++,make,git
layer java openjdk-17-jre-headless,ant
layer python python3,python3-numpy,python3-pandas
layer node nodejs

python3 - "$work" "$out" <<'P'
import hashlib, json, os, shutil, sys
work, out = sys.argv[1:]
def put(data):
    digest = hashlib.sha256(data).hexdigest()
    open(f'{out}/blobs/sha256/{digest}', 'wb').write(data)
    return {'digest': 'sha256:' + digest, 'size': len(data)}
def digest_of(path):
    with open(path, 'rb') as f:
        return hashlib.file_digest(f, 'sha256').hexdigest()
manifests = []
for name in sorted(n[:-4] for n in os.listdir(work) if n.endswith('.tar')):
    packed = f'{work}/{name}.tar.gz'
    digest = digest_of(packed)
    size = os.path.getsize(packed)
    diff_id = 'sha256:' + digest_of(f'{work}/{name}.tar')
    shutil.move(packed, f'{out}/blobs/sha256/{digest}')
    config = put(json.dumps({'os': 'linux', 'architecture': 'amd64', 'rootfs': {'type': 'layers', 'diff_ids': [diff_id]}}).encode())
    manifest = put(json.dumps({'schemaVersion': 2, 'mediaType': 'application/vnd.oci.image.manifest.v1+json',
        'config': config | {'mediaType': 'application/vnd.oci.image.config.v1+json'},
        'layers': [{'mediaType': 'application/vnd.oci.image.layer.v1.tar+gzip', 'digest': 'sha256:' + digest, 'size': size}]}).encode())
    manifests.append(manifest | {'mediaType': 'application/vnd.oci.image.manifest.v1+json',
        'annotations': {'org.opencontainers.image.ref.name': name}})
json.dump({'schemaVersion': 2, 'manifests': manifests}, open(f'{out}/index.json', 'w'))
json.dump({'imageLayoutVersion': '1.0.0'}, open(f'{out}/oci-layout', 'w'))
P
