#!/usr/bin/env python3
"""Compares what Varve says of layer plans with a model of its own, for lines that make_lines.py made.

Usage: compare.py OUT LINE... [--warehouse DIR] [--learn-ratio R]

Prints for each line the bytes that updates ship: as built, one layer, files alone, and chunkah with the true packages
and the true rates of the whole line. With --warehouse, Varve's rows of layer_plan_result stand beside; exit code 1 when
its as-built, one-layer or files-alone differ. Needs duckdb for that.
"""
import argparse
import collections
import csv
import datetime
import gzip
import math
import pathlib
import sys

LAYERS = (12, 24, 64)
WEEK = 7.0


class Line:
    """Entries of a line by image, and the component that owns each path."""

    def __init__(self, out, name):
        self.name = name
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


def shipped(line, learned, layer_of):
    """Bytes of the layers that updates ship after the learned images, and of all distinct layers."""
    pulled, stored, known, before = 0, 0, set(), set()
    for image, tree in enumerate(line.trees):
        contents, sizes = collections.defaultdict(list), collections.Counter()
        for path, (identity, size, built) in tree.items():
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


def true_chunkah(line, learned, step):
    """Layer of a path by chunkah with the true packages, sizes of the last learned image and rates of the whole line."""
    owners, sizes = {}, collections.Counter()
    for image, tree in enumerate(line.trees):
        for path, (identity, size, _) in tree.items():
            if path not in owners:
                owners[path] = line.component(path, identity[0])
            if image == learned - 1:
                sizes[owners[path]] += size
    rate = {name: line.changes.get(name, 0) / (len(line.trees) - 1) / step * WEEK for name in set(owners.values())}
    components = [(name, sizes[name], math.exp(-rate[name]) if name else 0.0) for name in sorted(rate)]
    plans = {}
    for most in LAYERS:
        number = {one[0]: layer for layer, group in enumerate(chunkah(components, most)) for one in group}
        plans[most] = shipped(line, learned, lambda path, identity, built, number=number: number[owners[path]])
    return plans
