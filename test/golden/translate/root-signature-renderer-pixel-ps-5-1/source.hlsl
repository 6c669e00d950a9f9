// fxc /T ps_5_1 /E main

cbuffer Draw : register(b0)
{
  float4 tint;
};

cbuffer Frame : register(b1)
{
  float4x4 view;
  float4 sun;
};

SamplerState smooth : register(s0);
SamplerState chosen : register(s1);
Texture2D<float4> albedo : register(t0);
Texture2D<float4> normals : register(t3);

float4 main(
  float4 position : SV_Position,
  float2 texcoord : TEXCOORD) : SV_Target
{
  float3 normals_texel = normals.Sample(chosen, texcoord).xyz;
  float4 albedo_texel = albedo.Sample(smooth, texcoord);
  return albedo_texel * tint * saturate(dot(normals_texel, sun.xyz));
}
