"""Time of qemu-img bench on chains of make_chain.py, and how well the cost model predicts it.

    measure_qemu.py FOLDER READS      # FOLDER holds f1, f10, f50, ...

Reads of 4 KiB, one at a time, at steps of STEP bytes round the disk (a cluster each, another slice of the L2 tables each
time). Caches: full, or 2 slices a file, so that every look-up misses. The files are in the page cache: a miss is a read of
4 KiB of memory. Time is that of the processor, user and system, without opening; the best of REPEATS. Model: a * reads +
(b + c * files) * below + d * hits + e * misses; below is the files below each file that is looked into, which QEMU asks one
by one whether they are there (bdrv_is_inserted), and whose state leaves the processor's caches as the chain grows. Fitted on
the chains of CALIBRATE, predicted for the others; then each length by a fit on all the rest. Owners by owners.txt.
"""
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

folder, reads = Path(sys.argv[1]), int(sys.argv[2])
STEP, CALIBRATE, REPEATS = 33 * (1 << 20) + 65536, (1, 10, 50, 500), 2


def image(home, files, cache):
    tree = None
    for file in range(files):
        name = {"driver": "file", "filename": str(home / f"{file}.qcow2")}
        tree = {"driver": "qcow2", "l2-cache-size": cache, "l2-cache-entry-size": 4096, "file": name, "backing": tree}
    return "json:" + json.dumps(tree, separators=(",", ":"))


def seconds(count, name):
    """Processor time from the first request to the end: a terminal makes QEMU say at once that it begins."""
    mine, its = pty.openpty()
    command = ["qemu-img", "bench", "-U", "-c", str(count), "-d", "1", "-s", "4096", "-S", str(STEP), name]
    bench = subprocess.Popen(command, stdout=its)
    os.close(its)
    os.read(mine, 1000)
    fields = Path(f"/proc/{bench.pid}/stat").read_text().rsplit(")", 1)[1].split()
    before = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    _, status, after = os.wait4(bench.pid, 0)
    os.close(mine)
    if status:
        sys.exit(f"qemu-img ended with {status}")
    return after.ru_utime + after.ru_stime - before


rows = []
for files in sorted(int(home.name[1:]) for home in folder.glob("f*")):
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
        took = min(seconds(count, name) for _ in range(REPEATS))
        rows.append((files, cache, count, below, below * files, probes - misses, misses, took))
        print(rows[-1], flush=True)


def fitted(points):
    """Least squares of relative errors: the normal equations, by elimination."""
    unknowns = 5
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


def predicted(costs, row):
    return sum(cost * term for cost, term in zip(costs, row[2:-1]))


costs = fitted([row for row in rows if row[0] in CALIBRATE])
print("us: request {:.2f}, below {:.4f}, and a file {:.6f}, hit {:.3f}, miss {:.3f}".format(*(c * 1e6 for c in costs)))
print("files cache measured_us_per_read predicted error calibrated error_of_the_fit_on_all_others")
for row in rows:
    files, cache, count, *_, took = row
    guess, other = predicted(costs, row), predicted(fitted([r for r in rows if r[0] != files]), row)
    print(files, cache, f"{took / count * 1e6:.2f} {guess / count * 1e6:.2f} {guess / took - 1:+.1%}", files in CALIBRATE,
          f"{other / took - 1:+.1%}")
