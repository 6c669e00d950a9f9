#version 450 core

layout(local_size_x = 8, local_size_y = 1, local_size_z = 1) in;

layout(std430, binding = 0) readonly buffer cs_table { uint cs_table_data[]; };
layout(std430, binding = 1) buffer cs_sums { uint cs_sums_data[]; };

uint cs_table_word(uint i) {
  if (i < uint(cs_table_data.length())) { return cs_table_data[i]; }
  return 0u;
}

uint cs_table_load1(uint offset) {
  uint i = offset >> 2u;
  return cs_table_word(i);
}

void cs_sums_put(uint i, uint value) {
  if (i < uint(cs_sums_data.length())) { cs_sums_data[i] = value; }
}

void cs_sums_store1(uint offset, uint value) {
  cs_sums_put((offset >> 2u), value);
}

void main() {
  uint v = gl_GlobalInvocationID.x << 2u;
  uint v1 = cs_table_load1(v);
  cs_sums_store1(v, v1);
}
