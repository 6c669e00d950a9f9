#!/bin/bash
# Prepares the compiler of shader model 6 for recording fixtures: dxcompiler.dll out of the same npm package as the oracle's
# DLL, and a small program that drives it under the oracle's Wine. Run tools/oracle/setup.sh first. Tests do not need it.
# usage: setup.sh [DIRECTORY]  default $DXLENS_ORACLE, else ~/.cache/dxlens-oracle
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
to=${1:-${DXLENS_ORACLE:-$HOME/.cache/dxlens-oracle}}
file=package/dist/win32-x64/dxcompiler.dll

if ! [ -f "$to/dxcompiler.dll" ]; then
  work=$(mktemp -d)
  (cd "$work" && npm pack --silent webgpu@0.6.2 >/dev/null && tar xzf webgpu-0.6.2.tgz "$file")
  mv "$work/$file" "$to/"
  rm -rf "$work"
fi
x86_64-w64-mingw32-gcc -O2 -Wall -o "$to/dxc.exe" "$here/dxc.c"
echo "compiler of shader model 6 ready in $to"
