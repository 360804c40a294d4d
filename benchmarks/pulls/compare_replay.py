#!/usr/bin/env python3
"""Replays the requests of a warehouse once more by the rules in plain Python, and compares every row of pull_result.

    V/bin/pip install duckdb
    V/bin/python compare_replay.py WAREHOUSE

For backends dedup-none and dedup-lru with gzip-6, requests at their times without pushes, and costs as conf/reference.conf
has them:

    varve simulate pulls --warehouse W --backends dedup-none,dedup-lru --set pulls.synthetic.push-ratio=0

Ends with 1 when a row differs.
"""
import collections
import heapq
import math
import sys

import duckdb

LOOKUP = SLICE_LOOKUP = 300_000
FILE_NANOS, BYTE_NANOS, COMPRESS_NANOS, MERGE_NANOS = 5_000, 1.0, 1e9 / 30e6, 1.0
CORES, LINK_BYTES, LINK_NANOS, HEADER = 8, 125e6, 100_000, 512


def rounded(number):
    return math.floor(number + 0.5)


def link(size):
    return rounded(size / LINK_BYTES * 1e9)


class Lru:
    def __init__(self, capacity, sizes):
        self.capacity, self.sizes, self.held, self.used = capacity, sizes, collections.OrderedDict(), 0

    def __contains__(self, layer):
        return layer in self.held

    def hit(self, layer):
        self.held.move_to_end(layer)

    def admit(self, layer):
        size = self.sizes[layer]
        if layer in self.held or size > self.capacity:
            return
        while self.used + size > self.capacity:
            gone, _ = self.held.popitem(last=False)
            self.used -= self.sizes[gone]
        self.held[layer] = True
        self.used += size


class Replay:
    def __init__(self, world, setting, backend, cache_bytes):
        self.world, self.backend = world, backend
        self.cache = Lru(cache_bytes or 0, world.restored)
        self.cores = [[0] * CORES for _ in range(setting)]
        self.sending, self.receiving = [0] * setting, [0] * setting
        self.underway, self.queue, self.ordinal, self.rows = {}, [], 0, {}

    def at(self, time, action, *arguments):
        heapq.heappush(self.queue, (time, self.ordinal, action, arguments))
        self.ordinal += 1

    def run(self, requests):
        # One request is on its way to be sent at a time, as in an open replay.
        waiting = iter(requests)

        def take(now):
            request = next(waiting, None)
            if request is not None:
                self.at(max(now, request[1] * 1000), send, request)

        def send(now, request):
            take(now)
            number, _, verb, layer = request
            if layer is None:
                self.rows[number] = ("manifest", LOOKUP)
            elif verb == "get":
                self.at(now + LOOKUP, self.found, number, layer, now)
            else:
                sys.exit("there are pushes, and no table has the servers that they go to")

        self.at(0, take)
        while self.queue:
            now, _, action, arguments = heapq.heappop(self.queue)
            action(now, *arguments)
        return self.rows

    def found(self, now, number, layer, sent):
        if layer in self.cache:
            self.cache.hit(layer)
            self.deliver(now, "hit", number, layer, sent)
        elif layer in self.underway:
            self.underway[layer]["waiting"].append(("wait", number, sent))
        else:
            restore = {"waiting": [("miss", number, sent)], "arrived": 0}
            self.underway[layer] = restore
            self.build(now, layer, restore)

    def build(self, now, layer, restore):
        slices = self.world.slices[layer]
        restore["left"] = len(slices)
        weights = []
        for server, master, files, size in slices:
            entries = files + (self.world.others[layer] if master else 0)
            weights.append((server, entries, size, HEADER * entries + size))
        total = sum(weight[3] for weight in weights)
        for server, entries, size, weight in weights:
            work = SLICE_LOOKUP + rounded(entries * FILE_NANOS + size * BYTE_NANOS) + rounded(weight * COMPRESS_NANOS)
            core = min(range(CORES), key=lambda one: self.cores[server][one])
            start = max(now, self.cores[server][core])
            self.cores[server][core] = start + work
            part = rounded(self.world.restored[layer] * weight / total) if total else self.world.restored[layer]
            self.at(start + work, self.move, layer, restore, server, part)

    def move(self, now, layer, restore, server, size):
        master = self.world.master[layer]
        arrived = now
        if server != master:
            start = max(now, self.sending[server], self.receiving[master])
            self.sending[server] = self.receiving[master] = start + link(size)
            arrived = start + link(size) + LINK_NANOS
        restore["arrived"] = max(restore["arrived"], arrived)
        restore["left"] -= 1
        if restore["left"] == 0:
            self.at(restore["arrived"], self.merge, layer)

    def merge(self, now, layer):
        end = now
        if len(self.world.slices[layer]) > 1:
            server = self.world.master[layer]
            core = min(range(CORES), key=lambda one: self.cores[server][one])
            work = rounded(self.world.restored[layer] * MERGE_NANOS)
            end = max(now, self.cores[server][core]) + work
            self.cores[server][core] = end
        self.at(end, self.end, layer)

    def end(self, now, layer):
        restore = self.underway.pop(layer)
        if self.backend == "dedup-lru":
            self.cache.admit(layer)
        for outcome, number, sent in restore["waiting"]:
            if outcome == "wait" and layer in self.cache:
                self.cache.hit(layer)
            self.deliver(now, outcome, number, layer, sent)

    def deliver(self, now, outcome, number, layer, sent):
        server, size = self.world.master[layer], self.world.restored[layer]
        start = max(now, self.sending[server])
        self.sending[server] = start + link(size)
        self.rows[number] = (outcome, start - sent + link(size) + LINK_NANOS)


