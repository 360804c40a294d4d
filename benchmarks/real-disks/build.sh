#!/usr/bin/env bash
# Builds disks of virtual machines and their daily snapshots with real tools, as OUT/VM/day-N.qcow2: ext4 file systems of
# Debian bookworm, every day an overlay on the day before, the first one on OUT/.base/bookworm.qcow2. Each day the overlay
# is mounted (qemu-storage-daemon exports it through FUSE) and changed in place: packages come, go and are upgraded, logs
# grow and are rotated, a database is updated at random places, files are copied and moved, free space is trimmed. One VM
# uses other qcow2 options, one compressed clusters.
# Needs root, loop devices, and the Debian packages: mmdebstrap qemu-utils qemu-system-common fuse3 e2fsprogs util-linux.
# Usage: build.sh OUT [DAYS]         DAYS: 5 unless given; about 2 min and 2 GB
# Variables: MIRROR (the host's own apt source), DISK (size of a disk, 3G).
set -Eeuo pipefail

out=${1:?usage: build.sh OUT [DAYS]}
days=${2:-5}
missing=
for tool in mmdebstrap qemu-img qemu-storage-daemon mke2fs unshare fstrim; do command -v $tool >/dev/null || missing+=" $tool"; done
[ -z "$missing" ] || { echo "missing:$missing" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo 'must run as root' >&2; exit 2; }
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=${MIRROR:-$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' \
  | awk -v r="$codename" '$1 == r && !m { m = $2 } END { print m }')}
[ -n "$mirror" ] || { echo 'no apt source found; set MIRROR' >&2; exit 2; }

mkdir -p "$out/.base"
out=$(realpath "$out")
work=$out/.work
rm -rf --one-file-system "$work"
mkdir -p "$work"/{root,mnt,lists/partial,archives/partial}
daemon=
say() { printf '%4d s  %s\n' $SECONDS "$*"; }
detach() {
  mountpoint -q "$work/mnt" && umount "$work/mnt"
  if [ -n "$daemon" ]; then
    kill "$daemon" 2>/dev/null || true
    wait "$daemon" 2>/dev/null || true
    daemon=
  fi
}
finish() {
  detach || true
  rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'echo "$0: line $LINENO failed" >&2' ERR

say 'base: root file system of Debian bookworm'
mmdebstrap --include=usr-is-merged --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --quiet --mode=root --variant=minbase \
  --aptopt='Acquire::Check-Valid-Until "false"' \
  --customize-hook='printf "#!/bin/sh\nexit 101\n" >"$1/usr/sbin/policy-rc.d" && chmod 755 "$1/usr/sbin/policy-rc.d"' \
  bookworm "$work/root" "deb $mirror bookworm main" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
truncate -s "${DISK:-3G}" "$work/base.raw"
mke2fs -q -t ext4 -d "$work/root" "$work/base.raw"
qemu-img convert -q -f raw -O qcow2 "$work/base.raw" "$out/.base/bookworm.qcow2"
rm -rf --one-file-system "$work/root" "$work/base.raw"

attach() { # IMAGE: mounts it at $work/mnt
  : >"$work/disk"
  qemu-storage-daemon \
    --blockdev "driver=qcow2,node-name=disk,discard=unmap,file.driver=file,file.filename=$1,file.discard=unmap" \
    --export "type=fuse,id=export,node-name=disk,mountpoint=$work/disk,writable=on" &
  daemon=$!
  local try
  for try in $(seq 100); do
    [ "$(stat -c %s "$work/disk")" = 0 ] || break
    sleep 0.1
  done
  [ "$(stat -c %s "$work/disk")" != 0 ] || { echo "$1 was not exported within ${try} tries" >&2; exit 1; }
  mount -o loop "$work/disk" "$work/mnt"
}

inside() { # SCRIPT: runs it in the mounted system
  cp -L /etc/resolv.conf "$work/mnt/etc/resolv.conf"
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive \
    unshare --mount --pid --fork --kill-child --propagation private sh -euc '
      mount -t proc proc "$1/proc"
      mount --bind "$2/lists" "$1/var/lib/apt/lists"
      mount --bind "$2/archives" "$1/var/cache/apt/archives"
      exec chroot "$1" sh -euc "get() { apt-get -qq -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0 \"\$@\"; }
        [ -e /var/lib/apt/lists/lock ] || get update
        $3"' sh "$work/mnt" "$work" "$1" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

# What happens on a day of any VM, and what its purpose is.
routine() { # VM DAY
  printf 'for f in 1 2 3; do seq -f "%s day %s request %%g of file $f" 60000 >>/var/log/requests-$f.log; done' "$1" "$2"
}
purpose() { # VM DAY
  case $1-$2 in
    web-0) echo 'get install -y --no-install-recommends nginx-light curl' ;;
    web-*) echo "mkdir -p /srv/site/v$2; cp -r /usr/share/doc /srv/site/v$2/; echo day $2 >/srv/site/v$2/index.html" ;;
    build-0) echo 'get install -y --no-install-recommends gcc make' ;;
    build-2) echo 'get purge -y gcc; get autoremove -y --purge' ;;
    build-*) echo "get install -y --no-install-recommends perl; tar -C /usr -cf /srv/day-$2.tar lib/x86_64-linux-gnu 2>/dev/null || tar -C /usr -cf /srv/day-$2.tar share" ;;
    data-0) echo 'dd if=/dev/urandom of=/srv/database bs=1M count=96 status=none' ;;
    data-*) echo "for n in \$(seq 400); do dd if=/dev/urandom of=/srv/database bs=8k count=1 seek=\$(((n * 7919 + $2 * 104729) % 12288)) conv=notrunc status=none; done" ;;
  esac
}

for vm in web build data; do
  mkdir -p "$out/$vm"
  case $vm in build) options=cluster_size=16k,lazy_refcounts=on ;; data) options=extended_l2=on,cluster_size=128k ;; *) options=cluster_size=64k ;; esac
  backing=../.base/bookworm.qcow2
  for ((day = 0; day < days; day++)); do
    say "$vm, day $day"
    image=$out/$vm/day-$day.qcow2
    rm -f "$image"
    (cd "$out/$vm" && qemu-img create -q -f qcow2 -F qcow2 -b "$backing" -o "$options" "day-$day.qcow2")
    attach "$image"
    inside "$(routine $vm "$day"); $(purpose $vm "$day")"
    if [ "$day" = 3 ]; then
      rm -f "$work/mnt"/var/log/requests-1.log
      gzip -f "$work/mnt"/var/log/requests-2.log
      sync
      fstrim "$work/mnt"
    fi
    rm -f "$work/mnt/etc/resolv.conf"
    sync
    detach
    backing=day-$day.qcow2
  done
done
# The last day of one VM, compressed.
last=$out/web/day-$((days - 1)).qcow2
if [ "$days" -gt 1 ]; then
  (cd "$out/web" && qemu-img convert -q -c -f qcow2 -O qcow2 -o compression_type=zstd -B "day-$((days - 2)).qcow2" -F qcow2 "$last" last && mv last "$last")
fi
for image in "$out"/*/*.qcow2 "$out"/.base/*.qcow2; do qemu-img check -q "$image" || { echo "$image is not clean" >&2; exit 1; }; done
say "$(ls "$out"/*/*.qcow2 | wc -l) snapshots, $(du -sh --apparent-size "$out" | cut -f1)"
