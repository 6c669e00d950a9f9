// fxc /T ps_5_0 /E main

void main(
  noperspective float4 position : SV_Position,
  out float4 out_target : SV_Target,
  out uint out_stencil_ref : SV_StencilRef)
{
  out_target = position;
  out_stencil_ref = (uint)position.y;
}
