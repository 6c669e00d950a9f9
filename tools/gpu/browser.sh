#!/bin/bash
# Installs Chromium, in which the tests run the pages of the examples and the package. Debian; once per machine, half a minute.
# Chromium brings SwiftShader along, so that WebGPU and WebGL 2 need no graphics card.
set -euo pipefail

for command in "${CHROMIUM:-chromium}" chromium-browser google-chrome; do
  if command -v "$command" >/dev/null; then
    "$command" --version
    exit 0
  fi
done
as_root=()
if [ "$(id -u)" != 0 ]; then as_root=(sudo); fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
chromium --version
