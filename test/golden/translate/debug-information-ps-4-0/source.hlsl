// fxc /T ps_4_0 /E main /Od

float4 k;

float4 main(
  float4 color : COLOR) : SV_Target
{
  float4 v = float4(0.0, 0.0, 0.0, 0.0);
  [loop] for (int i = 0; i < 3; i++) {
    v = v + color.x * k.x * (float)i;
  }
  return v;
}
