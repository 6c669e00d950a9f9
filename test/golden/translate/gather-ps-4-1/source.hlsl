// fxc /T ps_4_1 /E main

SamplerState s : register(s0);
Texture2D<float4> t2 : register(t0);
Texture2DArray<float4> t2a : register(t1);
TextureCube<float4> tc : register(t2);
TextureCubeArray<float4> tca : register(t3);
Texture2D<int4> signedTexture : register(t4);
Texture2D<uint4> unsignedTexture : register(t5);

float4 main(
  float4 p : P,
  int4 o : O) : SV_Target
{
  float4 t2_texel = t2.Gather(s, p.xy);
  float4 t2_texel1 = t2.Gather(s, p.xy, int2(-8, 7));
  float4 t2a_texel = t2a.Gather(s, p.xyz);
  float4 tc_texel = tc.Gather(s, p.xyz);
  int4 signedTexture_texel = signedTexture.Gather(s, p.xy);
  uint4 unsignedTexture_texel = unsignedTexture.Gather(s, p.xy);
  float4 v = (float4)(unsignedTexture_texel + uint4(signedTexture_texel)) + (tc_texel + (t2a_texel + (t2_texel1 + t2_texel)));
  float4 tca_texel = tca.Gather(s, p);
  return tca_texel + v;
}
