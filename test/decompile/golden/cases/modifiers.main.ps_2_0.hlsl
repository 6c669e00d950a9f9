// fxc /T ps_2_0 /E main

sampler2D image : register(s0);
float4 tint : register(c0);

float4 main(
  float2 texcoord : TEXCOORD0,
  float4 color : COLOR) : COLOR
{
  float4 image_texel = tex2D(image, texcoord);
  float4 v = saturate(image_texel + tint);
  return -color * float4(max(v.xyz * color.xyz - abs(tint.xyz), float3(0.0, 0.0, 0.0)), v.w);
}
