// fxc /T ps_2_0 /E main

sampler2D s0 : register(s0);
samplerCUBE s1 : register(s1);
sampler3D s2 : register(s2);
float4 c3 : register(c3);
float4 c6 : register(c6);
float4 c7 : register(c7);
float4 c8 : register(c8);
float4 c9 : register(c9);

struct Output
{
  float4 color : COLOR;
  float4 color1 : COLOR1;
  float4 color2 : COLOR2;
  float4 color3 : COLOR3;
  float depth : DEPTH;
};

Output main(
  float4 color : COLOR,
  float4 color1 : COLOR1,
  float2 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  centroid float3 texcoord2 : TEXCOORD2,
  centroid float4 texcoord3 : TEXCOORD3)
{
  Output output;
  float4 s0_texel = tex2D(s0, texcoord);
  float4 s0_texel1 = tex2Dproj(s0, texcoord1);
  clip(s0_texel);
  float4 out_color = color + s0_texel + float4(-0.0, -0.5, -1.0, 1.0);
  float4 out_color1 = saturate(out_color * color1 + c3);
  float4 v = out_color1.w * s0_texel1;
  float depth = 1.0 / out_color.x;
  float v1 = dot(out_color, c6);
  float v2 = dot(out_color, c7);
  float v3 = dot(out_color, c8);
  float v4 = dot(out_color, c9);
  output.color = out_color;
  output.color1 = out_color1;
  output.color2 = saturate(v);
  output.color3 = float4(v1, v2, v3, v4);
  output.depth = depth;
  return output;
}