class World:
    """Layers and their slices."""

    def __init__(self, db, servers):
        rows = db.execute(
            "SELECT p.layer, l.compressed_bytes, l.directories + l.symlinks + l.hard_links + l.whiteouts"
            " + l.other_entries, l.compression, l.archive_bytes FROM pull_layer p JOIN layer l USING (layer_digest)"
        ).fetchall()
        self.others = {row[0]: row[2] for row in rows}
        measured = dict(
            db.execute(
                "SELECT p.layer, max(pull_bytes) FROM layer_pull JOIN pull_layer p USING (layer_digest)"
                " WHERE codec = 'gzip-6' GROUP BY ALL"
            ).fetchall()
        )
        self.restored = {
            row[0]: measured.get(row[0], row[1] if row[3] == "gzip" else rounded(row[4] * 0.4)) for row in rows
        }
        self.slices, self.master = collections.defaultdict(list), {}
        for layer, server, master, files, size in db.execute(
            "SELECT p.layer, s.server, s.master, s.files, s.bytes FROM pull_slice s JOIN pull_layer p USING (layer_digest)"
            " WHERE s.servers = ? ORDER BY 1, 2",
            [servers],
        ).fetchall():
            self.slices[layer].append((server, master, files, size))
            if master:
                self.master[layer] = server


def main():
    db = duckdb.connect()
    for table in ("pull_layer", "pull_request", "pull_result", "pull_slice", "pull_summary", "layer", "layer_pull"):
        db.execute(f"CREATE VIEW {table} AS FROM read_parquet('{sys.argv[1]}/{table}/*.parquet')")
    faults = 0
    settings = db.execute(
        "SELECT setting, backend, servers, cache_bytes, layer_range FROM pull_summary WHERE from_bytes IS NULL"
        " AND clients = 0 AND codec = 'gzip-6' AND backend IN ('dedup-none', 'dedup-lru') ORDER BY 1"
    ).fetchall()
    for setting, backend, servers, cache_bytes, layers in settings:
        world = World(db, servers)
        requests = db.execute(
            "SELECT request, at_micros, verb, layer FROM pull_request WHERE layer_range = ? ORDER BY 1", [layers]
        ).fetchall()
        ours = Replay(world, servers, backend, cache_bytes).run(requests)
        theirs = db.execute(
            "SELECT request, outcome, latency_nanos FROM pull_result WHERE setting = ?", [setting]
        ).fetchall()
        other = [row for row in theirs if ours[row[0]] != row[1:]]
        for row in other[:5]:
            print("request", *row, "but", *ours[row[0]])
        print(f"setting {setting}, {backend} on {servers} servers: {len(theirs):,} rows, {len(other):,} differ")
        faults += len(other)
    sys.exit(1 if faults or not settings else 0)


main()
