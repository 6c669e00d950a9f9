#version 450 core

layout(std430, binding = 8) buffer vs_counters { uint vs_counters_data[]; };
layout(std430, binding = 9) buffer vs_trace { uint vs_trace_data[]; };

invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

uint vs_counters_atomic_add(uint element, uint value) {
  if (element < uint(vs_counters_data.length())) {
    return atomicAdd(vs_counters_data[element], value);
  }
  return 0u;
}

void vs_trace_put(uint i, uint value) {
  if (i < uint(vs_trace_data.length())) { vs_trace_data[i] = value; }
}

void vs_trace_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(vs_trace_data.length()) / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  vs_trace_put(i, value.x);
  vs_trace_put(i + 1u, value.y);
  vs_trace_put(i + 2u, value.z);
  vs_trace_put(i + 3u, value.w);
}

void main() {
  vec4 clip_position;
  uint d3d_VertexID = uint(gl_VertexID) - runtime.first_vertex;
  vs_counters_atomic_add(d3d_VertexID & 7u, 1u);
  float v = float(d3d_VertexID);
  vs_trace_store4(d3d_VertexID, 0u, floatBitsToUint(vec4(v, 0.0, 0.0, 1.0)));
  clip_position = vec4(v);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
