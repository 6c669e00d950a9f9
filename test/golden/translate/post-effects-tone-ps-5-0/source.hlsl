// fxc /T ps_5_0 /E main

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
  float3 image_texel = image.Sample(filtered, texcoord).xyz;
  float3 v = image_texel * exposure;
  float luminance = dot(v, float3(0.2126, 0.7152, 0.0722));
  float3 v1 = lerp(luminance.xxx, v, 1.1) * gain + lift;
  float3 v2 = saturate((v1 * 2.51 + 0.03) * v1 / (v1 * (v1 * 2.43 + 0.59) + 0.14));
  float2 v3 = texcoord - 0.5;
  float3 v4 = v2 < 0.0031308 ? v2 * 12.92 : pow(v2, float3(0.41666666, 0.41666666, 0.41666666)) * 1.055 - 0.055;
  return float4(v4 * (1.0 - dot(v3, v3) * 0.4), luminance);
}
