"""The plain loop that an engineer would write: every layer of an OCI layout through tarfile and hashlib, one process."""
import hashlib, json, sys, tarfile

def blobs(layout):
    for image in json.load(open(f'{layout}/index.json'))['manifests']:
        path = f"{layout}/blobs/{image['digest'].replace(':', '/')}"
        for layer in json.load(open(path))['layers']:
            yield f"{layout}/blobs/{layer['digest'].replace(':', '/')}"

class Digesting:
    def __init__(self, path):
        self.file, self.digest = open(path, 'rb'), hashlib.sha256()
    def read(self, size=-1):
        data = self.file.read(size)
        self.digest.update(data)
        return data

rows = 0
for path in blobs(sys.argv[1]):
    stored = Digesting(path)
    with tarfile.open(fileobj=stored, mode='r|gz') as archive:
        for entry in archive:
            if entry.isreg():
                digest = hashlib.sha256()
                content = archive.extractfile(entry)
                while data := content.read(1 << 20):
                    digest.update(data)
            rows += 1
print(rows, 'entries', file=sys.stderr)
