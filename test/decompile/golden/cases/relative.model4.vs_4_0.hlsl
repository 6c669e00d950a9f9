// fxc /T vs_4_0 /E main

cbuffer Skin : register(b1)
{
  float4x4 skin[8];
  float4 offsets[8];
};

float4 main(
  float4 position : POSITION,
  uint2 indices : INDICES) : SV_Position
{
  float4 v = float4(dot(position, skin[indices.x]._m00_m10_m20_m30), dot(position, skin[indices.x]._m01_m11_m21_m31), dot(position, skin[indices.x]._m02_m12_m22_m32), dot(position, skin[indices.x]._m03_m13_m23_m33));
  return v + offsets[indices.y + 1u];
}
