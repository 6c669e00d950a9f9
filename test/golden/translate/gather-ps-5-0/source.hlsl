// fxc /T ps_5_0 /E main

SamplerState s : register(s0);
SamplerComparisonState sc : register(s1);
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
  int4 signedTexture_texel = signedTexture.Gather(s, p.xy);
  uint4 unsignedTexture_texel = unsignedTexture.Gather(s, p.xy);
  float4 t2_texel = t2.Gather(s, p.xy, int2(-8, 7));
  float4 t2_texel1 = t2.Gather(s, p.xy);
  float4 t2a_texel = t2a.Gather(s, p.xyz);
  float4 tc_texel = tc.Gather(s, p.xyz);
  float4 v = tc_texel + (t2a_texel + (t2_texel1 + t2_texel)) + (float4)(unsignedTexture_texel + uint4(signedTexture_texel));
  float4 tca_texel = tca.Gather(s, p);
  float4 t2_texel2 = t2.GatherGreen(s, p.xy);
  float4 t2_texel3 = t2.GatherBlue(s, p.xy);
  float4 t2_texel4 = t2.GatherAlpha(s, p.xy, int2(1, 2));
  float4 t2_texel5 = t2.Gather(s, p.xy, o.xy);
  float4 t2_texel6 = t2.GatherGreen(s, p.xy, o.zw);
  float4 t2a_texel1 = t2a.GatherBlue(s, p.xyz, o.xy);
  float4 v1 = t2a_texel1 + (t2_texel6 + t2_texel5) + (t2_texel4 + (t2_texel3 + (t2_texel1 + t2_texel2)) + (tca_texel + v));
  float t2_texel7 = t2.Gather(s, p.xy, int2(1, 1)).x;
  float t2_texel8 = t2.Gather(s, p.xy, int2(-1, 1)).y;
  float t2_texel9 = t2.Gather(s, p.xy, int2(1, -1)).z;
  float t2_texel10 = t2.Gather(s, p.xy, int2(-1, -1)).w;
  float4 t2_texel11 = t2.GatherCmp(sc, p.xy, p.z);
  float4 t2a_texel2 = t2a.GatherCmp(sc, p.xyz, p.w);
  float4 tc_texel1 = tc.GatherCmp(sc, p.xyz, p.w);
  float4 v2 = tc_texel1 + (t2a_texel2 + t2_texel11) + (float4(t2_texel7, t2_texel8, t2_texel9, t2_texel10) + v1);
  float4 tca_texel1 = tca.GatherCmp(sc, p, 0.5);
  float4 t2_texel12 = t2.GatherCmp(sc, p.xy, p.z, int2(3, 3));
  float4 t2_texel13 = t2.GatherCmp(sc, p.xy, p.z, o.xy);
  float4 t2a_texel3 = t2a.GatherCmp(sc, p.xyz, p.w, o.yz);
  float4 tca_texel2 = tca.GatherAlpha(s, p);
  float4 tc_texel2 = tc.GatherBlue(s, p.xyz);
  int4 signedTexture_texel1 = signedTexture.GatherGreen(s, p.xy);
  uint4 unsignedTexture_texel1 = unsignedTexture.GatherBlue(s, p.xy, o.xy);
  return (float4)(unsignedTexture_texel1 + uint4(signedTexture_texel1)) + (tc_texel2 + tca_texel2 + (t2a_texel3 + t2_texel13 + (t2_texel12 + tca_texel1 + v2)));
}
