#version 450 core

layout(vertices = 3) out;

layout(location = 1) in vec4 varying1[];
layout(location = 0) in vec4 varying0[];
layout(location = 0) out vec4 point0[];
layout(location = 1) out vec4 point1[];

uint d3d_InvocationID;

void phase1() {
  uint vertex = min(d3d_InvocationID, 2u);
  point0[gl_InvocationID] = vec4(varying0[vertex].xyz, 0.0);
  uint vertex1 = min(d3d_InvocationID, 2u);
  point1[gl_InvocationID] = vec4(varying1[vertex1].xy, 0.0, 0.0);
}

void phase0(uint phase_instance) {
  uint vertex2 = min(phase_instance, 2u);
  uint v = floatBitsToUint(varying1[vertex2].x);
  uint row = phase_instance;
  if (row == 0u) {
    gl_TessLevelOuter[0] = uintBitsToFloat(v);
  }
  if (row == 1u) {
    gl_TessLevelOuter[1] = uintBitsToFloat(v);
  }
}

void main() {
  d3d_InvocationID = uint(gl_InvocationID);
  phase1();
  if (gl_InvocationID == 0) {
    phase0(0u);
    phase0(1u);
  }
}
