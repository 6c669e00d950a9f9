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
  bool condition = position.z < c0.z;
  bool condition1 = -c1.x >= position.x;
  bool condition2 = -c1.y >= position.y;
  float4 v = position + c2;
  float v1 = condition1 ? v.x : position.x;
  float v2 = condition2 ? v.y : position.y;
  float v3 = condition ? v.z : position.z;
  float v4 = position.w != c0.w ? v.w : position.w;
  bool condition3 = !condition1;
  bool condition4 = !condition2;
  float3 v5 = float3(v1, v2, v3) * c3.xyz;
  float v6 = condition1 ? v1 : v5.x;
  float v7 = condition2 ? v2 : v5.y;
  float v8 = condition ? v3 : v5.z;
  float4 v9 = float4(v6, v7, v8, v4);
  float4 v10 = v9 * c4 + v9;
  float4 clip_position = position.w == c0.w ? float4(v6, v7, v8, v4) : (condition1 ? v10 : 0.0);
  bool condition5 = c0.x < v6;
  float4 v11 = (float4)0;
  [branch] if (condition5) {
    float4 v12 = c2;
    [branch] if (v7 < v6) {
      v12 = c1;
    }
    v11 = v12;
  } else {
  }
  float4 v13 = (condition1 ? c2 : v11);
  [branch] if (condition4) {
    v13 = c3;
  }
  [loop] while (!condition5) {
    if (v6 == c0.x) break;
    if (v6 >= c0.x) break;
    if (v6 < c0.x) break;
    if (v6 != c0.x) break;
    if (c0.x >= v6) break;
    break;
  }
  float4 v14 = v13;
  [branch] if (condition) {
    v14 = c6;
  }
  float4 color = v14;
  [branch] if (condition3) {
    color = c6;
  }
  output.position = clip_position;
  output.color = color;
  return output;
}
