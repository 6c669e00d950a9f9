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
  float4 s0_texel1 = tex2Dproj(s0, texcoord1.xyzw);
  clip(s0_texel);
  float4 v = color + s0_texel + float4(-0.0, -0.5, -1.0, 1.0);
  float4 v1 = saturate(v * color1 + c3);
  float4 v2 = v1.w * s0_texel1;
  float v3 = 1.0 / v.x;
  float v4 = dot(v, c6);
  float v5 = dot(v, c7);
  float v6 = dot(v, c8);
  float v7 = dot(v, c9);
  output.color = v;
  output.color1 = v1;
  output.color2 = saturate(v2);
  output.color3 = float4(v4, v5, v6, v7);
  output.depth = v3;
  return output;
}
