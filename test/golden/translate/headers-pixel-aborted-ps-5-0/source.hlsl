// fxc /T ps_5_0 /E main

float4 main(
  float4 p : P) : SV_Target
{
  if (p.x < 0.0) {
  }
  return p;
}
