// fxc /T vs_4_0 /E main

cbuffer C : register(b0)
{
  float4 k : packoffset(c0);
  float2 m : packoffset(c1);
  int3 n : packoffset(c2);
  int o : packoffset(c3);
  uint p : packoffset(c4);
};

struct Output
{
  min16float4 out1 : OUT;
  float4 position : SV_Position;
};

Output main(
  min16float4 a : A,
  min10float2 b : B,
  min16int2 c : C,
  min16uint d : D,
  float e : E)
{
  Output output;
  float4 v = a * k + e;
  float2 v1 = v.xy + (b * m - saturate(b));
  float4 v2 = float4(v1.x + (float)uint(int((uint)d) * int(p) + o), v1.y, float2((float)(c.x + n.x), (float)(c.y + n.y)) + v.zw);
  output.out1 = (float)uint(int((uint)d)) + ((float)((c.x + o) * n.z) - abs(v2));
  output.position = e.xxxx;
  return output;
}
