// fxc /T ps_5_0 /E main

uint4 m;

uint insert_bits(uint count, uint start, uint bits, uint base)
{
  uint mask = ((1u << (count & 31)) - 1) << (start & 31);
  return ((bits << (start & 31)) & mask) | (base & ~mask);
}

uint masked_sad(uint reference, uint source, uint sum)
{
  return msad4(reference, uint2(source, 0), sum.xxxx).x;
}

float4 main() : SV_Target
{
  return float4((float)masked_sad(m.x, m.y, m.x), (float)masked_sad(m.x, insert_bits(8u, 24u, m.z, m.y >> 8), m.y), (float)masked_sad(m.x, insert_bits(16u, 16u, m.z, m.y >> 16), m.z), (float)masked_sad(m.x, insert_bits(24u, 8u, m.z, m.y >> 24), m.w));
}
