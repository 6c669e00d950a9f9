#version 450 core

layout(std140, binding = 0) uniform ps_c { vec4 ps_c_data[5]; };
layout(binding = 0) uniform sampler2D ps_map_map_sampler;

layout(location = 2) in vec4 varying2;
layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_color0;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

float legacy_inverse_sqrt(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : inversesqrt(abs(x));
}

float legacy_reciprocal(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : 1.0 / x;
}

void main() {
  vec4 ps_map_map_sampler_texel = texture(ps_map_map_sampler, varying2.yx);
  vec4 ps_map_map_sampler_texel1 = texture(ps_map_map_sampler, varying2.xy + ps_c_data[0].xy);
  vec4 ps_map_map_sampler_texel2 = texture(ps_map_map_sampler, varying2.xy + ps_c_data[1].xy);
  vec4 ps_map_map_sampler_texel3 = texture(ps_map_map_sampler, varying2.xy + ps_c_data[2].xy);
  vec4 v = legacy_product4(ps_map_map_sampler_texel2, vec4(ps_c_data[1].z)) + (legacy_product4(ps_map_map_sampler_texel1, vec4(ps_c_data[0].z)) + varying0);
  vec4 ps_map_map_sampler_texel4 = texture(ps_map_map_sampler, varying2.xy + ps_c_data[3].xy);
  vec4 v1 = legacy_product4(ps_map_map_sampler_texel4, vec4(ps_c_data[3].z)) + (legacy_product4(ps_map_map_sampler_texel3, vec4(ps_c_data[2].z)) + v);
  vec4 v2 = legacy_product4(ps_map_map_sampler_texel, v1);
  bool v3 = ps_c_data[4].x - varying0.x >= 0.0;
  out_color0 = vec4(v3 ? legacy_reciprocal(legacy_inverse_sqrt(v1.x)) : v2.x, v3 ? legacy_reciprocal(legacy_inverse_sqrt(v1.y)) : v2.y, v3 ? legacy_reciprocal(legacy_inverse_sqrt(v1.z)) : v2.z, v3 ? legacy_reciprocal(legacy_inverse_sqrt(v1.w)) : v2.w);
}
