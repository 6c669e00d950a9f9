// fxc /T ps_2_0 /E main
// The original is for ps_1_1, which the compiler does not write: this is the same for ps_2_0.

sampler2D s0 : register(s0);
samplerCUBE s3 : register(s3);
float4 c0 : register(c0);

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2,
  float4 texcoord3 : TEXCOORD3) : COLOR
{
  float4 s0_texel = tex2D(s0, texcoord.xy);
  float3 v = float3(dot(texcoord1.xyz, s0_texel.xyz), dot(texcoord2.xyz, s0_texel.xyz), dot(texcoord3.xyz, s0_texel.xyz));
  float3 v1 = 1.0 < c0.xyz ? 1.0 : (c0.xyz < -1.0 ? -1.0 : c0.xyz);
  float4 s3_texel = texCUBE(s3, v * (2.0 * dot(v, v1) / dot(v, v)) - v1);
  return s3_texel;
}
