// fxc /T ps_4_0 /E main

struct Struct
{
  float q;
  int w[3];
};

struct Struct1
{
  float a;
  int b[3];
  float2x2 m;
};

struct Struct2
{
  Struct1 in1;
  row_major float3x4 rm;
  uint f;
  Struct1 arr[2];
  uint4 u;
  min16float h;
};

float loose;
float4 loose4 = { 1.0, 2.0, 3.0, 4.0 };

cbuffer Types : register(b2)
{
  float4 a;
  float3x3 m;
  row_major float2x4 rm2[2];
  int4x2 cm;
  bool3 bb;
  uint2 uu[6];
  Struct z = { 1.0, 2, 3, 4 };
  float4 def = { 1.0, 2.0, 3.0, 4.0 };
  bool flag = true;
  int neg = -3;
  uint big = 0xdeadbeefu;
  float3x2 dm = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 };
  row_major float3x2 drm = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 };
  float da[3] = { 1.0, 2.0, 3.0 };
  Struct2 mid;
  Struct2 mids[2];
  float1x1 f11;
  float f1;
  float1x4 f14;
  float4x1 f41;
  min10float mm;
  min12int2 m12;
  min16int3 m16;
  min16uint4 mu;
  uint dw;
  uint1x4 bm;
  uint3x3 um[2];
};

cbuffer Packed : register(b1)
{
  float p0 : packoffset(c3.y);
  float4 p1 : packoffset(c1);
  float2 p2 : packoffset(c0.z);
};

cbuffer AVeryLongNameForAConstantBufferThatGoesBeyondTheColumn : register(b3)
{
  float aVeryLongNameForAVariableThatGoesBeyondTheColumn[4];
  float aNameOfJustTheLength_;
  float aNameOfJustTheLength__;
};

tbuffer Tex : register(t0)
{
  float4 ta;
  float tb[3];
  Struct1 tin;
};

float4 main(
  float4 p : P,
  uint i : I) : SV_Target
{
  uint v = i % 3u;
  float4 v1 = tin.m._m00 + (tb[v] + (ta + ((float)mids[1].arr[1].b[2] + mid.in1.a + p0 + p1))) + loose + loose4;
  float4 v2 = a + m._m00 + (float)z.w[1] + def + (flag ? 1.0 : 0.0) + (float)neg + (float)big + dm._m00 + da[v];
  float4 v3 = (bb.x ? 1.0 : 0.0) + ((float)uu[5].y + (v2 + v1 + aVeryLongNameForAVariableThatGoesBeyondTheColumn[2] + 3.0));
  return (float)(int)m12.y + ((float)cm._m31 + v3 + (float)mm);
}
