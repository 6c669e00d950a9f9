// fxc /T ps_2_0 /E main
// The original is for ps_1_1, which the compiler does not write: this is the same for ps_2_0.

sampler2D s0 : register(s0);
samplerCUBE s3 : register(s3);

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2,
  float4 texcoord3 : TEXCOORD3) : COLOR
{
  float4 s0_texel = tex2D(s0, texcoord.xy);
  float3 v = (s0_texel.xyz - 0.5) * 2.0;
  float3 v1 = float3(dot(texcoord1.xyz, v), dot(texcoord2.xyz, v), dot(texcoord3.xyz, v));
  float3 v2 = float3(texcoord1.w, texcoord2.w, texcoord3.w);
  float4 s3_texel = texCUBE(s3, v1 * (2.0 * dot(v1, v2) / dot(v1, v1)) - v2);
  return s3_texel;
}
