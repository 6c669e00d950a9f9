// fxc /T ps_3_0 /E main

sampler2D color : register(s0);
sampler3D volume : register(s1);
samplerCUBE sky : register(s3);
float2 scale = { 2.0, 0.5 };

float4 main(
  float2 texcoord : TEXCOORD0,
  float3 texcoord1 : TEXCOORD1) : COLOR
{
  float v = cos(texcoord.y) + sin(texcoord.x);
  float v1 = v + dot(texcoord, scale);
  float2 v2 = ddx(texcoord);
  float2 v3 = ddy(texcoord);
  float4 color_texel = tex2Dgrad(color, texcoord, v2, v3);
  float4 volume_texel = tex3D(volume, texcoord1);
  float4 v4 = ddx(texcoord1.xxyz);
  float4 v5 = ddy(texcoord1.xxyz);
  float v6 = abs(v5.x) + abs(v4.x);
  float4 sky_texel = texCUBEgrad(sky, texcoord1, v4.yzw, v5.yzw);
  float4 sum = volume_texel * v6 + color_texel;
  float4 color_texel1 = tex2Dgrad(color, texcoord, texcoord.yx, texcoord1.xy);
  float4 sum1 = color_texel1 + sky_texel + sum;
  float v7 = sum1.x + v1;
  return float4(v7, sum1.yzw);
}
