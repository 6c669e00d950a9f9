// fxc /T cs_5_0 /E main

cbuffer Constants : register(b0)
{
  uint count;
  uint stage;
  uint round1;
  float step1;
  float4x4 view;
  float4 planes[6];
  float2 screen;
  uint lightCount;
};

StructuredBuffer<uint> input : register(t0);
RWStructuredBuffer<uint> output : register(u0);
groupshared uint g0[256];

[numthreads(256, 1, 1)]
void main(
  uint group_index : SV_GroupIndex,
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  bool condition = dispatch_thread_id.x < count;
  uint value = input[dispatch_thread_id.x];
  uint v = condition ? value : 0u;
  g0[group_index] = v;
  GroupMemoryBarrierWithGroupSync();
  uint v1 = group_index - 1;
  uint value1 = g0[v1];
  GroupMemoryBarrierWithGroupSync();
  uint v2 = v + (group_index >= 1u ? value1 : 0u);
  g0[group_index] = v2;
  GroupMemoryBarrierWithGroupSync();
  uint value2 = g0[group_index - 2];
  GroupMemoryBarrierWithGroupSync();
  uint v3 = v2 + (group_index >= 2u ? value2 : 0u);
  g0[group_index] = v3;
  GroupMemoryBarrierWithGroupSync();
  uint value3 = g0[group_index - 4];
  GroupMemoryBarrierWithGroupSync();
  uint v4 = v3 + (group_index >= 4u ? value3 : 0u);
  g0[group_index] = v4;
  GroupMemoryBarrierWithGroupSync();
  uint value4 = g0[group_index - 8];
  GroupMemoryBarrierWithGroupSync();
  uint v5 = v4 + (group_index >= 8u ? value4 : 0u);
  g0[group_index] = v5;
  GroupMemoryBarrierWithGroupSync();
  uint value5 = g0[group_index - 16];
  GroupMemoryBarrierWithGroupSync();
  uint v6 = v5 + (group_index >= 16u ? value5 : 0u);
  g0[group_index] = v6;
  GroupMemoryBarrierWithGroupSync();
  uint value6 = g0[group_index - 32];
  GroupMemoryBarrierWithGroupSync();
  uint v7 = v6 + (group_index >= 32u ? value6 : 0u);
  g0[group_index] = v7;
  GroupMemoryBarrierWithGroupSync();
  uint value7 = g0[group_index - 64];
  GroupMemoryBarrierWithGroupSync();
  uint v8 = v7 + (group_index >= 64u ? value7 : 0u);
  g0[group_index] = v8;
  GroupMemoryBarrierWithGroupSync();
  uint value8 = g0[group_index - 128];
  GroupMemoryBarrierWithGroupSync();
  g0[group_index] = v8 + (group_index >= 128u ? value8 : 0u);
  GroupMemoryBarrierWithGroupSync();
  if (condition) {
    uint value9 = g0[v1];
    output[dispatch_thread_id.x] = group_index != 0u ? value9 : 0u;
  }
}
