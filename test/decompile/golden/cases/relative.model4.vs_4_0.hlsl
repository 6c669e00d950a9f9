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
  return mul(position, skin[indices.x]) + offsets[indices.y + 1u];
}
