#version 450 core

layout(binding = 0) uniform sampler2D ps_t0_s0;
layout(std140, binding = 1) uniform ps_state {
  uvec4 unused0[1];
  uint unused1;
  uint unused2;
  float projected0;
} ps_state_data;

layout(location = 2) in vec4 varying2;
layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_color0;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 ps_t0_s0_texel = texture(ps_t0_s0, (!(ps_state_data.projected0 == 0.0) ? varying2.xy / varying2.w : varying2.xy));
  vec4 v = legacy_product4(ps_t0_s0_texel, varying0);
  out_color0 = vec4(clamp01(v.x), clamp01(v.y), clamp01(v.z), clamp01(v.w));
}
