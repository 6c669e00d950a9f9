// fxc /T ps_2_0 /E main
// The original is for ps_1_1, which the compiler does not write: this is the same for ps_2_0.

sampler2D s0 : register(s0);

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 color : COLOR) : COLOR
{
  float4 s0_texel = tex2D(s0, texcoord.xy);
  return color * s0_texel;
}
