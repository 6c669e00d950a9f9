// fxc /T cs_5_0 /E main

// Guessed from what the program reads and writes: there is no reflection data.
struct Element
{
  float4 at0;
  uint at16;
};

// Guessed from what the program reads and writes: there is no reflection data.
struct Element1
{
  float3 at0;
  float3 at12;
  float3 at24;
};

RWStructuredBuffer<float4> result : register(u0);
groupshared Element g0[64];
groupshared uint g1[256];
groupshared Element1 g2[4];

[numthreads(8, 4, 2)]
void main(
  uint group_index : SV_GroupIndex,
  uint3 group_id : SV_GroupID,
  uint3 group_thread_id : SV_GroupThreadID,
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  float v = (float)dispatch_thread_id.x;
  float v1 = (float)dispatch_thread_id.y;
  float v2 = (float)dispatch_thread_id.z;
  g0[group_index].at0 = float4(v, v1, v2, 1.0);
  g0[group_index].at16 = group_index;
  g1[group_thread_id.x + group_thread_id.y * 8u] = group_id.x;
  if (group_index < 4u) {
    g2[group_index].at0 = float3((float)group_thread_id.x, (float)group_id.x, v);
    g2[group_index].at12 = float3((float)group_thread_id.y, (float)group_id.y, v1);
    g2[group_index].at24 = float3((float)group_thread_id.z, (float)group_id.z, v2);
  }
  GroupMemoryBarrier();
  AllMemoryBarrier();
  AllMemoryBarrierWithGroupSync();
  uint v3 = 63u + uint(-int(group_index));
  float4 at0 = g0[v3].at0;
  uint at16 = g0[v3].at16;
  float3 at0_1 = g2[group_thread_id.z].at0;
  float3 at12 = g2[group_thread_id.z].at12;
  float3 at24 = g2[group_thread_id.z].at24;
  float3 v4 = float3(dot(float3(at0_1.x, at12.x, at24.x), at0.xyz), dot(float3(at0_1.y, at12.y, at24.y), at0.xyz), dot(float3(at0_1.z, at12.z, at24.z), at0.xyz));
  uint value = g1[at16];
  uint value1 = g1[3];
  result[group_index] = float4(v4 + at0.xyz, at0.w) * (float)value + (float)value1;
}
