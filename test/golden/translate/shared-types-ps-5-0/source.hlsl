// fxc /T ps_5_0 /E main

struct Root
{
  float2 abc;
  int k;
};

struct Stem : Root
{
  float3 position;
  Root abcdefg;
};

struct Leaf : Stem
{
  Stem stems[2];
  bool flag;
};

Root loose;

cbuffer abc : register(b1)
{
  Leaf leaf;
  Root roots[3];
  int k = 6513249;
  int2 pair = { 6513249, 0 };
  float once = 0.5;
  float again = 0.5;
  int third = 6513249;
};

cbuffer position : register(b2)
{
  Stem stem;
  uint4 abcdefg = { 1u, 2u, 3u, 4u };
  uint4 same = { 1u, 2u, 3u, 4u };
};

float4 main(
  float4 p : P) : SV_Target
{
  float4 v = (float)third + ((float)pair.x + ((float)k + (roots[2].abc.y * p + leaf.stems[1].position.x)) + once + again);
  float4 v1 = float4((float)(abcdefg.x * same.x), (float)(abcdefg.y * same.y), (float)(abcdefg.z * same.z), (float)(abcdefg.w * same.w));
  return v1 + ((float)loose.k + ((float)stem.abcdefg.k + v));
}
