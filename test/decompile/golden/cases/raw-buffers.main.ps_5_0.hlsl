// fxc /T ps_5_0 /E main

SamplerState linearSampler : register(s0);
ByteAddressBuffer bytes : register(t0);
Texture1DArray<float4> ramps : register(t1);

float4 main(
  float2 texcoord : TEXCOORD,
  uint at : AT) : SV_Target
{
  float3 v = asfloat(bytes.Load3(at & 12u));
  float4 ramps_texel = ramps.Sample(linearSampler, texcoord);
  float v1 = asfloat(bytes.Load(16u));
  return float4(ramps_texel.xyz + v, ramps_texel.w) * v1;
}
