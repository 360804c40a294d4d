#!/usr/bin/env bash
# Builds a container registry from real Debian packages with real tools, in every form that `ingest registry` reads:
#   OUT/oci             OCI image layout, one tag an image        OUT/oci.tar        the same as a tar
#   OUT/registry        Distribution storage tree (gzip layers)   OUT/save/*.tar     `docker save` archives (plain layers)
#   OUT/registry-zstd   Distribution storage tree with one image, its layers compressed anew with zstd
#   OUT/oci-unpadded    OCI image layout with one layer that ends without padding
# The archives hold the images that no other image extends, which together hold every layer: oci, registry
# and save have the same layers by diffID.
# Needs root and the Debian packages: mmdebstrap umoci skopeo docker-registry (and debian-archive-keyring, util-linux).
# Usage: build.sh OUT [--small]      --small: bookworm only, fewer images
# Variables: PORT of the registry on 127.0.0.1 (5055), MIRROR (the host's own apt source), EPOCH (all times are cut to it).
set -Eeuo pipefail

out=${1:?usage: build.sh OUT [--small]}
size=${2:-full}
case $size in full) suites='bookworm trixie' ;; --small) suites=bookworm ;; *) echo "unknown option $size" >&2; exit 2 ;; esac
port=${PORT:-5055}
epoch=${EPOCH:-1735689600}
export SOURCE_DATE_EPOCH=$epoch
created=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)

missing=
for tool in mmdebstrap umoci skopeo docker-registry unshare; do command -v $tool >/dev/null || missing+=" $tool"; done
[ -z "$missing" ] || { echo "missing:$missing" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo 'must run as root' >&2; exit 2; }

# The main archive that this host installs from.
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=${MIRROR:-$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' \
  | awk -v r="$codename" '$1 == r && !m { m = $2 } END { print m }')}
[ -n "$mirror" ] || { echo 'no apt source found; set MIRROR' >&2; exit 2; }

mkdir -p "$out"
out=$(realpath "$out")
stamp="$(sha256sum <"$0" | cut -c1-64) $size $epoch"
if [ "$(cat "$out/built" 2>/dev/null)" = "$stamp" ]; then echo "$out is built"; exit; fi
work=$out/work
rm -rf --one-file-system "$work" "$out"/{oci,oci-unpadded,oci.tar,registry,registry-zstd,save,built}
mkdir -p "$work" "$out/save"
registry_pid=
finish() {
  [ -z "$registry_pid" ] || kill "$registry_pid" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'echo "$0: line $LINENO failed" >&2' ERR
say() { printf '%4d s  %s\n' $SECONDS "$*"; }
oci=$out/oci
history=(--history.created "$created" --history.author varve)

# base SUITE: an image of one layer, the root file system's tar as mmdebstrap wrote it.
# In bookworm usrmerge would bring all of perl; the hook merges /usr before the first package.
base() {
  local merged=()
  [ "$1" != bookworm ] || merged=(--include=usr-is-merged --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr)
  say "base $1"
  mmdebstrap "${merged[@]}" --quiet --mode=root --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' \
    --customize-hook='printf "#!/bin/sh\nexit 101\n" >"$1/usr/sbin/policy-rc.d" && chmod 755 "$1/usr/sbin/policy-rc.d"' \
    "$1" "$work/$1.tar" "deb $mirror $1 main" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  umoci new --image "$oci:$1"
  umoci config --image "$oci:$1" --no-history --created "$created" --os linux \
    --architecture "$(dpkg --print-architecture)" --config.cmd /bin/sh
  umoci raw add-layer --image "$oci:$1" "${history[@]}" --history.created_by "mmdebstrap $1" "$work/$1.tar"
  rm "$work/$1.tar"
}

# layer FROM TO SCRIPT: one more layer, what the script changed in the root of FROM. The mounts (apt's lists and
# packages, kept out of the layer) live in a name space of their own and end with it.
layer() {
  local suite=${1%%-*} root=$work/bundle/rootfs
  case $suite in bookworm | trixie) ;; *) suite=bookworm ;; esac
  say "$2: $(head -n 1 <<<"$3")"
  mkdir -p "$work/$suite"/{lists,archives}/partial
  umoci unpack --image "$oci:$1" "$work/bundle"
  [ ! -e "$root/etc/resolv.conf" ] || mv "$root/etc/resolv.conf" "$work/resolv.conf"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH="$epoch" \
    unshare --mount --pid --fork --kill-child --propagation private sh -euc '
      mount -t proc proc "$1/proc"
      mount --bind "$2/lists" "$1/var/lib/apt/lists"
      mount --bind "$2/archives" "$1/var/cache/apt/archives"
      exec chroot "$1" sh -euc "install() { apt-get -qq -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0 install -y --no-install-recommends \"\$@\"; }
        [ -e /var/lib/apt/lists/lock ] || apt-get -qq -o APT::Sandbox::User=root update
        $3"' sh "$root" "$work/$suite" "$3" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  rm -rf "$root/etc/resolv.conf" "$root"/var/log/{dpkg.log,alternatives.log} "$root"/var/log/apt/* \
    "$root"/var/cache/{ldconfig/aux-cache,apt/*.bin} "$root"/var/{cache/debconf,lib/dpkg}/*-old "$root"/*/.cache
  [ ! -e "$work/resolv.conf" ] || mv "$work/resolv.conf" "$root/etc/resolv.conf"
  find "$root" -xdev -newermt "@$epoch" -exec touch -h -d "@$epoch" {} +
  umoci repack --image "$oci:$2" "${history[@]}" --history.created_by "$3" "$work/bundle"
  rm -rf --one-file-system "$work/bundle"
}

