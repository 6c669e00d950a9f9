// fxc /T ps_4_0 /E main

int count;
float limit;
float4 table[8];

float4 main(
  float4 v : V,
  int4 n : N,
  uint is_front_face : SV_IsFrontFace) : SV_Target
{
  float4 target;
  if (v.x < 0.0) {
    discard;
  }
  clip(v.y - limit);
  uint n1 = 0u;
  uint2 n2 = uint2(0u, 0u);
  uint n3 = 0u;
  [loop] for (int i = 0; i < count; i++) {
    [flatten] if (limit < table[i].x) break;
    if (table[i].y == 0.0) {
      continue;
    }
    if (asfloat(n1) < v.z) {
      float4 v2 = asfloat(uint4(n2, n3, n1)) + v.yzwx;
      n3 = asuint(v2.z);
      n2 = asuint(v2).xy;
      n1 = asuint(v2.w);
      continue;
    }
    if (limit < asfloat(n2.x)) {
      uint4 v3 = uint4(n2, n3, n1);
      float4 v4 = asfloat(v3) + asfloat(v3);
      n3 = asuint(v4.z);
      n2 = asuint(v4).xy;
      n1 = asuint(v4.w);
      break;
    }
    float4 v5 = asfloat(uint4(n3, n2, n1)) + table[i].wyzx;
    uint n4 = asuint(v5.x);
    uint n5 = 0u;
    [loop] while (true) {
      if (asfloat(n4) >= limit) {
        n5 = asuint(v5.w);
        break;
      }
      float v6 = asfloat(n4) + v.w;
      if (v6 == 3.0) {
        n4 = asuint(v6);
        n5 = 0x3f800000u;
        break;
      }
      n4 = asuint(v6);
    }
    n3 = n4;
    n2 = asuint(v5).yz;
    n1 = n5;
  }
  float2 v7 = (float2)0;
  float2 v8 = (float2)0;
  if ((int(uint(n.z)) > 3 ? is_front_face : 0u) != 0u) {
    float4 v9 = asfloat(uint4(n1, n2, n3)) * 3.0;
    float2 v10 = (float2)0;
    if (uint(n.w) != 0u) {
      v10 = float2(9.0, v9.y);
    } else {
      v10 = float2(v9.x, 7.0);
    }
    v8 = v9.zw;
    v7 = v10;
  } else {
    uint4 v11 = uint4(n1, n2, n3);
    v8 = asfloat(v11).zw - 1.0;
    v7 = asfloat(v11).xy - 1.0;
  }
  float4 color = (float4)0;
  switch (uint(n.x)) {
    case 0u: {
      color = float4(v7, v8) + 1.0;
      break;
    }
    case 1u: case 2u: {
      color = float4(v7, v8) + 2.0;
      break;
    }
    case 0x186a0u: {
      color = float4(v7, v8) + 4.0;
      break;
    }
    case 0xfffffffbu: {
      color = float4(v7, v8) * 3.0;
      break;
    }
    default: {
      color = float4(v7, v8) - 1.0;
      break;
    }
  }
  if (uint(n.y) == 5u) {
    target = color;
    return target;
  }
  float v12 = 0.0;
  float v13 = 0.0;
  float v14 = 0.0;
  float v15 = 0.0;
  switch (uint(n.y)) {
    case 0u: {
      float4 v16 = v + table[0];
      v15 = v16.w;
      v14 = v16.z;
      v13 = v16.y;
      v12 = v16.x;
      break;
    }
    case 1u: {
      float4 v17 = v * table[1];
      v15 = v17.w;
      v14 = v17.z;
      v13 = v17.y;
      v12 = v17.x;
      break;
    }
    case 0xfffffff9u: {
      v15 = v.x;
      v14 = v.y;
      v13 = v.z;
      v12 = v.w;
      break;
    }
    default: {
      v15 = 0.0;
      v14 = 0.0;
      v13 = 0.0;
      v12 = 0.0;
      break;
    }
  }
  target = float4(v12, v13, v14, v15) + color;
  return target;
}
