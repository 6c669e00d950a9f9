// fxc /T ps_5_0 /E main

struct Output
{
  min16uint target1 : SV_Target1;
  uint stencil_ref : SV_StencilRef;
};

Output main(
  noperspective float4 position : SV_Position)
{
  Output output;
  output.stencil_ref = (uint)position.x;
  output.target1 = (uint)position.y;
  return output;
}
