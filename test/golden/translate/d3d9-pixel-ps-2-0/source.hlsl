// fxc /T ps_2_0 /E main

sampler2D color : register(s0);
sampler3D volume : register(s1);
sampler2D ramp : register(s2);
samplerCUBE sky : register(s3);
sampler2D stated : register(s4);
float4 tint;
float4 soft;
bool inverted;
float2 scale = { 2.0, 0.5 };

float4 main(
  float4 color1 : COLOR,
  float4 color1_1 : COLOR1,
  float4 texcoord : TEXCOORD0,
  float3 texcoord1 : TEXCOORD1,
  centroid float2 texcoord7 : TEXCOORD7) : COLOR
{
  float4 ramp_texel = tex2D(ramp, texcoord.xy);
  float4 color_texel = tex2D(color, texcoord.xy);
  float4 volume_texel = tex3D(volume, texcoord1);
  float4 color_texel1 = tex2Dproj(color, texcoord.xyzw);
  float4 color_texel2 = tex2Dbias(color, texcoord.xyzw);
  float4 sky_texel = texCUBEproj(sky, texcoord.xyzw);
  float4 v = color_texel * color1 + color1_1 * ramp_texel;
  float v1 = dot(texcoord1, texcoord.xyz);
  float3 v2 = texcoord.xyz * -(v1 + v1) + texcoord1;
  float2 v3 = texcoord7 * scale;
  float4 sky_texel1 = texCUBE(sky, v2);
  float4 stated_texel = tex2D(stated, v3);
  float4 v4 = sky_texel1 + volume_texel + v;
  float4 v5 = color_texel2 + color_texel1 + sky_texel + v4;
  float4 v6 = stated_texel * tint + v5;
  float4 v7 = saturate((soft * v6 - texcoord1.x) * 2.0 + v6 - 1.0) - (1.0 - color1);
  float v8 = v7.w - 0.5;
  clip(v8);
  float3 v9 = saturate(v1) * (texcoord1 * rsqrt(dot(texcoord1, texcoord1)) - v7.xyz) + v7.xyz;
  float3 v10 = -inverted >= 0.0 ? v9 : 1.0 - v9;
  return float4(v10, -v10.x >= 0.0 ? log2(abs(v10.z)) : exp2(v10.y));
}
