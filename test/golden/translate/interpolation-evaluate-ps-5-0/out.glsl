#version 450 core

layout(location = 0) in vec4 varying0;
layout(location = 1) centroid in vec4 varying1;
layout(location = 2) flat in vec4 varying2;
layout(location = 3) noperspective in vec4 varying3;
layout(location = 4) flat in uvec4 varying4;
layout(location = 0) out vec4 out_target0;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec2 pixel_offset(ivec2 offset, float y_sign) {
  return vec2((offset << 28) >> 28) * vec2(0.0625, -0.0625 * y_sign);
}

void main() {
  uvec2 v = uvec2(varying4.x, 2u);
  float v1 = interpolateAtOffset(varying1, pixel_offset(ivec2(v), runtime.y_sign)).x;
  float v2 = interpolateAtOffset(varying1, pixel_offset(ivec2(v), runtime.y_sign)).y;
  float v3 = interpolateAtSample(varying3, 2).x;
  vec4 v4 = vec4(v1, v2, v1, v2) + vec4(v3, interpolateAtSample(varying3, 2).y, interpolateAtSample(varying3, 2).z, v3);
  vec4 v5 = vec4(interpolateAtSample(varying0, int(varying4.x)).x, interpolateAtSample(varying0, int(varying4.x)).y, interpolateAtSample(varying0, int(varying4.x)).z, interpolateAtSample(varying0, int(varying4.x)).w);
  vec4 v6 = vec4(interpolateAtCentroid(varying0).x, interpolateAtCentroid(varying0).y, interpolateAtCentroid(varying0).z, interpolateAtCentroid(varying0).w);
  vec4 v7 = vec4(interpolateAtOffset(varying0, pixel_offset(ivec2(-8, 7), runtime.y_sign)).x, interpolateAtOffset(varying0, pixel_offset(ivec2(-8, 7), runtime.y_sign)).y, interpolateAtOffset(varying0, pixel_offset(ivec2(-8, 7), runtime.y_sign)).z, interpolateAtOffset(varying0, pixel_offset(ivec2(-8, 7), runtime.y_sign)).w);
  out_target0 = v4 + varying2 + (v5 + v6 + v7);
}
