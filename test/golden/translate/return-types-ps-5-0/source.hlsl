// fxc /T ps_5_0 /E main

SamplerState s : register(s0);
Texture2D<float> f1 : register(t0);
Texture2D<float2> f2 : register(t1);
Texture2D<float3> f3 : register(t2);
Texture2D<int4> i4 : register(t3);
Texture2D<int> i1 : register(t4);
Texture2D<uint2> u2 : register(t5);
Texture2D<unorm float4> un : register(t6);
Texture2D<snorm float2> sn : register(t7);
Texture3D<unorm float> un3 : register(t8);
Buffer<int> bi : register(t9);
Buffer<uint4> bu : register(t10);
Buffer<snorm float4> bs : register(t11);
Texture2DMS<uint2, 2> msu : register(t12);

float4 main(
  float2 p : P,
  int2 q : Q) : SV_Target
{
  float f1_texel = f1.Sample(s, p);
  float2 f2_texel = f2.Sample(s, p);
  float3 f3_texel = f3.Sample(s, p);
  float4 un_texel = un.Sample(s, p);
  float2 sn_texel = sn.Sample(s, p);
  float un3_texel = un3.Sample(s, p.xyx);
  uint2 u2_texel = u2.Load(int3(q, 1));
  int4 i4_texel = i4.Load(int3(q, 0));
  int i1_texel = i1.Load(int3(q, 0));
  uint2 msu_texel = msu.Load(q, 1);
  float4 v = (float4)(uint4(i4_texel) + (uint4)(uint(i1_texel)) + u2_texel.xyyx) + (un3_texel + (sn_texel.xyyx + (un_texel + (f3_texel.xyzx + (f1_texel + f2_texel.xyxy)))));
  int v1 = bi[uint(q.x)];
  uint4 v2 = bu[uint(q.y)];
  float4 v3 = bs[uint(q.x)];
  return v3 + (float4)(v2 + (uint4)(uint(v1))) + float4((float2)msu_texel, (float2)msu_texel) + v;
}
