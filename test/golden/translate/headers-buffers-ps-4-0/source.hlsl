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
  float h;
};

float loose;
float4 loose4 = { 1.0, 2.0, 3.0, 4.0 };

cbuffer Types : register(b2)
{
  float4 a : packoffset(c0);
  float3x3 m : packoffset(c1);
  row_major float2x4 rm2[2] : packoffset(c4);
  int4x2 cm : packoffset(c8);
  bool3 bb : packoffset(c10);
  uint2 uu[6] : packoffset(c11);
  Struct z : packoffset(c17) = { 1.0, 2, 3, 4 };
  float4 def : packoffset(c21) = { 1.0, 2.0, 3.0, 4.0 };
  uint flag : packoffset(c22) = 0xffffffffu;
  int neg : packoffset(c22.y) = -3;
  uint big : packoffset(c22.z) = 0xdeadbeefu;
  float3x2 dm : packoffset(c23) = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 };
  row_major float3x2 drm : packoffset(c25) = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 };
  float da[3] : packoffset(c28) = { 1.0, 2.0, 3.0 };
  Struct2 mid : packoffset(c31);
  Struct2 mids[2] : packoffset(c55);
  float1x1 f11 : packoffset(c103);
  float f1 : packoffset(c103.y);
  float1x4 f14 : packoffset(c104);
  float4x1 f41 : packoffset(c108);
  float mm : packoffset(c109);
  int2 m12 : packoffset(c110);
  int3 m16 : packoffset(c111);
  uint4 mu : packoffset(c112);
  uint dw : packoffset(c113);
  uint1x4 bm : packoffset(c114);
  uint3x3 um[2] : packoffset(c118);
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

Buffer<float4> Tex : register(t0);

float4 main(
  float4 p : P,
  uint i : I) : SV_Target
{
  float4 v = Tex[0u];
  uint v1 = i % 3u;
  float4 v2 = Tex[v1 + 1u];
  float4 v3 = Tex[8u];
  float4 v4 = a + m._m00 + (float)z.w[1] + def + (flag != 0u ? 1.0 : 0.0) + (float)neg + (float)big + dm._m00 + da[v1];
  float4 v5 = v4 + (v3.x + (v2.x + (v + ((float)mids[1].arr[1].b[2] + mid.in1.a + p0 + p1))) + loose + loose4);
  float4 v6 = (bb.x ? 1.0 : 0.0) + ((float)uu[5].y + (v5 + aVeryLongNameForAVariableThatGoesBeyondTheColumn[2] + 3.0));
  return (float)m12.y + ((float)cm._m31 + v6 + mm);
}
