// fxc /T ps_5_0 /E main

cbuffer Scene : register(b0)
{
  float2 texelSize;
  float4x4 shadows[4];
};

float4 main(
  float4 texcoord : TEXCOORD,
  uint cascade : CASCADE) : SV_Target
{
  float4 shadow_position = mul(texcoord, shadows[min(cascade, 3u)]);
  return float4(shadow_position.xyz / shadow_position.w, 1.0);
}
