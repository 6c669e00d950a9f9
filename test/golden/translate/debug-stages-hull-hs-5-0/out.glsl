#version 450 core

layout(vertices = 3) out;

layout(std140, binding = 36) uniform hs_Constants { uvec4 hs_Constants_data[7]; };

layout(location = 1) in vec4 varying1[];
layout(location = 2) in vec4 varying2[];
layout(location = 1) out vec4 point1[];
layout(location = 2) out vec4 point2[];
layout(location = 16) patch out vec4 point16;

uint d3d_InvocationID;

void phase0() {
  uint vertex = min(d3d_InvocationID, 2u);
  vec4 v = gl_in[vertex].gl_Position;
  gl_out[gl_InvocationID].gl_Position = v + v;
  uint vertex1 = min(d3d_InvocationID, 2u);
  point1[gl_InvocationID] = vec4(varying1[vertex1].xy, 0.0, 0.0);
  uint vertex2 = min(d3d_InvocationID, 2u);
  point2[gl_InvocationID] = vec4(varying2[vertex2].xy, 0.0, 0.0);
}

void phase1(uint phase_instance) {
  gl_TessLevelOuter[0] = varying1[0].x;
}

void phase2(uint phase_instance) {
  float v1 = float(int(hs_Constants_data[6].z));
  uint row = phase_instance;
  if (row == 0u) {
    gl_TessLevelOuter[1] = v1;
  }
  if (row == 1u) {
    gl_TessLevelOuter[2] = v1;
  }
}

void phase3(uint phase_instance) {
  gl_TessLevelInner[0] = sqrt(float(int(hs_Constants_data[6].z)) * varying1[0].x);
}

void phase4(uint phase_instance) {
  point16.y = gl_in[1].gl_Position.x;
}

void phase5(uint phase_instance) {
  point16.z = gl_in[1].gl_Position.y;
}

void phase6(uint phase_instance) {
  point16.w = gl_in[1].gl_Position.z;
}

void main() {
  d3d_InvocationID = uint(gl_InvocationID);
  phase0();
  if (gl_InvocationID == 0) {
    phase1(0u);
    phase2(0u);
    phase2(1u);
    phase3(0u);
    phase4(0u);
    phase5(0u);
    phase6(0u);
  }
}
