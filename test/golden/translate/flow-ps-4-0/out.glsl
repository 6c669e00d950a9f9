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
  uint n = 0u;
  uvec2 n1 = uvec2(0u);
  uint n2 = 0u;
  uint n3 = 0u;
  for (;;) {
    if (int(n3) >= int(ps_Globals_data[0].x)) {
      break;
    }
    uint v1 = n3 + 1u;
    if (uintBitsToFloat(ps_Globals_data[0].y) < uintBitsToFloat(ps_Globals_row(v1).x)) {
      break;
    }
    if (uintBitsToFloat(ps_Globals_row(v1).y) == 0.0) {
      n3 = v1;
      continue;
    }
    if (uintBitsToFloat(n) < varying0.z) {
      precise vec4 v2 = uintBitsToFloat(uvec4(n1, n2, n)) + varying0.yzwx;
      n3 = v1;
      n2 = floatBitsToUint(v2.z);
      n1 = floatBitsToUint(v2).xy;
      n = floatBitsToUint(v2.w);
      continue;
    }
    if (uintBitsToFloat(ps_Globals_data[0].y) < uintBitsToFloat(n1.x)) {
      uvec4 v3 = uvec4(n1, n2, n);
      precise vec4 v4 = uintBitsToFloat(v3) + uintBitsToFloat(v3);
      n2 = floatBitsToUint(v4.z);
      n1 = floatBitsToUint(v4).xy;
      n = floatBitsToUint(v4.w);
      break;
    }
    precise vec4 v5 = uintBitsToFloat(uvec4(n2, n1, n)) + uintBitsToFloat(ps_Globals_row(v1).wyzx);
    uint n4 = floatBitsToUint(v5.x);
    uint n5 = 0u;
    for (;;) {
      if (uintBitsToFloat(n4) >= uintBitsToFloat(ps_Globals_data[0].y)) {
        n5 = floatBitsToUint(v5.w);
        break;
      }
      precise float v6 = uintBitsToFloat(n4) + varying0.w;
      if (v6 == 3.0) {
        n4 = floatBitsToUint(v6);
        n5 = 0x3f800000u;
        break;
      }
      n4 = floatBitsToUint(v6);
    }
    n3 = v1;
    n2 = n4;
    n1 = floatBitsToUint(v5).yz;
    n = n5;
  }
  vec2 v7 = vec2(0.0);
  vec2 v8 = vec2(0.0);
  if (((int(varying1.z) > 3 ? 0xffffffffu : 0u) & d3d_FrontFacing) != 0u) {
    precise vec4 v9 = uintBitsToFloat(uvec4(n, n1, n2)) * 3.0;
    vec2 v10 = vec2(0.0);
    if (varying1.w != 0u) {
      v10 = vec2(9.0, v9.y);
    } else {
      v10 = vec2(v9.x, 7.0);
    }
    v8 = v9.zw;
    v7 = v10;
  } else {
    precise vec4 v11 = uintBitsToFloat(uvec4(n, n1, n2)) - 1.0;
    v8 = v11.zw;
    v7 = v11.xy;
  }
  vec4 v12 = vec4(0.0);
  switch (varying1.x) {
    case 0u: {
      precise vec4 v13 = vec4(v7, v8) + 1.0;
      v12 = v13;
      break;
    }
    case 1u: case 2u: {
      precise vec4 v14 = vec4(v7, v8) + 2.0;
      v12 = v14;
      break;
    }
    case 0x186a0u: {
      precise vec4 v15 = vec4(v7, v8) + 4.0;
      v12 = v15;
      break;
    }
    case 0xfffffffbu: {
      precise vec4 v16 = vec4(v7, v8) * 3.0;
      v12 = v16;
      break;
    }
    default: {
      precise vec4 v17 = vec4(v7, v8) - 1.0;
      v12 = v17;
      break;
    }
  }
  if (varying1.y == 5u) {
    out_target0 = v12;
    return;
  }
  float v18 = 0.0;
  float v19 = 0.0;
  float v20 = 0.0;
  float v21 = 0.0;
  switch (varying1.y) {
    case 0u: {
      precise vec4 v22 = varying0 + uintBitsToFloat(ps_Globals_data[1]);
      v21 = v22.w;
      v20 = v22.z;
      v19 = v22.y;
      v18 = v22.x;
      break;
    }
    case 1u: {
      precise vec4 v23 = varying0 * uintBitsToFloat(ps_Globals_data[2]);
      v21 = v23.w;
      v20 = v23.z;
      v19 = v23.y;
      v18 = v23.x;
      break;
    }
    case 0xfffffff9u: {
      v21 = varying0.x;
      v20 = varying0.y;
      v19 = varying0.z;
      v18 = varying0.w;
      break;
    }
    default: {
      v21 = 0.0;
      v20 = 0.0;
      v19 = 0.0;
      v18 = 0.0;
      break;
    }
  }
  precise vec4 v24 = v12 + vec4(v18, v19, v20, v21);
  out_target0 = v24;
}
