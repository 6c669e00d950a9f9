// fxc /T cs_5_0 /E main

RWByteAddressBuffer raw : register(u0);
RWStructuredBuffer<uint2> structured : register(u1);
RWTexture2D<int> image : register(u2);
RWBuffer<uint> typed : register(u3);
groupshared uint g0[16];
struct g1_element { int words[2]; };
groupshared g1_element g1[8];

[numthreads(16, 1, 1)]
void main(
  uint group_index : SV_GroupIndex,
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  raw.InterlockedAdd(dispatch_thread_id.x, 1u);
  uint original;
  raw.InterlockedAdd(dispatch_thread_id.x, 2u, original);
  int v = int(original);
  raw.InterlockedAnd(dispatch_thread_id.y, 3u);
  uint original1;
  raw.InterlockedAnd(dispatch_thread_id.y, 3u, original1);
  uint v1 = original1;
  raw.InterlockedOr(dispatch_thread_id.y, 4u);
  uint original2;
  raw.InterlockedOr(dispatch_thread_id.y, 5u, original2);
  uint v2 = original2;
  raw.InterlockedXor(dispatch_thread_id.y, 6u);
  uint original3;
  raw.InterlockedXor(dispatch_thread_id.y, 7u, original3);
  uint v3 = original3;
  raw.InterlockedMax(dispatch_thread_id.z, dispatch_thread_id.y);
  uint original4;
  raw.InterlockedMax(dispatch_thread_id.z, dispatch_thread_id.y, original4);
  uint v4 = original4;
  raw.InterlockedMin(dispatch_thread_id.z, dispatch_thread_id.y);
  uint original5;
  raw.InterlockedMin(dispatch_thread_id.z, dispatch_thread_id.y, original5);
  uint v5 = original5;
  InterlockedMax(image[dispatch_thread_id.xy], int(dispatch_thread_id.z));
  int original6;
  InterlockedMax(image[dispatch_thread_id.xy], int(dispatch_thread_id.z), original6);
  int v6 = original6;
  InterlockedMin(image[dispatch_thread_id.xy], int(dispatch_thread_id.z));
  int original7;
  InterlockedMin(image[dispatch_thread_id.xy], int(dispatch_thread_id.z), original7);
  int v7 = original7;
  uint original8;
  raw.InterlockedExchange(dispatch_thread_id.x, dispatch_thread_id.y, original8);
  uint v8 = original8;
  uint original9;
  raw.InterlockedCompareExchange(dispatch_thread_id.x, dispatch_thread_id.y, dispatch_thread_id.z, original9);
  uint v9 = original9;
  raw.InterlockedCompareStore(dispatch_thread_id.x, dispatch_thread_id.y, dispatch_thread_id.z);
  uint original10;
  InterlockedAdd(structured[dispatch_thread_id.x].y, 3u, original10);
  int v10 = int(original10);
  InterlockedCompareStore(structured[dispatch_thread_id.y].x, dispatch_thread_id.y, 7u);
  uint original11;
  InterlockedCompareExchange(typed[dispatch_thread_id.x], dispatch_thread_id.y, 7u, original11);
  uint v11 = original11;
  uint original12;
  InterlockedExchange(typed[dispatch_thread_id.z], dispatch_thread_id.y, original12);
  uint v12 = original12;
  uint v13 = v11 + (uint(v10) + (v9 + (v5 + (v4 + (v3 + (v2 + (v1 + uint(v))))) + uint(v6) + uint(v7) + v8)));
  uint v14 = v13 + v12;
  InterlockedOr(typed[dispatch_thread_id.z], dispatch_thread_id.y);
  g0[group_index] = v14;
  uint v15 = group_index & 7u;
  g1[v15].words[0] = int(dispatch_thread_id.x);
  g1[v15].words[1] = int(dispatch_thread_id.y);
  GroupMemoryBarrierWithGroupSync();
  uint v16 = dispatch_thread_id.x & 7u;
  InterlockedAdd(g0[dispatch_thread_id.x & 15u], 1u);
  uint original13;
  InterlockedAdd(g0[dispatch_thread_id.y & 15u], 1u, original13);
  int v17 = int(original13);
  InterlockedMin(g1[v16].words[0], 5);
  uint original14;
  InterlockedMax(g1[v16].words[1], 5u, original14);
  uint v18 = original14;
  uint original15;
  InterlockedCompareExchange(g0[0], 1u, 2u, original15);
  uint v19 = original15;
  int original16;
  InterlockedExchange(g1[2u].words[0], int(group_index), original16);
  uint v20 = uint(original16);
  InterlockedCompareStore(g0[1], 1u, 2u);
  InterlockedXor(g0[3], group_index);
  uint original17;
  InterlockedAnd(g0[4], group_index, original17);
  uint v21 = original17;
  GroupMemoryBarrierWithGroupSync();
  uint v22 = uint(g1[v15].words[0]);
  uint value = g0[group_index];
  int v23 = int(uint(v17) + v14 + v18 + v19 + v20 + v21 + value + v22);
  typed[dispatch_thread_id.x] = uint(v23);
}
