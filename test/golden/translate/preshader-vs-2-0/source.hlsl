// fxc /T vs_2_0 /E main

float4x4 world;
float4x4 view;
float4x4 projection;
float time;
float4 a;

float4 main(
  float4 position : POSITION) : POSITION
{
  float4 v = view._m02_m12_m22_m32 * projection._m20 + (view._m00_m10_m20_m30 * projection._m00 + view._m01_m11_m21_m31 * projection._m10);
  float4 v1 = view._m03_m13_m23_m33 * projection._m30 + v;
  float v2 = dot(position, mul(world, v1));
  float4 v3 = view._m02_m12_m22_m32 * projection._m21 + (view._m00_m10_m20_m30 * projection._m01 + view._m01_m11_m21_m31 * projection._m11);
  float4 v4 = view._m03_m13_m23_m33 * projection._m31 + v3;
  float v5 = dot(position, mul(world, v4));
  float4 v6 = view._m02_m12_m22_m32 * projection._m22 + (view._m00_m10_m20_m30 * projection._m02 + view._m01_m11_m21_m31 * projection._m12);
  float4 v7 = view._m03_m13_m23_m33 * projection._m32 + v6;
  float v8 = dot(position, mul(world, v7));
  float4 v9 = view._m02_m12_m22_m32 * projection._m23 + (view._m00_m10_m20_m30 * projection._m03 + view._m01_m11_m21_m31 * projection._m13);
  float4 v10 = view._m03_m13_m23_m33 * projection._m33 + v9;
  float v11 = dot(position, mul(world, v10));
  float4 out_position = sin(time) * a + float4(v2, v5, v8, v11);
  return out_position;
}
