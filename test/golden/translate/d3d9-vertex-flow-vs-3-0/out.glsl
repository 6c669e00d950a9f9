#version 450 core

layout(std140, binding = 12) uniform vs_constants { uvec4 vs_constants_data[257]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_texcoord1;
layout(location = 0) out vec4 varying0;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

const vec4 immediate_constants[5] = vec4[5](
  vec4(0.15915494, 0.25, 6.2831855, -3.1415927),
  vec4(-2.523985e-7, 0.0000247609, -0.0013888397, 0.04166664),
  vec4(0.0, 1.0, 0.0, 0.5),
  vec4(0.15915494, 0.5, 0.0, 0.0),
  vec4(0.0)
);

uvec4 vs_constants_row(uint row) {
  if (row < 257u) { return vs_constants_data[row]; }
  return uvec4(0u);
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

float legacy_log2(float x) {
  return x == 0.0 ? -3.4028234663852886e+38 : log2(abs(x));
}

float legacy_product(float a, float b) {
  return a == 0.0 || b == 0.0 ? 0.0 : a * b;
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

int to_i32(float x) {
  int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));
  return is_nan(x) ? 0 : n;
}

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

void main() {
  vec4 clip_position;
  vec4 v = in_position.yzwx;
  uint n = min(uint(int(vs_constants_data[256].x)), 255u);
  int n1 = int(vs_constants_data[256].y);
  for (;;) {
    if (n == 0u) {
      break;
    }
    uint v1 = uint(n1) - 33u;
    vec4 v2 = v1 < 4u ? immediate_constants[min(v1, 4u)] : uintBitsToFloat(vs_constants_row(uint((uint(n1) < 256u ? n1 : -1))));
    n1 = n1 + int(vs_constants_data[256].z);
    n = n - 1u;
    v = (legacy_product4(in_texcoord1.xxxx, v2) + v.wxyz).yzwx;
  }
  float v3 = v.w;
  uint n2 = 255u;
  for (;;) {
    if (n2 == 0u) {
      break;
    }
    float v4 = v3 + in_texcoord1.y;
    if (uintBitsToFloat(vs_constants_data[0].x) < v4) {
      v3 = v4;
      break;
    }
    n2 = n2 - 1u;
    v3 = v4;
  }
  float v5 = 0.0;
  float v6 = 0.0;
  float v7 = 0.0;
  float v8 = 0.0;
  if (in_texcoord1.z > 0.5) {
    vec4 v9 = fract(vec4(v3, v.xyz) * 0.15915494 + 0.25) * 6.2831855 - 3.1415927;
    vec4 v10 = v9 * v9;
    vec4 v11 = legacy_product4(v10, legacy_product4(v10, v10 * -2.523985e-7 + 0.0000247609) - 0.0013888397) + 0.04166664;
    vec4 v12 = fract(in_texcoord1 * 0.15915494 + 0.5) * 6.2831855 - 3.1415927;
    vec4 v13 = v12 * v12;
    vec4 v14 = legacy_product4(v13, legacy_product4(v13, v13 * -2.523985e-7 + 0.0000247609) - 0.0013888397) + 0.04166664;
    vec4 v15 = legacy_product4(legacy_product4(v10, legacy_product4(v10, v11) - 0.5) + 1.0, legacy_product4(v13, legacy_product4(v13, v14) - 0.5) + 1.0);
    v8 = v15.w;
    v7 = v15.z;
    v6 = v15.y;
    v5 = v15.x;
  } else {
    vec4 v16 = legacy_product4(vec4(legacy_log2(abs(v3)), legacy_log2(abs(v.x)), legacy_log2(abs(v.y)), legacy_log2(abs(v.z))), in_texcoord1);
    v8 = exp2(v16.w);
    v7 = exp2(v16.z);
    v6 = exp2(v16.y);
    v5 = exp2(v16.x);
  }
  float v17 = -in_position.x;
  float v18 = -in_position.y;
  float v19 = -in_position.z;
  float v20 = -in_position.w;
  vec4 v21 = vec4(v17 < in_position.x ? 1.0 : 0.0, v18 < in_position.y ? 1.0 : 0.0, v19 < in_position.z ? 1.0 : 0.0, v20 < in_position.w ? 1.0 : 0.0);
  vec4 v22 = vec4(in_position.x < v17 ? 1.0 : 0.0, in_position.y < v18 ? 1.0 : 0.0, in_position.z < v19 ? 1.0 : 0.0, in_position.w < v20 ? 1.0 : 0.0);
  vec4 v23 = vec4(v5, v6, v7, v8);
  vec4 v24 = legacy_product4(vec4(uintBitsToFloat(vs_constants_data[32].x)), legacy_product4(v23, v21 - v22) - v23) + v23;
  float v25 = fract(in_texcoord1.w);
  float v26 = -v25;
  float v27 = legacy_product((in_texcoord1.w < -in_texcoord1.w ? 1.0 : 0.0), (v26 < v25 ? 1.0 : 0.0)) + (v26 + in_texcoord1.w);
  vec3 v28 = legacy_product3(in_position.yzx, in_texcoord1.zxy) - legacy_product3(in_position.zxy, in_texcoord1.yzx);
  uint v29 = uint(to_i32(roundEven(v27))) + 3u;
  uint v30 = v29 - 33u;
  float v31 = v30 < 4u ? immediate_constants[min(v30, 4u)].w : uintBitsToFloat(vs_constants_row(uint((v29 < 256u ? int(v29) : -1))).w);
  vec4 v32 = vec4(v28, v31);
  vec4 v33 = vec4(v24.x < v28.x ? 1.0 : 0.0, v24.y < v28.y ? 1.0 : 0.0, v24.z < v28.z ? 1.0 : 0.0, v24.w < v31 ? 1.0 : 0.0);
  vec4 v34 = legacy_product4(v33, v32 - v24) + v24;
  clip_position = vec4(v34.x + v34.w * vs_state_data.half_pixel.x, v34.y - v34.w * vs_state_data.half_pixel.y, v34.zw);
  varying0 = v32;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
