#!/bin/bash
# Prepares the executor: a program that runs shaders on Wine's Direct3D 9 and 11, drawn by Mesa's llvmpipe on a virtual X server.
# Once per machine, about a minute on Debian. For testing only; nothing of it goes into the package.
# usage: setup.sh [DIRECTORY]  default $DXLENS_EXECUTOR, else ~/.cache/dxlens-executor
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
to=${1:-${DXLENS_EXECUTOR:-$HOME/.cache/dxlens-executor}}
compiler=x86_64-w64-mingw32-gcc

find_wine() {
  for wine in /usr/lib/wine/wine64 "$(command -v wine64 || true)" "$(command -v wine || true)"; do
    if [ -n "$wine" ] && [ -x "$wine" ]; then
      echo "$wine"
      return
    fi
  done
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" != 0 ]; then as_root=(sudo); fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    wine wine64 gcc-mingw-w64-x86-64 xvfb libgl1 libgl1-mesa-dri libglx-mesa0 >/dev/null
}

mkdir -p "$to"
if [ -z "$(find_wine)" ] || ! command -v $compiler >/dev/null || ! command -v Xvfb >/dev/null; then install_packages; fi

# A running executor keeps the old program: build beside it, then swap.
$compiler -O2 -Wall -o "$to/executor.new.exe" "$here"/*.c -ld3d11 -ld3d9 -ldxguid
mv "$to/executor.new.exe" "$to/executor.exe"

# A prefix of its own: Wine's desktop of the oracle has no display.
if ! [ -f "$to/prefix/system.reg" ]; then
  WINEDEBUG=-all WINEPREFIX="$to/prefix" WINEDLLOVERRIDES="mscoree=;mshtml=" "$(find_wine)" wineboot -i >/dev/null 2>&1 || true
fi

# Both interfaces have to start: that needs a display, OpenGL and the features of Direct3D 11.
display=$(mktemp)
Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp 3>"$display" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null || true; rm -f "$display"' EXIT
for _ in $(seq 100); do
  if [ -s "$display" ]; then break; fi
  sleep 0.1
done
starts() {
  printf '\377\377\377\377' | DISPLAY=:$(cat "$display") WINEDEBUG=-all WINEPREFIX="$to/prefix" WINEDLLOVERRIDES="mscoree=;mshtml=" \
    LIBGL_ALWAYS_SOFTWARE=1 "$(find_wine)" "$to/executor.exe" "$1"
}
# The first start in a new prefix may come before its display driver is ready.
for api in d3d11 d3d9; do
  starts $api || { sleep 2; starts $api; } || { sleep 5; starts $api; }
done
echo "executor ready in $to"
