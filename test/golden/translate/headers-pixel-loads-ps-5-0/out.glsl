#version 450 core

layout(rgba32f, binding = 0) readonly uniform image2D ps_typed;

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

vec4 ps_typed_texel(ivec2 at) {
  if (any(greaterThanEqual(uvec2(at), uvec2(imageSize(ps_typed))))) return vec4(0.0);
  return imageLoad(ps_typed, at);
}

void main() {
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  vec4 v = ps_typed_texel(ivec2(uvec2(to_u32(d3d_FragCoord.x), to_u32(d3d_FragCoord.y))));
  out_target0 = v;
}
