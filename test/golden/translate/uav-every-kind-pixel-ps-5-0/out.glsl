#version 450 core

layout(std430, binding = 0) readonly buffer ps_source { uint ps_source_data[]; };
layout(std430, binding = 1) readonly buffer ps_rawSource { uint ps_rawSource_data[]; };
layout(r32f, binding = 0) writeonly uniform image2D ps_t1;
layout(rg32i, binding = 1) writeonly uniform iimage2DArray ps_t1a;
layout(r32ui, binding = 2) uniform uimage2D ps_t2;
layout(rgba8, binding = 3) writeonly coherent uniform image2DArray ps_t2a;
layout(rgba8_snorm, binding = 4) writeonly uniform image3D ps_t3;
layout(std430, binding = 2) buffer ps_typed { uint ps_typed_data[]; };
layout(std430, binding = 3) coherent buffer ps_typedCoherent { uint ps_typedCoherent_data[]; };
layout(std430, binding = 4) coherent buffer ps_raw { uint ps_raw_data[]; };
layout(std430, binding = 5) buffer ps_items { uint ps_items_data[]; };
layout(std430, binding = 6) coherent buffer ps_scalars { uint ps_scalars_data[]; };

layout(location = 0) out vec4 out_target0;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

uvec4 size_ps_t2a(int level, uint levels) {
  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);
  uvec3 size = uvec3(imageSize(ps_t2a));
  return uvec4(size, levels);
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

uint to_u32(float x) {
  uint n = x >= 4294967296.0 ? 0xffffffffu : uint(clamp(x, 0.0, 4294967040.0));
  return is_nan(x) ? 0u : n;
}

uvec4 ps_t2_texel(ivec2 at) {
  if (any(greaterThanEqual(uvec2(at), uvec2(imageSize(ps_t2))))) return uvec4(0u);
  return imageLoad(ps_t2, at);
}

ivec4 ps_typed_fetch(uint element) {
  if (element >= uint(ps_typed_data.length())) { return ivec4(0); }
  uint w0 = ps_typed_data[element];
  return ivec4(int(w0), 0, 0, 1);
}

void ps_typed_put(uint i, uint value) {
  if (i < uint(ps_typed_data.length())) { ps_typed_data[i] = value; }
}

void ps_typed_put_element(uint element, ivec4 value) {
  if (element >= uint(ps_typed_data.length())) { return; }
  ps_typed_put(element, uint(value.x));
}

uvec4 ps_typedCoherent_fetch(uint element) {
  if (element >= uint(ps_typedCoherent_data.length())) { return uvec4(0u); }
  uint w0 = ps_typedCoherent_data[element];
  return uvec4(w0, 0u, 0u, 1u);
}

void ps_typedCoherent_put(uint i, uint value) {
  if (i < uint(ps_typedCoherent_data.length())) { ps_typedCoherent_data[i] = value; }
}

void ps_typedCoherent_put_element(uint element, uvec4 value) {
  if (element >= uint(ps_typedCoherent_data.length())) { return; }
  ps_typedCoherent_put(element, value.x);
}

uint ps_raw_word(uint i) {
  if (i < uint(ps_raw_data.length())) { return ps_raw_data[i]; }
  return 0u;
}

uint ps_raw_load1(uint offset) {
  uint i = offset >> 2u;
  return ps_raw_word(i);
}

void ps_raw_put(uint i, uint value) {
  if (i < uint(ps_raw_data.length())) { ps_raw_data[i] = value; }
}

void ps_raw_store1(uint offset, uint value) {
  ps_raw_put((offset >> 2u), value);
}

uvec2 ps_raw_load2(uint offset) {
  uint i = offset >> 2u;
  return uvec2(ps_raw_word(i), ps_raw_word(i + 1u));
}

void ps_raw_store2(uint offset, uvec2 value) {
  ps_raw_put((offset >> 2u), value.x);
  ps_raw_put((offset >> 2u) + 1u, value.y);
}

uint ps_rawSource_word(uint i) {
  if (i < uint(ps_rawSource_data.length())) { return ps_rawSource_data[i]; }
  return 0u;
}

uvec3 ps_rawSource_load3(uint offset) {
  uint i = offset >> 2u;
  return uvec3(ps_rawSource_word(i), ps_rawSource_word(i + 1u), ps_rawSource_word(i + 2u));
}

void ps_raw_store3(uint offset, uvec3 value) {
  ps_raw_put((offset >> 2u), value.x);
  ps_raw_put((offset >> 2u) + 1u, value.y);
  ps_raw_put((offset >> 2u) + 2u, value.z);
}

uint ps_scalars_word(uint i) {
  if (i < uint(ps_scalars_data.length())) { return ps_scalars_data[i]; }
  return 0u;
}

uint ps_scalars_load1(uint element, uint offset) {
  if (element >= uint(ps_scalars_data.length())) { return 0u; }
  uint i = element + (offset >> 2u);
  return ps_scalars_word(i);
}

uvec4 ps_rawSource_load4(uint offset) {
  uint i = offset >> 2u;
  return uvec4(ps_rawSource_word(i), ps_rawSource_word(i + 1u), ps_rawSource_word(i + 2u), ps_rawSource_word(i + 3u));
}

void ps_raw_store4(uint offset, uvec4 value) {
  ps_raw_put((offset >> 2u), value.x);
  ps_raw_put((offset >> 2u) + 1u, value.y);
  ps_raw_put((offset >> 2u) + 2u, value.z);
  ps_raw_put((offset >> 2u) + 3u, value.w);
}

