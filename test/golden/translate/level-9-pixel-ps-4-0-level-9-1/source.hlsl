// fxc /T ps_4_0_level_9_1 /E main

cbuffer Look : register(b1)
{
  float4 tint;
  float2 scale;
  min16float4 soft;
  float4 defaults = { 1.0, 2.0, 3.0, 4.0 };
};

SamplerState linear1 : register(s0);
SamplerState point1 : register(s3);
Texture2D<float4> color : register(t1);
Texture2D<float4> detail : register(t2);
TextureCube<float4> sky : register(t5);

float4 main(
  float4 position : SV_Position,
  float4 color1 : COLOR,
  float2 texcoord : TEXCOORD,
  float3 normal : NORMAL) : SV_Target
{
  float4 detail_texel = detail.Sample(linear1, texcoord.yx);
  float4 sky_texel = sky.Sample(point1, normal);
  float4 color_texel = color.Sample(point1, texcoord * scale);
  float4 color_texel1 = color.Sample(linear1, texcoord);
  float4 sum = detail_texel * tint + sky_texel + color_texel1 * color_texel;
  clip(sum.w - 0.25);
  return saturate(((float4)soft * color1 + defaults) * sum);
}
