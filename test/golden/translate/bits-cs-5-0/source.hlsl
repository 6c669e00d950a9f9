// fxc /T cs_5_0 /E main

RWStructuredBuffer<uint4> data : register(u0);

uint first_high(uint value)
{
  uint bit = firstbithigh(value);
  return bit == ~0u ? bit : 31 - bit;
}

int first_high_signed(int value)
{
  int bit = firstbithigh(value);
  return bit == -1 ? bit : 31 - bit;
}

uint extract_uint(uint count, uint start, uint value)
{
  count &= 31;
  start &= 31;
  if (count == 0) return 0;
  if (count + start < 32) return value << (32 - count - start) >> (32 - count);
  return value >> start;
}

[numthreads(8, 4, 1)]
void main(
  uint group_index : SV_GroupIndex,
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint4 value = data[group_index];
  uint v = countbits(value.x) + (firstbitlow(value.x) + uint((value.x != 0u ? -int(first_high(value.x)) + 31 : -1)));
  uint v1 = countbits(value.y) + (firstbitlow(value.y) + uint((value.y != 0u ? -int(first_high(value.y)) + 31 : -1)));
  uint v2 = countbits(value.z) + (firstbitlow(value.z) + uint((value.z != 0u ? -int(first_high(value.z)) + 31 : -1)));
  uint v3 = countbits(value.w) + (firstbitlow(value.w) + uint((value.w != 0u ? -int(first_high(value.w)) + 31 : -1)));
  int v4 = first_high_signed(int(value.x));
  int v5 = first_high_signed(int(value.y));
  int v6 = first_high_signed(int(value.z));
  int v7 = first_high_signed(int(value.w));
  uint v8 = ((value.x >> 5) & 31u) + (reversebits(value.x) ^ (uint((uint(v4) == 0xffffffffu ? -1 : -v4 + 31)) + v));
  uint v9 = ((value.y >> 5) & 31u) + (reversebits(value.y) ^ (uint((uint(v5) == 0xffffffffu ? -1 : -v5 + 31)) + v1));
  uint v10 = ((value.z >> 5) & 31u) + (reversebits(value.z) ^ (uint((uint(v6) == 0xffffffffu ? -1 : -v6 + 31)) + v2));
  uint v11 = ((value.w >> 5) & 31u) + (reversebits(value.w) ^ (uint((uint(v7) == 0xffffffffu ? -1 : -v7 + 31)) + v3));
  uint v12 = (((value.x & 255u) << 4) | ((uint((int(value.x) << 8) >> 20) + v8) & 0xfffff00fu)) + extract_uint(dispatch_thread_id.y, dispatch_thread_id.x, value.x);
  uint v13 = (((value.y & 255u) << 4) | ((uint((int(value.y) << 8) >> 20) + v9) & 0xfffff00fu)) + extract_uint(dispatch_thread_id.y, dispatch_thread_id.x, value.y);
  uint v14 = (((value.z & 255u) << 4) | ((uint((int(value.z) << 8) >> 20) + v10) & 0xfffff00fu)) + extract_uint(dispatch_thread_id.y, dispatch_thread_id.x, value.z);
  uint v15 = (((value.w & 255u) << 4) | ((uint((int(value.w) << 8) >> 20) + v11) & 0xfffff00fu)) + extract_uint(dispatch_thread_id.y, dispatch_thread_id.x, value.w);
  data[group_index] = uint4(int4(int(v12), int(v13), int(v14), int(v15)));
}
