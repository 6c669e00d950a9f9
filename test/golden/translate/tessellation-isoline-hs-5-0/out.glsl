#version 450 core

layout(vertices = 2) out;

layout(std140, binding = 36) uniform hs_Frame { vec4 hs_Frame_data[2]; };

layout(location = 0) in vec4 varying0[];
layout(location = 1) in vec4 varying1[];
layout(location = 0) out vec4 point0[];
layout(location = 1) out vec4 point1[];

uint d3d_InvocationID;

void phase0() {
  uint vertex = min(d3d_InvocationID, 1u);
  point0[gl_InvocationID] = vec4(varying0[vertex].xyz, 0.0);
  uint vertex1 = min(d3d_InvocationID, 1u);
  vec2 v = varying1[vertex1].xy;
  point1[gl_InvocationID] = vec4(v + v, 0.0, 0.0);
}

void phase1(uint phase_instance) {
  gl_TessLevelOuter[0] = 8.0;
}

void phase2(uint phase_instance) {
  gl_TessLevelOuter[1] = hs_Frame_data[1].x;
}

void main() {
  d3d_InvocationID = uint(gl_InvocationID);
  phase0();
  if (gl_InvocationID == 0) {
    phase1(0u);
    phase2(0u);
  }
}
