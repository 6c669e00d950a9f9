#version 450 core

layout(binding = 16) uniform sampler2D vs_t0_s0;
layout(binding = 17) uniform samplerCube vs_t1_s1;
layout(binding = 18) uniform sampler3D vs_t2_s2;
layout(binding = 19) uniform sampler2D vs_t3_s3;
layout(std140, binding = 12) uniform vs_c { vec4 vs_c_data[256]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_texcoord0;
layout(location = 2) in vec4 in_texcoord1;
layout(location = 3) in vec4 in_texcoord2;
layout(location = 4) in vec4 in_blendindices1;
layout(location = 0) out vec4 varying0;
layout(location = 1) out vec4 varying1;
layout(location = 10) out vec4 varying10;
layout(location = 11) out vec4 varying11;
layout(location = 8) out vec4 varying8;
layout(location = 3) out vec4 varying3;
layout(location = 4) out vec4 varying4;
layout(location = 5) out vec4 varying5;
layout(location = 12) out vec4 varying12;
layout(location = 6) out vec4 varying6;
layout(location = 9) out vec4 varying9;
layout(location = 2) out vec4 varying2;
layout(location = 7) out vec4 varying7;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

const vec4 immediate_constants[2] = vec4[2](
  vec4(1.0, 2.0, 3.0, 4.0),
  vec4(0.0)
);

vec4 vs_c_row(uint row) {
  if (row < 256u) { return vs_c_data[row]; }
  return vec4(0.0);
}

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 clamp014(vec4 x) {
  return mix(clamp(x, 0.0, 1.0), vec4(0.0), is_nan4(x));
}

void main() {
  vec4 clip_position;
  vec4 input_range0[6];
  vec4 x0[18];
  for (int i = 0; i < 6; i++) input_range0[i] = vec4(0.0);
  for (int i = 0; i < 18; i++) x0[i] = vec4(0);
  input_range0[0] = in_position;
  input_range0[1] = in_texcoord0;
  input_range0[2] = in_texcoord1;
  input_range0[3] = in_texcoord2;
  input_range0[4] = in_blendindices1;
  x0[0].x = in_position.x;
  x0[0].y = in_position.y;
  x0[0].z = in_position.z;
  x0[0].w = in_position.w;
  vec4 vs_t0_s0_texel = textureLod(vs_t0_s0, in_texcoord0.xy, in_texcoord0.w);
  vec4 vs_t1_s1_texel = textureLod(vs_t1_s1, in_texcoord0.xyz, in_texcoord0.w);
  vec4 vs_t2_s2_texel = textureLod(vs_t2_s2, in_texcoord0.xyz, in_texcoord0.z);
  vec4 vs_t3_s3_texel = textureLod(vs_t3_s3, in_texcoord0.wz, in_texcoord0.x);
  vec4 v = vec4(0.0);
  uint n = 3u;
  int n1 = 0;
  for (;;) {
    if (n == 0u) {
      break;
    }
    int v1 = n1 + 1;
    vec4 v2 = input_range0[min(uint(v1), 5u)];
    int v3 = n1 + 4;
    x0[uint(v3) < 16u ? uint(v3) : 17u].x = v2.x;
    x0[uint(v3) < 16u ? uint(v3) : 17u].y = v2.y;
    x0[uint(v3) < 16u ? uint(v3) : 17u].z = v2.z;
    x0[uint(v3) < 16u ? uint(v3) : 17u].w = v2.w;
    uint v4 = uint(n1) + 3u;
    n1 = v1;
    n = n - 1u;
    v = v2 + (v4 < 1u ? immediate_constants[min(v4, 1u)] : vs_c_row(uint(int(v4))));
  }
  float v5 = cos(vs_t0_s0_texel.x);
  float v6 = sin(vs_t0_s0_texel.x);
  float v7 = x0[1].x;
  float v8 = vs_t0_s0_texel.x < vs_t1_s1_texel.x ? v.x : v7;
  x0[1].x = v8;
  float v9 = x0[1].y;
  float v10 = vs_t0_s0_texel.y < vs_t1_s1_texel.y ? v.y : v9;
  x0[1].y = v10;
  float v11 = x0[1].z;
  float v12 = vs_t0_s0_texel.z < vs_t1_s1_texel.z ? v.z : v11;
  x0[1].z = v12;
  float v13 = x0[1].w;
  float v14 = vs_t0_s0_texel.w < vs_t1_s1_texel.w ? v.w : v13;
  x0[1].w = v14;
  vec4 v15 = vec4(v5, v6, 0.0, 0.0);
  vec4 v16 = abs(v15);
  vec4 v17 = clamp014(clamp014(v15) + v16);
  x0[2].x = v17.x;
  x0[2].y = v17.y;
  x0[2].z = v17.z;
  x0[2].w = v17.w;
  vec4 v18 = -v16 * vec4(1.0, 2.0, 3.0, 4.0);
  x0[3].x = vs_t0_s0_texel.x;
  x0[3].y = vs_t0_s0_texel.y;
  x0[3].z = vs_t0_s0_texel.z;
  x0[3].w = vs_t0_s0_texel.w;
  x0[5].x = vs_t1_s1_texel.x;
  x0[5].y = vs_t1_s1_texel.y;
  x0[5].z = vs_t1_s1_texel.z;
  x0[5].w = vs_t1_s1_texel.w;
  x0[6].x = vs_t2_s2_texel.x;
  x0[6].y = vs_t2_s2_texel.y;
  x0[6].z = vs_t2_s2_texel.z;
  x0[7].x = vs_t3_s3_texel.w;
  x0[7].y = vs_t3_s3_texel.z;
  x0[7].z = vs_t3_s3_texel.y;
  x0[7].w = vs_t3_s3_texel.x;
  x0[8].x = v.x;
  x0[8].y = v.y;
  x0[8].z = v.z;
  x0[8].w = v.w;
  x0[9].x = v18.x;
  x0[9].y = v18.y;
  x0[9].z = v18.z;
  x0[9].w = v18.w;
  x0[10].x = v5;
  x0[10].y = v6;
  x0[10].z = 0.0;
  x0[10].w = 0.0;
  vec4 v19 = x0[0];
  vec4 v20 = x0[4];
  clip_position = vec4(v19.x + v19.w * vs_state_data.half_pixel.x, v19.y - v19.w * vs_state_data.half_pixel.y, v19.zw);
  varying0 = vec4(v8, v10, v12, v14);
  varying1 = v17;
  varying10 = vec4(vs_t0_s0_texel.x, 0.0, 0.0, 0.0);
  varying11.y = vs_t0_s0_texel.y;
  varying8.z = vs_t0_s0_texel.z;
  varying8.w = vs_t0_s0_texel.w;
  varying3 = v20;
  varying4 = vs_t1_s1_texel;
  varying5 = vec4(vs_t2_s2_texel.xyz, 0.0);
  varying12 = vs_t3_s3_texel.wzyx;
  varying6 = v;
  varying9 = v18;
  varying2 = vec4(vec2(v5, v6), 0.0, 0.0);
  vec2 v21 = vec2(0.0);
  varying7.z = v21.x;
  varying7.w = v21.y;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
