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
  float4 v1 = texel.xyxy * float4(1.0, -1.0, -1.0, 1.0) + texcoord.xyxy;
  float4 image_texel1 = image.Sample(filtered, v1.zw);
  float4 image_texel2 = image.Sample(filtered, v1.xy);
  float v2 = dot(image_texel2.xyz, float3(0.299, 0.587, 0.114));
  float v3 = dot(image_texel1.xyz, float3(0.299, 0.587, 0.114));
  float4 image_texel3 = image.Sample(filtered, texcoord + texel.xy);
  float v4 = dot(image_texel3.xyz, float3(0.299, 0.587, 0.114));
  float v5 = v + v3 - (v2 + v4);
  float v6 = v2 + v;
  float v7 = v6 - (v3 + v4);
  float2 v8 = max(float2((-v7), v5) / (min(abs(v7), abs(v5)) + max((v6 + v3 + v4) * 0.03125, 0.0078125)), float2(-8.0, -8.0));
  float2 v9 = min(v8, float2(8.0, 8.0)) * texel.xy;
  float4 image_texel4 = image.Sample(filtered, -v9 * 0.5 + texcoord);
  float4 v10 = v9.xyxy * float4(-0.16666667, -0.16666667, 0.16666667, 0.16666667) + texcoord.xyxy;
  float4 image_texel5 = image.Sample(filtered, v9 * 0.5 + texcoord);
  float4 image_texel6 = image.Sample(filtered, v10.xy);
  float4 image_texel7 = image.Sample(filtered, v10.zw);
  float4 v11 = image_texel7 + image_texel6;
  float4 v12 = v11 * 0.25 + (image_texel5 + image_texel4) * 0.25;
  float v13 = dot(v12.xyz, float3(0.299, 0.587, 0.114));
  float4 image_texel8 = image.Sample(filtered, texcoord);
  float v14 = dot(image_texel8.xyz, float3(0.299, 0.587, 0.114));
  bool v15 = (v13 < min(v14, min(min(v2, v), min(v3, v4)))) || (max(v14, max(max(v2, v), max(v3, v4))) < v13);
  return v15 ? v11 * 0.5 : v12;
}
