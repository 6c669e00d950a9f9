// fxc /T ps_5_0 /E main

float4 main(
  float4 p : P) : SV_Target
{
  float4 target;
  if (p.x < 0.0) {
    abort();
  }
  target = p;
  return target;
}
