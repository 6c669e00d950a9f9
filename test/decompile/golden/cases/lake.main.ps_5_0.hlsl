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
  float2 waves_texel = waves.Sample(smooth, time.xx * float2(0.02, 0.02) + texcoord).xy;
  float2 v = waves_texel - 0.5;
  float3 v1 = float3(v.x, 1.0, v.y);
  float3 direction = normalize(v1);
  float3 from_eye = world - eye;
  float3 direction_from_eye = normalize(from_eye);
  float3 sky_texel = sky.Sample(smooth, reflect(direction_from_eye, direction)).xyz;
  float3 v2 = sky_texel * 0.4 + float3(0.05, 0.22, 0.25);
  return float4(lerp(v2, fogColor.xyz, saturate((length(from_eye) - fogRange.x) / (fogRange.y - fogRange.x))), 1.0);
}
