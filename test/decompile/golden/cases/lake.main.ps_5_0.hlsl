// fxc /T ps_5_0 /E main

cbuffer Frame : register(b0)
{
  float time;
  float3 eye;
  float4 fogColor = { 0.7, 0.75, 0.8, 1.0 };
  float2 fogRange = { 20.0, 200.0 };
};

SamplerState smooth : register(s0);
Texture2D<float4> waves : register(t0);
TextureCube<float4> sky : register(t1);

float4 main(
  float4 position : SV_Position,
  float3 world : WORLD,
  float2 texcoord : TEXCOORD) : SV_Target
{
  float4 waves_texel = waves.Sample(smooth, time.xx * float2(0.02, 0.02) + texcoord);
  float2 v = waves_texel.xy - 0.5;
  float3 v1 = float3(v.x, 1.0, v.y);
  float3 v2 = normalize(v1);
  float3 v3 = world - eye;
  float v5 = -fogRange.x;
  float3 v6 = normalize(v3);
  float v7 = dot(v6, v2);
  float4 sky_texel = sky.Sample(smooth, v2 * -(float3)(v7 + v7) + v6);
  float3 v8 = sky_texel.xyz * 0.4 + float3(0.05, 0.22, 0.25);
  return float4(lerp(v8, fogColor.xyz, saturate((length(v3) + v5) / (v5 + fogRange.y))), 1.0);
}
