// fxc /T ps_3_0 /E main

sampler2D color;

struct Output
{
  float4 color1 : COLOR1;
  float4 color2 : COLOR2;
  float4 color3 : COLOR3;
  float4 color : COLOR;
  float depth : DEPTH;
};

Output main(
  float2 texcoord : TEXCOORD0)
{
  Output output;
  float4 color_texel = tex2D(color, texcoord);
  output.color1 = -color_texel;
  output.color2 = abs(color_texel);
  output.color3 = color_texel * color_texel;
  output.color = color_texel;
  output.depth = texcoord.x;
  return output;
}
