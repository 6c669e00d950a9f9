// fxc /T ps_4_1 /E main

struct Output
{
  float4 target : SV_Target;
  uint coverage : SV_Coverage;
};

Output main(
  noperspective float4 position : SV_Position)
{
  Output output;
  output.target = position;
  output.coverage = (uint)position.x;
  return output;
}
