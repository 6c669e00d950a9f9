#version 450 core

layout(std140, binding = 0) uniform ps_Globals { uvec4 ps_Globals_data[9]; };

layout(location = 0) in vec4 varying0;
layout(location = 1) flat in uvec4 varying1;
layout(location = 0) out vec4 out_target0;

uvec4 ps_Globals_row(uint row) {
  if (row < 9u) { return ps_Globals_data[row]; }
  return uvec4(0u);
}

void main() {
  uint d3d_FrontFacing = gl_FrontFacing ? 0xffffffffu : 0u;
  if (varying0.x < 0.0) {
    discard;
  }
  precise float v = varying0.y - uintBitsToFloat(ps_Globals_data[0].y);
  if (v < 0.0) { discard; }
  float v1 = 0.0;
  vec2 v2 = vec2(0.0);
  float v3 = 0.0;
  uint n = 0u;
  for (;;) {
    if (int(n) >= int(ps_Globals_data[0].x)) {
      break;
    }
    uint v4 = n + 1u;
    if (uintBitsToFloat(ps_Globals_data[0].y) < uintBitsToFloat(ps_Globals_row(v4).x)) {
      break;
    }
    if (uintBitsToFloat(ps_Globals_row(v4).y) == 0.0) {
      n = v4;
      continue;
    }
    if (v1 < varying0.z) {
      precise vec4 v5 = vec4(v2, v3, v1) + varying0.yzwx;
      n = v4;
      v3 = v5.z;
      v2 = v5.xy;
      v1 = v5.w;
      continue;
    }
    if (uintBitsToFloat(ps_Globals_data[0].y) < v2.x) {
      vec4 v6 = vec4(v2, v3, v1);
      precise vec4 v7 = v6 + v6;
      v3 = v7.z;
      v2 = v7.xy;
      v1 = v7.w;
      break;
    }
    precise vec4 v8 = vec4(v3, v2, v1) + uintBitsToFloat(ps_Globals_row(v4).wyzx);
    float v9 = v8.x;
    float v10 = 0.0;
    for (;;) {
      if (v9 >= uintBitsToFloat(ps_Globals_data[0].y)) {
        v10 = v8.w;
        break;
      }
      precise float v11 = v9 + varying0.w;
      if (v11 == 3.0) {
        v9 = v11;
        v10 = 1.0;
        break;
      }
      v9 = v11;
    }
    n = v4;
    v3 = v9;
    v2 = v8.yz;
    v1 = v10;
  }
  vec2 v12 = vec2(0.0);
  vec2 v13 = vec2(0.0);
  if (((int(varying1.z) > 3 ? 0xffffffffu : 0u) & d3d_FrontFacing) != 0u) {
    precise vec4 v14 = vec4(v1, v2, v3) * 3.0;
    vec2 v15 = vec2(0.0);
    if (varying1.w != 0u) {
      v15 = vec2(9.0, v14.y);
    } else {
      v15 = vec2(v14.x, 7.0);
    }
    v13 = v14.zw;
    v12 = v15;
  } else {
    precise vec4 v16 = vec4(v1, v2, v3) - 1.0;
    v13 = v16.zw;
    v12 = v16.xy;
  }
  vec4 v17 = vec4(0.0);
  switch (varying1.x) {
    case 0u: {
      precise vec4 v18 = vec4(v12, v13) + 1.0;
      v17 = v18;
      break;
    }
    case 1u: case 2u: {
      precise vec4 v19 = vec4(v12, v13) + 2.0;
      v17 = v19;
      break;
    }
    case 0x186a0u: {
      precise vec4 v20 = vec4(v12, v13) + 4.0;
      v17 = v20;
      break;
    }
    case 0xfffffffbu: {
      precise vec4 v21 = vec4(v12, v13) * 3.0;
      v17 = v21;
      break;
    }
    default: {
      precise vec4 v22 = vec4(v12, v13) - 1.0;
      v17 = v22;
      break;
    }
  }
  if (varying1.y == 5u) {
    out_target0 = v17;
    return;
  }
  float v23 = 0.0;
  float v24 = 0.0;
  float v25 = 0.0;
  float v26 = 0.0;
  switch (varying1.y) {
    case 0u: {
      precise vec4 v27 = varying0 + uintBitsToFloat(ps_Globals_data[1]);
      v26 = v27.w;
      v25 = v27.z;
      v24 = v27.y;
      v23 = v27.x;
      break;
    }
    case 1u: {
      precise vec4 v28 = varying0 * uintBitsToFloat(ps_Globals_data[2]);
      v26 = v28.w;
      v25 = v28.z;
      v24 = v28.y;
      v23 = v28.x;
      break;
    }
    case 0xfffffff9u: {
      v26 = varying0.x;
      v25 = varying0.y;
      v24 = varying0.z;
      v23 = varying0.w;
      break;
    }
    default: {
      v26 = 0.0;
      v25 = 0.0;
      v24 = 0.0;
      v23 = 0.0;
      break;
    }
  }
  precise vec4 v29 = v17 + vec4(v23, v24, v25, v26);
  out_target0 = v29;
}
