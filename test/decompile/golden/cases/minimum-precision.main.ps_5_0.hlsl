// fxc /T ps_5_0 /E main

min16float4 main(
  min16float4 color : COLOR,
  min16float2 amount : AMOUNT,
  min16int2 steps : STEPS) : SV_Target
{
  float4 v = color * amount.x + amount.y;
  return steps.y < steps.x ? v : (-v);
}
