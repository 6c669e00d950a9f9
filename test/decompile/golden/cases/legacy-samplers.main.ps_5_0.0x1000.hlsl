// fxc /T ps_5_0 /E main /Gec

sampler2D base : register(s1) : register(t0);
samplerCUBE sky : register(s0) : register(t1);

float4 main(
  float4 texcoord : TEXCOORD,
  float3 normal : NORMAL,
  uniform sampler2D detail : register(s2) : register(t2)) : SV_Target
{
  float4 base_texel = tex2D(base, texcoord.xy);
  float4 sky_texel = texCUBEbias(sky, float4(normal, texcoord.w));
  float4 detail_texel = tex2Dlod(detail, float4(sky_texel.xy * base_texel.xy, 0.0, texcoord.z));
  return base_texel * sky_texel + detail_texel;
}
