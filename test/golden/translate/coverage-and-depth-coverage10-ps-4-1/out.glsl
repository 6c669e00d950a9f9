#version 450 core

layout(location = 0) out vec4 out_target0;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

uint to_u32(float x) {
  uint n = x >= 4294967296.0 ? 0xffffffffu : uint(clamp(x, 0.0, 4294967040.0));
  return is_nan(x) ? 0u : n;
}

void main() {
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  out_target0 = d3d_FragCoord;
  gl_SampleMask[0] = int(to_u32(d3d_FragCoord.x));
  if (runtime.sample_count == 1u && (gl_SampleMask[0] & 1) == 0) discard;
}
