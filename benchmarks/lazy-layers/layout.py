"""An OCI layout of one layer: layout.py BLOB PLAIN_TAR MEDIA_TYPE OUT"""
import hashlib, json, os, shutil, sys

blob, plain, media_type, out = sys.argv[1:]
os.makedirs(f'{out}/blobs/sha256')

def digest(path):
    with open(path, 'rb') as file:
        return hashlib.file_digest(file, 'sha256').hexdigest()

def put(value, media_type):
    data = json.dumps(value).encode()
    name = hashlib.sha256(data).hexdigest()
    open(f'{out}/blobs/sha256/{name}', 'wb').write(data)
    return {'mediaType': media_type, 'digest': 'sha256:' + name, 'size': len(data)}

name = digest(blob)
shutil.copy(blob, f'{out}/blobs/sha256/{name}')
config = put({'os': 'linux', 'architecture': 'amd64', 'rootfs': {'type': 'layers', 'diff_ids': ['sha256:' + digest(plain)]}},
             'application/vnd.oci.image.config.v1+json')
manifest = put({'schemaVersion': 2, 'mediaType': 'application/vnd.oci.image.manifest.v1+json', 'config': config,
                'layers': [{'mediaType': media_type, 'digest': 'sha256:' + name, 'size': os.path.getsize(blob)}]},
               'application/vnd.oci.image.manifest.v1+json')
json.dump({'schemaVersion': 2, 'manifests': [manifest | {'annotations': {'org.opencontainers.image.ref.name': 'layer'}}]},
          open(f'{out}/index.json', 'w'))
json.dump({'imageLayoutVersion': '1.0.0'}, open(f'{out}/oci-layout', 'w'))
