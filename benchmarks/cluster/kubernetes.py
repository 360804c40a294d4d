#!/usr/bin/env python3
"""What spark-submit would create in Kubernetes for a verb in cluster mode, without a Kubernetes: its requests are answered and kept
by a server on loopback, and each object is validated against the schemas of Kubernetes. Prints the objects as YAML.
Usage: kubernetes.py WORDS... (of spark-submit, from its options to those of the verb). Variables: SPARK_HOME.
Needs: python3 with kubernetes-validate (which brings yaml)."""
import http.server, json, os, subprocess, sys, threading
import kubernetes_validate, yaml

VERSION = "1.33"


class Api(http.server.BaseHTTPRequestHandler):
    """Creates what is asked for, and has nothing else."""
    created = []

    def reply(self, code, body):
        data = json.dumps(body).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.reply(404, {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 404, "reason": "NotFound"})

    def do_POST(self):
        made = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.created.append(made)
        self.reply(201, {**made, "metadata": {**made["metadata"], "uid": str(len(self.created)), "resourceVersion": "1"}})

    do_PATCH = do_PUT = do_POST

    def log_message(self, *words):
        pass


def main(words):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Api)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    code = subprocess.run([f"{os.environ['SPARK_HOME']}/bin/spark-submit", "--master", f"k8s://http://127.0.0.1:{server.server_port}",
                           "--deploy-mode", "cluster", "--conf", "spark.kubernetes.submission.waitAppCompletion=false", *words],
                          env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}, stdout=sys.stderr).returncode
    for made in Api.created:
        kubernetes_validate.validate(made, VERSION, strict=True)
    print(yaml.dump_all(Api.created, sort_keys=False), end="")
    print(f"{len(Api.created)} objects are valid in Kubernetes {VERSION}: {', '.join(made['kind'] for made in Api.created)}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
