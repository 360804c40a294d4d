"""Processor time of qemu-img bench on chains of make_chain.py, and how well the cost model predicts it.

    measure_qemu.py FOLDER READS      # FOLDER holds f1, f10, f50, f100, f500

Reads of 4 KiB, one at a time, at steps of STEP bytes round the disk (a cluster each, another slice of the L2 tables each
time). Caches: full, or 2 slices a file, so that every look-up misses. The files are in the page cache: a miss is a read of
4 KiB of memory. Time is user and system time, less that of a run of one read, as the machine is shared. Model: a * reads +
b * probes + c * misses, fitted on the chains of CALIBRATE, predicted for the others; probes by owners.txt.
"""
import json
import resource
import subprocess
import sys
from pathlib import Path

folder, reads = Path(sys.argv[1]), int(sys.argv[2])
STEP, CALIBRATE, REPEATS = 33 * (1 << 20) + 65536, (1, 10, 100), 2


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
        at, probes, met = 0, 0, set()
        last = [[] for _ in range(files)]
        misses = 0
        for _ in range(count):
            owner, slice_ = owners[at // 65536], at >> 25
            probes += files - owner
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
            rows.append((files, cache, count, probes, misses, min(times)))
            print(rows[-1], flush=True)

fit = [row for row in rows if row[0] in CALIBRATE]

def fitted(points):
    """Least squares of relative errors: the normal equations of three unknowns, by elimination."""
    table = [[0.0] * 4 for _ in range(3)]
    for _, _, count, probes, misses, seconds in points:
        x = [count / seconds, probes / seconds, misses / seconds]
        for i in range(3):
            for j in range(3):
                table[i][j] += x[i] * x[j]
            table[i][3] += x[i]
    for i in range(3):
        pivot = table[i][i]
        table[i] = [value / pivot for value in table[i]]
        for j in range(3):
            if j != i:
                factor = table[j][i]
                table[j] = [v - factor * w for v, w in zip(table[j], table[i])]
    return [row[3] for row in table]


a, b, c = fitted(fit)
print(f"request {a * 1e6:.2f} us, probe {b * 1e6:.3f} us, miss {c * 1e6:.3f} us")
print("files cache reads probes misses measured_us_per_read predicted error calibrated")
for files, cache, count, probes, misses, seconds in rows:
    guess = a * count + b * probes + c * misses
    print(files, cache, count, probes, misses, f"{seconds / count * 1e6:.2f} {guess / count * 1e6:.2f}",
          f"{guess / seconds - 1:+.1%}", files in CALIBRATE)
