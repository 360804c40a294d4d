#!/usr/bin/env python3
"""Compares what Varve says of layer plans with a model of its own, for lines that make_lines.py made.

Usage: compare.py OUT LINE... [--warehouse DIR] [--learned N]

Prints for each line the MB of files in the layers that updates ship: as built, in one layer, files alone, and by chunkah
with the true packages, and their true rates of change in all builds. With --warehouse, Varve's rows of
layer_plan_result stand beside: a repository whose name ends in that of the line. Exit code 1 when Varve's as-built,
one-layer or files-alone differ, or a line has no rows. Needs duckdb for that.
"""
import argparse
import collections
import csv
import gzip
import json
import math
import pathlib
import sys
import tarfile

import make_lines

LAYERS = (12, 24, 64)


class Line:
    """Entries of a line by image, the component that owns each path, and the updates in which a component changed."""

    def __init__(self, out, name):
        self.days = make_lines.LINES[name].step
        self.trees = []  # path -> (identity, size, layer as built)
        with gzip.open(out / f'{name}.csv.gz', 'rt', encoding='utf-8', errors='surrogateescape', newline='') as file:
            for row in csv.DictReader(file):
                image = int(row['image'])
                if image == len(self.trees):
                    self.trees.append({})
                identity = (row['kind'], row['content'], row['mode'], row['mtime'])
                self.trees[image][row['path']] = (identity, int(row['size']), int(row['layer']))
        self.exact, self.folders, self.changes = {}, {}, {}
        with open(out / f'{name}.packages.csv', encoding='utf-8', errors='surrogateescape', newline='') as file:
            for row in csv.DictReader(file):
                self.changes[row['package']] = len(row['updates'].split())
                if row['prefix'].endswith('/'):
                    self.folders[row['prefix']] = row['package']
                else:
                    self.exact[row['prefix']] = row['package']

    def component(self, path, kind):
        """The component that owns a path; '' for what belongs to none."""
        if kind != 'directory' and path in self.exact:
            return self.exact[path]
        place = path + '/' if kind == 'directory' else path
        at = place.rfind('/')
        while at > 0:
            owner = self.folders.get(place[:at + 1])
            if owner is not None:
                return owner
            at = place.rfind('/', 0, at)
        return ''


def shipped(line, learned, layer_of, directories=True):
    """Bytes of the layers that updates ship after the learned images, and of all distinct layers.

    Layers as built are compared without directories: a tree has each in the last layer that lists it.
    """
    pulled, stored, known, before = 0, 0, set(), set()
    for image, tree in enumerate(line.trees):
        contents, sizes = collections.defaultdict(list), collections.Counter()
        for path, (identity, size, built) in tree.items():
            if identity[0] == 'directory' and not directories:
                continue
            layer = layer_of(path, identity, built)
            contents[layer].append((path, identity))
            sizes[layer] += size
        layers = {frozenset(content): sizes[layer] for layer, content in contents.items()}
        if image >= max(1, learned):
            pulled += sum(size for layer, size in layers.items() if layer not in before)
        stored += sum(size for layer, size in layers.items() if layer not in known)
        before = set(layers)
        known |= before
    return pulled, stored


def fnv(name):
    """FNV-1a, 64 bits, as Rust hashes a text: its bytes and 0xff."""
    value = 0xCBF29CE484222325
    for byte in name.encode('utf-8', 'surrogateescape') + b'\xff':
        value = (value ^ byte) * 0x100000001B3 % 2 ** 64
    return value


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def hashed(components, bins):
    groups = [[] for _ in range(bins)]
    for one in components:
        groups[fnv(one[0]) % bins].append(one)
    for empty in [number for number in reversed(range(bins)) if not groups[number]]:
        shared = [(one[1], number, place) for number, group in enumerate(groups) if len(group) > 1
                  for place, one in enumerate(group)]
        if shared:
            _, number, place = max(shared)
            groups[number][place], groups[number][-1] = groups[number][-1], groups[number][place]
            groups[empty].append(groups[number].pop())
    return groups


def chunkah(components, most):
    """Groups of (name, bytes, stability): large components alone, the others by tiers of stability."""
    if len(components) <= most:
        return [[one] for one in components]
    middle = median([size for _, size, _ in components])
    spread = median([abs(size - middle) for _, size, _ in components])
    limit = middle + 1.5 * (spread if spread >= middle * 0.01 else middle)
    large = sorted((one for one in components if one[1] >= limit), key=lambda one: -one[1])
    alone = large[:math.floor((most - (len(large) < len(components))) * 0.8)]
    rest = [one for one in components if one not in alone]
    bins = most - len(alone)
    groups = [[one] for one in alone]
    if len(rest) <= bins:
        return groups + [[one] for one in rest]
    mean = sum(stability for _, _, stability in rest) / len(rest)
    deviation = math.sqrt(sum((stability - mean) ** 2 for _, _, stability in rest) / len(rest))
    tiers = [[], [], []]
    for one in rest:
        tiers[0 if one[2] >= mean + deviation else 2 if one[2] <= mean - deviation else 1].append(one)
    tiers = [tier for tier in tiers if tier]
    if bins < len(tiers):
        return groups + hashed(rest, bins)
    left = bins
    for number, tier in enumerate(tiers):
        behind = len(tiers) - number - 1
        share = math.floor(len(tier) / len(rest) * bins + 0.5)
        own = min(max(1, share), left - behind) if behind else left
        groups += hashed(tier, own)
        left -= own
    return groups


