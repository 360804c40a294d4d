#!/usr/bin/env python3
"""The driver's memory for a plan of so many layers: bytes of live objects once the first layer is read.

A registry on loopback names the layers in manifests of 1,000 each, and answers for no layer; then the ingest is killed.
Usage: many_layers.py VARVE WORK LAYERS ...
"""
import hashlib, json, os, shutil, subprocess, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

EACH, TAGS = 1000, 50


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


class Registry(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, manifests):
        super().__init__(("127.0.0.1", 0), Answer)
        self.manifests, self.configs, self.numbers = manifests, {}, {}
        self.first_layer, self.never = threading.Event(), threading.Event()

    def config(self, number):
        return json.dumps({
            "architecture": "amd64", "os": "linux", "created": "2026-01-01T00:00:00Z", "config": {"Env": [f"N={number}"]},
            "rootfs": {"type": "layers", "diff_ids": [
                digest(b"archive %d" % layer) for layer in range(number * EACH, (number + 1) * EACH)]}}).encode()

    def manifest(self, number):
        config = self.config(number)
        media = "application/vnd.oci.image."
        manifest = json.dumps({
            "schemaVersion": 2, "mediaType": media + "manifest.v1+json",
            "config": {"mediaType": media + "config.v1+json", "digest": digest(config), "size": len(config)},
            "layers": [
                {"mediaType": media + "layer.v1.tar+gzip", "digest": digest(b"layer %d" % layer), "size": 1000 + layer % EACH}
                for layer in range(number * EACH, (number + 1) * EACH)]}).encode()
        self.configs[digest(config)] = self.numbers[digest(manifest)] = number
        return manifest


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def handle(self):
        try:
            super().handle()
        except ConnectionError:
            pass  # the ingest was killed

    def answer(self, code, body=b"", kind="application/json"):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self):
        registry, path = self.server, self.path.split("?")[0]
        repository, kind, name = path[3:].rsplit("/", 2) if path.count("/") > 2 else ("", "", path)
        if path == "/v2/":
            self.answer(200, b"{}")
        elif path == "/v2/_catalog":
            names = [f"team/app{first // TAGS}" for first in range(0, registry.manifests, TAGS)]
            self.answer(200, json.dumps({"repositories": names}).encode())
        elif path.endswith("/tags/list"):
            first = int(repository.rpartition("app")[2]) * TAGS
            tags = [f"v{number}" for number in range(first, min(first + TAGS, registry.manifests))]
            self.answer(200, json.dumps({"name": repository[1:], "tags": tags}).encode())
        elif kind == "manifests" and (name[0] == "v" or name in registry.numbers):
            number = int(name[1:]) if name[0] == "v" else registry.numbers[name]
            self.answer(200, registry.manifest(number), "application/vnd.oci.image.manifest.v1+json")
        elif kind == "blobs" and name in registry.configs:
            self.answer(200, registry.config(registry.configs[name]), "application/octet-stream")
        elif kind == "blobs":
            registry.first_layer.set()
            registry.never.wait()
        else:
            self.answer(404)

    do_HEAD = do_GET


def live_bytes(varve, work, layers):
    registry = Registry(layers // EACH)
    threading.Thread(target=registry.serve_forever, daemon=True).start()
    warehouse = os.path.join(work, "many-layers")
    shutil.rmtree(warehouse, ignore_errors=True)
    environment = {**os.environ, "VARVE_JAVA_OPTIONS": os.environ.get("VARVE_JAVA_OPTIONS", "-Xmx2g")}
    ingest = subprocess.Popen(
        [varve, "ingest", "registry", f"docker://127.0.0.1:{registry.server_port}", "--warehouse", warehouse,
         "--set", "engine.name=spark", "--set", "spark.master=local[2]"], env=environment)
    try:
        while not registry.first_layer.wait(1):
            if ingest.poll() is not None:
                sys.exit(f"the ingest ended with {ingest.returncode} before it read a layer")
        lines = subprocess.run(["jcmd", str(ingest.pid), "GC.class_histogram"], capture_output=True, text=True, check=True)
        return int(lines.stdout.split()[-1])
    finally:
        ingest.kill()
        ingest.wait()
        registry.shutdown()
        shutil.rmtree(warehouse, ignore_errors=True)


for wanted in sys.argv[3:]:
    print(f"{int(float(wanted)):,} layers: {live_bytes(*sys.argv[1:3], int(float(wanted))) / 1e6:.1f} MB of live objects", flush=True)
