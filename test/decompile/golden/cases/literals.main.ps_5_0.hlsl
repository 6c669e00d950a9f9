// fxc /T ps_5_0 /E main

struct Output
{
  float4 target : SV_Target;
  float4 target1 : SV_Target1;
  uint4 target2 : SV_Target2;
  int4 target3 : SV_Target3;
};

Output main(
  float4 color : COLOR,
  uint4 number : NUMBER)
{
  Output output;
  output.target = color * float4(3.4028234663852886e+38, 1.1754944e-38, 16777216.0, 0.1) + float4(100000000000000000000.0, -1e-20, 123456.79, -0.0);
  output.target1 = number.x > 3u ? float4(asfloat(0x7f800000u), asfloat(0xff800000u), 0.0, 0.0) : float4(asfloat(0x7fc12345u), 0.0, 0.0, 1.0000001);
  output.target2 = uint4(number.x ^ 0xffffffffu, number.y ^ 0x80000000u, number.z ^ 0xdeadbeefu, number.w ^ 0x3f800000u);
  output.target3 = int4(number + uint4(0x80000000u, 0x7fffffffu, 0xffffffffu, 0x3f800000u));
  return output;
}
