// fxc /T ps_5_0 /E main

cbuffer Forces : register(b1)
{
  uint4 limits;
  float4 attractors[3];
};

uint4 main(
  uint4 words : WORDS) : SV_Target
{
  uint4 v = words + limits;
  uint v1 = ~(v.w + 11u);
  uint4 v2 = uint4(v.xyz, v1) + v;
  uint4 v3 = v2 ^ words.wzyx;
  return v3;
}
