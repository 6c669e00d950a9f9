#version 450 core

layout(std140, binding = 0) uniform ps_constants {
  vec4 c[5];
  uvec4 unused0[251];
  ivec4 i[1];
} ps_constants_data;
layout(binding = 0) uniform sampler2D ps_map_map_sampler;

layout(location = 2) in vec4 varying2;
layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_color0;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

float legacy_inverse_sqrt(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : inversesqrt(abs(x));
}

float legacy_reciprocal(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : 1.0 / x;
}

void main() {
  vec4 ps_map_map_sampler_texel = texture(ps_map_map_sampler, ps_constants_data.c[0].xy + varying2.xy);
  vec4 ps_map_map_sampler_texel1 = texture(ps_map_map_sampler, ps_constants_data.c[1].xy + varying2.xy);
  vec4 v = legacy_product4(ps_map_map_sampler_texel1, vec4(ps_constants_data.c[1].z)) + (legacy_product4(ps_map_map_sampler_texel, vec4(ps_constants_data.c[0].z)) + varying0);
  vec4 ps_map_map_sampler_texel2 = texture(ps_map_map_sampler, ps_constants_data.c[2].xy + varying2.xy);
  vec4 ps_map_map_sampler_texel3 = texture(ps_map_map_sampler, ps_constants_data.c[3].xy + varying2.xy);
  vec4 v1 = legacy_product4(ps_map_map_sampler_texel3, vec4(ps_constants_data.c[3].z)) + (legacy_product4(ps_map_map_sampler_texel2, vec4(ps_constants_data.c[2].z)) + v);
  vec3 v2 = legacy_product3(vec3(1.0, 1.0, 0.0), varying2.xyx);
  float v3 = 0.0;
  vec3 v4 = v1.xyz;
  float v5 = v1.w;
  uint n = min(uint(ps_constants_data.i[0].x), 255u);
  for (;;) {
    if (n == 0u) {
      break;
    }
    vec4 ps_map_map_sampler_texel4 = textureLod(ps_map_map_sampler, v2.xy, v3);
    vec4 v6 = vec4(v4, v5) + ps_map_map_sampler_texel4;
    if (ps_constants_data.c[4].x < v6.w) {
      v5 = v6.w;
      v4 = v6.xyz;
      break;
    }
    n = n - 1u;
    v5 = v6.w;
    v4 = v6.xyz;
    v3 = v3 + 1.0;
  }
  vec4 ps_map_map_sampler_texel5 = texture(ps_map_map_sampler, varying2.yx);
  vec4 v7 = legacy_product4(ps_map_map_sampler_texel5, vec4(v4, v5));
  bool v8 = ps_constants_data.c[4].x - varying0.x >= 0.0;
  float v9 = v8 ? legacy_reciprocal(legacy_inverse_sqrt(v4.x)) : v7.x;
  float v10 = v8 ? legacy_reciprocal(legacy_inverse_sqrt(v4.y)) : v7.y;
  float v11 = v8 ? legacy_reciprocal(legacy_inverse_sqrt(v4.z)) : v7.z;
  float v12 = v8 ? legacy_reciprocal(legacy_inverse_sqrt(v5)) : v7.w;
  bool v13 = varying0.y >= 0.0;
  out_color0 = vec4(v13 ? v9 : v12, v13 ? v10 : v11, v13 ? v11 : v10, v13 ? v12 : v9);
}
