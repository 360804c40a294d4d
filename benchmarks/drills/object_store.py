#!/usr/bin/env python3
"""Shows that a warehouse in an object store is that of a local run, whatever goes wrong.

Every verb that writes runs on a warehouse in a bucket of moto, a server of S3, behind a proxy that spoils requests: 503,
500 after the work was done, a connection that ends before or after the work, slow answers, lists as they were a while
ago. Verbs are killed at random moments, by SIGKILL, and started again until they end. Then the files that the journals
name, read by this script alone, have the rows of a local run of the same verbs; after `compact` no other file is left.
Needs: a JDK, a build, python3 with duckdb and boto3, moto_server on the PATH. Usage: object_store.py [KILLS, 200] [FAULTS, 1000]
Variables: VARVE (the launcher), WORK (a folder, made unless given), SEED, MINUTES (45, at most).
"""
import collections, http.client, http.server, os, pathlib, random, re, shutil, signal, socket, subprocess, sys, tempfile
import threading, time, boto3

here = pathlib.Path(__file__).resolve().parent
varve = os.environ.get("VARVE", str(here / "../../bin/varve"))
work = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp(prefix="varve-object-store-"))
kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
wanted_faults = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
until = time.monotonic() + 60 * float(os.environ.get("MINUTES", "45"))
draw = random.Random(int(os.environ.get("SEED", "1")))
faults, failures = collections.Counter(), []
# Share of the requests that are spoiled, by kind.
SHARES = {"503": 0.02, "500 after": 0.02, "cut before": 0.01, "cut after": 0.02, "slow": 0.02, "old list": 0.1}
lists = {}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def fail(what):
    failures.append(what)
    print("  FAILED:", what, flush=True)


