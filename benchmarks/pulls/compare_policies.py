#!/usr/bin/env python3
"""Cache policies, ours beside those of libcachesim (PyPI, 0.3.5), request by request.

    python3 -m venv V && V/bin/pip install libcachesim==0.3.5
    V/bin/python compare_policies.py --classes ../target/benchmarks.jar
    V/bin/python compare_policies.py --golden DIR    # makes the files that the tests compare with; needs no Java

Zipf requests, with equal sizes and with many. LRU, SIEVE, S3-FIFO and Belady must agree in every request, ARC where
sizes are equal. Of the others the hit ratios are shown: with many sizes, ARC's target moves by one byte there and by
the object's size here; W-TinyLFU counts other events there, never forgets, and refuses what is larger than the
window. Ends with 1 when hits differ where they must not.
"""
import argparse
import bisect
import itertools
import pathlib
import random
import subprocess
import sys
import tempfile

import libcachesim

THEIRS = {
    "lru": libcachesim.LRU,
    "arc": libcachesim.ARC,
    "sieve": libcachesim.Sieve,
    "s3-fifo": libcachesim.S3FIFO,
    "w-tinylfu": libcachesim.WTinyLFU,
    "belady": libcachesim.Belady,
}
NEVER = 2**63 - 1


def zipf(requests, objects, exponent, seed):
    """Objects by Zipf's law, in an order of popularity that is not that of their numbers."""
    draw = random.Random(seed)
    total = list(itertools.accumulate((rank + 1) ** -exponent for rank in range(objects)))
    number = list(range(objects))
    draw.shuffle(number)
    return [number[bisect.bisect(total, draw.random() * total[-1])] for _ in range(requests)]


def log_normal_sizes(objects, seed):
    """Sizes as those of layers: most small, a few large."""
    draw = random.Random(seed)
    return [1 + int(draw.lognormvariate(6, 1.2)) for _ in range(objects)]


def next_uses(requests):
    seen, uses = {}, [NEVER] * len(requests)
    for at in range(len(requests) - 1, -1, -1):
        uses[at] = seen.get(requests[at], NEVER)
        seen[requests[at]] = at
    return uses


def their_hits(name, capacity, requests, sizes):
    cache = THEIRS[name](cache_size=capacity)
    uses = next_uses(requests) if name == "belady" else itertools.repeat(-2)
    request = libcachesim.Request
    return "".join(
        "1" if cache.get(request(obj_size=sizes[id], obj_id=id, next_access_vtime=use)) else "0"
        for id, use in zip(requests, uses)
    )


def our_hits(classes, name, capacity, trace):
    command = ["java", "-cp", classes, "dev.varve.benchmarks.CacheTrace", name, str(capacity), trace]
    hits, millis = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")[:2]
    return hits, millis


def golden(folder):
    for name, sizes, capacity in (
        ("equal-small", [1] * 30, 20),
        ("equal", [1] * 200, 40),
        ("equal-large", [1] * 1000, 300),
        ("many", log_normal_sizes(200, 5), 25_000),
    ):
        requests = zipf(2000, len(sizes), 0.8, 11)
        lines = [f"capacity {capacity}", "sizes " + " ".join(map(str, sizes)), "requests " + " ".join(map(str, requests))]
        lines += [f"{policy} {their_hits(policy, capacity, requests, sizes)}" for policy in THEIRS]
        pathlib.Path(folder, name + ".txt").write_text("\n".join(lines) + "\n")


def compare(classes, count, objects):
    failed = False
    for name, sizes in (("equal", [1] * objects), ("many", log_normal_sizes(objects, 7))):
        requests = zipf(count, objects, 0.9, 3)
        capacity = sum(sizes) // 20
        with tempfile.NamedTemporaryFile("w", suffix=".trace") as trace:
            trace.writelines(f"{id} {sizes[id]}\n" for id in requests)
            trace.flush()
            for policy in THEIRS:
                theirs = their_hits(policy, capacity, requests, sizes)
                ours, millis = our_hits(classes, policy, capacity, trace.name)
                apart = sum(a != b for a, b in zip(theirs, ours)) + abs(len(theirs) - len(ours))
                exact = policy != "w-tinylfu" and not (policy == "arc" and name == "many")
                failed |= exact and apart > 0
                print(
                    f"{name:6} {policy:10} theirs {theirs.count('1') / count:.4f} ours {ours.count('1') / count:.4f}"
                    f" requests apart {apart:7}{'' if exact else ' (by rule)'} in {millis} ms",
                    flush=True,
                )
            print(f"{name:6} PFOO-L     bound {int(our_hits(classes, 'pfoo', capacity, trace.name)[0].split()[0]) / count:.4f}")
    return failed


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--classes", help="class path with ours, such as benchmarks/target/benchmarks.jar")
    options.add_argument("--requests", type=int, default=1_000_000)
    options.add_argument("--objects", type=int, default=100_000)
    options.add_argument("--golden", metavar="DIR")
    given = options.parse_args()
    if given.golden:
        golden(given.golden)
    else:
        sys.exit(compare(given.classes, given.requests, given.objects))
