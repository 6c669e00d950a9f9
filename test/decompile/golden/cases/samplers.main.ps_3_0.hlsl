// fxc /T ps_3_0 /E main

sampler2D diffuseMap : register(s0);
samplerCUBE skyMap : register(s2);
sampler3D noiseMap : register(s3);
float4 tint : register(c0);

float4 main(
  float2 texcoord : TEXCOORD0,
  float3 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2) : COLOR
{
  float4 skyMap_texel = texCUBE(skyMap, texcoord1);
  float4 noiseMap_texel = tex3D(noiseMap, texcoord1.zyx);
  float4 v = noiseMap_texel * skyMap_texel;
  float4 diffuseMap_texel = tex2D(diffuseMap, texcoord);
  float4 v1 = diffuseMap_texel * tint + v;
  float4 diffuseMap_texel1 = tex2Dproj(diffuseMap, texcoord2);
  float4 v2 = diffuseMap_texel1 + v1;
  float4 v3 = texcoord.yxyy * float4(1.0, 1.0, 0.0, 0.0) + float4(0.0, 0.0, 0.0, -1.0);
  float4 diffuseMap_texel2 = tex2Dbias(diffuseMap, v3);
  float4 v4 = diffuseMap_texel2 + v2;
  float4 v5 = texcoord.xyyx * float4(1.0, 1.0, 0.0, 0.0) + float4(0.0, 0.0, 0.0, 2.0);
  float4 diffuseMap_texel3 = tex2Dlod(diffuseMap, v5);
  float4 out_color = diffuseMap_texel3 + v4;
  return out_color;
}
