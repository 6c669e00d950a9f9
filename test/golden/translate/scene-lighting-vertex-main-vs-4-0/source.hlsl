// fxc /T vs_4_0 /E main

struct Struct
{
  float4 positionAndRange;
  float4 directionAndCone;
  float4 colorAndKind;
};

cbuffer PerFrame : register(b0)
{
  float4x4 viewProjection;
  float4x4 shadowMatrix;
  float3 eye;
  float fogDensity;
  float4 fogColor;
  Struct lights[6];
};

cbuffer PerObject : register(b1)
{
  float4x3 world;
  float4 materialTint;
  float2 tiling;
  float specularPower;
  float parallax;
};

struct Output
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
  float3 texcoord1 : TEXCOORD1;
  float3 texcoord2 : TEXCOORD2;
  float4 texcoord3 : TEXCOORD3;
  float4 texcoord4 : TEXCOORD4;
};

Output main(
  float3 position : POSITION,
  float3 normal : NORMAL,
  float4 tangent : TANGENT,
  float2 texcoord : TEXCOORD)
{
  Output output;
  float4 position1 = float4(position, 1.0);
  float3 world_position = mul(position1, world);
  float4 world_position1 = float4(world_position, 1.0);
  output.position = mul(world_position1, viewProjection);
  output.texcoord = texcoord * tiling;
  output.texcoord1 = world_position;
  float3 world_normal = mul(normal, (float3x3)world);
  output.texcoord2 = normalize(world_normal);
  float3 world_tangent = mul(tangent.xyz, (float3x3)world);
  output.texcoord3 = float4(normalize(world_tangent), tangent.w);
  output.texcoord4 = mul(world_position1, shadowMatrix);
  return output;
}
