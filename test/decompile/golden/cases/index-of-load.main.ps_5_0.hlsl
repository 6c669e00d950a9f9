// fxc /T ps_5_0 /E main

StructuredBuffer<uint> next : register(t0);
Buffer<uint4> last : register(t1);
Texture2D<uint4> cells : register(t2);

uint extract_uint(uint count, uint start, uint value)
{
  count &= 31;
  start &= 31;
  if (count == 0) return 0;
  if (count + start < 32) return value << (32 - count - start) >> (32 - count);
  return value >> start;
}

uint main(
  uint start : START) : SV_Target
{
  uint value = next[start & 15u];
  uint value1 = next[value];
  uint4 v = last[value1 & 7u];
  uint4 cells_texel = cells.Load(int3(int2(uint2(v.x & 3u, extract_uint(2u, 2u, v.x))), 0));
  uint4 cells_texel1 = cells.Load(int3(int2(uint2(cells_texel.x & 3u, cells_texel.y & 3u)), 0));
  return cells_texel1.y;
}
