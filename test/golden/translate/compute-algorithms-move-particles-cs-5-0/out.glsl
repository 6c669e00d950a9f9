#version 450 core

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

layout(std140, binding = 0) uniform cs_Constants { vec4 cs_Constants_data[1]; };
layout(std430, binding = 0) buffer cs_particles { uint cs_particles_data[]; };
layout(std430, binding = 1) buffer cs_dead { uint cs_dead_data[]; };
layout(std430, binding = 2) buffer cs_dead_counter { uint cs_dead_counter_data; };

uint cs_particles_word(uint i) {
  if (i < uint(cs_particles_data.length())) { return cs_particles_data[i]; }
  return 0u;
}

uvec4 cs_particles_load4(uint element, uint offset) {
  if (element >= uint(cs_particles_data.length()) / 8u) { return uvec4(0u); }
  uint i = element * 8u + (offset >> 2u);
  return uvec4(cs_particles_word(i), cs_particles_word(i + 1u), cs_particles_word(i + 2u), cs_particles_word(i + 3u));
}

void cs_dead_put(uint i, uint value) {
  if (i < uint(cs_dead_data.length())) { cs_dead_data[i] = value; }
}

void cs_dead_store1(uint element, uint offset, uint value) {
  if (element >= uint(cs_dead_data.length())) { return; }
  uint i = element + (offset >> 2u);
  cs_dead_put(i, value);
}

void cs_particles_put(uint i, uint value) {
  if (i < uint(cs_particles_data.length())) { cs_particles_data[i] = value; }
}

void cs_particles_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_particles_data.length()) / 8u) { return; }
  uint i = element * 8u + (offset >> 2u);
  cs_particles_put(i, value.x);
  cs_particles_put(i + 1u, value.y);
  cs_particles_put(i + 2u, value.z);
  cs_particles_put(i + 3u, value.w);
}

void main() {
  vec4 v = uintBitsToFloat(cs_particles_load4(gl_GlobalInvocationID.x, 0u));
  uvec4 v1 = cs_particles_load4(gl_GlobalInvocationID.x, 16u);
  if (v.w <= 0.0) {
    return;
  }
  float v2 = -cs_Constants_data[0].w;
  vec3 v3 = (v2 * 0.1 + 1.0) * vec3(uintBitsToFloat(v1.x), v2 * 9.81 + uintBitsToFloat(v1.y), uintBitsToFloat(v1.z));
  vec3 v4 = v3 * cs_Constants_data[0].w + v.xyz;
  bool v5 = v4.y < 0.0;
  vec3 v6 = v3 * vec3(0.6, -0.6, 0.6);
  uint v7 = (v1.w << 13u) ^ v1.w;
  uint v8 = (v7 >> 17u) ^ v7;
  uint v9 = (v8 << 5u) ^ v8;
  uint v10 = (v9 << 13u) ^ v9;
  uint v11 = v10 ^ (v10 >> 17u);
  uint v12 = v11 ^ (v11 << 5u);
  vec2 v13 = (vec2(float(v9), float(v12)) * 2.3283064e-10 - 0.5) * 2.0 + v6.xz;
  vec4 v14 = v5 ? vec4(v4.y * -0.5, v13.x, v6.y, v13.y) : vec4(v4.y, v3);
  float v15 = v.w + v2;
  if (v15 <= 0.0) {
    uint v16 = atomicAdd(cs_dead_counter_data, 1u);
    cs_dead_store1(v16, 0u, gl_GlobalInvocationID.x);
  }
  cs_particles_store4(gl_GlobalInvocationID.x, 0u, floatBitsToUint(vec4(v4.x, v14.x, v4.z, v15)));
  cs_particles_store4(gl_GlobalInvocationID.x, 16u, uvec4(floatBitsToUint(v14.y), floatBitsToUint(v14.z), floatBitsToUint(v14.w), v5 ? v12 : v1.w));
}
