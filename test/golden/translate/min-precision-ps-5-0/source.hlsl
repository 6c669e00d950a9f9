// fxc /T ps_5_0 /E main

cbuffer C : register(b0)
{
  min16float4 k;
  min10float2 m;
  min16int3 n;
  min12int o;
  min16uint p;
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
  float2 v = a.xy * (float2)k.xy + e + (b * (float2)m - saturate(b));
  float4 v1 = float4(v.x + (float)uint(int((uint)d) * int((uint)p) + (int)o), v.y, float2((float)(c.x + (int)n.x), (float)(c.y + (int)n.y)) + (a.zw * (float2)k.zw + e));
  float4 t_texel = t.Sample(s, b);
  return t_texel + ((float)uint(int((uint)d)) + ((float)((c.x + (int)o) * (int)n.z) - abs(v1)));
}
