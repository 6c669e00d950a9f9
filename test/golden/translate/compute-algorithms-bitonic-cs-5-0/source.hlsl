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

RWStructuredBuffer<uint> output : register(u0);

uint extract_uint(uint count, uint start, uint value)
{
  count &= 31;
  start &= 31;
  if (count == 0) return 0;
  if (count + start < 32) return value << (32 - count - start) >> (32 - count);
  return value >> start;
}

[numthreads(128, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint v = uint(-int(round1)) + stage;
  uint v1 = 1u << v;
  uint v2 = ((dispatch_thread_id.x / v1) << 1) * v1 + extract_uint(v, 0u, dispatch_thread_id.x);
  uint v3 = v2 + v1;
  uint value = output[v2];
  uint value1 = output[v3];
  if ((value1 < value ? ~0u : 0u) == (((dispatch_thread_id.x >> stage) & 1u) == 0u ? ~0u : 0u)) {
    output[v2] = value1;
    output[v3] = value;
  }
}
