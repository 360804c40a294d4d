#!/usr/bin/env python3
"""Many layers of few: LAYOUT's gzip layers TIMES over in OUT, each with a digest of its own, as every copy ends in another
number of empty gzip members. The archive inside, and so the diffID, stays what it is. Usage: multiply.py LAYOUT TIMES OUT"""
import gzip, hashlib, json, os, sys

layout, times, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
os.makedirs(f'{out}/blobs/sha256')
nothing = gzip.compress(b'', mtime=0)

def read(descriptor):
    return open(f"{layout}/blobs/{descriptor['digest'].replace(':', '/')}", 'rb').read()

def put(data):
    digest = hashlib.sha256(data).hexdigest()
    open(f'{out}/blobs/sha256/{digest}', 'wb').write(data)
    return {'digest': 'sha256:' + digest, 'size': len(data)}

manifests = []
for image in json.load(open(f'{layout}/index.json'))['manifests']:
    manifest = json.loads(read(image))
    put(read(manifest['config']))
    plain = manifest['layers']
    for copy in range(times):
        manifest['layers'] = [layer | put(read(layer) + nothing * copy) for layer in plain]
        manifests.append(image | put(json.dumps(manifest).encode()) | {'annotations': {}})
json.dump({'schemaVersion': 2, 'manifests': manifests}, open(f'{out}/index.json', 'w'))
json.dump({'imageLayoutVersion': '1.0.0'}, open(f'{out}/oci-layout', 'w'))
