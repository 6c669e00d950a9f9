// fxc /T ps_3_sw /E main

sampler2D s15 : register(s15);
sampler3D s14 : register(s14);

float4 main(
  float4 texcoord9 : TEXCOORD9) : COLOR
{
  float4 s15_texel = tex2Dlod(s15, texcoord9);
  float4 s14_texel = tex3D(s14, texcoord9.xyz);
  return s14_texel * (s15_texel + float4(0.1, 0.2, 0.3, 0.4));
}
