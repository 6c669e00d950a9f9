// fxc /T vs_4_0 /E main

cbuffer C : register(b0)
{
  float4 k : packoffset(c0);
  float2 m : packoffset(c1);
  int3 n : packoffset(c2);
  int o : packoffset(c3);
  uint p : packoffset(c4);
};

void main(
  min16float4 a : A,
  min10float2 b : B,
  min16int2 c : C,
  min16uint d : D,
  float e : E,
  out min16float4 out_out : OUT,
  out float4 out_position : SV_Position)
{
  float4 v = a * k + e;
  float2 v1 = v.xy + (b * m - saturate(b));
  float4 v2 = float4(v1.x + (float)uint(o + int((uint)d) * int(p)), v1.y, float2((float)(n.x + c.x), (float)(n.y + c.y)) + v.zw);
  out_out = (float)uint(int((uint)d)) + ((float)((o + c.x) * n.z) - abs(v2));
  out_position = e.xxxx;
}
