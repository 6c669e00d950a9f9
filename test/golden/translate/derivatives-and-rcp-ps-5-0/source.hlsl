// fxc /T ps_5_0 /E main

float4 main(
  float4 a : A,
  uint4 b : B) : SV_Target
{
  float4 v = ddx_coarse(a);
  float4 v1 = ddy_coarse(a);
  float4 v2 = ddx_fine(a);
  float4 v3 = ddy_fine(a);
  float4 v4 = float4(f16tof32(b.x), f16tof32(b.y), f16tof32(b.z), f16tof32(b.w)) + (rcp(a) + (v3 + (v2 + (v1 + v))));
  float4 v5 = asfloat(uint4(f32tof16(a.x) << 16, f32tof16(a.y) << 16, f32tof16(a.z) << 16, f32tof16(a.w) << 16));
  return v5 + v4;
}
