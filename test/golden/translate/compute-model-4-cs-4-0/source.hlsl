// fxc /T cs_4_0 /E main

struct Struct
{
  float a;
  int b;
};

StructuredBuffer<Struct> source : register(t0);
ByteAddressBuffer raw : register(t1);
RWStructuredBuffer<Struct> result : register(u0);
groupshared uint4 g0[64];

[numthreads(64, 1, 1)]
void main(
  uint group_index : SV_GroupIndex,
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint2 v = raw.Load2(dispatch_thread_id.x << 3);
  float a = source[dispatch_thread_id.x].a;
  int b = source[dispatch_thread_id.x].b;
  g0[group_index] = uint4(asuint(a), asuint((float)int(uint(b))), v);
  GroupMemoryBarrierWithGroupSync();
  uint v1 = (1u + group_index) & 63u;
  float4 value = asfloat(g0[v1]);
  uint v2 = group_index ^ 1u;
  float4 value1 = asfloat(g0[v2]);
  uint v3 = asuint(dot(value, value1));
  uint2 v4 = uint2(asuint(a), uint(b));
  result[dispatch_thread_id.x].a = asfloat(v3);
  result[dispatch_thread_id.x].b = int(v4.y);
}
