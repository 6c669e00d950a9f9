// fxc /T ps_2_0 /E main
// The original is for ps_1_2, which the compiler does not write: this is the same for ps_2_0.

sampler2D s0 : register(s0);

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2,
  float4 texcoord3 : TEXCOORD3) : COLOR
{
  float4 s0_texel = tex2D(s0, texcoord.xy);
  return float4(dot(texcoord1.xyz, s0_texel.xyz), dot(texcoord2.xyz, s0_texel.xyz), dot(texcoord3.xyz, s0_texel.xyz), 1.0);
}
