// fxc /T ps_2_0 /E main

sampler2D image : register(s0);
float strength : register(c1);
float4 tint : register(c0);

float4 main(
  float2 texcoord : TEXCOORD0) : COLOR
{
  float4 image_texel = tex2D(image, texcoord);
  float3 v = dot(image_texel.xyz, float3(0.25, 0.5, 0.25)) * tint.xyz - image_texel.xyz;
  float2 v1 = texcoord - 0.5;
  float3 out_color = saturate((dot(v1, v1) + 0.0) * strength) * v + image_texel.xyz;
  return float4(out_color, image_texel.w);
}
