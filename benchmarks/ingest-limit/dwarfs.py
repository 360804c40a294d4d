#!/usr/bin/env python3
"""Makes an OCI layout of very many very small layers, of about 2 KB of tar and 200 bytes stored each.

    dwarfs.py OUT 1000000

An image has 40 layers of its own and the first 10 of the image before it. A tenth of the files are the same everywhere."""
import gzip, hashlib, json, os, sys, tarfile

out, amount = sys.argv[1], int(sys.argv[2])
blobs = f'{out}/blobs/sha256'
os.makedirs(blobs, exist_ok=True)

def put(data):
    digest = hashlib.sha256(data).hexdigest()
    with open(f'{blobs}/{digest}', 'wb') as blob:
        blob.write(data)
    return {'digest': f'sha256:{digest}', 'size': len(data)}

def layer(number):
    content = b'the same\n' if number % 10 == 0 else b'content of %d\n' % number
    info = tarfile.TarInfo(f'srv/{number % 1000}/file-{number}')
    info.size = len(content)
    tar = info.tobuf(tarfile.USTAR_FORMAT) + content + bytes(-len(content) % 512 + 1024)
    return put(gzip.compress(tar, 1, mtime=0)) | {
        'mediaType': 'application/vnd.oci.image.layer.v1.tar+gzip'}, 'sha256:' + hashlib.sha256(tar).hexdigest()

images, before = [], []
for first in range(0, amount, 40):
    own = [layer(number) for number in range(first, min(first + 40, amount))]
    layers = own + before[:10]
    config = put(json.dumps({'os': 'linux', 'architecture': 'amd64', 'rootfs': {
        'type': 'layers', 'diff_ids': [diff_id for _, diff_id in layers]}}).encode())
    manifest = put(json.dumps({
        'schemaVersion': 2, 'mediaType': 'application/vnd.oci.image.manifest.v1+json',
        'config': config | {'mediaType': 'application/vnd.oci.image.config.v1+json'},
        'layers': [descriptor for descriptor, _ in layers]}).encode())
    images.append(manifest | {'mediaType': 'application/vnd.oci.image.manifest.v1+json',
                              'annotations': {'org.opencontainers.image.ref.name': f'image-{first // 40}'}})
    before = own
json.dump({'schemaVersion': 2, 'manifests': images}, open(f'{out}/index.json', 'w'))
json.dump({'imageLayoutVersion': '1.0.0'}, open(f'{out}/oci-layout', 'w'))
print(amount, 'layers in', len(images), 'images')
