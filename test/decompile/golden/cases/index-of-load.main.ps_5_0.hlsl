// fxc /T ps_5_0 /E main

StructuredBuffer<uint> next : register(t0);
Buffer<uint> last : register(t1);
Texture2D<uint2> cells : register(t2);

uint main(
  uint start : START) : SV_Target
{
  uint value = next[start & 15u];
  uint value1 = next[value];
  uint v = last[value1 & 7u];
  uint2 cells_texel = cells.Load(uint3(v & 3u, (v >> 2) & 3u, 0u));
  uint cells_texel1 = cells.Load(uint3(cells_texel.x & 3u, cells_texel.y & 3u, 0u)).y;
  return cells_texel1;
}
