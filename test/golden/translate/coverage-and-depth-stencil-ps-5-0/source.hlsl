// fxc /T ps_5_0 /E main

struct Output
{
  float4 target : SV_Target;
  uint stencil_ref : SV_StencilRef;
};

Output main(
  noperspective float4 position : SV_Position)
{
  Output output;
  output.target = position;
  output.stencil_ref = (uint)position.y;
  return output;
}
