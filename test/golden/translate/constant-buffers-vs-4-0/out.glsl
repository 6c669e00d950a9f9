#version 450 core

layout(std140, binding = 13) uniform vs_Globals { vec4 vs_Globals_data[4]; };
layout(std140, binding = 12) uniform vs_Scalars { uvec4 vs_Scalars_data[7]; };
layout(std140, binding = 22) uniform vs_Matrices { uvec4 vs_Matrices_data[29]; };
layout(std140, binding = 14) uniform vs_Packed { uvec4 vs_Packed_data[35]; };
layout(binding = 16) uniform samplerBuffer vs_Table;

layout(location = 0) in vec4 in_p;
layout(location = 1) in ivec4 in_n;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec4 vs_Table_fetch(uint element) {
  if (element >= uint(textureSize(vs_Table))) return vec4(0.0);
  return texelFetch(vs_Table, int(element));
}

uvec4 vs_Matrices_row(uint row) {
  if (row < 29u) { return vs_Matrices_data[row]; }
  return uvec4(0u);
}

vec4 vs_Globals_row(uint row) {
  if (row < 4u) { return vs_Globals_data[row]; }
  return vec4(0.0);
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

int to_i32(float x) {
  int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));
  return is_nan(x) ? 0 : n;
}

uvec4 vs_Scalars_row(uint row) {
  if (row < 7u) { return vs_Scalars_data[row]; }
  return uvec4(0u);
}

void main() {
  vec4 clip_position;
  ivec4 v = floatBitsToInt(vs_Table_fetch(6u));
  vec4 v1 = vs_Table_fetch(7u);
  ivec4 v2 = floatBitsToInt(vs_Table_fetch(9u));
  vec4 v3 = vec4(dot(in_p, uintBitsToFloat(vs_Matrices_data[0])), dot(in_p, uintBitsToFloat(vs_Matrices_data[1])), dot(in_p, uintBitsToFloat(vs_Matrices_data[2])), dot(in_p, uintBitsToFloat(vs_Matrices_data[3])));
  vec4 v4 = vec4(dot(uintBitsToFloat(vs_Matrices_data[4]), in_p), dot(uintBitsToFloat(vs_Matrices_data[5]), in_p), dot(uintBitsToFloat(vs_Matrices_data[6]), in_p), dot(uintBitsToFloat(vs_Matrices_data[7]), in_p));
  precise vec4 v5 = v3 + v4;
  precise vec4 v6 = fma(vec4(uintBitsToFloat(vs_Scalars_data[0].x)), in_p, v5) + vs_Globals_data[0];
  precise vec3 v7 = in_p.y * uintBitsToFloat(vs_Matrices_data[9].xyz);
  precise vec3 v8 = fma(uintBitsToFloat(vs_Matrices_data[8].xyz), in_p.xxx, v7);
  precise vec3 v9 = fma(uintBitsToFloat(vs_Matrices_data[10].xyz), in_p.zzz, v8);
  precise vec3 v10 = in_p.y * uintBitsToFloat(vs_Matrices_data[13].xyz);
  precise vec3 v11 = fma(uintBitsToFloat(vs_Matrices_data[11].xyz), in_p.www, v9) + fma(in_p.xxx, uintBitsToFloat(vs_Matrices_data[12].xyz), v10);
  precise vec3 v12 = v11 + vec3(float(vs_Scalars_data[1].x), float(vs_Scalars_data[1].y), float(vs_Scalars_data[1].z));
  uint v13 = uint(in_n.x) * 3u;
  vec3 v14 = vec3(dot(in_p, uintBitsToFloat(vs_Matrices_row(v13 + 14u))), dot(in_p, uintBitsToFloat(vs_Matrices_row(v13 + 15u))), dot(in_p, uintBitsToFloat(vs_Matrices_row(v13 + 16u))));
  precise vec3 v15 = v12 + v14 + vs_Globals_row(uint(in_n.x) + 1u).xyz + v6.xyz;
  precise vec2 v16 = uintBitsToFloat(vs_Scalars_data[0].yz) * uintBitsToFloat(vs_Packed_data[2].zw);
  int v17 = to_i32(in_p.x);
  int v18 = to_i32(in_p.y);
  vec2 v19 = vec2(float(int(vs_Matrices_data[27].x) * v17 + v18 * int(vs_Matrices_data[28].x)), float(int(vs_Matrices_data[27].y) * v17 + v18 * int(vs_Matrices_data[28].y)));
  vec2 v20 = vec2(dot(uintBitsToFloat(vs_Packed_data[24].xy), uintBitsToFloat(vs_Packed_data[31].yz)), dot(uintBitsToFloat(vs_Packed_data[25].xy), uintBitsToFloat(vs_Packed_data[31].yz)));
  precise vec2 v21 = fma(v16, vec2(uintBitsToFloat(vs_Packed_data[0].y)), v19) + v20 + v15.xy;
  vec2 v22 = vec2(0.0);
  float v23 = 0.0;
  float v24 = 0.0;
  if (((vs_Scalars_data[1].w != 0u) && (vs_Scalars_data[2].z != 0u)) || (vs_Packed_data[34].y != 0u)) {
    precise vec4 v25 = float(vs_Scalars_row(uint(in_n.x) + 4u).x) + (uintBitsToFloat(vs_Scalars_data[3].x) + uintBitsToFloat(vs_Packed_data[7]));
    precise vec4 v26 = vec4(v21, v15.z, v6.w) + (v25 + uintBitsToFloat(vs_Matrices_data[26].x));
    v24 = v26.w;
    v23 = v26.z;
    v22 = v26.xy;
  } else {
    v24 = v6.w;
    v23 = v15.z;
    v22 = v21;
  }
  vec4 v27 = vs_Table_fetch(uint(in_n.x));
  precise vec4 v28 = v1.yzyz + (vec4(float(v.x), float(v.y), float(v.z), float(v.w)) + v27) + float(v2.x) + float(int(vs_Scalars_data[0].w));
  precise vec4 v29 = v28 + vs_Globals_data[3] + vec4(v22, v23, v24);
  precise float v30 = v29.x + (float(int(vs_Packed_data[23].x)) + uintBitsToFloat(vs_Packed_data[34].z));
  clip_position = vec4(v30, v29.yzw);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
