// fxc /T ps_5_0 /E main

cbuffer Mixed : register(b0)
{
  int count;
  float scale;
  uint mask;
  float bias;
};

float4 main(
  float4 color : COLOR,
  uint at : AT) : SV_Target
{
  uint v = at + uint(count);
  uint v1 = asuint(color.x) & mask;
  return asfloat(uint4(asuint(asfloat(v1 | 0x3f000000u) * scale + bias), asuint((float)int(v)), v ^ v1, asuint((float)(v1 >> 3))));
}