uint ps_source_word(uint i) {
  if (i < uint(ps_source_data.length())) { return ps_source_data[i]; }
  return 0u;
}

uvec4 ps_source_load4(uint element, uint offset) {
  if (element >= uint(ps_source_data.length()) / 9u) { return uvec4(0u); }
  uint i = element * 9u + (offset >> 2u);
  return uvec4(ps_source_word(i), ps_source_word(i + 1u), ps_source_word(i + 2u), ps_source_word(i + 3u));
}

void ps_items_put(uint i, uint value) {
  if (i < uint(ps_items_data.length())) { ps_items_data[i] = value; }
}

void ps_items_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(ps_items_data.length()) / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  ps_items_put(i, value.x);
  ps_items_put(i + 1u, value.y);
  ps_items_put(i + 2u, value.z);
  ps_items_put(i + 3u, value.w);
}

uint ps_source_load1(uint element, uint offset) {
  if (element >= uint(ps_source_data.length()) / 9u) { return 0u; }
  uint i = element * 9u + (offset >> 2u);
  return ps_source_word(i);
}

void ps_items_store1(uint element, uint offset, uint value) {
  if (element >= uint(ps_items_data.length()) / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  ps_items_put(i, value);
}

uint ps_items_word(uint i) {
  if (i < uint(ps_items_data.length())) { return ps_items_data[i]; }
  return 0u;
}

uvec3 ps_items_load3(uint element, uint offset) {
  if (element >= uint(ps_items_data.length()) / 9u) { return uvec3(0u); }
  uint i = element * 9u + (offset >> 2u);
  return uvec3(ps_items_word(i), ps_items_word(i + 1u), ps_items_word(i + 2u));
}

void ps_items_store3(uint element, uint offset, uvec3 value) {
  if (element >= uint(ps_items_data.length()) / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  ps_items_put(i, value.x);
  ps_items_put(i + 1u, value.y);
  ps_items_put(i + 2u, value.z);
}

void ps_items_store1_inside(uint element, uint offset, uint value) {
  if (element >= uint(ps_items_data.length()) / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  if (offset < 36u) { ps_items_put(i, value); }
}

void ps_scalars_put(uint i, uint value) {
  if (i < uint(ps_scalars_data.length())) { ps_scalars_data[i] = value; }
}

void ps_scalars_store1(uint element, uint offset, uint value) {
  if (element >= uint(ps_scalars_data.length())) { return; }
  uint i = element + (offset >> 2u);
  ps_scalars_put(i, value);
}

void main() {
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  uvec4 v = size_ps_t2a(0, 1u);
  uint v1 = to_u32(d3d_FragCoord.x);
  uint v2 = to_u32(d3d_FragCoord.y);
  uint v3 = to_u32(d3d_FragCoord.z);
  imageStore(ps_t1, ivec2(int(v1), 0), vec4(float(v.x) * 0.5));
  uvec2 v4 = uvec2(v1, v2);
  imageStore(ps_t1a, ivec3(int(v4.x), 0, int(v4.y)), ivec4(v.yzyy));
  uvec4 v5 = ps_t2_texel(ivec2(uvec2(v2, v1)));
  imageStore(ps_t2, ivec2(v4), uvec4(ivec4(int(v5.x) + 1)));
  float v6 = float(v1);
  float v7 = float(v2);
  uvec3 v8 = uvec3(v1, v2, v3);
  imageStore(ps_t2a, ivec3(v8), vec4(v6, v7, float(v3), 1.0));
  imageStore(ps_t3, ivec3(v8), vec4(v6, v7, v6, v6) * 0.33333334);
  ivec4 v9 = ps_typed_fetch(v2);
  ps_typed_put_element(v1, v9.xxxx);
  uvec4 v10 = ps_typedCoherent_fetch(v2);
  ps_typedCoherent_put_element(v1 + 1u, uvec4(ivec4(int(v10.x) * 3)));
  uint v11 = ps_raw_load1(v2);
  ps_raw_store1(v1, v11);
  uvec2 v12 = ps_raw_load2(16u);
  ps_raw_store2(v1 + 4u, v12);
  uvec3 v13 = ps_rawSource_load3(v3);
  ps_raw_store3(v2 + 8u, v13);
  uint v14 = ps_scalars_load1(v2 + 1u, 0u);
  uvec4 v15 = ps_rawSource_load4(v1);
  ps_raw_store4(v3, v15);
  uvec4 v16 = ps_source_load4(v1, 0u);
  ps_items_store4(v2, 0u, v16);
  uvec4 v17 = ps_source_load4(v1, 16u);
  ps_items_store4(v2, 16u, v17);
  float v18 = uintBitsToFloat(ps_source_load1(v1, 32u));
  ps_items_store1(v2, 32u, floatBitsToUint(v18 + 1.0));
  uvec3 v19 = ps_items_load3(v1, 16u);
  ps_items_store3(v3, 16u, v19.zyx);
  ps_items_store1_inside(v3, bitfieldInsert(0u, v1, 2, 1) + 28u, 0x40800000u);
  ps_scalars_store1(v1, 0u, v14);
  ps_typed_put_element(v3, ivec4(int(uint(ps_raw_data.length()) * 4u) + int(uint(ps_typed_data.length())) + 36));
  out_target0 = d3d_FragCoord;
}
