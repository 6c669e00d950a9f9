// fxc /T ps_5_0 /E main

cbuffer Colors : register(b2)
{
  float4 tint;
  float4 shade;
};

float4 main(
  float3 texcoord : TEXCOORD,
  float3 normal : NORMAL) : SV_Target
{
  float v2 = smoothstep(tint.x, tint.y, normal.x);
  float v3 = saturate(1.0 / shade.x * normal.y);
  float v4 = v2 * ((v3 * -2.0 + 3.0) * (v3 * v3));
  float3 reflection = reflect(texcoord, normal) * 2.0 - 1.0;
  return float4(lerp(shade.xyz, 0.0, texcoord.z) + reflection, v4);
}
