// fxc /T vs_3_0 /E main

float4 main(
  float4 position : POSITION) : POSITION
{
  float v = sin(position.x * 5.0);
  return float4(position.x, position.y + (cos(position.z * 0.33333334) * sin(-position.y) + v), position.zw);
}
