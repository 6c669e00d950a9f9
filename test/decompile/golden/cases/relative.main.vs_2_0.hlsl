// fxc /T vs_2_0 /E main

float4x3 bones[20] : register(c4);
float4x4 projection : register(c0);

float4 main(
  float4 position : POSITION,
  float4 blendweight : BLENDWEIGHT,
  float4 blendindices : BLENDINDICES) : POSITION
{
  float3 v = mul(position, bones[blendindices.x]) * blendweight.x + blendweight.y * mul(position, bones[blendindices.y]);
  float4 v1 = float4(v, 1.0);
  return mul(v1, projection);
}
