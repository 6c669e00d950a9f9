// fxc /T vs_4_0 /E main

cbuffer Frame : register(b0)
{
  float4x4 viewProjection;
  float4 light;
};

cbuffer Object : register(b2)
{
  row_major float4x3 world;
  float4 palette[12];
  int steps;
  uint lit1;
  float2 unread;
};

struct Output
{
  float4 position : SV_Position;
  float4 color : COLOR;
  float2 texcoord : TEXCOORD;
  float fog : FOG;
};

Output main(
  float4 position : POSITION,
  float3 normal : NORMAL,
  float2 texcoord : TEXCOORD,
  int4 blendindices : BLENDINDICES)
{
  Output output;
  float3 world_position = mul(position, world);
  float4 world_position1 = float4(world_position, 1.0);
  output.position = mul(world_position1, viewProjection);
  output.fog = exp2(-world_position.z);
  float4 v = saturate(dot(normal, light.xyz)) * palette[blendindices.x] + palette[3];
  output.color = lit1 != 0u ? v + light.w : v;
  output.texcoord = texcoord * 0.5 + 0.5;
  return output;
}
