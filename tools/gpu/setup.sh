#!/bin/bash
# Installs what checks and runs translated shaders: Dawn with its WGSL compiler Tint (npm `webgpu`), Deno with wgpu and naga, spirv-val, glslang,
# Vulkan drivers for the processor (Mesa's lavapipe; SwiftShader from Debian's Chromium, which is not installed itself) and Mesa's OpenGL, and the
# programs that run SPIR-V and GLSL on them. Once per machine, two minutes. For testing only; nothing of it goes into the package.
# usage: setup.sh [DIRECTORY]  default $DXLENS_GPU, else ~/.cache/dxlens-gpu
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)

to=${1:-${DXLENS_GPU:-$HOME/.cache/dxlens-gpu}}

install_packages() {
  local as_root=()
  if [ "$(id -u)" != 0 ]; then as_root=(sudo); fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# SwiftShader out of the package of Chromium.
install_swiftshader() {
  local parts
  parts=$(mktemp -d)
  if (cd "$parts" && apt-get download -qq chromium-common 2>/dev/null && dpkg -x chromium-common_*.deb .); then
    mkdir -p "$to/swiftshader"
    cp "$parts"/usr/lib/chromium/{libvk_swiftshader.so,vk_swiftshader_icd.json} "$to/swiftshader/"
  fi
  rm -rf "$parts"
}

mkdir -p "$to"
cd "$to"
if ! [ -f package.json ]; then echo '{"private": true}' >package.json; fi
npm install --no-audit --no-fund --ignore-scripts webgpu@0.6.2 @deno/linux-x64-glibc@2.9.6
if [ "$(uname -s)" = Linux ] && ! ls /usr/share/vulkan/icd.d/lvp_icd.*.json >/dev/null 2>&1; then
  install_packages libvulkan1 mesa-vulkan-drivers || echo "no Vulkan driver: shaders are checked, but not run" >&2
fi
if ! command -v spirv-val >/dev/null; then
  install_packages spirv-tools || echo "no spirv-val: SPIR-V is not checked" >&2
fi
if [ "$(uname -s)" = Linux ] && ! [ -f "$to/swiftshader/libvk_swiftshader.so" ]; then
  install_swiftshader
  [ -f "$to/swiftshader/libvk_swiftshader.so" ] || echo "no SwiftShader: shaders run on lavapipe only" >&2
fi
if ! [ -f /usr/include/vulkan/vulkan.h ]; then
  install_packages gcc libc6-dev libvulkan-dev || echo "no headers of Vulkan: SPIR-V is not run" >&2
fi
gcc -O2 -std=gnu11 -Wall -Wextra -o "$to/vulkan-executor" "$here"/vulkan/*.c -lvulkan || echo "SPIR-V is not run" >&2

build_opengl() {
  if ! command -v glslangValidator >/dev/null || ! [ -f /usr/include/EGL/egl.h ] || ! [ -f /usr/include/GLES3/gl32.h ]; then
    install_packages glslang-tools libegl-dev libgles-dev libegl-mesa0 libegl1 libgles2 libgl1-mesa-dri gcc libc6-dev
  fi
  gcc -O2 -Wall -o "$to/opengl.new" "$here/../executor/executor.c" "$here/opengl/opengl.c" -I "$here/../executor" -lEGL -lGLESv2
  mv "$to/opengl.new" "$to/opengl"
}
if [ "$(uname -s)" = Linux ]; then build_opengl || echo "no OpenGL without a window: GLSL is not checked" >&2; fi

"$to/node_modules/@deno/linux-x64-glibc/deno" --version | head -1
