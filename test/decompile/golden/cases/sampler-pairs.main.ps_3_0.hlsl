// fxc /T ps_3_0 /E main

TextureCube sky;
Texture2D image;
SamplerState smooth : register(s0);
SamplerState sharp : register(s1);
float4 tint;

float4 main(
  float4 texcoord : TEXCOORD0,
  uniform float4 scale,
  uniform float bias) : COLOR
{
  float4 image_texel = image.Sample(sharp, texcoord.xy);
  float4 sky_texel = sky.Sample(smooth, texcoord.xyz);
  float4 sum = image_texel * tint + sky_texel;
  float4 image_texel1 = image.SampleBias(sharp, texcoord.zw, bias);
  float4 sum1 = sum * scale + image_texel1;
  return sum1;
}
