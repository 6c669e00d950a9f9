// fxc /T vs_2_a /E main

float4 c0 : register(c0);
float4 c1 : register(c1);
float4 c2 : register(c2);
float4 c3 : register(c3);
float4 c4 : register(c4);
float4 c6 : register(c6);

struct Output
{
  float4 position : POSITION;
  float4 color : COLOR;
};

Output main(
  float4 position : POSITION,
  float4 normal2 : NORMAL2)
{
  Output output;
  bool v = position.z < c0.z;
  bool v1 = -c1.x >= position.x;
  bool v2 = -c1.y >= position.y;
  float4 v3 = position + c2;
  float v4 = v1 ? v3.x : position.x;
  float v5 = v2 ? v3.y : position.y;
  float v6 = v ? v3.z : position.z;
  float v7 = position.w != c0.w ? v3.w : position.w;
  bool v8 = !v1;
  bool v9 = !v2;
  float3 v10 = float3(v4, v5, v6) * c3.xyz;
  float v11 = v1 ? v4 : v10.x;
  float v12 = v2 ? v5 : v10.y;
  float v13 = v ? v6 : v10.z;
  float4 v14 = float4(v11, v12, v13, v7);
  float4 v15 = v14 * c4 + v14;
  float4 v16 = position.w == c0.w ? float4(v11, v12, v13, v7) : (v1 ? v15 : 0.0);
  bool v17 = c0.x < v11;
  float4 v18 = (float4)0;
  [branch] if (v17) {
    float4 v19 = c2;
    [branch] if (v12 < v11) {
      v19 = c1;
    }
    v18 = v19;
  } else {
  }
  float4 v20 = (v1 ? c2 : v18);
  [branch] if (v9) {
    v20 = c3;
  }
  [loop] while (!v17) {
    if (v11 == c0.x) break;
    if (v11 >= c0.x) break;
    if (v11 < c0.x) break;
    if (v11 != c0.x) break;
    if (c0.x >= v11) break;
    break;
  }
  float4 v21 = v20;
  [branch] if (v) {
    v21 = c6;
  }
  float4 v22 = v21;
  [branch] if (v8) {
    v22 = c6;
  }
  output.position = v16;
  output.color = v22;
  return output;
}
