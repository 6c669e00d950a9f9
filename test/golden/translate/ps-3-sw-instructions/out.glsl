#version 450 core

layout(binding = 0) uniform sampler2D ps_t15_s15;
layout(binding = 1) uniform sampler3D ps_t14_s14;

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_color0;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

void main() {
  vec4 ps_t15_s15_texel = textureLod(ps_t15_s15, varying0.xy, varying0.w);
  vec4 ps_t14_s14_texel = texture(ps_t14_s14, varying0.xyz);
  out_color0 = legacy_product4(ps_t15_s15_texel + vec4(0.1, 0.2, 0.3, 0.4), ps_t14_s14_texel);
}
