// fxc /T ps_5_0 /E main

static const float3 table[4] = {
  float3(11.0, 1.0, 5.0), float3(12.0, 2.0, 6.0), float3(13.0, 3.0, 7.0), float3(14.0, 4.0, 8.0),
};
static const float3 table1[3] = {
  float3(21.0, 25.0, 29.0), float3(22.0, 26.0, 30.0), float3(33.0, 37.0, 41.0),
};

float4 main(
  uint index : INDEX) : SV_Target
{
  uint v = index % 3u;
  float2 v1 = table[v].yz;
  float4 v2 = table[v].x + v1.xyxx;
  return table1[v].xyzz + v2;
}
