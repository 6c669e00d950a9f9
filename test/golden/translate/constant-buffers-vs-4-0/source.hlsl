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
float3 globalArray[2];
Struct anonymous;

cbuffer Scalars : register(b0)
{
  float f;
  float2 f2;
  int i;
  uint3 u3;
  bool yes;
  bool4 flags;
  float h;
  uint spread[3];
  float4 unusedOne;
};

cbuffer Matrices : register(b13)
{
  float4x4 columns;
  row_major float4x4 rows;
  float3x4 tall;
  row_major float2x3 wide;
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

void main(
  float4 p : P,
  int n : N,
  out float4 out_position : SV_Position)
{
  int4 v = asint(Table[6u]);
  float4 v1 = Table[7u];
  int4 v2 = asint(Table[9u]);
  float4 v3 = global + (f * p + (mul(rows, p) + mul(p, columns)));
  float3 v4 = float3(dot(p, bones[n]._m00_m10_m20_m30), dot(p, bones[n]._m01_m11_m21_m31), dot(p, bones[n]._m02_m12_m22_m32));
  float3 v5 = globalArray[n] + (v4 + (float3((float)u3.x, (float)u3.y, (float)u3.z) + (mul(p.xy, wide) + mul(tall, p))));
  float3 v6 = v3.xyz + v5;
  int v7 = (int)p.x;
  int v8 = (int)p.y;
  float2 v9 = float2((float)(v8 * integers._m01 + integers._m00 * v7), (float)(v8 * integers._m11 + integers._m10 * v7));
  float2 v10 = v6.xy + (mul((float2x2)nested.matrix1, nested.many[1].b) + (f2 * yz * x + v9));
  float2 v11 = (float2)0;
  float v12 = 0.0;
  float v13 = 0.0;
  if ((yes && flags.z) || (nested.flag != 0u)) {
    float4 v14 = dot1._m00 + (last + h + (float)spread[n]) + float4(v10, v6.z, v3.w);
    v13 = v14.w;
    v12 = v14.z;
    v11 = v14.xy;
  } else {
    v13 = v3.w;
    v12 = v6.z;
    v11 = v10;
  }
  float4 v15 = Table[uint(n)];
  float4 v16 = (float)i + ((float)v2.x + (v15 + float4((float)v.x, (float)v.y, (float)v.z, (float)v.w) + v1.yzyz));
  float4 v17 = float4(v11, v12, v13) + (anonymous.p + v16);
  out_position = float4(nested.precise1 + (float)nested.one.c[2] + v17.x, v17.yzw);
}
