// fxc /T ps_5_0 /E main

cbuffer Selection : register(b0)
{
  uint first;
  uint second;
};

float4 main(
  float4 position : POSITION,
  float4 color[4] : COLOR,
  float3 normal[2] : NORMAL) : SV_Target
{
  uint v = first & 1u;
  float4 v1 = position + color[v];
  return normal[v].xyzz + v1 + color[1];
}
