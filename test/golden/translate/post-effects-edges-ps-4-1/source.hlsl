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
  float4 image_texel = image.Sample(filtered, texcoord - texel.xy);
  float v = dot(image_texel.xyz, float3(0.299, 0.587, 0.114));
  float4 image_texel1 = image.Sample(filtered, texel.xy * float2(-1.0, 1.0) + texcoord);
  float4 image_texel2 = image.Sample(filtered, texel.xy * float2(1.0, -1.0) + texcoord);
  float v1 = dot(image_texel2.xyz, float3(0.299, 0.587, 0.114));
  float v2 = dot(image_texel1.xyz, float3(0.299, 0.587, 0.114));
  float4 image_texel3 = image.Sample(filtered, texcoord + texel.xy);
  float v3 = dot(image_texel3.xyz, float3(0.299, 0.587, 0.114));
  float v4 = v + v2 - (v1 + v3);
  float v5 = v1 + v;
  float v6 = v5 - (v2 + v3);
  float2 v7 = max(float2((-v6), v4) / (min(abs(v6), abs(v4)) + max((v5 + v2 + v3) * 0.03125, 0.0078125)), float2(-8.0, -8.0));
  float2 v8 = min(v7, float2(8.0, 8.0)) * texel.xy;
  float4 image_texel4 = image.Sample(filtered, texcoord - v8 * 0.5);
  float4 image_texel5 = image.Sample(filtered, v8 * 0.5 + texcoord);
  float4 image_texel6 = image.Sample(filtered, v8 * -0.16666667 + texcoord);
  float4 image_texel7 = image.Sample(filtered, v8 * 0.16666667 + texcoord);
  float4 v9 = image_texel7 + image_texel6;
  float4 v10 = v9 * 0.25 + (image_texel5 + image_texel4) * 0.25;
  float v11 = dot(v10.xyz, float3(0.299, 0.587, 0.114));
  float4 image_texel8 = image.Sample(filtered, texcoord);
  float v12 = dot(image_texel8.xyz, float3(0.299, 0.587, 0.114));
  bool v13 = (v11 < min(v12, min(min(v1, v), min(v2, v3)))) || (max(v12, max(max(v1, v), max(v2, v3))) < v11);
  return v13 ? v9 * 0.5 : v10;
}