umoci init --layout "$oci"
for suite in $suites; do base "$suite"; done

layer bookworm bookworm-curl 'install ca-certificates curl'
# Names that are hard to get right, a hard link, a pipe, a hole, an empty file, a copy of a file of the base.
layer bookworm-curl site-1 ': application
  d=/srv/app/$(printf %0120d 7)/$(printf %0120d 8); mkdir -p $d /srv/app/static
  echo deep >$d/deep; echo "<p>one</p>" >/srv/app/static/index.html; : >/srv/app/static/empty
  echo latin >$(printf "/srv/app/caf\351"); echo utf8 >$(printf "/srv/app/caf\303\251")
  echo two >"$(printf "/srv/app/two\nlines")"; echo back >"/srv/app/back\\slash"; echo x >"/srv/app/with -> arrow"
  cp /etc/passwd /srv/app/users; cp /srv/app/users "/srv/app/users again"
  ln /srv/app/users /srv/app/users-link; ln -s static/index.html /srv/app/home; mkfifo /srv/app/pipe
  truncate -s 3M /srv/app/sparse; echo end >>/srv/app/sparse'
# `umoci insert` writes no end of archive and leaves the last file without padding: a whole number of blocks is still
# good for every reader. OUT/oci-unpadded keeps one layer where it is not: Go reads it, GNU tar complains.
# Deleted and replaced: whiteouts, a file in place of a folder, then one opaque folder, then the same layer once more.
layer site-1 site-1-slim 'rm -r /usr/share/doc /usr/share/man /usr/share/locale/de /srv/app/static; echo flat >/srv/app/static; rm /srv/app/users'
mkdir "$work/new"
echo '<p>two</p>' >"$work/new/index.html"
head -c 4096 /dev/zero | tr '\0' v >"$work/new/script"
find "$work/new" -exec touch -d "@$epoch" {} +
umoci insert --image "$oci:site-1-slim" --tag site-2 --opaque "${history[@]}" "$work/new" /srv/app
umoci insert --image "$oci:site-2" --tag site-2-twice --opaque "${history[@]}" "$work/new" /srv/app
leaves=site-2-twice
if [ "$size" = full ]; then
  layer bookworm bookworm-python 'install python3-minimal'
  layer bookworm-python tool-1 'mkdir /opt/tool; echo "print(1)" >/opt/tool/main.py; cp -a /usr/lib/python3.11/encodings /opt/tool/'
  layer bookworm-curl bookworm-web 'install nginx-light'
  layer bookworm-web web-1 'apt-get -qq purge -y --auto-remove curl; echo "<p>web</p>" >/var/www/html/index.html'
  layer bookworm-curl bookworm-git 'install git'
  layer trixie trixie-python 'install python3-minimal ca-certificates curl'
  leaves+=' tool-1 web-1 bookworm-git trixie-python'
fi
umoci gc --layout "$oci"
umoci init --layout "$out/oci-unpadded"
umoci new --image "$out/oci-unpadded:scratch"
umoci config --image "$out/oci-unpadded:scratch" --no-history --created "$created" --os linux
printf 'the last file' >"$work/new/zz"
find "$work/new" -exec touch -d "@$epoch" {} +
umoci insert --image "$out/oci-unpadded:scratch" "${history[@]}" "$work/new" /srv/app
umoci gc --layout "$out/oci-unpadded"

say 'oci.tar'
tar -C "$oci" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner -cf "$out/oci.tar" blobs index.json oci-layout

# serve FOLDER: a Distribution registry on 127.0.0.1 that stores there.
serve() {
  cat >"$work/registry.yml" <<YML
version: 0.1
log: {level: error, accesslog: {disabled: true}}
storage: {filesystem: {rootdirectory: "$1"}}
http: {addr: "127.0.0.1:$port"}
YML
  if (: </dev/tcp/127.0.0.1/"$port") 2>/dev/null; then echo "port $port is taken; set PORT" >&2; exit 2; fi
  docker-registry serve "$work/registry.yml" >"$work/registry.log" 2>&1 &
  registry_pid=$!
  for _ in $(seq 50); do
    if (: </dev/tcp/127.0.0.1/"$port") 2>/dev/null; then return; fi
    sleep 0.2
  done
  cat "$work/registry.log" >&2
  exit 1
}
stop() { kill "$registry_pid"; wait "$registry_pid" || true; registry_pid=; }
push() { # TAG REPOSITORY:TAG [OPTION...]
  skopeo --insecure-policy copy --quiet --dest-tls-verify=false "${@:3}" "oci:$oci:$1" "docker://127.0.0.1:$port/$2"
}

say 'registry'
serve "$out/registry"
for tag in $(umoci ls --layout "$oci"); do
  case $tag in
    site-*) push "$tag" "apps/site:${tag#site-}" --preserve-digests ;;
    tool-*) push "$tag" "apps/tool:${tag#tool-}" --preserve-digests ;;
    web-*) push "$tag" "apps/web:${tag#web-}" --preserve-digests ;;
    *) push "$tag" "platform/debian:$tag" --preserve-digests ;;
  esac
done
push site-2 apps/site:latest --preserve-digests
push site-2 mirror/site:2 --preserve-digests
push bookworm mirror/debian:bookworm --preserve-digests
stop

say 'registry-zstd'
serve "$out/registry-zstd"
push site-1-slim zstd/site:1-slim --dest-compress --dest-compress-format zstd
stop

say 'save'
for tag in $leaves; do
  skopeo --insecure-policy copy --quiet "oci:$oci:$tag" "docker-archive:$out/save/$tag.tar:$tag:latest"
done

echo "$stamp" >"$out/built"
say "built: $(du -sh "$out" --exclude=work | cut -f1)"
