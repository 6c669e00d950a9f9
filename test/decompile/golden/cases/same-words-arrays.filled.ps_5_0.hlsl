// fxc /T ps_5_0 /E main

cbuffer Scene : register(b0)
{
  float4 scale;
};

float4 main(
  uint index : INDEX) : SV_Target
{
  float x0[4] = { 1.0, 2.0, 3.0, scale.x };
  float2 x1[4] = { float2(1.0, 5.0), float2(2.0, 6.0), float2(3.0, 7.0), float2(4.0, 8.0) };
  uint v = index & 3u;
  x1[v ^ 1u].y = scale.z;
  float v1 = x0[v];
  float2 v2 = x1[v];
  return v1 + v2.xyxx;
}
