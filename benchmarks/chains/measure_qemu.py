"""Processor time of qemu-img bench on chains of make_chain.py, and how well the cost model predicts it.

    measure_qemu.py FOLDER READS      # FOLDER holds f1, f10, f50, f100, f500

Reads of 4 KiB, one at a time, at steps of STEP bytes round the disk (a cluster each, another slice of the L2 tables each
time). Caches: full, or 2 slices a file, so that every look-up misses. The files are in the page cache: a miss is a read of
4 KiB of memory. Time is user and system time, less that of a run of one read, as the machine is shared. Model: a * reads +
b * below + c * hits + d * misses, fitted on the chains of CALIBRATE, predicted for the others; below is the files below each
file that is looked into, which QEMU asks one by one whether they are there (bdrv_is_inserted). Owners by owners.txt.
"""
import json
import resource
import subprocess
import sys
from pathlib import Path

folder, reads = Path(sys.argv[1]), int(sys.argv[2])
STEP, CALIBRATE, REPEATS = 33 * (1 << 20) + 65536, (1, 10, 50), 3


def image(home, files, cache):
    tree = None
    for file in range(files):
        name = {"driver": "file", "filename": str(home / f"{file}.qcow2")}
        tree = {"driver": "qcow2", "l2-cache-size": cache, "l2-cache-entry-size": 4096, "file": name, "backing": tree}
    return "json:" + json.dumps(tree, separators=(",", ":"))


def processor(count, name, depth=1):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["qemu-img", "bench", "-U", "-q", "-c", str(count), "-d", str(depth), "-s", "4096", "-S", str(STEP), name]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return None, (done.stderr or str(done.returncode)).strip()[:200]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ""


rows = []
for files in (1, 10, 50, 100, 500):
    home = folder / f"f{files}"
    owners = list(map(int, (home / "owners.txt").read_text().split()))
    disk = len(owners) * 65536
    for cache in (1 << 20, 8192):
        count = max(1000, reads // files)
        at, probes, below = 0, 0, 0
        last = [[] for _ in range(files)]
        misses = 0
        for _ in range(count):
            owner, slice_ = owners[at // 65536], at >> 25
            probes += files - owner
            below += sum(range(owner, files))
            for file in range(owner, files):
                held = last[file]
                if slice_ in held:
                    held.remove(slice_)
                else:
                    misses += 1
                    if len(held) * 4096 >= cache:
                        held.pop(0)
                held.append(slice_)
            at = (at + STEP) % disk
        name = image(home, files, cache)
        times = []
        for _ in range(REPEATS):
            once, fault = processor(1, name)
            whole, fault2 = processor(count, name)
            if once is None or whole is None:
                print(files, cache, "qemu:", fault or fault2)
                break
            times.append(whole - once)
        if len(times) == REPEATS:
            rows.append((files, cache, count, below, probes - misses, misses, min(times)))
            print(rows[-1], flush=True)

fit = [row for row in rows if row[0] in CALIBRATE]

def fitted(points):
    """Least squares of relative errors: the normal equations, by elimination."""
    unknowns = 4
    table = [[0.0] * (unknowns + 1) for _ in range(unknowns)]
    for _, _, *terms, seconds in points:
        x = [term / seconds for term in terms]
        for i in range(unknowns):
            for j in range(unknowns):
                table[i][j] += x[i] * x[j]
            table[i][unknowns] += x[i]
    for i in range(unknowns):
        pivot = table[i][i]
        table[i] = [value / pivot for value in table[i]]
        for j in range(unknowns):
            if j != i:
                factor = table[j][i]
                table[j] = [v - factor * w for v, w in zip(table[j], table[i])]
    return [row[unknowns] for row in table]


costs = fitted(fit)
print("us: request {:.2f}, below {:.4f}, hit {:.3f}, miss {:.3f}".format(*(cost * 1e6 for cost in costs)))
print("files cache reads measured_us_per_read predicted error calibrated")
for files, cache, *terms, seconds in rows:
    guess = sum(cost * term for cost, term in zip(costs, terms))
    print(files, cache, terms[0], f"{seconds / terms[0] * 1e6:.2f} {guess / terms[0] * 1e6:.2f}",
          f"{guess / seconds - 1:+.1%}", files in CALIBRATE)
