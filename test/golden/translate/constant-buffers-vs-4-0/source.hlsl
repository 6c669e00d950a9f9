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
  bool flag;
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

tbuffer Table : register(t3)
{
  float4 entries[6];
  int4 more;
  Struct1 inside;
};

float4 main(
  float4 p : P,
  int n : N) : SV_Position
{
  float4 v = mul(rows, p) + mul(p, columns) + f * p + global;
  float3 v1 = v.xyz + (mul(p, bones[n]) + ((float3)u3 + (mul(p.xy, wide) + mul(tall, p))) + globalArray[n]);
  int v2 = (int)p.x;
  int v3 = (int)p.y;
  float2 v4 = float2((float)(integers._m00 * v2 + v3 * integers._m01), (float)(integers._m10 * v2 + v3 * integers._m11));
  float2 v5 = v1.xy + (mul((float2x2)nested.matrix1, nested.many[1].b) + (f2 * yz * x + v4));
  float2 v6 = (float2)0;
  float v7 = 0.0;
  float v8 = 0.0;
  if (nested.flag || (flags.z && yes)) {
    float4 v9 = h + last + (float)spread[n] + dot1._m00 + float4(v5, v1.z, v.w);
    v8 = v9.w;
    v7 = v9.z;
    v6 = v9.xy;
  } else {
    v8 = v.w;
    v7 = v1.z;
    v6 = v5;
  }
  float4 v10 = float4(v6, v7, v8) + ((float)i + ((float)inside.c[1] + (entries[n] + (float4)more + inside.b.xyxy)) + anonymous.p);
  return float4((float)nested.one.c[2] + nested.precise1 + v10.x, v10.yzw);
}
