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

void main(
  float4 position : POSITION,
  float3 normal : NORMAL,
  float2 texcoord : TEXCOORD,
  int4 blendindices : BLENDINDICES,
  out float4 out_position : SV_Position,
  out float4 out_color : COLOR,
  out float2 out_texcoord : TEXCOORD,
  out float out_fog : FOG)
{
  float3 v = mul(position, world);
  float4 v1 = float4(v, 1.0);
  out_position = mul(v1, viewProjection);
  out_fog = exp2(-v.z);
  float4 v2 = saturate(dot(normal, light.xyz)) * palette[blendindices.x] + palette[3];
  out_color = lit1 != 0u ? light.w + v2 : v2;
  out_texcoord = texcoord * 0.5 + 0.5;
}
