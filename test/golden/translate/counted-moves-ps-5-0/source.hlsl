// fxc /T ps_5_0 /E main /Od

float4 scale;
float4 absolute;

struct Output
{
  float4 target : SV_Target;
  float4 target1 : SV_Target1;
  float4 target2 : SV_Target2;
  float4 target3 : SV_Target3;
  float4 target4 : SV_Target4;
};

Output main(
  float4 a : A,
  float4 b : B)
{
  Output output;
  bool condition = a.x != 0.0;
  output.target = (condition || (b.y != 0.0) ? scale : b) + float4((float)(condition ? 1 : 0), (float3)(a.yzw != 0.0 ? 1 : 0));
  output.target1 = max(absolute, -absolute);
  output.target2 = min(max(-a, float4(0.0, 0.0, 0.0, 0.0)), float4(1.0, 1.0, 1.0, 1.0));
  output.target3 = (-b).wzyx;
  output.target4 = -max(scale, -scale);
  return output;
}
