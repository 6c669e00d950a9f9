// fxc /T ps_5_0 /E main

cbuffer C : register(b0)
{
  float4 k : packoffset(c0);
  float2 m : packoffset(c1);
  int3 n : packoffset(c2);
  int o : packoffset(c3);
  uint p : packoffset(c4);
};

SamplerState s : register(s0);
Texture2D<float4> t : register(t0);

min16float4 main(
  min16float4 a : A,
  min10float2 b : B,
  float e : E,
  min16int2 c : C,
  min16uint d : D) : SV_Target
{
  float4 v = a * k + e;
  float2 v1 = v.xy + (b * m - saturate(b));
  float4 v2 = float4(v1.x + (float)uint(int((uint)d) * int(p) + o), v1.y, float2((float)(c.x + n.x), (float)(c.y + n.y)) + v.zw);
  float4 t_texel = t.Sample(s, b);
  return t_texel + ((float)uint(int((uint)d)) + ((float)((c.x + o) * n.z) - abs(v2)));
}
