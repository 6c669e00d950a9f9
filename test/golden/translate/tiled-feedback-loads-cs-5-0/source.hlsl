// fxc /T cs_5_0 /E main

struct Item
{
  float4 a;
  uint b;
};

Buffer<float4> typed : register(t0);
ByteAddressBuffer raw : register(t1);
StructuredBuffer<Item> items : register(t2);
RWStructuredBuffer<float4> result : register(u5);
RWByteAddressBuffer rwRaw : register(u6);
RWBuffer<uint4> rwTyped : register(u7);

[numthreads(1, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint status;
  float4 element = result.Load(dispatch_thread_id.x + 1u, status);
  float4 value = element;
  uint status1;
  float4 v = asfloat(raw.Load4(dispatch_thread_id.y + 16u, status1));
  uint status2;
  float4 v1 = typed.Load(dispatch_thread_id.x, status2);
  uint status3;
  uint v2 = raw.Load(dispatch_thread_id.y, status3);
  uint v3 = (CheckAccessFullyMapped(status2) ? ~0u : 0u) + (CheckAccessFullyMapped(status3) ? ~0u : 0u) + (CheckAccessFullyMapped(status1) ? ~0u : 0u);
  uint status4;
  Item element1 = items.Load(dispatch_thread_id.z, status4);
  float4 a = element1.a;
  uint status5;
  Item element2 = items.Load(dispatch_thread_id.z, status5);
  uint b = element2.b;
  uint status6;
  uint2 v4 = rwRaw.Load2(dispatch_thread_id.x, status6);
  uint v5 = v3 + (CheckAccessFullyMapped(status5) & CheckAccessFullyMapped(status4) ? ~0u : 0u) + (CheckAccessFullyMapped(status6) ? ~0u : 0u);
  uint status7;
  uint4 v6 = rwTyped.Load(dispatch_thread_id.x, status7);
  bool condition = v5 + (CheckAccessFullyMapped(status7) ? ~0u : 0u) + (CheckAccessFullyMapped(status) ? ~0u : 0u) != 0u;
  float4 v7 = condition ? (float)v6.w + (float4((float2)v4, (float2)v4) + ((float)v2 + v1 + v + a * (float)b)) + value : float4(0.0, 0.0, 0.0, 0.0);
  result[dispatch_thread_id.x] = v7;
}
