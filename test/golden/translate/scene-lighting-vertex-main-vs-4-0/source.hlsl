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
  float4 v = float4(position, 1.0);
  float3 v1 = mul(v, world);
  float4 v2 = float4(v1, 1.0);
  output.position = mul(v2, viewProjection);
  output.texcoord = texcoord * tiling;
  output.texcoord1 = v1;
  float3 v3 = mul(normal, (float3x3)world);
  output.texcoord2 = normalize(v3);
  float3 v4 = mul(tangent.xyz, (float3x3)world);
  output.texcoord3 = float4(normalize(v4), tangent.w);
  output.texcoord4 = mul(v2, shadowMatrix);
  return output;
}
