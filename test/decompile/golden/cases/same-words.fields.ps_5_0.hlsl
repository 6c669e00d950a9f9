// fxc /T ps_5_0 /E main

uint4 main(
  uint4 words : WORDS) : SV_Target
{
  uint v = (words.x << 2) | (words.z & 3u);
  uint v1 = (words.y >> 3) & 1u;
  uint v2 = ((words.x & 255u) << 8) | (words.y & 0xffff00ffu);
  uint v3 = (words.z & 15u) << 4;
  uint v4 = (words.x << 1) | 1u;
  uint v5 = v3 | v2;
  uint v6 = uint(-int(v4)) * words.y;
  uint v7 = v6 + words.w;
  return uint4(v, v1, v5, v7);
}
