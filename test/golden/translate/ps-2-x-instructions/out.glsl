#version 450 core

layout(binding = 0) uniform sampler2D ps_t0_s0;
layout(binding = 1) uniform sampler2D ps_t15_s15;

layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_color0;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

void main() {
  vec4 v = dFdx(varying2);
  vec4 v1 = -(dFdy(varying2.wzyx) * runtime.y_sign);
  vec4 ps_t0_s0_texel = textureGrad(ps_t0_s0, varying2.xy, v.xy, v1.xy);
  vec4 ps_t15_s15_texel = texture(ps_t15_s15, varying2.wz);
  bool v2 = v.z >= 1.0;
  vec4 v3 = ps_t0_s0_texel + ps_t15_s15_texel;
  float v4 = v2 ? v3.x : ps_t0_s0_texel.x;
  float v5 = v2 ? v3.y : ps_t0_s0_texel.y;
  float v6 = v2 ? v3.z : ps_t0_s0_texel.z;
  float v7 = v2 ? v3.w : ps_t0_s0_texel.w;
  vec4 v8 = ps_t15_s15_texel;
  if (v.x <= 0.0) {
    v8 = vec4(-1.0, 1.0, 0.5, 0.0);
  }
  vec4 v9 = v8;
  uint n = 5u;
  for (;;) {
    if (n == 0u) {
      break;
    }
    vec4 v10 = v9 + vec4(v5, v6, v4, v7);
    if (v10.x >= 0.5) {
      v9 = v10;
      break;
    }
    n = n - 1u;
    v9 = v10;
  }
  if (v.x >= 0.0) {
    if ((((varying3.x < 0.0) || (varying3.y < 0.0)) || (varying3.z < 0.0)) || (varying3.w < 0.0)) { discard; }
  }
  if ((((varying3.x < 0.0) || (varying3.y < 0.0)) || (varying3.z < 0.0)) || (varying3.w < 0.0)) { discard; }
  out_color0 = legacy_product4(v9, varying0);
}
