// fxc /T ps_4_0 /E main

cbuffer Palette : register(b3)
{
  float4 colors[16];
  float3 triples[5];
  float4x4 matrices[4];
};

static const uint4 immediate_constants[15] = {
  uint4(0x3f800000u, 0u, 0u, 0u),
  uint4(0u, 0x3f800000u, 0u, 0u),
  uint4(0u, 0u, 0x3f800000u, 0u),
  uint4(0u, 0u, 0u, 0x3f800000u),
  uint4(0x3f800000u, 0x40000000u, 0x40400000u, 0x40800000u),
  uint4(0u, 0u, 0x3f000000u, 0x47f12000u),
  uint4(0u, 0u, 0u, 0u),
  uint4(0xbfc00000u, 0x7149f2cau, 0xb727c5acu, 0x477fff00u),
  uint4(0x40400000u, 0x3f800000u, 0x40800000u, 0x3f800000u),
  uint4(1u, 0u, 0u, 0u),
  uint4(0xffffffffu, 0u, 0u, 0u),
  uint4(10000u, 0u, 0u, 0u),
  uint4(10001u, 0u, 0u, 0u),
  uint4(0x7fc00000u, 0u, 0u, 0u),
  uint4(0x80000000u, 0u, 0u, 0u),
};

float4 main(
  float4 v : V,
  float4 v1 : V1,
  float4 v2 : V2,
  int3 at : AT) : SV_Target
{
  uint4 x0[6];
  float4 x1[3];
  float4 input_range0[3] = (float4[3])0;
  input_range0[0] = v;
  input_range0[1] = v1;
  input_range0[2] = v2;
  x0[0] = uint4(0u, 0u, 0u, 0u);
  x0[1] = asuint(v1);
  x0[2] = asuint(v2 + v2);
  x0[3] = asuint(v * 3.0);
  x0[4] = asuint(v1 * 4.0);
  x0[5] = asuint(v2 * 5.0);
  x1[0].x = v.x;
  x1[1].x = v1.y;
  x1[2].x = v2.z;
  float4 v3 = asfloat(x0[uint(at.x)]);
  x0[uint(at.x)] = asuint(asfloat(immediate_constants[uint(at.y) + 4u]) + v3);
  uint v4 = uint(at.y) + 2u;
  uint2 v5 = asuint(input_range0[at.x].xy);
  x0[v4].x = v5.y;
  x0[v4].z = v5.x;
  float v6 = x1[uint(at.z)].x;
  x1[uint(at.z)].x = v6 + (float)int(immediate_constants[uint(at.x) + 9u].x);
  float v7 = x1[uint(at.y)].x;
  float4 v8 = asfloat(immediate_constants[uint(at.y)]);
  float4 v9 = asfloat(x0[uint(at.z)]);
  float4 v10 = v9 + colors[at.x + 3] + colors[at.y];
  float4 v11 = float4(v10.xyz + triples[at.z], v10.w) + (mul(v8, matrices[at.z]) + mul(v, matrices[at.x])) + v7;
  return dot(v1, asfloat(immediate_constants[uint(at.z) & 3u])) + v11;
}
