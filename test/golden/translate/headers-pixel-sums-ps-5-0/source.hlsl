// fxc /T ps_5_0 /E main

uint4 m;

uint masked_sad(uint reference, uint source, uint sum)
{
  return msad4(reference, uint2(source, 0), sum.xxxx).x;
}

float4 main() : SV_Target
{
  return float4((float)masked_sad(m.x, m.y, m.x), (float)masked_sad(m.x, (m.z << 24) | ((m.y >> 8) & 0xffffffu), m.y), (float)masked_sad(m.x, (m.z << 16) | ((m.y >> 16) & 65535u), m.z), (float)masked_sad(m.x, (m.z << 8) | ((m.y >> 24) & 255u), m.w));
}
