// fxc /T ps_3_0 /E main

sampler2D color;

void main(
  float2 texcoord : TEXCOORD0,
  out float4 out_color1 : COLOR1,
  out float4 out_color2 : COLOR2,
  out float4 out_color3 : COLOR3,
  out float4 out_color : COLOR,
  out float out_depth : DEPTH)
{
  float4 color_texel = tex2D(color, texcoord);
  out_color1 = -color_texel;
  out_color2 = abs(color_texel);
  out_color3 = color_texel * color_texel;
  out_color = color_texel;
  out_depth = texcoord.x;
}
