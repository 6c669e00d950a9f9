#version 450 core

layout(std140, binding = 0) uniform ps_c { vec4 ps_c_data[5]; };
layout(binding = 0) uniform sampler2D ps_image_image_sampler;

layout(location = 2) in vec4 varying2;
layout(location = 0) out vec4 out_color0;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

void main() {
  vec4 ps_image_image_sampler_texel = texture(ps_image_image_sampler, varying2.xy + ps_c_data[4].xy);
  vec4 ps_image_image_sampler_texel1 = texture(ps_image_image_sampler, varying2.xy - ps_c_data[4].xy);
  vec4 ps_image_image_sampler_texel2 = texture(ps_image_image_sampler, varying2.xy);
  vec4 ps_image_image_sampler_texel3 = texture(ps_image_image_sampler, ps_c_data[4].xy * 2.0 + varying2.xy);
  vec4 ps_image_image_sampler_texel4 = texture(ps_image_image_sampler, ps_c_data[4].xy * -2.0 + varying2.xy);
  vec4 ps_image_image_sampler_texel5 = texture(ps_image_image_sampler, ps_c_data[4].xy * 3.0 + varying2.xy);
  vec4 ps_image_image_sampler_texel6 = texture(ps_image_image_sampler, ps_c_data[4].xy * -3.0 + varying2.xy);
  vec4 v = legacy_product4(ps_image_image_sampler_texel + ps_image_image_sampler_texel1, vec4(ps_c_data[1].x));
  vec4 v1 = legacy_product4(ps_image_image_sampler_texel3 + ps_image_image_sampler_texel4, vec4(ps_c_data[2].x)) + (legacy_product4(ps_image_image_sampler_texel2, vec4(ps_c_data[0].x)) + v);
  out_color0 = legacy_product4(ps_image_image_sampler_texel6 + ps_image_image_sampler_texel5, vec4(ps_c_data[3].x)) + v1;
}
