#!/usr/bin/env python3
"""Counts what a traced program read of the root that it ran in: by the text of strace and the files that lie there.
Usage: count_start.py ROOT STRACE   (strace -f of a program in that root). Prints files opened, whole bytes, files of which
a byte was read, needed bytes. Of programs that were executed all bytes count; of reads and maps their ranges."""
import ast, os, re, sys

root, trace = sys.argv[1:]
own = {}      # pid -> {"fds": {fd: [path, offset]}, "cwd": path}
halves = {}
ranges = {}   # (device, inode) -> list of (from, to)
sizes = {}

def resolve(path, depth=0):
    """The real path within the root."""
    done = root
    left = [part for part in path.split("/") if part not in ("", ".")]
    while left:
        part = left.pop(0)
        if part == "..":
            done = root if done == root else os.path.dirname(done)
            continue
        here = os.path.join(done, part)
        if os.path.islink(here):
            target = os.readlink(here)
            left = [p for p in target.split("/") if p not in ("", ".")] + left
            done = root if target.startswith("/") else done
            depth += 1
            if depth > 40:
                return None
        else:
            done = here
    return done

def need(path, start, end):
    real = resolve(path)
    if real is None or not os.path.isfile(real):
        return
    stat = os.stat(real)
    key = (stat.st_dev, stat.st_ino)
    sizes[key] = stat.st_size
    end = stat.st_size if end is None else min(end, stat.st_size)
    ranges.setdefault(key, [])
    if start < end:
        ranges[key].append((start, end))

def absolute(state, path, at):
    if path.startswith("/"):
        return path
    if at.startswith("AT_FDCWD"):
        return state["cwd"] + "/" + path
    return state["fds"][int(at)][0] + "/" + path

string = r'"((?:[^"\\]|\\.)*)"'
for line in open(trace, errors="surrogateescape"):
    pid, text = re.match(r"(\d+)\s+(.*)", line).groups()
    if text.endswith("<unfinished ...>"):
        halves[pid] = text[: -len("<unfinished ...>")].rstrip()
        continue
    resumed = re.match(r"<\.\.\. \w+ resumed>\s?(.*)", text)
    if resumed:
        text = halves.pop(pid) + resumed.group(1)
    call = re.match(r"(\w+)\((.*)\)\s+= (-?\w+)", text)
    if not call:
        continue
    name, args, result = call.groups()
    result = int(result, 0) if re.fullmatch(r"-?(0x)?[0-9a-f]+", result) else -1
    if result < 0:
        continue
    state = own.setdefault(pid, {"fds": {}, "cwd": "/"})
    fds = state["fds"]
    if name == "execve":
        path = ast.literal_eval('b"' + re.match(string, args).group(1) + '"').decode()
        need(absolute(state, path, "AT_FDCWD"), 0, None)
    elif name in ("openat", "open"):
        at, quoted, flags = re.match(r"(?:([^,\"]*), )?" + string + r", ([A-Z_|]+)", args).groups()
        path = absolute(state, ast.literal_eval('b"' + quoted + '"').decode(), at or "AT_FDCWD")
        fds[result] = [path, 0]
        if "O_WRONLY" not in flags and "O_TRUNC" not in flags:
            need(path, 0, 0)
    elif name == "read":
        fd = int(args.split(",")[0])
        if fd in fds:
            need(fds[fd][0], fds[fd][1], fds[fd][1] + result)
            fds[fd][1] += result
    elif name == "pread64":
        fd, offset = int(args.split(",")[0]), int(args.rsplit(",", 1)[1])
        if fd in fds:
            need(fds[fd][0], offset, offset + result)
    elif name == "mmap":
        parts = [part.strip() for part in args.split(",")]
        fd = int(parts[4])
        if fd in fds:
            need(fds[fd][0], int(parts[5], 0), int(parts[5], 0) + int(parts[1]))
    elif name == "lseek":
        fd = int(args.split(",")[0])
        if fd in fds:
            fds[fd][1] = result
    elif name in ("dup", "dup2", "dup3") or (name == "fcntl" and "F_DUPFD" in args):
        fd = int(args.split(",")[0])
        if fd in fds:
            fds[result] = fds[fd]
    elif name == "close":
        fds.pop(int(args), None)
    elif name == "chdir":
        state["cwd"] = absolute(state, ast.literal_eval("b" + args).decode(), "AT_FDCWD")
    elif name in ("clone", "clone3", "fork", "vfork") and result > 0:
        shared = "CLONE_FILES" in args
        own[str(result)] = {"fds": fds if shared else dict(fds), "cwd": state["cwd"]}

needed = 0
some = 0
for key, spans in ranges.items():
    spans.sort()
    end = 0
    before = needed
    for start, stop in spans:
        needed += max(0, stop - max(start, end))
        end = max(end, stop)
    some += needed > before
print(f"{len(ranges)},{sum(sizes[key] for key in ranges)},{some},{needed}")