def true_chunkah(line, learned):
    """(pulled, stored) by number of layers, of chunkah with sizes of the last learned image and rates of the whole line."""
    owners, sizes = {}, collections.Counter()
    for image, tree in enumerate(line.trees):
        for path, (identity, size, _) in tree.items():
            if path not in owners:
                owners[path] = line.component(path, identity[0])
            if image == learned - 1:
                sizes[owners[path]] += size
    weeks = (len(line.trees) - 1) * line.days / 7
    rate = {name: line.changes.get(name, 0) / weeks for name in set(owners.values())}
    components = [(name, sizes[name], math.exp(-rate[name]) if name else 0.0) for name in sorted(rate)]
    plans = {}
    for most in LAYERS:
        number = {one[0]: layer for layer, group in enumerate(chunkah(components, most)) for one in group}
        plans[most] = shipped(line, learned, lambda path, identity, built, number=number: number[owners[path]])
    return plans


def varve(warehouse, name):
    """Varve's rows of a line: (policy, layers) -> (learned images, bytes of files pulled, stored)."""
    import duckdb
    rows = duckdb.sql(f"""
        SELECT DISTINCT policy, max_layers, learned_images, pulled_file_bytes, stored_file_bytes
        FROM read_parquet('{warehouse}/layer_plan_result/*.parquet')
        WHERE repository = '{name}' OR repository LIKE '%/{name}'""").fetchall()
    return {(policy, layers): (learned, pulled, stored) for policy, layers, learned, pulled, stored in rows}


def layers_built(layout, learned):
    """Bytes of files in the layers that updates ship, and in all layers, also of files that a later layer hides."""
    def blob(descriptor):
        return layout / 'blobs' / descriptor['digest'].replace(':', '/')

    sizes, before, pulled = {}, set(), 0
    for number, image in enumerate(json.loads((layout / 'index.json').read_text())['manifests']):
        layers = json.loads(blob(image).read_text())['layers']
        for layer in layers:
            if layer['digest'] not in sizes:
                with tarfile.open(blob(layer)) as archive:
                    sizes[layer['digest']] = sum(one.size for one in archive if one.isreg())
        now = {layer['digest'] for layer in layers}
        pulled += sum(sizes[digest] for digest in now - before) if number >= learned else 0
        before = now
    return pulled, sum(sizes.values())


def report(out, name, warehouse, learned):
    """Prints a line's figures; True when Varve's agree or were not requested."""
    line = Line(out, name)
    rows = varve(warehouse, name) if warehouse else {}
    learned = next((row[0] for row in rows.values()), learned or len(line.trees) // 2)
    print(f'{name}: {learned} of {len(line.trees)} images learned')
    model = {'as-built': shipped(line, learned, lambda path, identity, built: built, directories=False),
             'one-layer': shipped(line, learned, lambda path, identity, built: 0),
             'files-alone': shipped(line, learned, lambda path, identity, built: path)}
    if (out / name).is_dir():
        model['as-built'] = layers_built(out / name, learned)
    agrees = bool(rows) or not warehouse
    for policy, (pulled, stored) in model.items():
        print(f'  {policy:24} pulled {pulled / 1e6:9.1f}  stored {stored / 1e6:9.1f}', end='')
        found = {row[1:] for (one, _), row in rows.items() if one == policy}
        if warehouse and found != {(pulled, stored)}:
            agrees = False
            print(f'  differs by {[(one - pulled, two - stored) for one, two in found]} bytes', end='')
        print()
    for most, (pulled, stored) in true_chunkah(line, learned).items():
        print(f'  {"chunkah, true packages":24} pulled {pulled / 1e6:9.1f}  stored {stored / 1e6:9.1f}  K {most}')
    for (policy, most), (_, pulled, stored) in sorted(rows.items()):
        if policy not in model:
            print(f'  Varve {policy:18} pulled {pulled / 1e6:9.1f}  stored {stored / 1e6:9.1f}  K {most}')
    return agrees


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('line', nargs='+', choices=make_lines.LINES, metavar='LINE')
    parser.add_argument('--warehouse', type=pathlib.Path)
    parser.add_argument('--learned', type=int, help='images learned, without a warehouse (default: half of them)')
    options = parser.parse_args()
    agrees = [report(options.out, name, options.warehouse, options.learned) for name in options.line]
    sys.exit(0 if all(agrees) else 1)


if __name__ == '__main__':
    main()
