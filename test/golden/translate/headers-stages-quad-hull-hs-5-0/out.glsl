#version 450 core

layout(vertices = 4) out;

layout(location = 1) in vec4 varying1[];
layout(location = 1) out vec4 point1[];
layout(location = 16) patch out vec4 point16;

const uvec4 immediate_constants[5] = uvec4[5](
  uvec4(0x41480000u, 0x3f800000u, 0u, 0u),
  uvec4(0u, 0x40000000u, 0u, 0u),
  uvec4(0u, 0x40400000u, 0u, 0u),
  uvec4(0u, 0x40800000u, 0u, 0u),
  uvec4(0u)
);

uint d3d_InvocationID;
uint d3d_PrimitiveID;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float min_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : min(a, b);
}

void phase0() {
  uint vertex = min(d3d_InvocationID, 3u);
  gl_out[gl_InvocationID].gl_Position = gl_in[vertex].gl_Position;
  uint vertex1 = min(d3d_InvocationID, 3u);
  point1[gl_InvocationID] = vec4(varying1[vertex1].xy, 0.0, 0.0);
}

void phase1(uint phase_instance) {
  uint v = immediate_constants[min(phase_instance, 4u)].y;
  uint row = phase_instance;
  if (row == 0u) {
    gl_TessLevelOuter[0] = uintBitsToFloat(v);
  }
  if (row == 1u) {
    gl_TessLevelOuter[1] = uintBitsToFloat(v);
  }
  if (row == 2u) {
    gl_TessLevelOuter[2] = uintBitsToFloat(v);
  }
  if (row == 3u) {
    gl_TessLevelOuter[3] = uintBitsToFloat(v);
  }
}

void phase2(uint phase_instance) {
  gl_TessLevelInner[0] = min_number(12.5, varying1[0].x);
}

void phase3(uint phase_instance) {
  gl_TessLevelInner[1] = min_number(float(d3d_PrimitiveID), 12.5);
}

void phase4(uint phase_instance) {
  uint v1 = floatBitsToUint(gl_in[1].gl_Position.x);
  point16.y = uintBitsToFloat(v1);
}

void phase5(uint phase_instance) {
  uint v2 = floatBitsToUint(gl_in[1].gl_Position.y);
  point16.z = uintBitsToFloat(v2);
}

void phase6(uint phase_instance) {
  uint v3 = floatBitsToUint(gl_in[1].gl_Position.z);
  point16.w = uintBitsToFloat(v3);
}

void main() {
  d3d_InvocationID = uint(gl_InvocationID);
  d3d_PrimitiveID = uint(gl_PrimitiveID);
  phase0();
  if (gl_InvocationID == 0) {
    phase1(0u);
    phase1(1u);
    phase1(2u);
    phase1(3u);
    phase2(0u);
    phase3(0u);
    phase4(0u);
    phase5(0u);
    phase6(0u);
  }
}
