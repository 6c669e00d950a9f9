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
  float3 clip_position = mul(position, bones[blendindices.w]) * blendweight.w + v1;
  float4 v2 = frac(position);
  float2 v3 = v2.xy + (position.zw - v2.zw);
  output.texcoord = v3 + (position.y >= position.x ? 1.0 : 0.0);
  output.position = float4(clip_position, max(position.w, min(1.0, position.x)));
  return output;
}
