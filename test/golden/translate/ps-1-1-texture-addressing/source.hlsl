// fxc /T ps_2_0 /E main
// The original is for ps_1_1, which the compiler does not write: this is the same for ps_2_0.
// Different: the state of texture stages is read from constants, from c8 on.

sampler2D s0 : register(s0);
sampler2D s1 : register(s1);
sampler2D s2 : register(s2);
float4 bump_matrix_1 : register(c10); // state of texture stage 1
float4 bump_matrix_2 : register(c12); // state of texture stage 2
float4 bump_light_2 : register(c13); // state of texture stage 2

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2) : COLOR
{
  float4 s0_texel = tex2D(s0, texcoord.xy);
  float2 coordinates = float2(bump_matrix_1.z * s0_texel.y + bump_matrix_1.x * s0_texel.x + texcoord1.x, bump_matrix_1.w * s0_texel.y + bump_matrix_1.y * s0_texel.x + texcoord1.y);
  float4 s1_texel = tex2D(s1, coordinates);
  float2 coordinates1 = float2(bump_matrix_2.z * s0_texel.y + bump_matrix_2.x * s0_texel.x + texcoord2.x, bump_matrix_2.w * s0_texel.y + bump_matrix_2.y * s0_texel.x + texcoord2.y);
  float4 s2_texel = tex2D(s2, coordinates1);
  return (s0_texel.z * bump_light_2.x + bump_light_2.y) * s2_texel * s1_texel + saturate(s1_texel);
}
