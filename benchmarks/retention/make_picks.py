#!/usr/bin/env python3
"""Asks borg and restic which snapshots they would keep: random chains, random policies, `borg prune --dry-run --list` and
`restic forget --dry-run --json`, TZ=UTC. Writes lines "chain;NAME;times" and "pick;NAME;tool;now;rules;kept numbers" for
PicksOfToolsTest (-Dretention.picks=FILE).
borg's own command line is run within this process, which saves starting it.
Usage: make_picks.py OUT POLICIES [CHAINS] [SEED]   (the Python of Debian's borgbackup 1.2; restic 0.14 on the path; some 2 s a
policy)"""
import contextlib, datetime, io, json, logging, os, random, re, subprocess, sys, tempfile, time

out, policies = sys.argv[1], int(sys.argv[2])
chains = int(sys.argv[3]) if len(sys.argv) > 3 else 12
rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
os.environ.update(TZ="UTC", BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK="yes", BORG_HOST_ID="x")
time.tzset()
from borg.archiver import Archiver
from borg.logger import setup_logging
env = dict(os.environ, TZ="UTC", BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK="yes", RESTIC_PASSWORD="x", BORG_HOST_ID="x")
utc = datetime.timezone.utc

def run(*words):
    return subprocess.run(words, env=env, check=True, capture_output=True, text=True)

setup_logging()
heard = io.StringIO()
for name in ["borg.output.list", "borg"]:
    logger = logging.getLogger(name)
    logger.handlers, logger.propagate = [logging.StreamHandler(heard)], False

def borg_run(*words):
    heard.seek(0), heard.truncate()
    archiver = Archiver(prog="borg")
    args = archiver.get_args(["borg", *words], None)
    logging.getLogger("borg.output.list").setLevel(logging.INFO)
    with contextlib.redirect_stderr(io.StringIO()):
        code = args.func(args) if hasattr(args, "func") else 2
    assert code == 0, (words, code)
    return heard.getvalue()

def times():
    """From several a day to a few a year, some up to now, some in the future."""
    most = rng.choice([3, 20, 60, 400, 2000])
    at = datetime.datetime(2019, 1, 1, tzinfo=utc) + datetime.timedelta(seconds=rng.randrange(10**8))
    if rng.random() < 0.5:
        at = datetime.datetime.now(utc) - datetime.timedelta(hours=rng.randrange(most * 12))
    made = []
    for _ in range(rng.randint(2, 28)):
        made.append(at.replace(microsecond=0))
        at += datetime.timedelta(seconds=rng.choice([1, 1800, 3600 * most]) * rng.random() + 1)
        if rng.random() < 0.05:  # the edges of years and months
            at = at.replace(month=12, day=31, hour=23, minute=59, second=59) + datetime.timedelta(seconds=rng.randint(0, 2))
    return sorted(set(made))

def rules():
    given = {}
    while not given:
        for name in ["last", "hourly", "daily", "weekly", "monthly", "yearly"]:
            if rng.random() < 0.4:
                given[name] = rng.choice([1, 1, 2, 3, 4, 7, 12, 100])
        if rng.random() < 0.15:
            given["within"] = rng.choice(["1d", "3d", "2w", "1m", "2m", "1y", "30h"])
    return given

with tempfile.TemporaryDirectory() as work, open(out, "w") as picks:
    empty = os.path.join(work, "empty")
    open(empty, "w").close()
    borg, env["RESTIC_REPOSITORY"] = os.path.join(work, "borg"), os.path.join(work, "restic")
    borg_run("init", "-e", "none", borg)
    run("restic", "init")
    all_times = {}
    for chain in range(chains):
        name = f"c{chain:02}"
        all_times[name] = times()
        for at in all_times[name]:
            stamp = at.strftime("%Y-%m-%dT%H:%M:%S")
            borg_run("create", "--timestamp", stamp, f"{borg}::{name}-{stamp}", empty)
            run("restic", "backup", "-q", "--host", name, "--time", stamp.replace("T", " "), empty)
        print("chain", name, ",".join(at.strftime("%Y-%m-%dT%H:%M:%SZ") for at in all_times[name]), sep=";", file=picks)

    def line(name, tool, now, given, kept):
        numbers = " ".join(str(n) for n, at in enumerate(all_times[name]) if at.strftime("%Y-%m-%dT%H:%M:%S") in kept)
        print("pick", name, tool, now.strftime("%Y-%m-%dT%H:%M:%SZ"), " ".join(f"{k} {v}" for k, v in given.items()), numbers,
              sep=";", file=picks, flush=True)

    for policy in range(policies):
        given, name = rules(), rng.choice(sorted(all_times))
        now = datetime.datetime.now(utc)
        words = [f"--keep-{k}={v}" for k, v in given.items()]
        borg_words = [w.replace("30h", "30H") for w in words]
        text = borg_run("prune", "--dry-run", "--list", "--glob-archives", name + "-*", *borg_words, borg)
        kept = {m.group(1) for m in re.finditer(r"^Keeping archive.*?: +" + name + r"-(\S+)", text, re.M)}
        line(name, "borg", now, given, kept)
        if "w" in given.get("within", ""):
            continue  # restic has no weeks
        groups = json.loads(run("restic", "forget", "--dry-run", "--json", *words).stdout.strip().splitlines()[0])
        for group in groups:  # a host is a chain: all at once
            line(group["host"], "restic-0.14", now, given, {one["time"][:19] for one in group["keep"] or []})
