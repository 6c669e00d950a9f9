// fxc /T ps_4_0 /E main

cbuffer Settings : register(b0)
{
  float4 texel;
  float4 weights[4];
  float4x4 inverseProjection;
  float exposure;
  float3 lift;
  float3 gain;
  float radius;
};

SamplerState filtered : register(s0);
Texture2D<float4> image : register(t0);

float4 main(
  float2 texcoord : TEXCOORD) : SV_Target
{
  float4 image_texel = image.Sample(filtered, texcoord + texel.xy);
  float4 image_texel1 = image.Sample(filtered, texcoord - texel.xy);
  float4 image_texel2 = image.Sample(filtered, texcoord);
  float4 image_texel3 = image.Sample(filtered, texel.xy * 2.0 + texcoord);
  float4 image_texel4 = image.Sample(filtered, texcoord - texel.xy * 2.0);
  float4 v = image_texel2 * weights[0].x + (image_texel1 + image_texel) * weights[1].x + (image_texel4 + image_texel3) * weights[2].x;
  float4 image_texel5 = image.Sample(filtered, texel.xy * 3.0 + texcoord);
  float4 image_texel6 = image.Sample(filtered, texcoord - texel.xy * 3.0);
  return v + (image_texel6 + image_texel5) * weights[3].x;
}
