"""Makes a qcow2 chain of F files whose clusters are owned equally often by every file, scattered.

    make_chain.py FOLDER FILES DISK_MIB

File j is created over file j-1 and written by one qemu-io, 4 KiB at the start of each of its clusters of 64 KiB. The owner of cluster c is
perm(c) % FILES, with a permutation drawn from a fixed seed; table owners.txt beside the files has them, one a line.
"""
import random
import subprocess
import sys
from pathlib import Path

folder, files, mebibytes = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
clusters = mebibytes * 16
order = list(range(clusters))
random.Random(7).shuffle(order)
owners = [place % files for place in order]
(folder / "owners.txt").write_text("\n".join(map(str, owners)))
for file in range(files):
    image = folder / f"{file}.qcow2"
    over = ["-b", f"{file - 1}.qcow2", "-F", "qcow2"] if file else []
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", *over, str(image), f"{mebibytes}M"], check=True)
    mine = [c for c in range(clusters) if owners[c] == file]
    # Opened without its backing file, so that the rest of a cluster is zeros that take no room.
    text = "".join(f"write -q -P {1 + file % 255} {c * 65536} 4096\n" for c in mine) + "quit\n"
    target = f'json:{{"driver":"qcow2","backing":null,"file":{{"driver":"file","filename":"{image}"}}}}'
    subprocess.run(["qemu-io", target], input=text, text=True, check=True, stdout=subprocess.DEVNULL)
print(folder, files, "files of", mebibytes, "MiB")
