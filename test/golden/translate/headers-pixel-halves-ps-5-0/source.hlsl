// fxc /T ps_5_0 /E main

void main(
  noperspective float4 position : SV_Position,
  out min16uint out_target1 : SV_Target1,
  out uint out_stencil_ref : SV_StencilRef)
{
  out_stencil_ref = (uint)position.x;
  out_target1 = (uint)position.y;
}
