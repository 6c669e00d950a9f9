// fxc /T ps_2_0 /E main

sampler2D image : register(s0);
float4 weights[4];
float4 texel;

float4 main(
  float2 texcoord : TEXCOORD0) : COLOR
{
  float2 coordinates = texcoord + texel.xy;
  float2 coordinates1 = texcoord - texel.xy;
  float2 coordinates2 = texel.xy * 2.0 + texcoord;
  float2 coordinates3 = texel.xy * -2.0 + texcoord;
  float2 coordinates4 = texel.xy * 3.0 + texcoord;
  float2 coordinates5 = texel.xy * -3.0 + texcoord;
  float4 image_texel = tex2D(image, coordinates);
  float4 image_texel1 = tex2D(image, coordinates1);
  float4 image_texel2 = tex2D(image, texcoord);
  float4 image_texel3 = tex2D(image, coordinates2);
  float4 image_texel4 = tex2D(image, coordinates3);
  float4 image_texel5 = tex2D(image, coordinates4);
  float4 image_texel6 = tex2D(image, coordinates5);
  float4 v = image_texel2 * weights[0].x + (image_texel1 + image_texel) * weights[1].x;
  float4 v1 = (image_texel4 + image_texel3) * weights[2].x + v;
  return (image_texel5 + image_texel6) * weights[3].x + v1;
}
