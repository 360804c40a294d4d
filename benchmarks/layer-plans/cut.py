#!/usr/bin/env python3
"""Cuts images by a plan, and shows that they unpack to the trees that they were.

Makes twelve images with whiteouts, opaque folders, hard links across layers, devices, extended attributes, links, odd
owners and names; learns plans from six of them; cuts each image by the rules of report layer-plan-rules, read by this
script alone. umoci unpacks what was built and what was cut: both must be equal entry by entry. The newest image's
layers must have the entries and bytes of table layer_plan. Usage: cut.py WORK [MAX_LAYERS, 4]
Variable: VARVE (the launcher). Needs root (for devices), umoci, GNU tar's formats as Python has them.
"""
import collections
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
VARVE = os.environ.get('VARVE', str(HERE / '../../bin/varve'))
IMAGES, LEARNED = 12, 6
MEDIA = 'application/vnd.oci.image.'
# What a # of a rule stands for: a number with its further parts, or a hash.
VERSION = r'(?:\d+(?:[A-Za-z]+\d+)?(?:\.\d+(?:[A-Za-z]+\d+)?)*|[0-9a-f]{8,})'

KINDS = {stat.S_IFREG: tarfile.REGTYPE, stat.S_IFDIR: tarfile.DIRTYPE, stat.S_IFLNK: tarfile.SYMTYPE,
         stat.S_IFCHR: tarfile.CHRTYPE, stat.S_IFBLK: tarfile.BLKTYPE, stat.S_IFIFO: tarfile.FIFOTYPE}
LINKS = ('bin/hard', 'opt/shell', 'opt/app2')  # hard links, whose bytes count at their targets


class Layout:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / 'blobs/sha256').mkdir(parents=True)
        (self.folder / 'oci-layout').write_text('{"imageLayoutVersion":"1.0.0"}')
        self.manifests = []

    def put(self, data, kind):
        digest = hashlib.sha256(data).hexdigest()
        (self.folder / 'blobs/sha256' / digest).write_bytes(data)
        return {'mediaType': MEDIA + kind, 'digest': 'sha256:' + digest, 'size': len(data)}

    def add(self, tag, archives, created):
        config = json.dumps({
            'os': 'linux', 'architecture': 'amd64', 'created': created, 'config': {},
            'rootfs': {'type': 'layers', 'diff_ids': ['sha256:' + hashlib.sha256(one).hexdigest() for one in archives]}})
        manifest = {
            'schemaVersion': 2, 'mediaType': MEDIA + 'manifest.v1+json', 'config': self.put(config.encode(), 'config.v1+json'),
            'layers': [self.put(gzip.compress(one, mtime=0), 'layer.v1.tar+gzip') for one in archives]}
        entry = self.put(json.dumps(manifest).encode(), 'manifest.v1+json')
        self.manifests.append(entry | {'annotations': {'org.opencontainers.image.ref.name': tag}})
        (self.folder / 'index.json').write_text(json.dumps({'schemaVersion': 2, 'manifests': self.manifests}))


class Archive:
    """A layer; later entries of a path replace earlier ones in the tree."""

    def __init__(self):
        self.bytes, self.listed = io.BytesIO(), set()
        self.tar = tarfile.open(fileobj=self.bytes, mode='w', format=tarfile.PAX_FORMAT)

    def add(self, name, content=None, kind=tarfile.REGTYPE, mode=0o644, owner=0, time=1_700_000_000, link='', device=(0, 0),
            attributes=()):
        info = tarfile.TarInfo(name)
        info.type, info.mode, info.uid, info.gid, info.mtime, info.linkname = kind, mode, owner, owner, time, link
        info.devmajor, info.devminor = device
        info.pax_headers = {f'SCHILY.xattr.{key}': value for key, value in attributes}
        info.size = len(content or b'')
        self.tar.addfile(info, io.BytesIO(content or b''))
        return self

    def folder(self, *names, **more):
        for name in names:
            self.add(name, kind=tarfile.DIRTYPE, **{'mode': 0o755, **more})
        return self

    def write(self, path, entry):
        """An entry of a tree, once."""
        mode, uid, gid, time, content, attributes = entry
        if path in self.listed:
            return
        self.listed.add(path)
        kind = stat.S_IFMT(mode)
        device = (os.major(content), os.minor(content)) if kind in (stat.S_IFCHR, stat.S_IFBLK) else (0, 0)
        self.add(path, content if kind == stat.S_IFREG else None, KINDS[kind], stat.S_IMODE(mode), uid, time,
                 content if kind == stat.S_IFLNK else '', device, [(key, value.decode()) for key, value in attributes.items()])

    def done(self):
        self.tar.close()
        return self.bytes.getvalue()


