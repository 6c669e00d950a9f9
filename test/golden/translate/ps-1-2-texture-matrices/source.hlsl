// fxc /T ps_2_0 /E main
// The original is for ps_1_2, which the compiler does not write: this is the same for ps_2_0.

sampler2D s0 : register(s0);
sampler2D s1 : register(s1);
sampler3D s2 : register(s2);
sampler2D s3 : register(s3);

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord3 : TEXCOORD3) : COLOR
{
  float4 s0_texel = tex2D(s0, texcoord.xy);
  float4 s2_texel = tex3D(s2, s0_texel.xyz);
  float4 s3_texel = tex2D(s3, float2(dot(texcoord3.xyz, (s0_texel.xyz - 0.5) * 2.0), 0.0));
  return (float4)(dot(saturate(s2_texel), 1.0 - s3_texel));
}
