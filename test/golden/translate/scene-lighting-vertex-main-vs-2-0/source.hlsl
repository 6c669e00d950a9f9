// fxc /T vs_2_0 /E main

float4x4 viewProjection;
float4x4 shadowMatrix;
float4x3 world;
float2 tiling;

void main(
  float4 position : POSITION,
  float4 normal : NORMAL,
  float4 tangent : TANGENT,
  float4 texcoord : TEXCOORD0,
  out float4 out_position : POSITION,
  out float3 out_texcoord2 : TEXCOORD2,
  out float2 out_texcoord : TEXCOORD0,
  out float4 out_texcoord4 : TEXCOORD4,
  out float3 out_texcoord1 : TEXCOORD1,
  out float4 out_texcoord3 : TEXCOORD3)
{
  float4 v = position.xyzx * float4(1.0, 1.0, 1.0, 0.0) + float4(0.0, 0.0, 0.0, 1.0);
  float3 v1 = mul(v, world);
  float4 v2 = float4(v1, 1.0);
  out_position = mul(v2, viewProjection);
  float3 v3 = mul(normal.xyz, (float3x3)world);
  out_texcoord2 = normalize(v3);
  float3 v4 = mul(tangent.xyz, (float3x3)world);
  float3 v5 = normalize(v4);
  out_texcoord = texcoord.xy * tiling;
  out_texcoord4 = mul(v2, shadowMatrix);
  out_texcoord1 = v1;
  out_texcoord3 = float4(v5, tangent.w);
}
