#!/usr/bin/env python3
"""Our reader against qemu-img on every disk of a tree that build.sh made: the SHA-256 of the whole disk as
`qemu-img convert -O raw` writes it, and the allocation map, extent by extent, as `qemu-img map` lists it.
Usage: compare_disks.py TREE FACTS          FACTS: what dev.varve.benchmarks.DiskFacts printed. Ends with 1 when anything differs."""
import hashlib, json, os, subprocess, sys, tempfile

tree, facts = sys.argv[1:]
ours, image = {}, None
for line in open(facts):
    words = line.split()
    if words[0] == 'image':
        image = ours[words[1]] = {'virtual': int(words[2]), 'allocated': int(words[3]), 'digest': words[4], 'map': []}
    elif words[0] == 'extent':
        image['map'].append((int(words[1]), int(words[2]), words[3], 0 if words[3] == 'ABSENT' else int(words[4])))

def joined(extents):
    out = []
    for start, length, kind, depth in extents:
        if out and out[-1][2:] == (kind, depth):
            out[-1] = (out[-1][0], out[-1][1] + length, kind, depth)
        else:
            out.append((start, length, kind, depth))
    return out

def mapped(path):
    for entry in json.loads(subprocess.check_output(['qemu-img', 'map', '--output=json', path])):
        kind = 'DATA' if entry['data'] else 'ZERO' if entry['present'] else 'ABSENT'
        yield entry['start'], entry['length'], kind, 0 if kind == 'ABSENT' else entry['depth']

def digest(path):
    with tempfile.TemporaryDirectory(dir=os.path.dirname(facts) or '.') as folder:
        raw = f'{folder}/raw'
        subprocess.check_call(['qemu-img', 'convert', '-O', 'raw', path, raw])
        with open(raw, 'rb') as file:
            return hashlib.file_digest(file, 'sha256').hexdigest()

bad = 0
for path, found in ours.items():
    theirs = joined(mapped(path))
    faults = [name for name, same in (
        ('digest', digest(path) == found['digest']),
        ('map', theirs == joined(found['map'])),
        ('allocated', sum(e[1] for e in theirs if e[2] == 'DATA' and e[3] == 0) == found['allocated'])) if not same]
    bad += bool(faults)
    print(f"{'DIFFERS: ' + ', '.join(faults) if faults else 'equal'}  {os.path.relpath(path, tree)}  "
          f"{len(theirs)} extents, {found['allocated']} of {found['virtual']} bytes in the file itself")
print(f'{len(ours)} disks, {bad} differ')
sys.exit(bad > 0 or not ours)
