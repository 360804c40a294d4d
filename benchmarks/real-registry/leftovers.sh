#!/usr/bin/env bash
# Compares report removable-files with what find counts in the unpacked layers of three images of real packages: Debian
# with curl, Python with packages by pip, node with packages by npm. Each has the leftovers of a careless Dockerfile,
# some of which a later step deletes. Exit code 1 and the lines when anything differs.
# Needs root and the Debian packages: mmdebstrap umoci skopeo zstd (and debian-archive-keyring, util-linux); npm and python3.
# Usage: leftovers.sh OUT
# Variables: VARVE (the launcher), MIRROR (the host's own apt source).
set -Eeuo pipefail

out=${1:?usage: leftovers.sh OUT}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
varve=${VARVE:-$here/../../bin/varve}
missing=
for tool in mmdebstrap umoci skopeo unshare npm python3; do command -v $tool >/dev/null || missing+=" $tool"; done
[ -z "$missing" ] || { echo "missing:$missing" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo 'must run as root' >&2; exit 2; }
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=${MIRROR:-$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' \
  | awk -v r="$codename" '$1 == r && !m { m = $2 } END { print m }')}
[ -n "$mirror" ] || { echo 'no apt source found; set MIRROR' >&2; exit 2; }
mkdir -p "$out"
out=$(realpath "$out")
work=$out/work
steps=$out/steps
trap 'echo "$0: line $LINENO failed" >&2' ERR
say() { printf '%4d s  %s\n' $SECONDS "$*"; }

# step FROM TO SCRIPT: one more layer, what the script changed in the root of FROM; nothing if a run before made it.
step() {
  local root=$work/bundle/rootfs
  ! umoci ls --layout "$steps" | grep -qx "$2" || return 0
  say "$2: $(head -n 1 <<<"$3")"
  umoci unpack --image "$steps:$1" "$work/bundle"
  [ ! -e "$root/etc/resolv.conf" ] || mv "$root/etc/resolv.conf" "$work/resolv.conf"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
    SSL_CERT_FILE=/run/ca.crt PIP_CERT=/run/ca.crt NODE_EXTRA_CA_CERTS=/run/ca.crt \
    unshare --mount --pid --fork --kill-child --propagation private sh -euc '
      mount -t proc proc "$1/proc"
      mount -t tmpfs tmpfs "$1/run"
      cp /etc/ssl/certs/ca-certificates.crt "$1/run/ca.crt"
      mkdir "$1/run/npm"
      cp "$2"/npm-*.tgz "$1/run/npm"
      exec chroot "$1" sh -euc "
        update() { apt-get -qq -o APT::Sandbox::User=root update; }
        install() { apt-get -qq -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0 install -y --no-install-recommends \"\$@\"; }
        $3"' sh "$root" "$work" "$3" >"$work/log" 2>&1 || { tail -50 "$work/log" >&2; exit 1; }
  rm -rf "$root/etc/resolv.conf"
  [ ! -e "$work/resolv.conf" ] || mv "$work/resolv.conf" "$root/etc/resolv.conf"
  umoci repack --image "$steps:$2" --history.author varve --history.created_by "$3" "$work/bundle"
  rm -rf --one-file-system "$work/bundle"
}

if [ ! -e "$out/built" ]; then
  rm -rf --one-file-system "$work" "$out/oci"
  mkdir -p "$work"
  (cd "$work" && npm pack --silent npm@10 >/dev/null)
fi
if [ ! -e "$steps" ]; then
  say 'base'
  mmdebstrap --include=usr-is-merged --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --quiet --mode=root --variant=minbase \
    --customize-hook='printf "#!/bin/sh\nexit 101\n" >"$1/usr/sbin/policy-rc.d" && chmod 755 "$1/usr/sbin/policy-rc.d"' \
    bookworm "$work/base.tar" "deb $mirror bookworm main" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  umoci init --layout "$work/steps"
  umoci new --image "$work/steps:base"
  umoci raw add-layer --image "$work/steps:base" --history.author varve --history.created_by mmdebstrap "$work/base.tar"
  mv "$work/steps" "$steps"
fi
if [ ! -e "$out/built" ]; then
  # Packages stay in the cache; one is also under another name outside, and one has two names within.
  step base debian-1 'update; install ca-certificates curl
    mkdir -p /opt/pool; ls /var/cache/apt/archives/*.deb >/run/debs
    ln "$(sed -n 1p /run/debs)" /opt/pool/one.deb; ln "$(sed -n 2p /run/debs)" /var/cache/apt/archives/again.deb'
  step debian-1 debian-2 'rm -rf /var/lib/apt/lists/*; apt-get clean'
  # What the layer below deleted is written again.
  step debian-2 python-1 'update; install python3 python3-pip; echo left >/tmp/build.log; touch /var/tmp/empty'
  # pip keeps wheels that it builds; what it downloads it keeps only if the index allows that.
  step python-1 python-2 'pip install --break-system-packages --quiet --no-binary flask,requests,idna flask requests numpy'
  step python-2 python-3 'pip cache remove idna; rm -rf ~/.cache/pip/http* /var/cache/apt/*.bin /var/log/apt /tmp/build.log'
  step debian-2 node-1 'update; install nodejs; apt-get clean
    mkdir -p /usr/local/lib/node_modules; tar -xzf /run/npm/npm-*.tgz -C /usr/local/lib/node_modules
    mv /usr/local/lib/node_modules/package /usr/local/lib/node_modules/npm
    ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'
  step node-1 node-2 'mkdir /app; cd /app; npm init -y; npm install express webpack webpack-cli
    mkdir -p src && echo "console.log(1)" >src/index.js
    echo "module.exports = {mode: \"production\", cache: {type: \"filesystem\"}}" >webpack.config.js
    node node_modules/webpack-cli/bin/cli.js'
  step node-2 node-3 'npm cache clean --force'
  for leaf in debian-2 python-3 node-3; do
    skopeo --insecure-policy copy --quiet "oci:$steps:$leaf" "oci:$out/oci:${leaf%-*}"
  done
  touch "$out/built"
fi

# removable ROOT PATTERN..: bytes and path of each file in a known place. One that has a name elsewhere is left out; one with
# several names counts once.
removable() {
  local root=$1 tests=() pattern
  shift
  for pattern in "$@"; do tests+=(-o -path "$root$pattern"); done
  find "$root" -type f ! -name '.wh.*' \( "${tests[@]:1}" \) -printf '%i\t%n\t%s\t%P\n' | sort \
    | awk -F '\t' '{ seen[$1]++; if (seen[$1] == $2) print $3 "\t" $4 }' | LC_ALL=C sort -t $'\t' -k 2
}
declare -A places=(
  [apt]='/var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/lib/dpkg/*-old'
  [pip]='*/.cache/pip/*'
  [npm]='*/.npm/* */node_modules/.cache/*'
  [temporary files]='/tmp/* /var/tmp/*'
  [logs]='/var/log/*'
  [man pages]='/var/cache/man/*'
  [ldconfig]='/var/cache/ldconfig/*'
)
lines=('base debian-1 debian-2' 'base debian-1 debian-2 python-1 python-2 python-3' 'base debian-1 debian-2 node-1 node-2 node-3')
say 'count by find'
count=$out/count
rm -rf --one-file-system "$count"
mkdir -p "$count"
tags='base debian-1 debian-2 python-1 python-2 python-3 node-1 node-2 node-3'
for tag in $tags; do
  umoci unpack --image "$steps:$tag" "$count/bundle"
  (cd "$count/bundle/rootfs" && find . -printf '%P\n' | LC_ALL=C sort) >"$count/$tag.paths"
  rm -rf --one-file-system "$count/bundle"
done
for tag in $tags; do
  digest=$(skopeo inspect --raw "oci:$steps:$tag" | python3 -c 'import json, sys; print(json.load(sys.stdin)["layers"][-1]["digest"])')
  mkdir "$count/layer"
  tar -xzf "$steps/blobs/sha256/${digest#sha256:}" -C "$count/layer"
  for tool in "${!places[@]}"; do
    set -f
    patterns=(${places[$tool]})
    set +f
    removable "$count/layer" "${patterns[@]}" >"$count/removable"
    cut -f 2 "$count/removable" >"$count/deleted"
    for line in "${lines[@]}"; do # of every image with the layer, those that it misses after some later step
      case " $line " in *" $tag "*) ;; *) continue ;; esac
      for step in ${line#*"$tag"}; do LC_ALL=C comm -23 <(cut -f 2 "$count/removable") "$count/$step.paths"; done \
        | LC_ALL=C sort -u >"$count/gone"
      LC_ALL=C comm -12 "$count/deleted" "$count/gone" >"$count/both"
      mv "$count/both" "$count/deleted"
    done
    awk -F '\t' -v digest="$digest" -v tool="$tool" -v gone="$count/deleted" '
      BEGIN { while ((getline path <gone) > 0) deleted[path] = 1 }
      { files++; bytes += $1; if ($2 in deleted) { lost++; lost_bytes += $1 } }
      END { if (files) printf "%s\t%s\t%d\t%d\t%d\t%d\n", digest, tool, files, bytes, lost, lost_bytes }
    ' "$count/removable" >>"$count/found.tsv"
  done
  rm -rf --one-file-system "$count/layer"
done

say 'varve'
rm -rf "$out/warehouse"
"$varve" ingest registry "$out/oci" --warehouse "$out/warehouse" --quiet
"$varve" derive --warehouse "$out/warehouse" --quiet
"$varve" report removable-files --warehouse "$out/warehouse" --format csv >"$count/report.csv"
say 'compare'
python3 - "$count" <<'PY'
import collections, csv, sys
folder = sys.argv[1]
columns = "files bytes deleted_files deleted_bytes".split()
found, reported, tools = {}, collections.defaultdict(lambda: [0] * 4), collections.defaultdict(lambda: [0] * 4)
for line in open(folder + "/found.tsv"):
    digest, tool, *numbers = line.rstrip("\n").split("\t")
    found[digest, tool] = [int(number) for number in numbers]
for row in csv.DictReader(open(folder + "/report.csv")):
    if row["name"] != "ALL":
        for at, column in enumerate(columns):
            reported[row["layer_digest"], row["name"]][at] += int(row[column])
for (digest, tool), numbers in found.items():
    tools[tool] = [a + b for a, b in zip(tools[tool], numbers)]
for tool, numbers in sorted(tools.items()):
    print(f"{tool:16}", *(f"{column} {number:,}" for column, number in zip(columns, numbers)))
differ = [key for key in sorted(found.keys() | reported.keys()) if found.get(key) != reported.get(key)]
for key in differ:
    print("DIFFERS", *key, "find", found.get(key), "report", reported.get(key))
print(f"{len(found)} pairs of layer and tool, {len(differ)} differ")
sys.exit(1 if differ or not found else 0)
PY
