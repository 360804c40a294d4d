#!/usr/bin/env python3
"""Makes an OCI layout with one layer that is large in one way.

    giants.py OUT bytes 20000000000    one layer of so many bytes of tar, in files of 1 GiB
    giants.py OUT files 1000000        one layer of so many files, 100 bytes each

Compressed by igzip -1 where it is installed, else gzip -1. The content is made of a block of random and of repeated
bytes, changed a little each time; nothing is held in memory."""
import hashlib, json, os, random, shutil, subprocess, sys, tarfile

out, kind, amount = sys.argv[1], sys.argv[2], int(sys.argv[3])
blobs = f'{out}/blobs/sha256'
os.makedirs(blobs, exist_ok=True)
dice = random.Random(1)
block = bytearray(b''.join(dice.randbytes(2048) + bytes([i % 251]) * 2048 for i in range(1024)))

part = f'{out}/part'
stored = open(part, 'wb')
tool = 'igzip' if shutil.which('igzip') else 'gzip'
packer = subprocess.Popen([tool, '-1', '-c'], stdin=subprocess.PIPE, stdout=stored)
diff_id = hashlib.sha256()

def put(data):
    diff_id.update(data)
    packer.stdin.write(data)

def entry(name, size):
    info = tarfile.TarInfo(name)
    info.size = size
    put(info.tobuf(tarfile.USTAR_FORMAT))

def content(size, number):
    left = size
    while left:
        step = min(left, len(block))
        number += 1
        block[number % len(block)] ^= 0xff
        put(block[:step])
        left -= step
    put(bytes(-size % 512))

if kind == 'bytes':
    for number in range(0, amount, 1 << 30):
        size = min(1 << 30, amount - number)
        entry(f'data/file-{number >> 30}', size)
        content(size, number)
else:
    for number in range(amount):
        entry(f'tree/{number // 1000}/file-{number}', 100)
        put((b'%099d\n' % number) + bytes(412))
put(bytes(1024))
packer.stdin.close()
assert packer.wait() == 0
stored.close()

with open(part, 'rb') as f:
    digest = hashlib.file_digest(f, 'sha256').hexdigest()
size = os.path.getsize(part)
os.rename(part, f'{blobs}/{digest}')

def blob(value):
    data = json.dumps(value).encode()
    name = hashlib.sha256(data).hexdigest()
    open(f'{blobs}/{name}', 'wb').write(data)
    return {'digest': 'sha256:' + name, 'size': len(data)}

oci = 'application/vnd.oci.image.'
config = blob({'os': 'linux', 'architecture': 'amd64', 'rootfs': {'type': 'layers', 'diff_ids': ['sha256:' + diff_id.hexdigest()]}})
manifest = blob({'schemaVersion': 2, 'mediaType': oci + 'manifest.v1+json', 'config': config | {'mediaType': oci + 'config.v1+json'},
                 'layers': [{'mediaType': oci + 'layer.v1.tar+gzip', 'digest': 'sha256:' + digest, 'size': size}]})
index = {'schemaVersion': 2, 'manifests': [manifest | {'mediaType': oci + 'manifest.v1+json', 'annotations': {'org.opencontainers.image.ref.name': kind}}]}
json.dump(index, open(f'{out}/index.json', 'w'))
json.dump({'imageLayoutVersion': '1.0.0'}, open(f'{out}/oci-layout', 'w'))
print(f'{size} bytes stored')
