// fxc /T vs_5_0 /E main

RWBuffer<uint> counters : register(u2);
RWStructuredBuffer<float4> trace : register(u7);

float4 main(
  uint vertex_id : SV_VertexID) : SV_Position
{
  InterlockedAdd(counters[vertex_id & 7u], 1u);
  float v = (float)vertex_id;
  trace[vertex_id] = float4(v, 0.0, 0.0, 1.0);
  return v.xxxx;
}
