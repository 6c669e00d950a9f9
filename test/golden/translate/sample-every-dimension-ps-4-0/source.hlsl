// fxc /T ps_4_0 /E main

SamplerState s : register(s0);
SamplerComparisonState sc : register(s1);
Texture1D<float4> t1 : register(t1);
Texture1DArray<float4> t1a : register(t2);
Texture2D<float4> t2 : register(t3);
Texture2DArray<float4> t2a : register(t4);
Texture3D<float4> t3 : register(t5);
TextureCube<float4> tc : register(t6);

float4 main(
  float4 p : P,
  float4 q : Q) : SV_Target
{
  float4 t1_texel = t1.Sample(s, p.x);
  float4 t1_texel1 = t1.Sample(s, p.x, 3);
  float4 t1a_texel = t1a.Sample(s, p.xy);
  float4 t1a_texel1 = t1a.Sample(s, p.xy, -8);
  float4 t2_texel = t2.Sample(s, p.xy);
  float4 t2_texel1 = t2.Sample(s, p.xy, int2(-1, 7));
  float4 t2a_texel = t2a.Sample(s, p.xyz);
  float4 t2a_texel1 = t2a.Sample(s, p.xyz, int2(0, 2));
  float4 v = t2a_texel1 + t2a_texel + (t2_texel1 + t2_texel + (t1a_texel1 + t1a_texel + (t1_texel1 + t1_texel)));
  float4 t3_texel = t3.Sample(s, p.xyz);
  float4 t3_texel1 = t3.Sample(s, p.xyz, int3(1, -2, 3));
  float4 tc_texel = tc.Sample(s, p.xyz);
  float4 t1_texel2 = t1.SampleBias(s, p.x, q.x);
  float4 t2_texel2 = t2.SampleBias(s, p.xy, 0.5, int2(1, 1));
  float4 tc_texel1 = tc.SampleBias(s, p.xyz, -1.0);
  float4 t1_texel3 = t1.SampleLevel(s, p.x, q.x);
  float4 t2_texel3 = t2.SampleLevel(s, p.xy, 2.0, int2(1, 1));
  float4 t3_texel2 = t3.SampleLevel(s, p.xyz, q.y);
  float4 v1 = t3_texel2 + (t2_texel3 + t1_texel3) + (tc_texel1 + (t2_texel2 + t1_texel2) + (tc_texel + (t3_texel1 + t3_texel + v)));
  float4 tc_texel2 = tc.SampleLevel(s, p.xyz, 0.0);
  float4 t2a_texel2 = t2a.SampleLevel(s, p.xyz, q.z);
  float4 t1a_texel2 = t1a.SampleLevel(s, p.xy, q.w);
  float4 t1_texel4 = t1.SampleGrad(s, p.x, q.x, q.y);
  float4 t2_texel4 = t2.SampleGrad(s, p.xy, q.xy, q.zw);
  float4 t3_texel3 = t3.SampleGrad(s, p.xyz, q.xyz, q.yzw, int3(-8, 7, 0));
  float4 tc_texel3 = tc.SampleGrad(s, p.xyz, q.xyz, q.zyx);
  float4 t1a_texel3 = t1a.SampleGrad(s, p.xy, q.x, q.y);
  float4 t2a_texel3 = t2a.SampleGrad(s, p.xyz, q.xy, q.zw);
  float4 v2 = t2a_texel3 + (t1a_texel3 + tc_texel3) + (t3_texel3 + (t2_texel4 + t1_texel4) + (t1a_texel2 + (t2a_texel2 + tc_texel2) + v1));
  float t1_texel5 = t1.SampleCmp(sc, p.x, q.x);
  float t2_texel5 = t2.SampleCmp(sc, p.xy, q.x, int2(1, 2));
  float t1_texel6 = t1.SampleCmpLevelZero(sc, p.x, q.x);
  float t2_texel6 = t2.SampleCmpLevelZero(sc, p.xy, q.x, int2(-3, 4));
  int v3 = (int)p.x;
  int v4 = (int)p.y;
  float4 t1_texel7 = t1.Load(int2(v3, int(uint(v4))));
  float4 t1_texel8 = t1.Load(int2(v3, int(uint(v4))), 2);
  int v5 = (int)p.z;
  int2 coordinates = int2(v3, v4);
  float4 t1a_texel4 = t1a.Load(int3(coordinates, int(uint(v5))));
  float4 t2_texel7 = t2.Load(int3(coordinates, int(uint(v5))));
  float4 t2_texel8 = t2.Load(int3(coordinates, int(uint(v5))), int2(-8, 7));
  float4 v6 = t2_texel7 + t1a_texel4 + t2_texel8 + (t1_texel7 + t1_texel8 + (t1_texel6 + t2_texel6 + (t1_texel5 + t2_texel5 + v2)));
  int v7 = (int)p.w;
  int3 v8 = int3(v3, v4, v5);
  float4 t2a_texel4 = t2a.Load(int4(v8, int(uint(v7))));
  float4 t3_texel4 = t3.Load(int4(v8, int(uint(v7))));
  float4 t3_texel5 = t3.Load(int4(v8, int(uint(v7))), int3(1, 2, 3));
  uint v9 = (uint)p.z;
  uint v10 = (uint)p.x;
  uint v11 = (uint)p.y;
  float4 t2_texel9 = t2.Load(uint3(v10, v11, 0u));
  float4 t2a_texel5 = t2a.Load(uint4(v10, v11, v9, 0u));
  float4 t3_texel6 = t3.Load(uint4(v10, v11, v9, 0u));
  float4 t1_texel9 = t1.Load(uint2(v10, 0u));
  float4 t2_texel10 = t2.Load(uint3(v9, (uint)p.w, 3u));
  return t2_texel10 + (t3_texel6 + (t2a_texel5 + t2_texel9) + t1_texel9 + (t3_texel4 + t2a_texel4 + t3_texel5 + v6));
}
