// fxc /T ps_5_0 /E main /Gis

cbuffer Scene : register(b0)
{
  float2 texelSize;
  float4x4 shadows[4];
};

SamplerState linear_sampler : register(s0);
Texture2D<float4> image : register(t0);
Texture2D<float4> depths : register(t1);

float4 main(
  float2 texcoord : TEXCOORD) : SV_Target
{
  float3 image_texel = image.Sample(linear_sampler, texcoord + texelSize).xyz;
  float3 v = image_texel * 2.0 - 1.0;
  float depths_texel = depths.Sample(linear_sampler, texcoord).x;
  float3 color = v * depths_texel;
  float4 image_texel1 = image.Sample(linear_sampler, texcoord - texelSize);
  return float4(color, image_texel1.y);
}