def text(words, size):
    return (words.encode() + b'\n') * (size // (len(words.encode()) + 1))


def layers(number):
    """The layers of build 1 to 12: a base that moves twice, packages that move at their own rates, an application."""
    base = Archive().folder('bin', 'etc', 'dev', 'opt', 'usr', 'usr/lib', 'var', 'var/cache').folder('tmp', mode=0o1777)
    base.add('bin/shell', text(f'shell {number // 5}', 40_000), mode=0o4755)
    base.add('bin/sh', kind=tarfile.SYMTYPE, link='shell', mode=0o777)
    base.add('bin/hard', kind=tarfile.LNKTYPE, link='bin/shell', mode=0o4755)
    base.add('dev/null', kind=tarfile.CHRTYPE, device=(1, 3), mode=0o666)
    base.add('dev/loop', kind=tarfile.BLKTYPE, device=(7, 0), mode=0o660, owner=6)
    base.add('dev/pipe', kind=tarfile.FIFOTYPE, mode=0o600)
    base.add('etc/list', text('a', 2_000)).add('etc/old', text('b', 500)).add('etc/odd name é\'"$', b'x', owner=1_000_000)
    base.add('var/cache/a', text('c', 9_000)).add('var/cache/b', text('d', 9_000))
    base.add('usr/lib/attr', text('e', 3_000), attributes=[('user.note', f'n{number // 6}'), ('user.other', 'two words')])
    packages = Archive().folder('usr/lib/node_modules')
    for package, every in (('fast', 1), ('often', 2), ('seldom', 5), ('never', 100)):
        version = number // every
        packages.folder(f'usr/lib/node_modules/{package}', time=1_700_000_000 + version)
        for part in range(3):
            packages.add(f'usr/lib/node_modules/{package}/part{part}.js', text(f'{package} {version} {part}', 30_000),
                         time=1_700_000_000 + version)
    packages.folder(f'opt/tool-1.{number // 3}').add(f'opt/tool-1.{number // 3}/run', text(f'tool {number // 3}', 25_000), mode=0o755)
    if number > 8:  # a package that plans have not seen
        packages.folder('usr/lib/node_modules/late').add('usr/lib/node_modules/late/a.js', text(f'late {number}', 12_000))
    app = Archive().add('etc/.wh.old').folder('var/cache').add('var/cache/.wh..wh..opq').add('var/cache/new', text('f', 700))
    app.add('opt/shell', kind=tarfile.LNKTYPE, link='bin/shell', mode=0o4755)  # a file of a lower layer
    app.add('opt/app', text(f'app {number}', 50_000), owner=1000, mode=0o750)
    app.add('opt/app2', kind=tarfile.LNKTYPE, link='opt/app', owner=1000, mode=0o750)
    if number % 4 == 3:  # a folder in place of a file, which is a link again in the next build
        app.folder('etc/list').add('etc/list/part', b'in a folder')
    return [base.done(), packages.done(), app.done()]


def unpack(layout, tag, out):
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run(['umoci', 'unpack', '--image', f'{layout}:{tag}', str(out)], check=True, stdout=subprocess.DEVNULL)
    return out / 'rootfs'


def tree(root):
    """Path to all that is to be equal, of every entry below a folder; hard links as the files that they are."""
    entries = {}
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.join(folder, name)
            facts = os.lstat(path)
            kind = stat.S_IFMT(facts.st_mode)
            content = (open(path, 'rb').read() if kind == stat.S_IFREG
                       else os.readlink(path) if kind == stat.S_IFLNK
                       else facts.st_rdev if kind in (stat.S_IFCHR, stat.S_IFBLK) else None)
            attributes = {} if kind == stat.S_IFLNK else {key: os.getxattr(path, key) for key in os.listxattr(path)}
            entries[os.path.relpath(path, root)] = (facts.st_mode, facts.st_uid, facts.st_gid, facts.st_mtime, content, attributes)
    return entries


class Rules:
    def __init__(self, rows):
        self.layers = {row['path']: int(row['layer']) for row in rows}
        self.patterns = [
            (re.compile(VERSION.join(re.escape(part) for part in path.split('#')) + r'\Z'), layer)
            for path, layer in self.layers.items() if '#' in path]

    def of(self, place):
        if place in self.layers:
            return self.layers[place]
        return next((layer for pattern, layer in self.patterns if pattern.match(place)), None)

    def layer(self, path, is_folder):
        place = path + '/' if is_folder else path
        while place:
            layer = self.of(place)
            if layer is not None:
                return layer
            place = place.rstrip('/').rpartition('/')[0]
            place = place and place + '/'
        return self.layers['/']


def cut(entries, rules):
    """Archives of the layers of a plan, and the entries and bytes of each, those of hard links once.

    As builders do, a layer lists the folders above its entries as well; only the plan's own is counted.
    """
    parts, facts = collections.defaultdict(Archive), {}
    for path in sorted(entries):
        layer = rules.layer(path, stat.S_ISDIR(entries[path][0]))
        for end in (at for at, letter in enumerate(path) if letter == '/'):
            parts[layer].write(path[:end], entries[path[:end]])
        parts[layer].write(path, entries[path])
        number, size = facts.get(layer, (0, 0))
        facts[layer] = number + 1, size + (len(entries[path][4]) if stat.S_ISREG(entries[path][0]) and path not in LINKS else 0)
    return [parts[layer].done() for layer in sorted(parts)], facts


def varve(*words):
    return subprocess.run([VARVE, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def answer(*words):
    return json.loads(varve(*words, '--format', 'json'))['rows']


def main():
    work, limit = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else '4'
    work.mkdir(parents=True, exist_ok=True)
    built = Layout(work / 'built')
    for number in range(1, IMAGES + 1):
        built.add(f'{number}', layers(number), f'2026-{number:02}-01T00:00:00Z')
    warehouse = str(work / 'warehouse')
    shutil.rmtree(warehouse, ignore_errors=True)
    varve('ingest', 'registry', str(built.folder), '--warehouse', warehouse)
    varve('derive', '--warehouse', warehouse)
    varve('simulate', 'layers', '--warehouse', warehouse, '--learn-ratio', str(LEARNED / IMAGES), '--max-layers', limit)
    failures = 0
    for policy in ('history', 'chunkah', 'directories'):
        rows = answer('report', 'layer-plan-rules', '--where', f"policy = '{policy}'", '--warehouse', warehouse)
        rules = Rules(rows)
        layout = Layout(work / f'cut-{policy}')
        for number in range(1, IMAGES + 1):
            as_built = tree(unpack(built.folder, number, work / 'tree'))
            archives, facts = cut(as_built, rules)
            layout.add(f'{number}', archives, f'2026-{number:02}-01T00:00:00Z')
            as_cut = tree(unpack(layout.folder, number, work / 'tree'))
            different = sorted(path for path in as_built.keys() | as_cut.keys() if as_built.get(path) != as_cut.get(path))
            failures += len(different)
            for path in different[:5]:
                print(f'{policy} {number} {path}: built {as_built.get(path)}, cut {as_cut.get(path)}'[:300])
        said = answer('sql', f"SELECT layer, entries, bytes FROM layer_plan WHERE policy = '{policy}' AND entries > 0",
                      '--warehouse', warehouse)
        plan = {row['layer']: (row['entries'], row['bytes']) for row in said}
        if plan != facts:
            failures += 1
            print(f'{policy}: entries and bytes in layer_plan {plan}, in the cut image {facts}')
        print(f'{policy}: {IMAGES} images, {len(as_built)} entries in the last, {len(archives)} layers, {len(rows)} rules: {failures} failures')
    shutil.rmtree(work / 'tree', ignore_errors=True)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
