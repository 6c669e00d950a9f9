// fxc /T ps_4_0 /E main

cbuffer Shared : register(b0)
{
  float scale;
  float3 tint;
  float2 offset;
  float2 size;
};

float4 main(
  float4 color : COLOR,
  float2 texcoord : TEXCOORD) : SV_Target
{
  return float4(scale, tint) * color + texcoord.xyxy * float4(offset, size);
}
