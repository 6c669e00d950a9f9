// fxc /T vs_3_0 /E main

float4x3 bones[20] : register(c8);

struct Output
{
  float4 position : POSITION;
  float2 texcoord : TEXCOORD0;
};

Output main(
  float4 position : POSITION,
  float4 blendweight : BLENDWEIGHT,
  int4 blendindices : BLENDINDICES)
{
  Output output;
  float3 v = mul(position, bones[blendindices.x]) * blendweight.x + blendweight.y * mul(position, bones[blendindices.y]);
  float3 v1 = mul(position, bones[blendindices.z]) * blendweight.z + v;
  float3 v2 = mul(position, bones[blendindices.w]) * blendweight.w + v1;
  float4 v3 = frac(position);
  float2 v4 = v3.xy + (position.zw - v3.zw);
  output.texcoord = v4 + (position.y >= position.x ? 1.0 : 0.0);
  output.position = float4(v2, max(position.w, min(1.0, position.x)));
  return output;
}
