// fxc /T vs_5_1 /E main

struct D
{
  double a;
  float b;
  double2 c;
};

cbuffer Doubles : register(b0)
{
  double d;
  double2 d2;
  double3 d3;
  double4 d4[2];
  D ds;
  D da[2];
  double2x2 dm;
};

uint2 words_of_double(double value)
{
  uint low, high;
  asuint(value, low, high);
  return uint2(low, high);
}

float4 main() : SV_Position
{
  double v = d * d2.x;
  double v1 = asdouble(words_of_double(v).x, words_of_double(v).y) / da[1].c.y;
  return (float4)((float)asdouble(words_of_double(v1).x, words_of_double(v1).y));
}
