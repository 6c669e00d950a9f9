#version 450 core

layout(vertices = 32) out;

layout(location = 1) in vec4 varying1[];
layout(location = 1) out vec4 point1[];

const uvec4 immediate_constants[3] = uvec4[3](
  uvec4(0x3f800000u, 0u, 0u, 0u),
  uvec4(0x40000000u, 0u, 0u, 0u),
  uvec4(0u)
);

uint d3d_InvocationID;

void phase0() {
  uint vertex = min(d3d_InvocationID, 31u);
  gl_out[gl_InvocationID].gl_Position = gl_in[vertex].gl_Position;
  uint vertex1 = min(d3d_InvocationID, 31u);
  point1[gl_InvocationID] = vec4(varying1[vertex1].xy, 0.0, 0.0);
}

void phase1(uint phase_instance) {
  uint v = immediate_constants[min(phase_instance, 2u)].x;
  uint row = phase_instance;
  if (row == 0u) {
    gl_TessLevelOuter[0] = uintBitsToFloat(v);
  }
  if (row == 1u) {
    gl_TessLevelOuter[1] = uintBitsToFloat(v);
  }
}

void phase2(uint phase_instance) {
}

void main() {
  d3d_InvocationID = uint(gl_InvocationID);
  phase0();
  if (gl_InvocationID == 0) {
    phase1(0u);
    phase1(1u);
    phase2(0u);
  }
}
