// fxc /T cs_5_0 /E main

RWByteAddressBuffer results : register(u0);
groupshared uint g0;
struct g1_memory { uint words[3]; };
groupshared g1_memory g1;

[numthreads(64, 1, 1)]
void main(
  uint group_index : SV_GroupIndex,
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  bool condition = group_index == 0u;
  [branch] if (condition) {
    g0 = 0xffffffffu;
    g1.words[1] = 0u;
  }
  GroupMemoryBarrierWithGroupSync();
  InterlockedMin(g0, (dispatch_thread_id.x * 7u) & 63u);
  InterlockedAdd(g1.words[1], uint(int(dispatch_thread_id.y)));
  GroupMemoryBarrierWithGroupSync();
  [branch] if (condition) {
    uint v = dispatch_thread_id.y << 3;
    uint v1 = g0;
    uint v2 = g1.words[1];
    results.Store2(v, uint2(v1, v2));
  }
}
