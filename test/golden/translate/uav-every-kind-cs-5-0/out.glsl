#version 450 core

layout(local_size_x = 4, local_size_y = 2, local_size_z = 1) in;

layout(std430, binding = 0) readonly buffer cs_source { uint cs_source_data[]; };
layout(std430, binding = 1) readonly buffer cs_rawSource { uint cs_rawSource_data[]; };
layout(r32f, binding = 0) writeonly uniform image2D cs_t1;
layout(rg32i, binding = 1) writeonly uniform iimage2DArray cs_t1a;
layout(r32ui, binding = 2) uniform uimage2D cs_t2;
layout(rgba8, binding = 3) writeonly coherent uniform image2DArray cs_t2a;
layout(rgba8_snorm, binding = 4) writeonly uniform image3D cs_t3;
layout(std430, binding = 2) buffer cs_typed { uint cs_typed_data[]; };
layout(std430, binding = 3) coherent buffer cs_typedCoherent { uint cs_typedCoherent_data[]; };
layout(std430, binding = 4) coherent buffer cs_raw { uint cs_raw_data[]; };
layout(std430, binding = 5) buffer cs_items { uint cs_items_data[]; };
layout(std430, binding = 6) coherent buffer cs_scalars { uint cs_scalars_data[]; };

uvec4 size_cs_t2a(int level, uint levels) {
  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);
  uvec3 size = uvec3(imageSize(cs_t2a));
  return uvec4(size, levels);
}

uvec4 cs_t2_texel(ivec2 at) {
  if (any(greaterThanEqual(uvec2(at), uvec2(imageSize(cs_t2))))) return uvec4(0u);
  return imageLoad(cs_t2, at);
}

ivec4 cs_typed_fetch(uint element) {
  if (element >= uint(cs_typed_data.length())) { return ivec4(0); }
  uint w0 = cs_typed_data[element];
  return ivec4(int(w0), 0, 0, 1);
}

void cs_typed_put(uint i, uint value) {
  if (i < uint(cs_typed_data.length())) { cs_typed_data[i] = value; }
}

void cs_typed_put_element(uint element, ivec4 value) {
  if (element >= uint(cs_typed_data.length())) { return; }
  cs_typed_put(element, uint(value.x));
}

uvec4 cs_typedCoherent_fetch(uint element) {
  if (element >= uint(cs_typedCoherent_data.length())) { return uvec4(0u); }
  uint w0 = cs_typedCoherent_data[element];
  return uvec4(w0, 0u, 0u, 1u);
}

void cs_typedCoherent_put(uint i, uint value) {
  if (i < uint(cs_typedCoherent_data.length())) { cs_typedCoherent_data[i] = value; }
}

void cs_typedCoherent_put_element(uint element, uvec4 value) {
  if (element >= uint(cs_typedCoherent_data.length())) { return; }
  cs_typedCoherent_put(element, value.x);
}

uint cs_raw_word(uint i) {
  if (i < uint(cs_raw_data.length())) { return cs_raw_data[i]; }
  return 0u;
}

uint cs_raw_load1(uint offset) {
  uint i = offset >> 2u;
  return cs_raw_word(i);
}

void cs_raw_put(uint i, uint value) {
  if (i < uint(cs_raw_data.length())) { cs_raw_data[i] = value; }
}

void cs_raw_store1(uint offset, uint value) {
  cs_raw_put((offset >> 2u), value);
}

uvec2 cs_raw_load2(uint offset) {
  uint i = offset >> 2u;
  return uvec2(cs_raw_word(i), cs_raw_word(i + 1u));
}

void cs_raw_store2(uint offset, uvec2 value) {
  cs_raw_put((offset >> 2u), value.x);
  cs_raw_put((offset >> 2u) + 1u, value.y);
}

uint cs_rawSource_word(uint i) {
  if (i < uint(cs_rawSource_data.length())) { return cs_rawSource_data[i]; }
  return 0u;
}

uvec3 cs_rawSource_load3(uint offset) {
  uint i = offset >> 2u;
  return uvec3(cs_rawSource_word(i), cs_rawSource_word(i + 1u), cs_rawSource_word(i + 2u));
}

void cs_raw_store3(uint offset, uvec3 value) {
  cs_raw_put((offset >> 2u), value.x);
  cs_raw_put((offset >> 2u) + 1u, value.y);
  cs_raw_put((offset >> 2u) + 2u, value.z);
}

uint cs_scalars_word(uint i) {
  if (i < uint(cs_scalars_data.length())) { return cs_scalars_data[i]; }
  return 0u;
}

uint cs_scalars_load1(uint element, uint offset) {
  if (element >= uint(cs_scalars_data.length())) { return 0u; }
  uint i = element + (offset >> 2u);
  return cs_scalars_word(i);
}

uvec4 cs_rawSource_load4(uint offset) {
  uint i = offset >> 2u;
  return uvec4(cs_rawSource_word(i), cs_rawSource_word(i + 1u), cs_rawSource_word(i + 2u), cs_rawSource_word(i + 3u));
}

void cs_raw_store4(uint offset, uvec4 value) {
  cs_raw_put((offset >> 2u), value.x);
  cs_raw_put((offset >> 2u) + 1u, value.y);
  cs_raw_put((offset >> 2u) + 2u, value.z);
  cs_raw_put((offset >> 2u) + 3u, value.w);
}

uint cs_source_word(uint i) {
  if (i < uint(cs_source_data.length())) { return cs_source_data[i]; }
  return 0u;
}

