// fxc /T vs_2_0 /E main

float4x4 viewProjection;
float4x4 shadowMatrix;
float4x3 world;
float2 tiling;

struct Output
{
  float4 position : POSITION;
  float3 texcoord2 : TEXCOORD2;
  float2 texcoord : TEXCOORD0;
  float4 texcoord4 : TEXCOORD4;
  float3 texcoord1 : TEXCOORD1;
  float4 texcoord3 : TEXCOORD3;
};

Output main(
  float4 position : POSITION,
  float4 normal : NORMAL,
  float4 tangent : TANGENT,
  float4 texcoord : TEXCOORD0)
{
  Output output;
  float4 v = position.xyzx * float4(1.0, 1.0, 1.0, 0.0) + float4(0.0, 0.0, 0.0, 1.0);
  float3 world_position = mul(v, world);
  float4 world_position1 = float4(world_position, 1.0);
  output.position = mul(world_position1, viewProjection);
  float3 world_normal = mul(normal.xyz, (float3x3)world);
  output.texcoord2 = normalize(world_normal);
  float3 world_tangent = mul(tangent.xyz, (float3x3)world);
  float3 unit_world_tangent = normalize(world_tangent);
  output.texcoord = texcoord.xy * tiling;
  output.texcoord4 = mul(world_position1, shadowMatrix);
  output.texcoord1 = world_position;
  output.texcoord3 = float4(unit_world_tangent, tangent.w);
  return output;
}
