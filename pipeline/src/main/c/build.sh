#!/bin/sh
# Compiles the digests for this machine, and for others whose cross compiler is there: build.sh OUT JAVA_HOME.
# Without a compiler, or on other systems, there is nothing to do: the JDK's digests serve.
set -eu
out=$1
headers=$2/include
here=$(cd "$(dirname "$0")" && pwd)
[ "$(uname -s)" = Linux ] && [ -f "$headers/linux/jni_md.h" ] || exit 0

compile() { # COMPILER FOLDER
  library=$out/$2/libdigests.so
  command -v "$1" >/dev/null 2>&1 || return 0
  if [ -f "$library" ] && [ -z "$(find "$here" -newer "$library" -type f)" ]; then
    return 0
  fi
  mkdir -p "$out/$2"
  if "$1" -std=gnu11 -O2 -Wall -Wextra -fPIC -shared -s -fvisibility=hidden -Wl,--build-id=none \
    -I "$headers" -I "$headers/linux" -o "$library.new" "$here/digests.c"; then
    mv "$library.new" "$library"
  else
    echo "$1 does not compile $here/digests.c: without it, the JDK's digests serve" >&2
    rm -f "$library.new" "$library"
  fi
}

case $(uname -m) in
  x86_64) compile "${CC:-cc}" linux-x86-64 ;;
  aarch64) compile "${CC:-cc}" linux-aarch64 ;;
esac
[ "$(uname -m)" = x86_64 ] || compile x86_64-linux-gnu-gcc linux-x86-64
[ "$(uname -m)" = aarch64 ] || compile aarch64-linux-gnu-gcc linux-aarch64
