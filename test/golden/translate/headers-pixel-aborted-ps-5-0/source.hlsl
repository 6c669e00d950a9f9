// fxc /T ps_5_0 /E main

void main(
  float4 p : P,
  out float4 out_target : SV_Target)
{
  if (p.x < 0.0) {
    return;
  }
  out_target = p;
}