server_port, port = free_port(), free_port()


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "server", "date"):
                self.send_header(name, value)
        length = dict((name.lower(), value) for name, value in headers).get("content-length")
        self.send_header("Content-Length", length if self.command == "HEAD" and length else str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def error(self, status, code):
        self.answer(status, [("Content-Type", "application/xml")], f"<Error><Code>{code}</Code></Error>".encode())

    def cut(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        kind, left = None, 1 if calm else draw.random()
        for name, share in SHARES.items():
            left -= share
            if kind is None and left < 0 and (name != "old list" or self.path.find("list-type=2") >= 0):
                kind = name
        if kind:
            faults[kind] += 1
        if kind == "503":
            return self.error(503, "SlowDown")
        if kind == "cut before":
            return self.cut()
        if kind == "slow":
            time.sleep(draw.uniform(0.2, 1.5))
        if kind == "old list" and self.path in lists:
            return self.answer(*lists[self.path])
        server = http.client.HTTPConnection("127.0.0.1", server_port, timeout=60)
        try:
            server.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() not in ("expect", "connection"):
                    server.putheader(name, value)
            server.endheaders(body or None)
            got = server.getresponse()
            result = (got.status, got.getheaders(), got.read())
        finally:
            server.close()
        if "list-type=2" in self.path and draw.random() < 0.3:
            lists[self.path] = result
        if kind == "500 after":
            return self.error(500, "InternalError")
        if kind == "cut after":
            return self.cut()
        self.answer(*result)

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = serve


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass  # the client has gone, or was cut off


bucket = "s3a://bucket/w"
settings = [f"--set=spark.hadoop.fs.s3a.{setting}" for setting in (
    f"endpoint=http://127.0.0.1:{port}", "endpoint.region=us-east-1", "path.style.access=true",
    "connection.ssl.enabled=false", "retry.interval=100ms", "retry.limit=6", "attempts.maximum=4",
    "retry.throttle.interval=100ms")] + ["--set=lock.stale-seconds=20", "--set=ingest.publish-bytes=2MB"]
environment = dict(os.environ, AWS_ACCESS_KEY_ID="any", AWS_SECRET_ACCESS_KEY="any")
verbs = [
    ["ingest", "registry", "{demo}/registry"], ["ingest", "snapshots", "{demo}/vms"], ["derive"],
    ["simulate", "backup"], ["simulate", "availability"], ["simulate", "deletion"], ["simulate", "chains"],
    ["ingest", "registry", "{demo}/registry", "--measure-pull"], ["derive"], ["compact", "--before", "0d"],
]
# Deletes what the compact before it replaced, and what that one may have overlooked in an old list.
last = ["compact", "--before", "0d"]
calm = False


def run(verb, warehouse, more=(), kill_after=None):
    command = [varve, *(word.format(demo=demo) for word in verb), "--warehouse", warehouse, *more]
    with open(work / "log", "ab") as log:
        log.write((" ".join(command) + "\n").encode())
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)
        try:
            return process.wait(kill_after)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None


def objects(prefix):
    pages = client.get_paginator("list_objects_v2").paginate(Bucket="bucket", Prefix=prefix)
    return [one["Key"] for page in pages for one in page.get("Contents", [])]


def published():
    """The files that the journals name, relative to the warehouse: what they added last, and what they removed."""
    # Journals are in folders of a thousand each, checkpoints above these.
    journals, there, replaced = sorted(objects("w/.varve/published/"), key=os.path.basename), {}, set()
    checkpoints = [os.path.basename(name) for name in journals if name.endswith(".checkpoint")]
    for name in journals:
        if checkpoints and os.path.basename(name).split(".")[0] < checkpoints[-1].split(".")[0]:
            continue
        for line in client.get_object(Bucket="bucket", Key=name)["Body"].read().decode().splitlines()[1:]:
            source, target, size, *_ = line.split("\t")
            if target.startswith(".varve/damaged/"):
                there.pop(source, None)
                replaced.add(source)
            else:
                there[target] = int(size)
    return there, replaced


moto = subprocess.Popen(["moto_server", "-H", "127.0.0.1", "-p", str(server_port)], stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL, start_new_session=True)
proxy = Server(("127.0.0.1", port), Proxy)
try:
    client = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{server_port}", region_name="us-east-1",
                          aws_access_key_id="any", aws_secret_access_key="any")
    for _ in range(100):
        try:
            client.create_bucket(Bucket="bucket")
            break
        except Exception:
            time.sleep(0.2)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    demo = work / "demo"
    subprocess.run([varve, "demo", "--out", str(demo)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killed, rounds = 0, 0
    while (killed < kills or sum(faults.values()) < wanted_faults) and time.monotonic() < until:
        rounds += 1
        local = work / f"local{rounds}"
        for key in objects("w/"):
            client.delete_object(Bucket="bucket", Key=key)
        lists.clear()
        for verb in verbs:
            if code := run(verb, str(local), ["--set=ingest.publish-bytes=2MB"]):
                sys.exit(f"the local run of {verb} ended with {code}")
            seconds, tries = 15.0, 0
            for _ in range(3):
                if killed < kills and run(verb, bucket, settings, draw.uniform(1, seconds)) is None:
                    killed += 1
            began = time.monotonic()
            while (code := run(verb, bucket, settings)) not in (0, 3):
                tries += 1
                if tries == 6:
                    sys.exit(f"{verb} ended with {code} six times: {work / 'log'}")
            print(f"{' '.join(verb)}: {killed} kills, {sum(faults.values())} faults {dict(faults)},"
                  f" {tries} runs ended by faults, {time.monotonic() - began:.0f} s", flush=True)
        calm = True
        if code := run(last, bucket, settings) or run(last, str(local)):
            sys.exit(f"the last compact ended with {code}")
        (there, replaced), calm = published(), False
        copy = work / f"copy{rounds}"
        for name, size in there.items():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            client.download_file("bucket", "w/" + name, str(copy / name))
            if (copy / name).stat().st_size != size:
                fail(f"{name} has another length than it was published with")
        compared = subprocess.run([sys.executable, str(here / "compare_warehouses.py"), str(local), str(copy)],
                                  env=dict(environment, QUIET="1"), capture_output=True, text=True)
        if compared.returncode:
            fail(f"round {rounds}: rows differ: {compared.stdout[-3000:]}{compared.stderr[-500:]}")
        left = {key[2:] for key in objects("w/") if key.endswith(".parquet")} - set(there) - replaced
        if left:
            fail(f"round {rounds}: {len(left)} files are left that no journal names, such as {sorted(left)[:5]}")
    print(f"{killed} kills, {sum(faults.values())} faults {dict(faults)} in {rounds} rounds: {len(failures)} failures")
finally:
    proxy.shutdown()
    os.killpg(moto.pid, signal.SIGTERM)
if not os.environ.get("WORK") and not failures:
    shutil.rmtree(work)
sys.exit(1 if failures or killed < kills or sum(faults.values()) < wanted_faults else 0)
