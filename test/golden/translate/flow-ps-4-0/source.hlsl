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
  float v1 = 0.0;
  float2 v2 = float2(0.0, 0.0);
  float v3 = 0.0;
  [loop] for (int i = 0; i < count; i++) {
    [flatten] if (limit < table[i].x) break;
    if (table[i].y == 0.0) {
      continue;
    }
    if (v1 < v.z) {
      float4 v5 = float4(v1, v2, v3) + v;
      v3 = v5.w;
      v2 = v5.yz;
      v1 = v5.x;
      continue;
    }
    if (limit < v2.x) {
      float4 v6 = float4(v2, v3, v1);
      float4 v7 = v6 + v6;
      v3 = v7.z;
      v2 = v7.xy;
      v1 = v7.w;
      break;
    }
    float4 v8 = float4(v1, v2, v3) + table[i];
    float v9 = v8.w;
    float v10 = 0.0;
    [loop] while (true) {
      if (v9 >= limit) {
        v10 = v8.x;
        break;
      }
      float v11 = v9 + v.w;
      if (v11 == 3.0) {
        v9 = v11;
        v10 = 1.0;
        break;
      }
      v9 = v11;
    }
    v3 = v9;
    v2 = v8.yz;
    v1 = v10;
  }
  float2 v12 = (float2)0;
  float2 v13 = (float2)0;
  if ((int(uint(n.z)) > 3 ? is_front_face : 0u) != 0u) {
    float4 v14 = float4(v1, v2, v3) * 3.0;
    float2 v15 = (float2)0;
    if (n.w != 0) {
      v15 = float2(9.0, v14.y);
    } else {
      v15 = float2(v14.x, 7.0);
    }
    v13 = v14.zw;
    v12 = v15;
  } else {
    v13 = float2(v2.y, v3) - 1.0;
    v12 = float2(v1, v2.x) - 1.0;
  }
  float4 color = (float4)0;
  switch (n.x) {
    case 0: {
      color = float4(v12, v13) + 1.0;
      break;
    }
    case 1: case 2: {
      color = float4(v12, v13) + 2.0;
      break;
    }
    case 100000: {
      color = float4(v12, v13) + 4.0;
      break;
    }
    case -5: {
      color = float4(v12, v13) * 3.0;
      break;
    }
    default: {
      color = float4(v12, v13) - 1.0;
      break;
    }
  }
  if (n.y == 5) {
    target = color;
    return target;
  }
  float4 v16 = (float4)0;
  switch (n.y) {
    case 0: {
      v16 = v + table[0];
      break;
    }
    case 1: {
      v16 = v * table[1];
      break;
    }
    case -7: {
      v16 = v.wzyx;
      break;
    }
    default: {
      v16 = float4(0.0, 0.0, 0.0, 0.0);
      break;
    }
  }
  target = v16 + color;
  return target;
}
