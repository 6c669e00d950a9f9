// fxc /T vs_4_0 /E main

cbuffer C : register(b0)
{
  min16float4 k;
  min10float2 m;
  min16int3 n;
  min12int o;
  min16uint p;
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
  float2 v = a.xy * (float2)k.xy + e + (b * (float2)m - saturate(b));
  float4 v1 = float4(v.x + (float)uint(int((uint)d) * int((uint)p) + (int)o), v.y, float2((float)(c.x + (int)n.x), (float)(c.y + (int)n.y)) + (a.zw * (float2)k.zw + e));
  output.out1 = (float)uint(int((uint)d)) + ((float)((c.x + (int)o) * (int)n.z) - abs(v1));
  output.position = e.xxxx;
  return output;
}
