#version 450 core

layout(vertices = 4) out;

layout(std140, binding = 36) uniform hs_Frame { vec4 hs_Frame_data[2]; };
layout(binding = 48) uniform sampler2D hs_heights_s;

layout(location = 0) in vec4 varying0[];
layout(location = 1) in vec4 varying1[];
layout(location = 0) out vec4 point0[];
layout(location = 1) out vec4 point1[];

uint d3d_InvocationID;
uint d3d_PrimitiveID;

void phase0() {
  uint vertex = min(d3d_InvocationID, 15u);
  vec2 v = varying1[vertex].xy;
  vec4 hs_heights_s_texel = textureLod(hs_heights_s, v, 0.0);
  uint vertex1 = min(d3d_InvocationID, 15u);
  uint vertex2 = min(d3d_InvocationID, 15u);
  uint vertex3 = min(d3d_InvocationID, 15u);
  point0[gl_InvocationID] = vec4(vec3(varying0[vertex2].x, hs_heights_s_texel.x + varying0[vertex1].y, varying0[vertex3].z), 0.0);
  point1[gl_InvocationID] = vec4(v, 0.0, 0.0);
}

void phase1(uint phase_instance) {
  uint vertex4 = min(phase_instance, 3u);
  uint vertex5 = min(phase_instance + 12u, 15u);
  float v1 = hs_Frame_data[1].x * uintBitsToFloat(uvec4(floatBitsToUint(point1[vertex4].x), 0u, 0u, 0u).x) + varying1[vertex5].y;
  uint row = phase_instance;
  if (row == 0u) {
    gl_TessLevelOuter[0] = v1;
  }
  if (row == 1u) {
    gl_TessLevelOuter[1] = v1;
  }
  if (row == 2u) {
    gl_TessLevelOuter[2] = v1;
  }
  if (row == 3u) {
    gl_TessLevelOuter[3] = v1;
  }
}

void phase2(uint phase_instance) {
  gl_TessLevelInner[0] = hs_Frame_data[1].x;
}

void phase3(uint phase_instance) {
  gl_TessLevelInner[1] = float(d3d_PrimitiveID) * hs_Frame_data[1].x;
}

void main() {
  d3d_InvocationID = uint(gl_InvocationID);
  d3d_PrimitiveID = uint(gl_PrimitiveID);
  phase0();
  barrier();
  if (gl_InvocationID == 0) {
    phase1(0u);
    phase1(1u);
    phase1(2u);
    phase1(3u);
    phase2(0u);
    phase3(0u);
  }
}
