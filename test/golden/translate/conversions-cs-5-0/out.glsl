#version 450 core

layout(local_size_x = 1, local_size_y = 1, local_size_z = 1) in;

layout(std430, binding = 0) buffer cs_floats { uint cs_floats_data[]; };
layout(std430, binding = 1) buffer cs_ints { uint cs_ints_data[]; };
layout(std430, binding = 2) buffer cs_doubles { uint cs_doubles_data[]; };

uint cs_floats_word(uint i) {
  if (i < uint(cs_floats_data.length())) { return cs_floats_data[i]; }
  return 0u;
}

uvec4 cs_floats_load4(uint element, uint offset) {
  if (element >= uint(cs_floats_data.length()) / 4u) { return uvec4(0u); }
  uint i = element * 4u + (offset >> 2u);
  return uvec4(cs_floats_word(i), cs_floats_word(i + 1u), cs_floats_word(i + 2u), cs_floats_word(i + 3u));
}

uint cs_ints_word(uint i) {
  if (i < uint(cs_ints_data.length())) { return cs_ints_data[i]; }
  return 0u;
}

uvec4 cs_ints_load4(uint element, uint offset) {
  if (element >= uint(cs_ints_data.length()) / 4u) { return uvec4(0u); }
  uint i = element * 4u + (offset >> 2u);
  return uvec4(cs_ints_word(i), cs_ints_word(i + 1u), cs_ints_word(i + 2u), cs_ints_word(i + 3u));
}

uint cs_doubles_word(uint i) {
  if (i < uint(cs_doubles_data.length())) { return cs_doubles_data[i]; }
  return 0u;
}

uvec4 cs_doubles_load4(uint element, uint offset) {
  if (element >= uint(cs_doubles_data.length()) / 4u) { return uvec4(0u); }
  uint i = element * 4u + (offset >> 2u);
  return uvec4(cs_doubles_word(i), cs_doubles_word(i + 1u), cs_doubles_word(i + 2u), cs_doubles_word(i + 3u));
}

void cs_floats_put(uint i, uint value) {
  if (i < uint(cs_floats_data.length())) { cs_floats_data[i] = value; }
}

void cs_floats_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_floats_data.length()) / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  cs_floats_put(i, value.x);
  cs_floats_put(i + 1u, value.y);
  cs_floats_put(i + 2u, value.z);
  cs_floats_put(i + 3u, value.w);
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

int to_i32(float x) {
  int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));
  return is_nan(x) ? 0 : n;
}

uint to_u32(float x) {
  uint n = x >= 4294967296.0 ? 0xffffffffu : uint(clamp(x, 0.0, 4294967040.0));
  return is_nan(x) ? 0u : n;
}

void cs_doubles_put(uint i, uint value) {
  if (i < uint(cs_doubles_data.length())) { cs_doubles_data[i] = value; }
}

void cs_doubles_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_doubles_data.length()) / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  cs_doubles_put(i, value.x);
  cs_doubles_put(i + 1u, value.y);
  cs_doubles_put(i + 2u, value.z);
  cs_doubles_put(i + 3u, value.w);
}

void cs_ints_put(uint i, uint value) {
  if (i < uint(cs_ints_data.length())) { cs_ints_data[i] = value; }
}

void cs_ints_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_ints_data.length()) / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  cs_ints_put(i, value.x);
  cs_ints_put(i + 1u, value.y);
  cs_ints_put(i + 2u, value.z);
  cs_ints_put(i + 3u, value.w);
}

int double_to_i32(double x) {
  return isnan(x) ? 0 : int(clamp(x, -2147483648.0lf, 2147483647.0lf));
}

uint double_to_u32(double x) {
  return isnan(x) ? 0u : uint(clamp(x, 0.0lf, 4294967295.0lf));
}

void main() {
  uvec4 v = cs_floats_load4(gl_GlobalInvocationID.x, 0u);
  uvec4 v1 = cs_ints_load4(gl_GlobalInvocationID.x, 0u);
  uvec4 v2 = cs_doubles_load4(gl_GlobalInvocationID.x, 0u);
  vec4 v3 = vec4(float(int(v1.x)), float(int(v1.y)), float(int(v1.z)), float(int(v1.w))) + vec4(float(v1.x), float(v1.y), float(v1.z), float(v1.w));
  cs_floats_store4(gl_GlobalInvocationID.x, 0u, floatBitsToUint(v3));
  double v4 = double(uintBitsToFloat(v.x));
  double v5 = double(uintBitsToFloat(v.y));
  uvec4 v6 = uvec4(unpackDouble2x32(v4).x, unpackDouble2x32(v4).y, unpackDouble2x32(v5).x, unpackDouble2x32(v5).y);
  cs_doubles_store4(gl_GlobalInvocationID.y, 0u, v6);
  ivec4 v7 = ivec4(int(v.x + (uint(to_i32(uintBitsToFloat(v.x))) + to_u32(uintBitsToFloat(v.x)))), int(v.y + (uint(to_i32(uintBitsToFloat(v.y))) + to_u32(uintBitsToFloat(v.y)))), int(v.z + (uint(to_i32(uintBitsToFloat(v.z))) + to_u32(uintBitsToFloat(v.z)))), int(v.w + (uint(to_i32(uintBitsToFloat(v.w))) + to_u32(uintBitsToFloat(v.w)))));
  cs_ints_store4(gl_GlobalInvocationID.x, 0u, uvec4(v7));
  double v8 = packDouble2x32(uvec2(v2.x, v2.y));
  double v9 = packDouble2x32(uvec2(v2.z, v2.w));
  cs_floats_store4(gl_GlobalInvocationID.y, 0u, floatBitsToUint(vec4(float(v8), float(v9), 0.0, 1.0)));
  cs_ints_store4(gl_GlobalInvocationID.y, 0u, uvec4(uint(double_to_i32(v8)), uint(double_to_i32(v9)), double_to_u32(v8), double_to_u32(v9)));
  double v10 = double(int(v1.x));
  double v11 = double(v1.y);
  uvec4 v12 = uvec4(unpackDouble2x32(v10).x, unpackDouble2x32(v10).y, unpackDouble2x32(v11).x, unpackDouble2x32(v11).y);
  cs_doubles_store4(gl_GlobalInvocationID.z, 0u, v12);
  cs_doubles_store4(gl_GlobalInvocationID.z + 1u, 0u, uvec4(v2.yx, v1.xy));
}
