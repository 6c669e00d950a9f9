// fxc /T ps_4_0 /E main

cbuffer Palette : register(b3)
{
  float4 colors[16];
  float3 triples[5];
  float4x4 matrices[4];
};

static const float4 table[15] = {
  float4(1.0, 0.0, 0.0, 0.0), float4(0.0, 1.0, 0.0, 0.0), float4(0.0, 0.0, 1.0, 0.0),
  float4(0.0, 0.0, 0.0, 1.0), float4(1.0, 2.0, 3.0, 4.0), float4(0.0, 0.0, 0.5, 123456.0),
  float4(0.0, 0.0, 0.0, 0.0), float4(-1.5, 1e+30, -0.00001, 65535.0), float4(3.0, 1.0, 4.0, 1.0),
  float4(asfloat(0x1u), 0.0, 0.0, 0.0), float4(asfloat(0xffffffffu), 0.0, 0.0, 0.0),
  float4(asfloat(0x2710u), 0.0, 0.0, 0.0), float4(asfloat(0x2711u), 0.0, 0.0, 0.0),
  float4(asfloat(0x7fc00000u), 0.0, 0.0, 0.0), float4(-0.0, 0.0, 0.0, 0.0),
};
static const float4 table1[11] = {
  float4(1.0, 2.0, 3.0, 4.0), float4(0.0, 0.0, 0.5, 123456.0), float4(0.0, 0.0, 0.0, 0.0),
  float4(-1.5, 1e+30, -0.00001, 65535.0), float4(3.0, 1.0, 4.0, 1.0), float4(asfloat(0x1u), 0.0, 0.0, 0.0),
  float4(asfloat(0xffffffffu), 0.0, 0.0, 0.0), float4(asfloat(0x2710u), 0.0, 0.0, 0.0),
  float4(asfloat(0x2711u), 0.0, 0.0, 0.0), float4(asfloat(0x7fc00000u), 0.0, 0.0, 0.0),
  float4(-0.0, 0.0, 0.0, 0.0),
};
static const int table2[6] = { 1, -1, 10000, 10001, 2143289344, (int)0x80000000 };

float4 main(
  float4 v[3] : V,
  int3 at : AT) : SV_Target
{
  uint4 x0[6] = {
    uint4(0u, 0u, 0u, 0u), asuint(v[1]), asuint(v[2] + v[2]), asuint(v[0] * 3.0), asuint(v[1] * 4.0),
    asuint(v[2] * 5.0),
  };
  float x1[3] = { v[0].x, v[1].y, v[2].z };
  float4 v1 = asfloat(x0[at.x]);
  x0[at.x] = asuint(table1[at.y] + v1);
  uint v2 = uint(at.y) + 2u;
  uint2 v3 = asuint(v[at.x].xy);
  x0[v2].x = v3.y;
  x0[v2].z = v3.x;
  float v4 = x1[at.z];
  x1[at.z] = v4 + (float)table2[at.x];
  float v5 = x1[at.y];
  float4 v6 = table[at.y];
  float4 v7 = asfloat(x0[at.z]);
  float4 v8 = v7 + colors[at.x + 3] + colors[at.y];
  float4 v9 = float4(v8.xyz + triples[at.z], v8.w) + (mul(v6, matrices[at.z]) + mul(v[0], matrices[at.x])) + v5;
  return dot(v[1], table[uint(at.z) & 3u]) + v9;
}