uvec4 cs_source_load4(uint element, uint offset) {
  if (element >= uint(cs_source_data.length()) / 9u) { return uvec4(0u); }
  uint i = element * 9u + (offset >> 2u);
  return uvec4(cs_source_word(i), cs_source_word(i + 1u), cs_source_word(i + 2u), cs_source_word(i + 3u));
}

void cs_items_put(uint i, uint value) {
  if (i < uint(cs_items_data.length())) { cs_items_data[i] = value; }
}

void cs_items_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_items_data.length()) / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  cs_items_put(i, value.x);
  cs_items_put(i + 1u, value.y);
  cs_items_put(i + 2u, value.z);
  cs_items_put(i + 3u, value.w);
}

uint cs_source_load1(uint element, uint offset) {
  if (element >= uint(cs_source_data.length()) / 9u) { return 0u; }
  uint i = element * 9u + (offset >> 2u);
  return cs_source_word(i);
}

void cs_items_store1(uint element, uint offset, uint value) {
  if (element >= uint(cs_items_data.length()) / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  cs_items_put(i, value);
}

uint cs_items_word(uint i) {
  if (i < uint(cs_items_data.length())) { return cs_items_data[i]; }
  return 0u;
}

uvec3 cs_items_load3(uint element, uint offset) {
  if (element >= uint(cs_items_data.length()) / 9u) { return uvec3(0u); }
  uint i = element * 9u + (offset >> 2u);
  return uvec3(cs_items_word(i), cs_items_word(i + 1u), cs_items_word(i + 2u));
}

void cs_items_store3(uint element, uint offset, uvec3 value) {
  if (element >= uint(cs_items_data.length()) / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  cs_items_put(i, value.x);
  cs_items_put(i + 1u, value.y);
  cs_items_put(i + 2u, value.z);
}

void cs_items_store1_inside(uint element, uint offset, uint value) {
  if (element >= uint(cs_items_data.length()) / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  if (offset < 36u) { cs_items_put(i, value); }
}

void cs_scalars_put(uint i, uint value) {
  if (i < uint(cs_scalars_data.length())) { cs_scalars_data[i] = value; }
}

void cs_scalars_store1(uint element, uint offset, uint value) {
  if (element >= uint(cs_scalars_data.length())) { return; }
  uint i = element + (offset >> 2u);
  cs_scalars_put(i, value);
}

void main() {
  uvec4 v = size_cs_t2a(0, 1u);
  imageStore(cs_t1a, ivec3(int(gl_GlobalInvocationID.x), 0, int(gl_GlobalInvocationID.y)), ivec4(v.yzyy));
  imageStore(cs_t1, ivec2(int(gl_GlobalInvocationID.x), 0), vec4(float(v.x) * 0.5));
  uvec4 v1 = cs_t2_texel(ivec2(gl_GlobalInvocationID.yx));
  imageStore(cs_t2, ivec2(gl_GlobalInvocationID.xy), uvec4(ivec4(int(v1.x) + 1)));
  float v2 = float(gl_GlobalInvocationID.x);
  float v3 = float(gl_GlobalInvocationID.y);
  imageStore(cs_t2a, ivec3(gl_GlobalInvocationID.xyz), vec4(v2, v3, float(gl_GlobalInvocationID.z), 1.0));
  imageStore(cs_t3, ivec3(gl_GlobalInvocationID.xyz), vec4(v2, v3, v2, v2) * 0.33333334);
  ivec4 v4 = cs_typed_fetch(gl_GlobalInvocationID.y);
  cs_typed_put_element(gl_GlobalInvocationID.x, v4.xxxx);
  uvec4 v5 = cs_typedCoherent_fetch(gl_GlobalInvocationID.y);
  cs_typedCoherent_put_element(gl_GlobalInvocationID.x + 1u, uvec4(ivec4(int(v5.x) * 3)));
  uint v6 = cs_raw_load1(gl_GlobalInvocationID.y);
  cs_raw_store1(gl_GlobalInvocationID.x, v6);
  uvec2 v7 = cs_raw_load2(16u);
  cs_raw_store2(gl_GlobalInvocationID.x + 4u, v7);
  uvec3 v8 = cs_rawSource_load3(gl_GlobalInvocationID.z);
  cs_raw_store3(gl_GlobalInvocationID.y + 8u, v8);
  uint v9 = cs_scalars_load1(gl_GlobalInvocationID.y + 1u, 0u);
  uvec4 v10 = cs_rawSource_load4(gl_GlobalInvocationID.x);
  cs_raw_store4(gl_GlobalInvocationID.z, v10);
  uvec4 v11 = cs_source_load4(gl_GlobalInvocationID.x, 0u);
  cs_items_store4(gl_GlobalInvocationID.y, 0u, v11);
  uvec4 v12 = cs_source_load4(gl_GlobalInvocationID.x, 16u);
  cs_items_store4(gl_GlobalInvocationID.y, 16u, v12);
  float v13 = uintBitsToFloat(cs_source_load1(gl_GlobalInvocationID.x, 32u));
  cs_items_store1(gl_GlobalInvocationID.y, 32u, floatBitsToUint(v13 + 1.0));
  uvec3 v14 = cs_items_load3(gl_GlobalInvocationID.x, 16u);
  cs_items_store3(gl_GlobalInvocationID.z, 16u, v14.zyx);
  cs_items_store1_inside(gl_GlobalInvocationID.z, bitfieldInsert(0u, gl_GlobalInvocationID.x, 2, 1) + 28u, 0x40800000u);
  cs_scalars_store1(gl_GlobalInvocationID.x, 0u, v9);
  cs_typed_put_element(gl_GlobalInvocationID.z, ivec4(int(uint(cs_raw_data.length()) * 4u) + int(uint(cs_typed_data.length())) + 36));
}
