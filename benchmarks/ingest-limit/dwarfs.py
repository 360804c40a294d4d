#!/usr/bin/env python3
"""Makes OCI layouts of very many very small layers, of about 2 KB of tar and 200 bytes stored each.

    dwarfs.py OUT 1000000 [LAYERS [IMAGES]]

An image has 40 LAYERS of its own and the first quarter of those of the image before it. A tenth of the files are the
same everywhere. With IMAGES, OUT is a folder of layouts of so many each: one index of more than 16 MiB is refused."""
import gzip, hashlib, json, os, sys, tarfile

out, amount = sys.argv[1], int(sys.argv[2])
own_layers = int(sys.argv[3]) if len(sys.argv) > 3 else 40
images_each = int(sys.argv[4]) if len(sys.argv) > 4 else 0

def layer(blobs, number):
    content = b'the same\n' if number % 10 == 0 else b'content of %d\n' % number
    info = tarfile.TarInfo(f'srv/{number % 1000}/file-{number}')
    info.size = len(content)
    tar = info.tobuf(tarfile.USTAR_FORMAT) + content + bytes(-len(content) % 512 + 1024)
    return put(blobs, gzip.compress(tar, 1, mtime=0)) | {
        'mediaType': 'application/vnd.oci.image.layer.v1.tar+gzip'}, 'sha256:' + hashlib.sha256(tar).hexdigest()

def put(blobs, data):
    digest = hashlib.sha256(data).hexdigest()
    with open(f'{blobs}/{digest}', 'wb') as blob:
        blob.write(data)
    return {'digest': f'sha256:{digest}', 'size': len(data)}

def layout(folder, numbers):
    blobs = f'{folder}/blobs/sha256'
    os.makedirs(blobs, exist_ok=True)
    images, before = [], []
    for first in range(numbers.start, numbers.stop, own_layers):
        own = [layer(blobs, number) for number in range(first, min(first + own_layers, numbers.stop))]
        layers = own + before[:own_layers // 4]
        config = put(blobs, json.dumps({'os': 'linux', 'architecture': 'amd64', 'rootfs': {
            'type': 'layers', 'diff_ids': [diff_id for _, diff_id in layers]}}).encode())
        manifest = put(blobs, json.dumps({
            'schemaVersion': 2, 'mediaType': 'application/vnd.oci.image.manifest.v1+json',
            'config': config | {'mediaType': 'application/vnd.oci.image.config.v1+json'},
            'layers': [descriptor for descriptor, _ in layers]}).encode())
        images.append(manifest | {'mediaType': 'application/vnd.oci.image.manifest.v1+json',
                                  'annotations': {'org.opencontainers.image.ref.name': f'image-{first // own_layers}'}})
        before = own
    json.dump({'schemaVersion': 2, 'manifests': images}, open(f'{folder}/index.json', 'w'))
    json.dump({'imageLayoutVersion': '1.0.0'}, open(f'{folder}/oci-layout', 'w'))
    return len(images)

each = images_each * own_layers or amount
starts = range(0, amount, each)
images = sum(layout(f'{out}/{first // each}' if images_each else out, range(first, min(first + each, amount)))
             for first in starts)
print(amount, 'layers in', images, 'images in', len(starts), 'layouts')
