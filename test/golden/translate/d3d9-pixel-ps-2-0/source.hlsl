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
  float4 color_texel1 = tex2Dproj(color, texcoord);
  float4 color_texel2 = tex2Dbias(color, texcoord);
  float4 sky_texel = texCUBEproj(sky, texcoord);
  float4 v = color_texel * color1 + color1_1 * ramp_texel;
  float v1 = dot(texcoord1, texcoord.xyz);
  float3 reflection = texcoord.xyz * -(v1 + v1) + texcoord1;
  float2 coordinates = texcoord7 * scale;
  float4 sky_texel1 = texCUBE(sky, reflection);
  float4 stated_texel = tex2D(stated, coordinates);
  float4 v2 = sky_texel1 + volume_texel + v;
  float4 v3 = color_texel2 + color_texel1 + sky_texel + v2;
  float4 v4 = stated_texel * tint + v3;
  float4 v5 = saturate((soft * v4 - texcoord1.x) * 2.0 + v4 - 1.0) - (1.0 - color1);
  float v6 = v5.w - 0.5;
  clip(v6);
  float3 v7 = saturate(v1) * (texcoord1 * rsqrt(dot(texcoord1, texcoord1)) - v5.xyz) + v5.xyz;
  float3 out_color = -inverted >= 0.0 ? v7 : 1.0 - v7;
  return float4(out_color, -out_color.x >= 0.0 ? log2(abs(out_color.z)) : exp2(out_color.y));
}
