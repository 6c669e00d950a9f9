// fxc /T ps_4_1 /E main

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
  float3 image_texel = image.Sample(filtered, texcoord - texel.xy).xyz;
  float luminance = dot(image_texel, float3(0.299, 0.587, 0.114));
  float3 image_texel1 = image.Sample(filtered, texel.xy * float2(-1.0, 1.0) + texcoord).xyz;
  float3 image_texel2 = image.Sample(filtered, texel.xy * float2(1.0, -1.0) + texcoord).xyz;
  float luminance1 = dot(image_texel2, float3(0.299, 0.587, 0.114));
  float luminance2 = dot(image_texel1, float3(0.299, 0.587, 0.114));
  float3 image_texel3 = image.Sample(filtered, texcoord + texel.xy).xyz;
  float luminance3 = dot(image_texel3, float3(0.299, 0.587, 0.114));
  float v = luminance + luminance2 - (luminance1 + luminance3);
  float v1 = luminance1 + luminance;
  float v2 = v1 - (luminance2 + luminance3);
  float2 v3 = float2(-v2, v) / (min(abs(v2), abs(v)) + max((v1 + luminance2 + luminance3) * 0.03125, 0.0078125));
  float2 v4 = min(max(v3, float2(-8.0, -8.0)), float2(8.0, 8.0)) * texel.xy;
  float4 image_texel4 = image.Sample(filtered, texcoord - v4 * 0.5);
  float4 image_texel5 = image.Sample(filtered, v4 * 0.5 + texcoord);
  float4 image_texel6 = image.Sample(filtered, v4 * -0.16666667 + texcoord);
  float4 image_texel7 = image.Sample(filtered, v4 * 0.16666667 + texcoord);
  float4 sum = image_texel7 + image_texel6;
  float4 v5 = sum * 0.25 + (image_texel5 + image_texel4) * 0.25;
  float luminance4 = dot(v5.xyz, float3(0.299, 0.587, 0.114));
  float3 image_texel8 = image.Sample(filtered, texcoord).xyz;
  float luminance5 = dot(image_texel8, float3(0.299, 0.587, 0.114));
  bool condition = (luminance4 < min(luminance5, min(min(luminance1, luminance), min(luminance2, luminance3)))) || (max(luminance5, max(max(luminance1, luminance), max(luminance2, luminance3))) < luminance4);
  return condition ? sum * 0.5 : v5;
}
