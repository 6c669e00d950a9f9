// fxc /T vs_4_0 /E main

struct Struct
{
  float4 p;
  float q;
};

struct Struct1
{
  float a;
  float2 b;
  int c[3];
};

struct Struct2
{
  Struct1 one;
  row_major float3x2 matrix1;
  Struct1 many[2];
  uint flag;
  float precise1;
};

float4 global;
float3 globalArray[2] = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 };
Struct anonymous;

cbuffer Scalars : register(b0)
{
  float f = 1.5;
  float2 f2 = { -2.0, 100000000000000000000.0 };
  int i = -7;
  uint3 u3 = { 1u, 0xffffffffu, 3u };
  bool yes = true;
  bool4 flags = { true, false, true, false };
  float h = 0.25;
  uint spread[3] = { 1u, 2u, 3u };
  float4 unusedOne;
};

cbuffer Matrices : register(b13)
{
  float4x4 columns;
  row_major float4x4 rows;
  float3x4 tall;
  row_major float2x3 wide = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 };
  float4x3 bones[4];
  float1x1 dot1;
  int2x2 integers;
};

cbuffer Packed : register(b2)
{
  float4 last : packoffset(c7);
  float x : packoffset(c0.y);
  float2 yz : packoffset(c2.z);
  Struct2 nested : packoffset(c20);
};

Buffer<float4> Table : register(t3);

float4 main(
  float4 p : P,
  int n : N) : SV_Position
{
  int4 v = asint(Table[6u]);
  float4 v1 = Table[7u];
  int4 v2 = asint(Table[9u]);
  float4 v3 = f * p + (mul(rows, p) + mul(p, columns)) + global;
  float3 v4 = float3(dot(p, bones[n]._m00_m10_m20_m30), dot(p, bones[n]._m01_m11_m21_m31), dot(p, bones[n]._m02_m12_m22_m32));
  float3 v5 = v3.xyz + (v4 + ((float3)u3 + (mul(p.xy, wide) + mul(tall, p))) + globalArray[n]);
  int v6 = (int)p.x;
  int v7 = (int)p.y;
  float2 v8 = float2((float)(v7 * integers._m01 + integers._m00 * v6), (float)(v7 * integers._m11 + integers._m10 * v6));
  float2 v9 = v5.xy + (mul((float2x2)nested.matrix1, nested.many[1].b) + (f2 * yz * x + v8));
  float2 v10 = (float2)0;
  float v11 = 0.0;
  float v12 = 0.0;
  if ((nested.flag != 0u) || (flags.z && yes)) {
    float4 v13 = h + last + (float)spread[n] + dot1._m00 + float4(v9, v5.z, v3.w);
    v12 = v13.w;
    v11 = v13.z;
    v10 = v13.xy;
  } else {
    v12 = v3.w;
    v11 = v5.z;
    v10 = v9;
  }
  float4 v14 = Table[uint(n)];
  float4 v15 = float4(v10, v11, v12) + ((float)i + ((float)v2.x + (v14 + (float4)v + v1.yzyz)) + anonymous.p);
  return float4((float)nested.one.c[2] + nested.precise1 + v15.x, v15.yzw);
}
