// fxc /T ps_2_0 /E main
// The original is for ps_1_3, which the compiler does not write: this is the same for ps_2_0.

sampler2D s0 : register(s0);

struct Output
{
  float depth : DEPTH;
  float4 color : COLOR;
};

Output main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2)
{
  Output output;
  float4 s0_texel = tex2D(s0, texcoord.xy);
  float3 v = (s0_texel.xyz - 0.5) * 2.0;
  float v1 = dot(texcoord1.xyz, v);
  float v2 = dot(texcoord2.xyz, v);
  float v3 = v1 / v2;
  float depth = v2 == 0.0 ? 1.0 : saturate(v3);
  output.depth = depth;
  output.color = s0_texel;
  return output;
}
