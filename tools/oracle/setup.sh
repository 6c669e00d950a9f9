#!/bin/bash
# Prepares the oracle: Microsoft's d3dcompiler_47.dll 10.0.22621 under Wine, in its own directory. Once per machine,
# about half a minute on Debian. For testing only; nothing of it goes into the package.
# usage: setup.sh [DIRECTORY]  default $DXLENS_ORACLE, else ~/.cache/dxlens-oracle
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
to=${1:-${DXLENS_ORACLE:-$HOME/.cache/dxlens-oracle}}
dll_sha256=289767b49dc8525bce262ea06fee4ef9fced2e131a55b25654ce871c1f0498b2
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
    wine wine64 gcc-mingw-w64-x86-64 >/dev/null
}

# The DLL comes out of the npm package webgpu, which ships it for its own use of Direct3D.
fetch_dll() {
  local work
  work=$(mktemp -d)
  (cd "$work" && npm pack --silent webgpu@0.6.2 >/dev/null && tar xzf webgpu-0.6.2.tgz package/dist/win32-x64/d3dcompiler_47.dll)
  cp "$work/package/dist/win32-x64/d3dcompiler_47.dll" "$to/"
  rm -rf "$work"
}

mkdir -p "$to"
if [ -z "$(find_wine)" ] || ! command -v $compiler >/dev/null; then install_packages; fi
if ! [ -f "$to/d3dcompiler_47.dll" ]; then fetch_dll; fi
echo "$dll_sha256  $to/d3dcompiler_47.dll" | sha256sum --check --quiet

# A running oracle keeps the old program: build beside it, then swap.
$compiler -O2 -Wall -o "$to/oracle.new.exe" "$here/oracle.c" "$here/reflection.c" "$here/reflection-walk.c" -Wl,--stack,67108864
mv "$to/oracle.new.exe" "$to/oracle.exe"

if ! [ -f "$to/prefix/system.reg" ]; then
  WINEDEBUG=-all WINEPREFIX="$to/prefix" WINEDLLOVERRIDES="mscoree=;mshtml=" "$(find_wine)" wineboot -i >/dev/null 2>&1 || true
fi
echo "oracle ready in $to"
