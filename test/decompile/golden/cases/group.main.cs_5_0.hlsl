// fxc /T cs_5_0 /E main

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> totals : register(u0);
groupshared uint g0[32];

[numthreads(32, 1, 1)]
void main(
  uint group_index : SV_GroupIndex,
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint value = values[dispatch_thread_id.x];
  g0[group_index] = value;
  GroupMemoryBarrierWithGroupSync();
  uint n = 1u;
  [loop] while (n < 32u) {
    uint value1 = g0[uint(-int(n)) + group_index];
    GroupMemoryBarrierWithGroupSync();
    uint value2 = g0[group_index];
    g0[group_index] = value2 + (group_index >= n ? value1 : 0u);
    GroupMemoryBarrierWithGroupSync();
    n = n << 1;
  }
  uint value3 = g0[group_index];
  InterlockedMax(totals[1], value3);
  if (group_index == 31u) {
    uint value4 = g0[31];
    totals[0] = value4;
  }
}
