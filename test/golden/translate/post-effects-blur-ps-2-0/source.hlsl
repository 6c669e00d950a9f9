// fxc /T ps_2_0 /E main

sampler2D image : register(s0);
float4 weights[4];
float4 texel;

float4 main(
  float2 texcoord : TEXCOORD0) : COLOR
{
  float2 v = texcoord + texel.xy;
  float2 v1 = texcoord - texel.xy;
  float2 v2 = texel.xy * 2.0 + texcoord;
  float2 v3 = texel.xy * -2.0 + texcoord;
  float2 v4 = texel.xy * 3.0 + texcoord;
  float2 v5 = texel.xy * -3.0 + texcoord;
  float4 image_texel = tex2D(image, v);
  float4 image_texel1 = tex2D(image, v1);
  float4 image_texel2 = tex2D(image, texcoord);
  float4 image_texel3 = tex2D(image, v2);
  float4 image_texel4 = tex2D(image, v3);
  float4 image_texel5 = tex2D(image, v4);
  float4 image_texel6 = tex2D(image, v5);
  float4 v6 = image_texel2 * weights[0].x + (image_texel1 + image_texel) * weights[1].x;
  float4 v7 = (image_texel4 + image_texel3) * weights[2].x + v6;
  return (image_texel5 + image_texel6) * weights[3].x + v7;
}
